import CaptureEngine
import CoreVideo
import Foundation

/// How far away what is in each pixel is.
///
/// Source: Apple, AVDepthData.
public final class AVDepthData: NSObject, @unchecked Sendable {  // immutable; nobody writes to the map
    /// How well the depth was measured. Source: Apple, AVDepthData.Quality.
    public enum Quality: Int, Sendable {
        /// Values may be missing or far off. Linux: as measured, with holes. Source: Apple, AVDepthData.Quality.low.
        case low = 0
        /// Linux: holes are filled. Source: Apple, AVDepthData.Quality.high.
        case high = 1
    }

    /// Whether values are metres, or only in order. Source: Apple, AVDepthData.Accuracy.
    public enum Accuracy: Int, Sendable {
        /// What is nearer is known, but not by how many metres. Source: Apple, AVDepthData.Accuracy.relative.
        case relative = 0
        /// Values are in metres, or one over them. Source: Apple, AVDepthData.Accuracy.absolute.
        case absolute = 1
    }

    let map: DepthMap

    init(_ map: DepthMap) {
        self.map = map
    }

    /// Makes depth of what ``dictionaryRepresentation(forAuxiliaryDataType:)`` gives.
    ///
    /// Linux: the dictionary holds the buffer itself under `kCGImageAuxiliaryDataInfoData`, as there is no ImageIO.
    /// - Throws: ``AVError`` `decodeFailed` when there is no depth in it.
    ///
    /// Source: Apple, AVDepthData.init(fromDictionaryRepresentation:).
    public convenience init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]) throws {
        guard let buffer = AuxiliaryDictionary.buffer(imageSourceAuxDataInfoDictionary),
            DepthConversion.types.contains(CVPixelBufferGetPixelFormatType(buffer))
        else { throw AVError(.decodeFailed) }
        self.init(DepthMap(buffer: buffer))
    }

    /// The kind of picture that the data are, for ``init(fromDictionaryRepresentation:)``.
    ///
    /// - Parameter outAuxDataType: receives `kCGImageAuxiliaryDataTypeDepth` or `…Disparity`.
    ///
    /// Source: Apple, AVDepthData.dictionaryRepresentation(forAuxiliaryDataType:).
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<String?>?
    ) -> [AnyHashable: Any]? {
        let isDepth =
            depthDataType == kCVPixelFormatType_DepthFloat16 || depthDataType == kCVPixelFormatType_DepthFloat32
        outAuxDataType?.pointee = isDepth ? "kCGImageAuxiliaryDataTypeDepth" : "kCGImageAuxiliaryDataTypeDisparity"
        return AuxiliaryDictionary.make(depthDataMap)
    }

    /// The values: rows from the top, one number a pixel; NaN where nothing was measured.
    /// Source: Apple, AVDepthData.depthDataMap.
    public var depthDataMap: CVPixelBuffer { map.buffer }

    /// `kCVPixelFormatType_DepthFloat16` or `…32` (metres), or `kCVPixelFormatType_DisparityFloat16` or `…32`
    /// (1/metres). Source: Apple, AVDepthData.depthDataType.
    public var depthDataType: OSType { CVPixelBufferGetPixelFormatType(map.buffer) }

    /// What ``converting(toDepthDataType:)`` takes. Source: Apple, AVDepthData.availableDepthDataTypes.
    public var availableDepthDataTypes: [OSType] { DepthConversion.types }

    /// Source: Apple, AVDepthData.depthDataQuality. Linux: `.high` when holes are filled.
    public var depthDataQuality: Quality { map.isFiltered ? .high : .low }

    /// Whether holes were filled and noise was smoothed. Source: Apple, AVDepthData.isDepthDataFiltered.
    public var isDepthDataFiltered: Bool { map.isFiltered }

    /// Source: Apple, AVDepthData.depthDataAccuracy.
    public var depthDataAccuracy: Accuracy { map.isAbsolute ? .absolute : .relative }

    /// The camera that measured it; `nil` when it does not say. Source: Apple, AVDepthData.cameraCalibrationData.
    public var cameraCalibrationData: AVCameraCalibrationData? { map.calibration.map { AVCameraCalibrationData($0) } }

    /// The same depth with other numbers: metres become 1/metres or back.
    ///
    /// - Parameter depthDataType: one of ``availableDepthDataTypes``.
    ///
    /// Source: Apple, AVDepthData.converting(toDepthDataType:).
    public func converting(toDepthDataType depthDataType: OSType) -> AVDepthData {
        guard DepthConversion.types.contains(depthDataType) else {
            raiseException(
                "*** -[AVDepthData depthDataByConvertingToDepthDataType:] Unsupported type \(depthDataType.letters) - "
                    + "use -availableDepthDataTypes")
        }
        guard depthDataType != self.depthDataType,
            let buffer = DepthConversion.convert(map.buffer, to: depthDataType)
        else { return self }
        return replacing(buffer)
    }

    /// The same with other values.
    ///
    /// - Throws: ``AVError`` `formatUnsupported` when the buffer is no depth of this type.
    ///
    /// Source: Apple, AVDepthData.replacingDepthDataMap(with:).
    public func replacingDepthDataMap(with pixelBuffer: CVPixelBuffer) throws -> AVDepthData {
        guard DepthConversion.types.contains(CVPixelBufferGetPixelFormatType(pixelBuffer)) else {
            throw AVError(.formatUnsupported)
        }
        return replacing(pixelBuffer)
    }

    private func replacing(_ buffer: CVPixelBuffer) -> AVDepthData {
        var map = self.map
        map.buffer = buffer
        return AVDepthData(map)
    }
}

/// The dictionaries by which depth and mattes travel.
enum AuxiliaryDictionary {
    private static let key = "kCGImageAuxiliaryDataInfoData"

    static func make(_ buffer: CVPixelBuffer) -> [AnyHashable: Any] { [key: buffer] }

    static func buffer(_ dictionary: [AnyHashable: Any]) -> CVPixelBuffer? { dictionary[key] as? CVPixelBuffer }
}
