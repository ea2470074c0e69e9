import AVCamCore
import AVFoundation

/// What `avcam photo --json` prints.
struct PhotoReport: Encodable {
    struct Photo: Encodable {
        /// The size of the picture's file.
        var bytes: Int
        /// For `--constant-color`: how far the colors are those of the flash's light, from 0 to 1.
        var constantColorConfidence: Float?
        /// The picture first, then its RAW file and movie.
        var files: [String]
        var height: Int32
        /// Whether it is a proxy, to be replaced by the final photo.
        var isDeferred: Bool
        var path: String
        /// When its frame was captured, in seconds of the system's monotonic clock.
        var timestamp: Double
        var width: Int32

        init(_ photo: AVCamCore.Photo, files: [String]) {
            bytes = photo.data.count
            self.files = files
            (width, height) = (photo.dimensions.width, photo.dimensions.height)
            constantColorConfidence = photo.constantColorConfidence
            isDeferred = photo.isProxy
            path = files.first ?? ""
            timestamp = photo.timestamp.seconds
        }
    }

    var camera: String
    var photos: [Photo] = []

    init(camera: String) {
        self.camera = camera
    }

    func print() {
        do { try Console.printJSON(self) } catch { Console.error(Sentence.about(error)) }
    }
}
