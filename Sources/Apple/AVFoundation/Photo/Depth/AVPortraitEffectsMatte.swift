import CoreVideo
import Foundation

/// How much of each pixel belongs to a person: from 0, nothing, to 255, all of it.
///
/// Source: Apple, AVPortraitEffectsMatte.
public final class AVPortraitEffectsMatte: NSObject, @unchecked Sendable {  // immutable; nobody writes to the image
    /// One 8-bit component per pixel.
    public let mattingImage: CVPixelBuffer

    init(_ image: CVPixelBuffer) {
        mattingImage = image
    }

    /// Makes a matte from what ``dictionaryRepresentation(forAuxiliaryDataType:)`` returns.
    ///
    /// - Throws: ``AVError`` `decodeFailed` when there is no matte in it.
    public convenience init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]) throws {
        guard let image = AuxiliaryDictionary.buffer(imageSourceAuxDataInfoDictionary), image.isMatte else {
            throw AVError(.decodeFailed)
        }
        self.init(image)
    }

    /// The matte in the form that ``init(fromDictionaryRepresentation:)`` reads.
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<String?>?
    ) -> [AnyHashable: Any]? {
        outAuxDataType?.pointee = "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
        return AuxiliaryDictionary.make(mattingImage)
    }

    /// `kCVPixelFormatType_OneComponent8`.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(mattingImage) }

    /// - Throws: ``AVError`` `formatUnsupported` for anything but `kCVPixelFormatType_OneComponent8`.
    public func replacingPortraitEffectsMatte(with pixelBuffer: CVPixelBuffer) throws -> AVPortraitEffectsMatte {
        guard pixelBuffer.isMatte else { throw AVError(.formatUnsupported) }
        return AVPortraitEffectsMatte(pixelBuffer)
    }
}

extension CVPixelBuffer {
    /// Whether the buffer has the pixel format of mattes.
    var isMatte: Bool { CVPixelBufferGetPixelFormatType(self) == kCVPixelFormatType_OneComponent8 }
}
