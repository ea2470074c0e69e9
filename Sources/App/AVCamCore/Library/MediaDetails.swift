import Foundation

/// What is known about a photo or movie, as people read it; `nil` for what is unknown.
package struct MediaDetails: Sendable, Equatable {
    package var date: Date
    /// The name of the item's primary file.
    package var filename: String
    /// The size of all its files together, in bytes; of an edited item, without the original.
    package var fileSize: Int
    /// `HEIC` or `JPEG + DNG`; `QuickTime` for a movie.
    package var format: String
    /// `4032 × 3024`; `nil` when the library cannot read it.
    package var dimensions: String?
    /// `12.2`
    package var megapixels: String?
    /// Maker and model.
    package var camera: String?
    package var lens: String?
    /// `1/60`, in seconds.
    package var exposureTime: String?
    /// `ƒ/1.8`
    package var aperture: String?
    package var iso: Int?
    /// `+0.7`, in EV; `nil` when there was none.
    package var exposureBias: String?
    /// `4.2 mm (26 mm)`: of the lens, and the 35 mm equivalent.
    package var focalLength: String?
    package var isFlashFired: Bool?
    package var place: MediaPlace?
    /// `0:12`; `nil` for a photo.
    package var duration: String?
    /// `HEVC`
    package var videoCodec: String?
    package var isHDR = false
    /// `29.97`, in frames a second.
    package var frameRate: String?
    /// `AAC`; `nil` without sound.
    package var audioCodec: String?

    package init(date: Date, filename: String, fileSize: Int, format: String) {
        self.date = date
        self.filename = filename
        self.fileSize = fileSize
        self.format = format
    }
}

/// Where a photo or movie was taken.
package struct MediaPlace: Sendable, Equatable {
    package let latitude: Double
    package let longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// `48.1372° N, 11.5756° E`
    package var text: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            MediaText.number(abs(value), digits: 4) + "° " + (value < 0 ? negative : positive)
        }
        return degrees(latitude, "N", "S") + ", " + degrees(longitude, "E", "W")
    }

    /// The place as map programs open it. Source: RFC 5870.
    package var url: String {
        "geo:\(MediaText.number(latitude, digits: 6)),\(MediaText.number(longitude, digits: 6))"
    }
}
