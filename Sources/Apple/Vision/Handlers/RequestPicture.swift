import CoreImage
import CoreMedia
import CoreVideo
import Foundation
import PhotoCoding
import PixelCoding

/// A picture that requests look at. It is decoded once, for the first of them. Used by one thread at a time.
final class RequestPicture {
    /// Where the pixels come from.
    enum Source {
        case buffer(CVPixelBuffer)
        case sample(CMSampleBuffer)
        case image(CGImage)
        case recipe(CIImage, CIContext?)
        case data(Data)
        case url(URL)
    }

    private let source: Source
    /// `nil`: what the file says, or upright.
    private let orientation: CGImagePropertyOrientation?
    /// What is known of the pictures before; `nil` for a picture by itself.
    let trackers: TrackerMemory?
    private var pixels: (buffer: CVPixelBuffer, orientation: ExifOrientation)?

    init(
        _ source: Source, _ orientation: CGImagePropertyOrientation? = nil, after trackers: TrackerMemory? = nil
    ) {
        self.trackers = trackers
        self.source = source
        self.orientation = orientation
    }

    /// When the frame was captured; zero if it is none.
    var timeRange: CMTimeRange {
        guard case .sample(let sample) = source else { return .zero }
        let duration = sample.duration
        return CMTimeRange(start: sample.presentationTimeStamp, duration: duration.isNumeric ? duration : .zero)
    }

    /// A part of the upright picture in gray.
    ///
    /// - Parameters:
    ///   - longestSide: of the whole picture.
    ///   - region: with its origin at the lower left.
    /// - Throws: `NSError` `invalidImage`, `ioError`, `invalidFormat`.
    func gray(longestSide: Int, _ region: CGRect) throws -> GrayPicture {
        let (buffer, stored) = try decoded()
        let orientation = orientation.flatMap { ExifOrientation(rawValue: Int($0.rawValue)) } ?? stored
        guard let gray = GrayPicture(buffer, longestSide: longestSide) else {
            throw NSError.vision(.invalidFormat, "Nothing can be found in pixels of this format: there is no luma")
        }
        let upright = gray.oriented(orientation)
        if region == VNNormalizedIdentityRect { return upright }
        let rect = CGRect(x: region.minX, y: 1 - region.maxY, width: region.width, height: region.height)
        guard let part = upright.cropped(to: rect) else {
            throw NSError.vision(.invalidArgument, "There is no pixel in the region of interest \(region)")
        }
        return part
    }

    /// How many pixels a sample of ``gray(longestSide:_:)`` is wide and high.
    func pixelsPerSample(longestSide: Int) throws -> Int {
        let (buffer, _) = try decoded()
        return GrayPicture.pixelsPerSample(
            max(CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer)), longestSide: longestSide)
    }

    private func decoded() throws -> (buffer: CVPixelBuffer, orientation: ExifOrientation) {
        if let pixels { return pixels }
        let decoded = try decode()
        pixels = decoded
        return decoded
    }

    private func decode() throws -> (buffer: CVPixelBuffer, orientation: ExifOrientation) {
        switch source {
        case .buffer(let buffer): return (buffer, .up)
        case .sample(let sample):
            guard let buffer = sample.imageBuffer else {
                throw NSError.vision(.invalidImage, "The sample buffer holds no picture")
            }
            return (buffer, .up)
        case .image(let image): return (try buffer(of: image), .up)
        case .recipe(let image, let context):
            guard let rendered = (context ?? CIContext()).createCGImage(image, from: image.extent) else {
                throw NSError.vision(.invalidImage, "The image has no pixels, or no end")
            }
            return (try buffer(of: rendered), .up)
        case .data(let data): return try stored(data, "The data")
        case .url(let url):
            do {
                return try stored(try Data(contentsOf: url), url.path)
            } catch let error as NSError where error.domain != VNErrorDomain {
                throw NSError.vision(.ioError, "\(url.path) cannot be read: \(error.localizedDescription)")
            }
        }
    }

    private func buffer(of image: CGImage) throws -> CVPixelBuffer {
        // Transparent paper is white.
        do {
            return try image.opaqueBuffer(over: SIMD3(255, 255, 255))
        } catch {
            throw NSError.vision(.outOfMemory, error.message)
        }
    }

    private func stored(_ data: Data, _ name: String) throws -> (CVPixelBuffer, ExifOrientation) {
        guard let picture = StoredPicture(data) else {
            throw NSError.vision(.invalidImage, "\(name) is not a picture that can be read: JPEG, HEIC, PNG or DNG")
        }
        return (picture.buffer, ExifOrientation(rawValue: picture.orientation) ?? .up)
    }
}

extension RequestPicture {
    /// - Throws: the first error, after all requests.
    func perform(_ requests: [VNRequest]) throws {
        let errors = requests.compactMap { $0.perform(on: self) }
        if let first = errors.first { throw first }
    }
}
