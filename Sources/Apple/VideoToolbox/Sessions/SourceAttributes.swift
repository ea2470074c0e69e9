import CoreMedia
import CoreVideo
import MissingFoundation

/// What a program wants of pixel buffers. It keeps numbers only.
struct SourceAttributes: Sendable {
    /// `nil` if it does not say.
    var pixelFormat: OSType?
    /// Both or none.
    var size: CMVideoDimensions?

    init(_ attributes: CFDictionary?) {
        let formats = attributes?[kCVPixelBufferPixelFormatTypeKey]
        // One, or a list with the best first.
        let format = PropertyValue.integer(formats) ?? (formats as? [Any]).flatMap { PropertyValue.integer($0.first) }
        pixelFormat = format.flatMap { OSType(exactly: $0) }
        let width = PropertyValue.integer(attributes?[kCVPixelBufferWidthKey])
        let height = PropertyValue.integer(attributes?[kCVPixelBufferHeightKey])
        if let width, let height, (1...16_384).contains(width), (1...16_384).contains(height) {
            size = CMVideoDimensions(width: Int32(width), height: Int32(height))
        }
    }

    func makePool(_ size: CMVideoDimensions) -> CVPixelBufferPool? {
        var pool: CVPixelBufferPool?
        let wanted = self.size ?? size
        let attributes: CFDictionary = [
            kCVPixelBufferPixelFormatTypeKey: pixelFormat ?? kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            kCVPixelBufferWidthKey: Int(wanted.width), kCVPixelBufferHeightKey: Int(wanted.height),
        ]
        _ = CVPixelBufferPoolCreate(nil, nil, attributes, &pool)
        return pool
    }
}
