import Foundation

/// Bytes. Source: Apple, CFData. Linux: Foundation's `Data` itself.
public typealias CFData = Data

/// Where alpha is in a pixel. Source: Apple, CGImageAlphaInfo.
public enum CGImageAlphaInfo: UInt32, Sendable {
    case none = 0
    case premultipliedLast = 1
    case premultipliedFirst = 2
    case last = 3
    case first = 4
    case noneSkipLast = 5
    case noneSkipFirst = 6
    case alphaOnly = 7
}

/// Gives the bytes of an image. Source: Apple, CGDataProvider.
public final class CGDataProvider: Sendable {
    /// Rows from the top, with their padding. Source: Apple, CGDataProvider.data.
    public let data: CFData?

    public init?(data: CFData) {
        self.data = data
    }
}

/// A picture in memory that never changes: 8 bits each of red, green, blue and alpha, in this order.
/// Source: Apple, CGImage. Linux: no other layout, and the colour space is sRGB.
public final class CGImage: Sendable {
    public let width: Int
    public let height: Int
    public let bytesPerRow: Int
    public let alphaInfo: CGImageAlphaInfo
    public let dataProvider: CGDataProvider?

    /// - Parameter rgba: `height` rows of `bytesPerRow` bytes, of which the first `4 * width` are pixels.
    /// - Returns: `nil` when that is not what `rgba` holds.
    package init?(width: Int, height: Int, bytesPerRow: Int, rgba: Data, alphaInfo: CGImageAlphaInfo = .noneSkipLast) {
        guard width > 0, height > 0, bytesPerRow >= 4 * width, rgba.count >= bytesPerRow * (height - 1) + 4 * width
        else { return nil }
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        self.alphaInfo = alphaInfo
        dataProvider = CGDataProvider(data: rgba)
    }

    public var bitsPerComponent: Int { 8 }
    public var bitsPerPixel: Int { 32 }
}
