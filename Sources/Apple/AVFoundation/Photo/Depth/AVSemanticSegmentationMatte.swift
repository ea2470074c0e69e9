import CoreVideo
import Foundation

/// Which pixels are hair, skin, teeth or glasses.
///
/// Linux: no camera delivers one; programs can make their own from buffers. Source: Apple, AVSemanticSegmentationMatte.
public final class AVSemanticSegmentationMatte: NSObject, @unchecked Sendable {  // immutable
    /// What a matte shows. Source: Apple, AVSemanticSegmentationMatte.MatteType.
    public struct MatteType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The skin of everybody in the picture.
        public static let skin = MatteType(rawValue: "AVSemanticSegmentationMatteTypeSkin")
        /// The hair of everybody in the picture.
        public static let hair = MatteType(rawValue: "AVSemanticSegmentationMatteTypeHair")
        /// The teeth of everybody in the picture.
        public static let teeth = MatteType(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
        /// The glasses of everybody in the picture.
        public static let glasses = MatteType(rawValue: "AVSemanticSegmentationMatteTypeGlasses")
    }

    public let matteType: MatteType
    /// One 8-bit component per pixel.
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
    public convenience init(
        fromImageSourceAuxiliaryDataType imageSourceAuxiliaryDataType: CFString,
        dictionaryRepresentation imageSourceAuxiliaryDataInfoDictionary: [AnyHashable: Any]
    ) throws {
        guard let type = Self.types[imageSourceAuxiliaryDataType],
            let image = AuxiliaryDictionary.buffer(imageSourceAuxiliaryDataInfoDictionary), image.isMatte
        else { throw AVError(.decodeFailed) }
        self.init(image, type)
    }

    /// The matte in the form that ``init(fromImageSourceAuxiliaryDataType:dictionaryRepresentation:)`` reads.
    ///
    /// - Parameter outAuxDataType: receives ImageIO's name of the kind of matte.
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<String?>?
    ) -> [AnyHashable: Any]? {
        outAuxDataType?.pointee = Self.types.first { $0.value == matteType }?.key
        return AuxiliaryDictionary.make(mattingImage)
    }

    /// `kCVPixelFormatType_OneComponent8`.
    public var pixelFormatType: OSType { CVPixelBufferGetPixelFormatType(mattingImage) }

    /// - Throws: ``AVError`` `formatUnsupported` for anything but `kCVPixelFormatType_OneComponent8`.
    public func replacingSemanticSegmentationMatte(
        with pixelBuffer: CVPixelBuffer
    ) throws -> AVSemanticSegmentationMatte {
        guard pixelBuffer.isMatte else { throw AVError(.formatUnsupported) }
        return AVSemanticSegmentationMatte(pixelBuffer, matteType)
    }
}
