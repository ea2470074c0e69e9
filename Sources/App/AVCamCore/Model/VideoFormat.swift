import AVFoundation

/// The size and the frame rate of movies.
package struct VideoFormat: Sendable, Hashable, Codable {
    package var size: PictureSize
    /// Frames a second.
    package var frameRate: Int

    package init(size: PictureSize, frameRate: Int) {
        self.size = size
        self.frameRate = frameRate
    }

    package init(width: Int, height: Int, frameRate: Int) {
        self.init(size: PictureSize(width: width, height: height), frameRate: frameRate)
    }

    /// What most movies have.
    static let usual = VideoFormat(width: 1920, height: 1080, frameRate: 30)

    /// The usual name of the size: `720p`, `1080p`, `4K`; its pixels if it has none.
    package var sizeName: String {
        switch (size.width, size.height) {
        case (3840, 2160): "4K"
        case let (width, height) where width * 9 == height * 16: "\(height)p"
        default: "\(size.width) × \(size.height)"
        }
    }

    /// The duration of one frame.
    var frameDuration: CMTime { CMTime(value: 1, timescale: Int32(frameRate)) }
}

extension VideoFormat {
    /// - Throws: `DecodingError` for an impossible format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        size = try container.decode(PictureSize.self, forKey: .size)
        frameRate = try container.decode(Int.self, forKey: .frameRate, in: 1...1000)
    }
}

extension VideoFormat: CustomStringConvertible {
    /// `1920x1080@30`.
    package var description: String { "\(size)@\(frameRate)" }
}
