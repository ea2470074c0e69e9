import CoreVideo
import Foundation

/// Settings for several exposures of one moment.
///
/// The request delivers one photo for each of ``bracketedSettings`` (two with RAW and processed photos), in their order.
/// Source: Apple, AVCapturePhotoBracketSettings.
public final class AVCapturePhotoBracketSettings: AVCapturePhotoSettings, @unchecked Sendable {  // see the superclass
    /// The settings of each exposure.
    public var bracketedSettings: [AVCaptureBracketedStillImageSettings] { bracket }

    /// - Parameters:
    ///   - rawPixelFormatType: 0 for no RAW photos.
    ///   - processedFormat: `nil` for no processed photos; without RAW photos `nil` means JPEG.
    ///   - bracketedSettings: all of one kind, at most ``AVCapturePhotoOutput/maxBracketedCapturePhotoCount``.
    public convenience init(
        rawPixelFormatType: OSType, processedFormat: [String: Any]?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        self.init(
            rawPixelFormatType: rawPixelFormatType, rawFileType: nil, processedFormat: processedFormat,
            processedFileType: nil, bracketedSettings: bracketedSettings)
    }

    /// The same as the other initializer, with the types of the files.
    public init(
        rawPixelFormatType: OSType, rawFileType: AVFileType?, processedFormat: [String: Any]?,
        processedFileType: AVFileType?, bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        let method =
            "*** +[AVCapturePhotoBracketSettings photoBracketSettingsWithRawPixelFormatType:rawFileType:processedFormat:"
            + "processedFileType:bracketedSettings:]"
        if bracketedSettings.isEmpty { raiseException("\(method) bracketedSettings must not be empty") }
        let isAutomatic = bracketedSettings[0] is AVCaptureAutoExposureBracketedStillImageSettings
        if bracketedSettings.contains(where: { ($0 is AVCaptureAutoExposureBracketedStillImageSettings) != isAutomatic }
        ) {
            raiseException("\(method) bracketedSettings must all be of the same class")
        }
        var format = processedFormat
        if format == nil, rawPixelFormatType == 0 { format = [AVVideoCodecKey: AVVideoCodecType.jpeg] }
        super.init(
            Content(
                format: format, rawPixelFormat: rawPixelFormatType, rawFileType: rawFileType,
                processedFileType: processedFileType, bracket: bracketedSettings), Values())
    }

    /// Whether the lens is stabilized over all exposures. Linux: must stay `false`, see
    /// ``AVCapturePhotoOutput/isLensStabilizationDuringBracketedCaptureSupported``.
    public var isLensStabilizationEnabled: Bool {
        get { false }
        set {
            guard newValue else { return }
            raiseException(
                "*** -[AVCapturePhotoBracketSettings setLensStabilizationEnabled:] Not supported - use "
                    + "-[AVCapturePhotoOutput isLensStabilizationDuringBracketedCaptureSupported]")
        }
    }
}

/// One exposure of a bracket. Source: Apple, AVCaptureBracketedStillImageSettings.
public class AVCaptureBracketedStillImageSettings: NSObject, @unchecked Sendable {  // subclasses are immutable
    override init() {}
}

/// An exposure that differs from the automatic one by a number of stops.
///
/// Source: Apple, AVCaptureAutoExposureBracketedStillImageSettings.
public final class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable  // immutable
{
    /// In stops of light (EV): 1 is twice the light.
    public let exposureTargetBias: Float

    private init(_ bias: Float) { exposureTargetBias = bias }

    /// - Parameter exposureTargetBias: between the device's `minExposureTargetBias` and `maxExposureTargetBias`; 0 is
    ///   the automatic exposure itself.
    public static func autoExposureSettings(exposureTargetBias: Float)
        -> AVCaptureAutoExposureBracketedStillImageSettings
    {
        AVCaptureAutoExposureBracketedStillImageSettings(exposureTargetBias)
    }
}

/// An exposure of a given duration and sensitivity.
///
/// Source: Apple, AVCaptureManualExposureBracketedStillImageSettings.
public final class AVCaptureManualExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable  // immutable
{
    public let exposureDuration: CMTime
    public let iso: Float

    private init(_ duration: CMTime, _ iso: Float) {
        exposureDuration = duration
        self.iso = iso
    }

    /// - Parameters:
    ///   - exposureDuration: `AVCaptureDevice.currentExposureDuration` leaves it as it is.
    ///   - iso: `AVCaptureDevice.currentISO` leaves it as it is.
    public static func manualExposureSettings(
        exposureDuration: CMTime, iso: Float
    ) -> AVCaptureManualExposureBracketedStillImageSettings {
        AVCaptureManualExposureBracketedStillImageSettings(exposureDuration, iso)
    }
}
