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
        var reader: MediaReader?
        /// Of the picture that the reader gives next.
        var next = 0
        var last: CVPixelBuffer?
    }

    private let file: Int32
    private let state = Mutex(State())

    /// - Throws: if there is no memory for a file.
    init(_ data: Data) throws(CaptureError) {
        // FFmpeg's reader wants a path.
        file = linux_memfd_create("GIFPictures")
        guard file >= 0 else { throw CaptureError(.fileUnreadable, "There is no memory for the GIF file") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: false)
        guard (try? handle.write(contentsOf: data)) != nil else {
            throw CaptureError(.fileUnreadable, "There is no memory for the GIF file")
        }
    }

    deinit { close(file) }

    /// - Returns: BGRA, multiplied by alpha.
    func picture(at index: Int) throws(CaptureError) -> CVPixelBuffer {
        let found = state.withLock { state -> CVPixelBuffer? in
            if state.reader == nil || index < state.next - 1 {
                state.reader = try? MediaReader(
                    path: "/proc/self/fd/\(file)", tracks: [.video], keepsAlpha: true)
                (state.next, state.last) = (0, nil)
            }
            while state.next <= index {
                guard case .picture(let picture)? = try? state.reader?.next(),
                    let buffer = PNGFile.buffer(of: picture)
                else {
                    state.reader = nil
                    return nil
                }
                (state.last, state.next) = (buffer, state.next + 1)
            }
            return state.last
        }
        guard let found else { throw CaptureError(.fileUnreadable, "Picture \(index) of the GIF file is damaged") }
        return found
    }
}
