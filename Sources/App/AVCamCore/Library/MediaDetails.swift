import CoreLocation
import Foundation
import Photos

/// What is known of a photo or movie, as people read it; `nil` for what nobody knows.
package struct MediaDetails: Sendable, Equatable {
    package let date: Date
    /// The name of the file that the item is about.
    package let filename: String
    /// All files together, in bytes.
    package let fileSize: Int
    /// `HEIC`, or `JPEG + DNG`; of a movie, `QuickTime`.
    package let format: String
    /// `4032 × 3024`; `nil` when the library cannot read it.
    package let dimensions: String?
    /// `12.2`
    package let megapixels: String?
    /// Maker and model.
    package let camera: String?
    package let lens: String?
    /// `1/60`, in seconds.
    package let exposureTime: String?
    /// `ƒ/1.8`
    package let aperture: String?
    package let iso: Int?
    /// `+0.7`, in EV; `nil` when there was none.
    package let exposureBias: String?
    /// `4.2 mm (26 mm)`: of the lens, and as on film of 35 mm.
    package let focalLength: String?
    package let isFlashFired: Bool?
    package let place: MediaPlace?
    /// `0:12`; `nil` for a photo.
    package let duration: String?
    /// `HEVC`
    package let videoCodec: String?
    package let isHDR: Bool
    /// `29.97`, in frames a second.
    package let frameRate: String?
    /// `AAC`; `nil` without sound.
    package let audioCodec: String?
}

/// Where a photo or movie was taken.
package struct MediaPlace: Sendable, Equatable {
    package let latitude: Double
    package let longitude: Double

    /// `48.1372° N, 11.5756° E`
    package var text: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            MediaText.number(abs(value), digits: 4) + "° " + (value < 0 ? negative : positive)
        }
        return degrees(latitude, "N", "S") + ", " + degrees(longitude, "E", "W")
    }

    /// What map programs open. Source: RFC 5870.
    package var url: String {
        "geo:\(MediaText.number(latitude, digits: 6)),\(MediaText.number(longitude, digits: 6))"
    }
}

extension MediaDetails {
    init(_ details: AssetDetails, of item: MediaItem) {
        let (shot, movie) = (details.shot, details.movie)
        date = item.creationDate
        filename = details.files.first?.url.lastPathComponent ?? ""
        fileSize = details.files.reduce(0) { $0 + $1.size }
        format = MediaText.format(details.files)
        let isSized = item.pixelWidth > 0 && item.pixelHeight > 0
        dimensions = isSized ? "\(item.pixelWidth) × \(item.pixelHeight)" : nil
        let millions = Double(item.pixelWidth * item.pixelHeight) / 1e6
        megapixels = isSized && item.kind != .movie ? MediaText.number(millions, digits: 1) : nil
        camera = MediaText.camera(
            maker: shot?.cameraMaker ?? movie?.cameraMaker, model: shot?.cameraModel ?? movie?.cameraModel)
        lens = shot?.lensModel
        exposureTime = shot?.exposureTime.map(MediaText.exposureTime)
        aperture = shot?.fNumber.map { "ƒ/" + MediaText.number($0, digits: 1) }
        iso = shot?.iso
        exposureBias = shot?.exposureBias.flatMap(MediaText.exposureBias)
        focalLength = MediaText.focalLength(shot?.focalLength, on35mm: shot?.focalLengthIn35mmFilm)
        isFlashFired = shot?.isFlashFired
        place = details.location.map {
            MediaPlace(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
        }
        duration = item.kind == .movie ? MediaText.duration(item.duration) : nil
        videoCodec = movie?.videoCodec.map(MediaText.codec)
        isHDR = movie?.isHDR ?? false
        frameRate = movie?.frameRate.map { MediaText.number($0, digits: 2) }
        audioCodec = movie?.audioCodec.map(MediaText.codec)
    }
}
