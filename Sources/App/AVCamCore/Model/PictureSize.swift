import AVFoundation

/// The size of a picture in pixels.
package struct PictureSize: Sendable, Hashable, Codable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package init(_ dimensions: CMVideoDimensions) {
        self.init(width: Int(dimensions.width), height: Int(dimensions.height))
    }

    package var area: Int { width * height }

    /// Whether neither side is longer than that of `other`.
    package func fits(in other: PictureSize) -> Bool { width <= other.width && height <= other.height }

    var dimensions: CMVideoDimensions { CMVideoDimensions(width: Int32(width), height: Int32(height)) }
}

extension PictureSize {
    /// - Throws: `DecodingError` for an impossible size.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        width = try container.decode(Int.self, forKey: .width, in: 1...65_535)
        height = try container.decode(Int.self, forKey: .height, in: 1...65_535)
    }
}

extension PictureSize: CustomStringConvertible {
    /// `4032x3024`, as the command line takes it.
    package var description: String { "\(width)x\(height)" }
}
