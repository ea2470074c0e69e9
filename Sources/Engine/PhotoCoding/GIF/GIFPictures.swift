import CaptureEngine
import CLinux
import CoreVideo
import FFmpeg
import Foundation
import Glibc
import Locking

/// Decodes the pictures of a GIF file, each as it is seen: over what the ones before left.
///
/// They depend on each other, so that reading them in order is quick, and reading one again begins at the first.
final class GIFPictures: Sendable {
    private struct State {
        var file: GIFCopy?
        var reader: MediaReader?
        /// Of the picture that the reader gives next.
        var next = 0
        var last: CVPixelBuffer?
    }

    private let data: Data
    private let state = Mutex(State())

    init(_ data: Data) { self.data = data }

    /// - Returns: BGRA, multiplied by alpha.
    func picture(at index: Int) throws(CaptureError) -> CVPixelBuffer {
        let result = state.withLock { state in
            Result { () throws(CaptureError) in try read(index, &state) }
        }
        return try result.get()
    }

    private func read(_ index: Int, _ state: inout State) throws(CaptureError) -> CVPixelBuffer {
        if state.reader == nil || index < state.next - 1 {
            let file = if let file = state.file { file } else { try GIFCopy(data) }
            state.file = file
            state.reader = try? MediaReader(path: file.path, tracks: [.video], keepsAlpha: true)
            (state.next, state.last) = (0, nil)
        }
        while state.next <= index {
            guard case .picture(let picture)? = try? state.reader?.next(), let buffer = PNGFile.buffer(of: picture)
            else {
                state.reader = nil
                break
            }
            (state.last, state.next) = (buffer, state.next + 1)
        }
        guard state.reader != nil, let last = state.last else {
            throw CaptureError(.fileUnreadable, "Picture \(index) of the GIF file is damaged")
        }
        return last
    }
}

/// A copy of the data that has a path, which FFmpeg's reader wants. Most files are opened only for what they say of
/// themselves, and need none.
private final class GIFCopy: Sendable {
    private let file: Int32
    var path: String { "/proc/self/fd/\(file)" }

    /// - Throws: if there is no memory for it.
    init(_ data: Data) throws(CaptureError) {
        file = linux_memfd_create("GIFPictures")
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard file >= 0, (try? handle.write(contentsOf: data)) != nil else {
            throw CaptureError(.fileUnreadable, "There is no memory for the GIF file")
        }
    }

    deinit { close(file) }
}
