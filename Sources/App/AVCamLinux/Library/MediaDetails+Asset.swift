import AVCamCore
import CoreLocation
import Foundation
import Photos

extension MediaDetails {
    init(_ details: AssetDetails, of item: MediaItem) {
        let (shot, movie) = (details.shot, details.movie)
        let files = Self.shown(details.files)
        self.init(
            date: item.creationDate, filename: details.files.first?.url.lastPathComponent ?? "",
            fileSize: files.reduce(0) { $0 + $1.size }, format: Self.format(files))
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

    /// The files of what is shown: of an edited item, not the original beside them.
    private static func shown(_ files: [AssetDetails.File]) -> [AssetDetails.File] {
        let edited = files.filter { [.fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo].contains($0.type) }
        return edited.isEmpty ? files : edited
    }

    /// The formats of the pictures, or of the movie.
    private static func format(_ files: [AssetDetails.File]) -> String {
        let names = files.filter { ![.pairedVideo, .fullSizePairedVideo].contains($0.type) }
            .map { MediaText.format($0.uniformTypeIdentifier, $0.url) }
        return names.joined(separator: " + ")
    }
}
