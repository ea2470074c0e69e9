import CaptureEngine
import CoreVideo
import Foundation

/// A map of the distance of what each pixel shows.
///
/// Source: Apple, AVDepthData.
public final class AVDepthData: NSObject, @unchecked Sendable {  // immutable; nobody writes to the map
    /// How well the depth was measured. Source: Apple, AVDepthData.Quality.
    public enum Quality: Int, Sendable {
        /// Values may be missing or far off. Linux: as measured, with holes.
        case low = 0
        /// Linux: holes are filled.
        case high = 1
    }

    /// Whether values are distances or only an order. Source: Apple, AVDepthData.Accuracy.
    public enum Accuracy: Int, Sendable {
        /// Values say what is nearer, but not by how many meters.
        case relative = 0
        /// Values are in meters, or 1/meters.
        case absolute = 1
    }

    let map: DepthMap

    init(_ map: DepthMap) {
        self.map = map
    }

    /// Makes depth data from what ``dictionaryRepresentation(forAuxiliaryDataType:)`` returns.
    ///
    /// Linux: the dictionary holds the buffer itself under `kCGImageAuxiliaryDataInfoData`, as there is no ImageIO.
    /// - Throws: ``AVError`` `decodeFailed` when there is no depth in it.
    public convenience init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any]) throws {
        guard let buffer = AuxiliaryDictionary.buffer(imageSourceAuxDataInfoDictionary),
            DepthConversion.types.contains(CVPixelBufferGetPixelFormatType(buffer))
        else { throw AVError(.decodeFailed) }
        self.init(DepthMap(buffer: buffer))
    }

    /// The depth as a dictionary for ``init(fromDictionaryRepresentation:)``.
    ///
    /// - Parameter outAuxDataType: receives `kCGImageAuxiliaryDataTypeDepth` or `…Disparity`.
    public func dictionaryRepresentation(
        forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<String?>?
    ) -> [AnyHashable: Any]? {
        let isDepth =
            depthDataType == kCVPixelFormatType_DepthFloat16 || depthDataType == kCVPixelFormatType_DepthFloat32
        outAuxDataType?.pointee = isDepth ? "kCGImageAuxiliaryDataTypeDepth" : "kCGImageAuxiliaryDataTypeDisparity"
        return AuxiliaryDictionary.make(depthDataMap)
    }

    /// The values: rows from the top, one number per pixel; NaN where nothing was measured.
    public var depthDataMap: CVPixelBuffer { map.buffer }

    /// `kCVPixelFormatType_DepthFloat16` or `…32` (meters), or `kCVPixelFormatType_DisparityFloat16` or `…32`
    /// (1/meters).
    public var depthDataType: OSType { CVPixelBufferGetPixelFormatType(map.buffer) }

    /// The types that ``converting(toDepthDataType:)`` accepts.
    public var availableDepthDataTypes: [OSType] { DepthConversion.types }

    /// Linux: `.high` when holes are filled.
    public var depthDataQuality: Quality { map.isFiltered ? .high : .low }

    /// Whether holes were filled and noise was smoothed.
    public var isDepthDataFiltered: Bool { map.isFiltered }

    public var depthDataAccuracy: Accuracy { map.isAbsolute ? .absolute : .relative }

    /// The calibration of the camera that measured it; `nil` when the camera does not report it.
    public var cameraCalibrationData: AVCameraCalibrationData? { map.calibration.map { AVCameraCalibrationData($0) } }

    /// The same depth as another type: converts between meters and 1/meters, and between 16 and 32 bits.
    ///
    /// - Parameter depthDataType: one of ``availableDepthDataTypes``.
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

    /// A copy with other values.
    ///
    /// - Throws: ``AVError`` `formatUnsupported` when the buffer does not hold depth of this type.
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

/// The dictionaries that represent depth and mattes.
enum AuxiliaryDictionary {
    private static let key = "kCGImageAuxiliaryDataInfoData"

    static func make(_ buffer: CVPixelBuffer) -> [AnyHashable: Any] { [key: buffer] }

    static func buffer(_ dictionary: [AnyHashable: Any]) -> CVPixelBuffer? { dictionary[key] as? CVPixelBuffer }
}
