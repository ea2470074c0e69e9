import CoreVideo
import Foundation

/// How much of each pixel belongs to a person: 0 nothing, 255 all of it.
///
/// Source: Apple, AVPortraitEffectsMatte.
public final class AVPortraitEffectsMatte: NSObject, @unchecked Sendable {  // immutable; nobody writes to the image
    /// One 8-bit component a pixel. Source: Apple, AVPortraitEffectsMatte.mattingImage.
    public let mattingImage: CVPixelBuffer

    init(_ image: CVPixelBuffer) {
        mattingImage = image
    }

    /// Makes a matte of what ``dictionaryRepresentation(forAuxiliaryDataType:)`` gives.
    ///
    /// - Throws: ``AVError`` `decodeFailed` when there is no matte in it.
    ///
    /// Source: Apple, AVPortraitEffectsMatte.init(fromDictionaryRepresentation:).
    public convenience init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]) throws {
        guard let image = AuxiliaryDictionary.buffer(imageSourceAuxDataInfoDictionary), image.isMatte else {
            throw AVError(.decodeFailed)
        }
        self.init(image)
    }

    /// The matte in the form that ``init(fromDictionaryRepresentation:)`` reads.
    ///
    /// Source: Apple, AVPortraitEffectsMatte.dictionaryRepresentation(forAuxiliaryDataType:).
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<String?>?
    ) -> [AnyHashable: Any]? {
        outAuxDataType?.pointee = "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
        return AuxiliaryDictionary.make(mattingImage)
    }

    /// `kCVPixelFormatType_OneComponent8`. Source: Apple, AVPortraitEffectsMatte.pixelFormatType.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(mattingImage) }

    /// - Throws: ``AVError`` `formatUnsupported` for anything but `kCVPixelFormatType_OneComponent8`.
    ///
    /// Source: Apple, AVPortraitEffectsMatte.replacingPortraitEffectsMatte(with:).
    public func replacingPortraitEffectsMatte(with pixelBuffer: CVPixelBuffer) throws -> AVPortraitEffectsMatte {
        guard pixelBuffer.isMatte else { throw AVError(.formatUnsupported) }
        return AVPortraitEffectsMatte(pixelBuffer)
    }
}

extension CVPixelBuffer {
    /// Whether it has the one pixel format of mattes.
    var isMatte: Bool { CVPixelBufferGetPixelFormatType(self) == kCVPixelFormatType_OneComponent8 }
}
