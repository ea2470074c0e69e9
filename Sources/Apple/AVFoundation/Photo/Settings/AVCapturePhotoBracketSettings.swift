import CoreVideo
import Foundation

/// Settings for several exposures of one moment.
///
/// The request delivers one photo for each of ``bracketedSettings`` (two with RAW and processed photos), in their order.
/// Source: Apple, AVCapturePhotoBracketSettings.
public final class AVCapturePhotoBracketSettings: AVCapturePhotoSettings, @unchecked Sendable {  // see the superclass
    /// What tells one exposure from the next. Source: Apple, AVCapturePhotoBracketSettings.bracketedSettings.
    public var bracketedSettings: [AVCaptureBracketedStillImageSettings] { bracket }

    /// - Parameters:
    ///   - rawPixelFormatType: 0 is no RAW photos.
    ///   - processedFormat: `nil` is no processed photos; JPEG when there are no RAW photos either.
    ///   - bracketedSettings: all of one kind, at most ``AVCapturePhotoOutput/maxBracketedCapturePhotoCount``.
    ///
    /// Source: Apple, AVCapturePhotoBracketSettings.init(rawPixelFormatType:processedFormat:bracketedSettings:).
    public convenience init(
        rawPixelFormatType: OSType, processedFormat: [String: Any]?,
        bracketedSettings: [AVCaptureBracketedStillImageSettings]
    ) {
        self.init(
            rawPixelFormatType: rawPixelFormatType, rawFileType: nil, processedFormat: processedFormat,
            processedFileType: nil, bracketedSettings: bracketedSettings)
    }

    /// As the other initialiser, with the kinds of the files.
    ///
    /// Source: Apple, AVCapturePhotoBracketSettings.init(rawPixelFormatType:rawFileType:processedFormat:
    /// processedFileType:bracketedSettings:).
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

    /// Whether the lens is held still for all exposures. Linux: must stay `false`, see
    /// ``AVCapturePhotoOutput/isLensStabilizationDuringBracketedCaptureSupported``.
    /// Source: Apple, AVCapturePhotoBracketSettings.isLensStabilizationEnabled.
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

/// An exposure so many stops from the automatic one.
///
/// Source: Apple, AVCaptureAutoExposureBracketedStillImageSettings.
public final class AVCaptureAutoExposureBracketedStillImageSettings: AVCaptureBracketedStillImageSettings,
    @unchecked Sendable  // immutable
{
    /// In stops of light (EV): 1 is twice the light. Source: Apple,
    /// AVCaptureAutoExposureBracketedStillImageSettings.exposureTargetBias.
    public let exposureTargetBias: Float

    private init(_ bias: Float) { exposureTargetBias = bias }

    /// - Parameter exposureTargetBias: between the device's `minExposureTargetBias` and `maxExposureTargetBias`; 0 is
    ///   the automatic exposure itself.
    ///
    /// Source: Apple, AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias:).
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
    /// Source: Apple, AVCaptureManualExposureBracketedStillImageSettings.exposureDuration.
    public let exposureDuration: CMTime
    /// Source: Apple, AVCaptureManualExposureBracketedStillImageSettings.iso.
    public let iso: Float

    private init(_ duration: CMTime, _ iso: Float) {
        exposureDuration = duration
        self.iso = iso
    }

    /// - Parameters:
    ///   - exposureDuration: `AVCaptureDevice.currentExposureDuration` leaves it as it is.
    ///   - iso: `AVCaptureDevice.currentISO` leaves it as it is.
    ///
    /// Source: Apple, AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(exposureDuration:iso:).
    public static func manualExposureSettings(
        exposureDuration: CMTime, iso: Float
    ) -> AVCaptureManualExposureBracketedStillImageSettings {
        AVCaptureManualExposureBracketedStillImageSettings(exposureDuration, iso)
    }
}
