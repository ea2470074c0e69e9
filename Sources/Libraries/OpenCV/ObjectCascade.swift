internal import CLinux
internal import COpenCV
import Glibc

/// Finds upright objects of one kind, such as faces, by a cascade of classifiers that a file describes.
///
/// One thread at a time.
package final class ObjectCascade {
    /// An object in pixels from the top left.
    package struct Object: Sendable, Equatable {
        package var x: Int
        package var y: Int
        package var width: Int
        package var height: Int
        /// How many overlapping windows of the search agreed on it.
        package var votes: Int
    }

    private let cascade: OpaquePointer

    /// - Throws: ``OpenCVError`` `missing`, `failed`.
    package init(file: String) throws(OpenCVError) {
        try OpenCVLibrary.load()
        // Asked beforehand, because the library writes to standard error.
        guard access(file, R_OK) == 0 else {
            throw OpenCVError(.missing, "\(file) cannot be read; install the package opencv-data")
        }
        linux_begin_library_work()
        defer { linux_end_library_work() }
        guard let cascade = ocv_cascade_open(file) else {
            throw OpenCVError(.failed, "\(file) is not a cascade of classifiers")
        }
        self.cascade = cascade
    }

    deinit {
        ocv_cascade_close(cascade)
    }

    /// - Parameters:
    ///   - step: the ratio of one searched size to the next; above 1.
    ///   - votes: an object with fewer is left out.
    ///   - smallest: the least side in pixels.
    /// - Throws: ``OpenCVError`` `failed`.
    package func objects(
        in picture: OpenCVPicture, step: Double, votes: Int, smallest: Int
    ) throws(OpenCVError) -> [Object] {
        var found = [ocv_object](repeating: ocv_object(), count: 64)
        linux_begin_library_work()
        let count = ocv_cascade_find(
            cascade, picture.picture, step, Int32(votes), Int32(smallest), &found, Int32(found.count))
        linux_end_library_work()
        if count < 0 { throw OpenCVError(.failed, "OpenCV failed to search a picture of \(picture.width) pixels") }
        return found.prefix(Int(count)).map {
            Object(x: Int($0.x), y: Int($0.y), width: Int($0.width), height: Int($0.height), votes: Int($0.votes))
        }
    }
}
