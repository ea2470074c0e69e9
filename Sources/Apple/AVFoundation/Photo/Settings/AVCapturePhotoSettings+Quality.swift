import CoreVideo
import Foundation

extension AVCapturePhotoSettings {
    /// How much time the photo may take for the sake of quality; at most the output's
    /// ``AVCapturePhotoOutput/maxPhotoQualityPrioritization``.
    ///
    /// `.speed` is one frame; `.balanced` merges three around the press if noise would be visible (from ISO 200, or
    /// when the camera does not report the ISO), `.quality` six. RAW photos and stills (with flash, in a bracket,
    /// larger than the stream) are always one frame.
    public var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { values.withLock { $0.quality } }
        set { values.withLock { $0.quality = newValue } }
    }

    /// The largest size that the photo may have: one of the active format's `supportedMaxPhotoDimensions`, not larger
    /// than the output's. `0 x 0`, the default, stands for the output's ``AVCapturePhotoOutput/maxPhotoDimensions``.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { values.withLock { $0.maxDimensions } }
        set { values.withLock { $0.maxDimensions = newValue } }
    }

    /// The size of a photo after cropping.
    func cropped(_ size: CMVideoDimensions) -> CMVideoDimensions {
        guard let ratio = croppedAspectRatio.map(Double.init), size.width > 0, size.height > 0 else { return size }
        let (long, short) = (Double(max(size.width, size.height)), Double(min(size.width, size.height)))
        // Even, as two pixels share a chroma sample.
        let cutLong = min(long, (short * ratio / 2).rounded() * 2)
        let cutShort = min(short, max((long / ratio / 2).rounded() * 2, 2))
        let isWide = size.width >= size.height
        return CMVideoDimensions(
            width: Int32(isWide ? cutLong : cutShort), height: Int32(isWide ? cutShort : cutLong))
    }

    /// Whether the photo has the largest size of the active format; the older form of ``maxPhotoDimensions``.
    public var isHighResolutionPhotoEnabled: Bool {
        get { values.withLock { $0.isHighResolution } }
        set { values.withLock { $0.isHighResolution = newValue } }
    }

    /// Whether the flash fires; one of ``AVCapturePhotoOutput/supportedFlashModes``.
    public var flashMode: AVCaptureDevice.FlashMode {
        get { values.withLock { $0.flashMode } }
        set { values.withLock { $0.flashMode = newValue } }
    }

    /// Whether the flash fires in a way that avoids red eyes.
    ///
    /// Linux: only noted in the photo's metadata; the pixels are not changed.
    public var isAutoRedEyeReductionEnabled: Bool {
        get { values.withLock { $0.reducesRedEye } }
        set { values.withLock { $0.reducesRedEye = newValue } }
    }

    /// Metadata for the file in addition to the camera's, in ImageIO's groups: `"{TIFF}"`, `"{Exif}"`, `"{GPS}"`.
    public var metadata: [String: Any] {
        get { values.withLock { $0 }.metadata }
        set { values.withLock { $0.metadata = newValue } }
    }

    /// Whether a lens's distortion is corrected. Linux: without effect, see
    /// ``AVCapturePhotoOutput/isContentAwareDistortionCorrectionSupported``.
    public var isAutoContentAwareDistortionCorrectionEnabled: Bool {
        get { values.withLock { $0.correctsDistortion } }
        set { values.withLock { $0.correctsDistortion = newValue } }
    }

    /// Whether the pictures of a virtual device's cameras may be fused; `true` by default.
    ///
    /// Linux: no pictures are fused; see ``AVCapturePhotoOutput/isVirtualDeviceFusionSupported``.
    public var isAutoVirtualDeviceFusionEnabled: Bool {
        get { values.withLock { $0.fusesVirtualDevice } }
        set { values.withLock { $0.fusesVirtualDevice = newValue } }
    }

    /// The cameras behind a virtual device that are each to deliver a photo of the moment, two or more; empty for one
    /// photo of the virtual device. Needs ``AVCapturePhotoOutput/isVirtualDeviceConstituentPhotoDeliveryEnabled``.
    public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] {
        get { values.withLock { $0.constituents } }
        set { values.withLock { $0.constituents = newValue } }
    }

    /// Whether the shutter makes no sound. Linux: needs
    /// ``AVCapturePhotoOutput/isShutterSoundSuppressionSupported``; it never makes one.
    public var isShutterSoundSuppressionEnabled: Bool {
        get { values.withLock { $0.suppressesShutterSound } }
        set { values.withLock { $0.suppressesShutterSound = newValue } }
    }
}
