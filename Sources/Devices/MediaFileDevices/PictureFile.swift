import CaptureEngine
import Foundation

/// A file with one picture that is read without FFmpeg.
protocol PictureFile {
    var format: PictureFormat { get }

    /// The file's bytes if a frame shows the whole picture as it is stored, so that a photo can be made from them.
    var wholePicture: Data? { get }

    /// Whether the file has a picture of its own, raw data, which this one only previews.
    var isPreview: Bool { get }

    /// - Returns: `nil` when there is no memory.
    /// - Throws: also if a part of the picture is missing.
    func decode() throws -> CVPixelBuffer?
}

/// The whole file if it has the signature at the offset.
///
/// It is read, not mapped, because touching the memory of a mapped file that somebody truncates would crash.
func contents(ofFileAt path: String, beginningWith signature: Data, offset: Int = 0) -> Data? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard (try? file.seek(toOffset: UInt64(offset))) != nil,
        (try? file.read(upToCount: signature.count)) == signature, (try? file.seek(toOffset: 0)) != nil
    else { return nil }
    return try? file.readToEnd()
}
