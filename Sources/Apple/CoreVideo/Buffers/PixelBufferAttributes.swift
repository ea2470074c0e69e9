import Foundation
import MissingFoundation

/// The pixel buffer attributes that are used here. Source: Apple, Pixel Buffer Attribute Keys.
///
/// Keys that ask for compatibility with other frameworks (IOSurface, Metal, OpenGL, Core Graphics) are accepted and
/// have no effect: all memory here is main memory.
struct PixelBufferAttributes {
    var pixelFormat: OSType?
    var width: Int?
    var height: Int?
    /// Of rows in bytes, never less than 64.
    var alignment = 64
    /// The attachments that every buffer starts with.
    var attachments = CVAttachments()

    /// - Throws: `kCVReturnInvalidPixelBufferAttributes` if a value has the wrong type.
    init(_ dictionary: [String: Any]) throws(CVError) {
        pixelFormat = try Self.pixelFormat(dictionary[kCVPixelBufferPixelFormatTypeKey])
        width = try Self.integer(dictionary[kCVPixelBufferWidthKey])
        height = try Self.integer(dictionary[kCVPixelBufferHeightKey])
        for key in [kCVPixelBufferBytesPerRowAlignmentKey, kCVPixelBufferPlaneAlignmentKey] {
            alignment = max(alignment, try Self.integer(dictionary[key]) ?? 0)
        }
        for (key, mode) in [
            (kCVBufferPropagatedAttachmentsKey, CVAttachmentMode.shouldPropagate),
            (kCVBufferNonPropagatedAttachmentsKey, .shouldNotPropagate),
        ] {
            guard let values = dictionary[key] else { continue }
            guard let values = values as? [String: Any] else { throw CVError(kCVReturnInvalidPixelBufferAttributes) }
            attachments.merge(CVAttachments(values, mode: mode))
        }
    }

    /// One format, or the first known one of a list.
    private static func pixelFormat(_ value: Any?) throws(CVError) -> OSType? {
        guard let list = value as? [Any] else { return try integer(value).map { OSType(truncatingIfNeeded: $0) } }
        for value in list {
            if let code = try pixelFormat(value), PixelFormatDescription(code) != nil { return code }
        }
        throw CVError(kCVReturnInvalidPixelFormat)
    }

    static func integer(_ value: Any?) throws(CVError) -> Int? {
        switch value {
        case nil: return nil
        case let number as any BinaryInteger: return Int(truncatingIfNeeded: number)
        case let number as NSNumber: return number.intValue
        default: throw CVError(kCVReturnInvalidPixelBufferAttributes)
        }
    }
}
