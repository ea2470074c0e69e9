import CoreVideo
import Foundation

/// Which pixels are hair, skin, teeth or glasses.
///
/// Linux: no camera delivers one; programs can make their own of buffers. Source: Apple, AVSemanticSegmentationMatte.
public final class AVSemanticSegmentationMatte: NSObject, @unchecked Sendable {  // immutable
    /// What a matte shows. Source: Apple, AVSemanticSegmentationMatte.MatteType.
    public struct MatteType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The skin of everybody in the picture. Source: Apple, AVSemanticSegmentationMatte.MatteType.skin.
        public static let skin = MatteType(rawValue: "AVSemanticSegmentationMatteTypeSkin")
        /// The hair of everybody in the picture. Source: Apple, AVSemanticSegmentationMatte.MatteType.hair.
        public static let hair = MatteType(rawValue: "AVSemanticSegmentationMatteTypeHair")
        /// The teeth of everybody in the picture. Source: Apple, AVSemanticSegmentationMatte.MatteType.teeth.
        public static let teeth = MatteType(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
        /// The glasses of everybody in the picture. Source: Apple, AVSemanticSegmentationMatte.MatteType.glasses.
        public static let glasses = MatteType(rawValue: "AVSemanticSegmentationMatteTypeGlasses")
    }

    /// Source: Apple, AVSemanticSegmentationMatte.matteType.
    public let matteType: MatteType
    /// One 8-bit component a pixel. Source: Apple, AVSemanticSegmentationMatte.mattingImage.
    public let mattingImage: CVPixelBuffer

    private static let types: [String: MatteType] = [
        "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte": .skin,
        "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte": .hair,
        "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte": .teeth,
        "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte": .glasses,
    ]

    init(_ image: CVPixelBuffer, _ type: MatteType) {
        mattingImage = image
        matteType = type
    }

    /// - `imageSourceAuxiliaryDataType`: ImageIO's name of the kind of matte.
    /// - `dictionaryRepresentation`: holds the buffer under `kCGImageAuxiliaryDataInfoData`.
    /// - Throws: ``AVError`` `decodeFailed` when there is no such matte in it.
    ///
    /// Source: Apple, AVSemanticSegmentationMatte.init(fromImageSourceAuxiliaryDataType:dictionaryRepresentation:).
    public convenience init(
        fromImageSourceAuxiliaryDataType imageSourceAuxiliaryDataType: CFString,
        dictionaryRepresentation imageSourceAuxiliaryDataInfoDictionary: [AnyHashable: Any]
    ) throws {
        guard let type = Self.types[imageSourceAuxiliaryDataType],
            let image = AuxiliaryDictionary.buffer(imageSourceAuxiliaryDataInfoDictionary), image.isMatte
        else { throw AVError(.decodeFailed) }
        self.init(image, type)
    }

    /// `kCVPixelFormatType_OneComponent8`. Source: Apple, AVSemanticSegmentationMatte.pixelFormatType.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(mattingImage) }

    /// - Throws: ``AVError`` `formatUnsupported` for anything but `kCVPixelFormatType_OneComponent8`.
    ///
    /// Source: Apple, AVSemanticSegmentationMatte.replacingSemanticSegmentationMatte(with:).
    public func replacingSemanticSegmentationMatte(
        with pixelBuffer: CVPixelBuffer
    ) throws -> AVSemanticSegmentationMatte {
        guard pixelBuffer.isMatte else { throw AVError(.formatUnsupported) }
        return AVSemanticSegmentationMatte(pixelBuffer, matteType)
    }
}
