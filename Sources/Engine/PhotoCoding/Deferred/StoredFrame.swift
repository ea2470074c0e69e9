import CaptureEngine
import CoreMedia
import Foundation
import NewFiles

/// What a `.frame` file holds, and everything known about the frame besides its pixels.
///
/// The file is the planes one after the other, with their padding, so that it can be mapped into memory and used as it
/// is. If the camera compressed the picture itself, that picture follows.
struct StoredFrame: Codable {
    struct Layout: Codable {
        struct Plane: Codable {
            var bytesPerRow: Int
            var height: Int
            var size: Int { bytesPerRow * height }
        }

        var pixelFormat: OSType
        var width: Int
        var height: Int
        var planes: [Plane]

        var size: Int { planes.reduce(0) { $0 + $1.size } }
    }

    var layout: Layout
    var time: StoredTime
    var duration: StoredTime
    /// The attachments of the picture (its colors) and of the frame.
    var pictureAttachments: [String: StoredValue]
    var frameAttachments: [String: StoredValue]
    var conditions: StoredConditions?
    /// The size in bytes of the picture that the camera compressed; `nil` if there is none.
    var encodedSize: Int?

    /// The size of the file in bytes.
    var size: Int { layout.size + (encodedSize ?? 0) }

    /// Whether the numbers, which were read from a file, can be those of a frame.
    private var isSound: Bool {
        let sides = [layout.width, layout.height] + layout.planes.flatMap { [$0.bytesPerRow, $0.height] }
        return sides.allSatisfy { (1...1_000_000).contains($0) } && layout.planes.count <= 8
            && (0...1_000_000_000).contains(encodedSize ?? 0)
    }

    /// - Throws: ``CaptureError`` `formatUnsupported` if the frame has no pixels.
    init(_ frame: CMSampleBuffer) throws(CaptureError) {
        guard let buffer = frame.imageBuffer else {
            throw CaptureError(.formatUnsupported, "a frame without pixels cannot be kept")
        }
        let planeCount = CVPixelBufferGetPlaneCount(buffer)
        layout = Layout(
            pixelFormat: CVPixelBufferGetPixelFormatType(buffer), width: CVPixelBufferGetWidth(buffer),
            height: CVPixelBufferGetHeight(buffer),
            planes: (0..<max(planeCount, 1)).map {
                Layout.Plane(
                    bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, $0),
                    height: CVPixelBufferGetHeightOfPlane(buffer, $0))
            })
        time = StoredTime(frame.presentationTimeStamp)
        duration = StoredTime(frame.duration)
        pictureAttachments = buffer.storedAttachments.values(.shouldPropagate).compactMapValues(StoredValue.init)
        frameAttachments = frame.storedAttachments.values(.shouldPropagate).compactMapValues(StoredValue.init)
        conditions = frame.conditions.map(StoredConditions.init)
        encodedSize = frame.encodedPicture?.count
    }

    /// Writes the frame's pixels.
    func write(_ frame: CMSampleBuffer, to path: String) throws(CaptureError) {
        guard let buffer = frame.imageBuffer else { return }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        try StoredFile.create(path) { descriptor in
            let isWritten = layout.planes.indices.allSatisfy { index in
                let base = CVPixelBufferGetBaseAddressOfPlane(buffer, index)
                return writeAll(
                    UnsafeRawBufferPointer(start: base, count: layout.planes[index].size), to: descriptor)
            }
            guard isWritten, let encoded = frame.encodedPicture else { return isWritten }
            return encoded.withUnsafeBytes { writeAll($0, to: descriptor) }
        }
    }

    /// Restores the frame, using the file's own pages.
    ///
    /// - Throws: ``CaptureError`` `fileDamaged` if the file is not what it should be, `fileUnreadable` if it cannot be
    ///   read now.
    func read(_ path: String) throws(CaptureError) -> CMSampleBuffer {
        guard isSound else { throw CaptureError(.fileDamaged, "\(path) is damaged") }
        let memory = try MappedFile(path, size: size)
        var planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int)] = []
        var offset = 0
        for plane in layout.planes {
            planes.append((memory.base + offset, plane.bytesPerRow))
            offset += plane.size
        }
        do {
            let buffer = try CVPixelBuffer(
                wrapping: planes, width: layout.width, height: layout.height, pixelFormat: layout.pixelFormat
            ) {
                withExtendedLifetime(memory) {}
            }
            CVBufferSetAttachments(buffer, pictureAttachments.mapValues(\.value), .shouldPropagate)
            let frame = CMSampleBuffer.frame(
                buffer, format: try CMVideoFormatDescription(imageBuffer: buffer), presentationTimeStamp: time.time,
                duration: duration.time)
            CMSetAttachments(
                frame, attachments: frameAttachments.mapValues(\.value),
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
            frame.conditions = conditions?.conditions
            if let encodedSize { frame.encodedPicture = Data(bytes: memory.base + offset, count: encodedSize) }
            return frame
        } catch {
            throw CaptureError(.fileDamaged, "\(path) is damaged", cause: error)
        }
    }
}

/// A file as private memory: changes stay in memory.
private final class MappedFile: @unchecked Sendable {  // nothing in it changes
    let base: UnsafeMutableRawPointer
    private let size: Int

    init(_ path: String, size: Int) throws(CaptureError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoredFile.readingError(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoredFile.readingError(path) }
        // Reading memory beyond the end of a file would crash the process.
        guard size > 0, status.st_size == size else { throw CaptureError(.fileDamaged, "\(path) is damaged") }
        guard let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { throw StoredFile.readingError(path) }
        self.base = base
        self.size = size
    }

    deinit { munmap(base, size) }
}
