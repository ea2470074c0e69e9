import Foundation
import PixelCoding

/// What one type of detector does. Any thread.
protocol DetectorSearch: Sendable {
    /// Of the picture that is searched, in pixels.
    var longestSide: Int { get }

    /// What cannot be searched for lack of memory has no features.
    func features(in picture: SearchedImage, _ options: DetectorOptions) -> [CIFeature]
}

struct CodeSearch: DetectorSearch {
    let longestSide = Int(SearchedImage.largest)

    func features(in picture: SearchedImage, _ options: DetectorOptions) -> [CIFeature] {
        CodeFinder.codes(in: picture.gray, of: [.qr]).map { code in
            // From counterclockwise to clockwise.
            let corners = [0, 3, 2, 1].map { CGPoint(x: code.corners[$0].x, y: code.corners[$0].y) }
            return CIQRCodeFeature(
                code.text, descriptor: code.qr.map { CIQRCodeDescriptor($0) }, picture.corners(clockwise: corners))
        }
    }
}

struct RectangleSearch: DetectorSearch {
    let longestSide: Int
    private let smallestPart: Double
    private let mostFeatures: Int

    init(_ options: DetectorOptions) {
        longestSide = options.isThorough ? 640 : 320
        smallestPart = options.smallestPart ?? 0.1
        mostFeatures = options.mostFeatures
    }

    func features(in picture: SearchedImage, _ options: DetectorOptions) -> [CIFeature] {
        let ratios = options.aspectRatio.map { ($0 * 0.75)...min($0 * 1.25, 1) } ?? 0.2...1
        let finder = RectangleFinder(aspectRatios: ratios, toleranceDegrees: 30, smallestPart: smallestPart)
        let found = (try? finder.rectangles(in: picture.gray)) ?? []
        return found.prefix(mostFeatures).map { CIRectangleFeature(picture.corners(clockwise: $0.corners)) }
    }
}
