import CoreVideo
import Foundation

extension AVCapturePhotoSettings {
    /// How much time the photo may cost for its quality; at most the output's
    /// ``AVCapturePhotoOutput/maxPhotoQualityPrioritization``.
    ///
    /// `.speed` is one frame; `.balanced` merges three round the press where noise would be seen (from ISO 200 on, or when
    /// the camera does not say), `.quality` six. RAW photos, and those that the camera makes a still for (with flash, in a
    /// bracket, larger than the stream), are one frame.
    /// Source: Apple, AVCapturePhotoSettings.photoQualityPrioritization.
    public var photoQualityPrioritization: AVCapturePhotoOutput.QualityPrioritization {
        get { values.withLock { $0.quality } }
        set { values.withLock { $0.quality = newValue } }
    }

    /// The largest size that the photo may have: one of the active format's `supportedMaxPhotoDimensions`, not larger
    /// than the output's. `0 x 0`, at first, is the output's ``AVCapturePhotoOutput/maxPhotoDimensions``.
    ///
    /// Source: Apple, AVCapturePhotoSettings.maxPhotoDimensions.
    public var maxPhotoDimensions: CMVideoDimensions {
        get { values.withLock { $0.maxDimensions } }
        set { values.withLock { $0.maxDimensions = newValue } }
    }

    /// The size of a photo of that size when it is cut.
    func cropped(_ size: CMVideoDimensions) -> CMVideoDimensions {
        guard let ratio = croppedAspectRatio.map(Double.init), size.width > 0, size.height > 0 else { return size }
        let (long, short) = (Double(max(size.width, size.height)), Double(min(size.width, size.height)))
        // Even, as chroma samples are shared by two.
        let cutLong = min(long, (short * ratio / 2).rounded() * 2)
        let cutShort = min(short, max((long / ratio / 2).rounded() * 2, 2))
        let isWide = size.width >= size.height
        return CMVideoDimensions(
            width: Int32(isWide ? cutLong : cutShort), height: Int32(isWide ? cutShort : cutLong))
    }

    /// Whether the photo has the largest size of the active format; an older word for ``maxPhotoDimensions``.
    ///
    /// Source: Apple, AVCapturePhotoSettings.isHighResolutionPhotoEnabled.
    public var isHighResolutionPhotoEnabled: Bool {
        get { values.withLock { $0.isHighResolution } }
        set { values.withLock { $0.isHighResolution = newValue } }
    }

    /// Whether the flash fires; one of ``AVCapturePhotoOutput/supportedFlashModes``.
    ///
    /// Source: Apple, AVCapturePhotoSettings.flashMode.
    public var flashMode: AVCaptureDevice.FlashMode {
        get { values.withLock { $0.flashMode } }
        set { values.withLock { $0.flashMode = newValue } }
    }

    /// Whether red eyes shall be avoided when the flash fires.
    ///
    /// Linux: the photo's metadata say so; pixels are not changed. Source: Apple,
    /// AVCapturePhotoSettings.isAutoRedEyeReductionEnabled.
    public var isAutoRedEyeReductionEnabled: Bool {
        get { values.withLock { $0.reducesRedEye } }
        set { values.withLock { $0.reducesRedEye = newValue } }
    }

    /// What the file shall say beside what the camera says, in ImageIO's groups: `"{TIFF}"`, `"{Exif}"`, `"{GPS}"`.
    ///
    /// Source: Apple, AVCapturePhotoSettings.metadata.
    public var metadata: [String: Any] {
        get { values.withLock { $0 }.metadata }
        set { values.withLock { $0.metadata = newValue } }
    }

    /// Whether a lens's distortion is corrected. Linux: takes effect where
    /// ``AVCapturePhotoOutput/isContentAwareDistortionCorrectionSupported``, which is nowhere yet.
    /// Source: Apple, AVCapturePhotoSettings.isAutoContentAwareDistortionCorrectionEnabled.
    public var isAutoContentAwareDistortionCorrectionEnabled: Bool {
        get { values.withLock { $0.correctsDistortion } }
        set { values.withLock { $0.correctsDistortion = newValue } }
    }

    /// Whether the pictures of a virtual device's cameras may be fused; `true` at first.
    ///
    /// Linux: no pictures are fused; see ``AVCapturePhotoOutput/isVirtualDeviceFusionSupported``.
    /// Source: Apple, AVCapturePhotoSettings.isAutoVirtualDeviceFusionEnabled.
    public var isAutoVirtualDeviceFusionEnabled: Bool {
        get { values.withLock { $0.fusesVirtualDevice } }
        set { values.withLock { $0.fusesVirtualDevice = newValue } }
    }

    /// The cameras behind a virtual device that shall each deliver a photo of the moment, two or more; empty is one photo
    /// of the virtual device. Needs ``AVCapturePhotoOutput/isVirtualDeviceConstituentPhotoDeliveryEnabled``.
    ///
    /// Source: Apple, AVCapturePhotoSettings.virtualDeviceConstituentPhotoDeliveryEnabledDevices.
    public var virtualDeviceConstituentPhotoDeliveryEnabledDevices: [AVCaptureDevice] {
        get { values.withLock { $0.constituents } }
        set { values.withLock { $0.constituents = newValue } }
    }

    /// Whether the shutter makes no sound. Linux: needs
    /// ``AVCapturePhotoOutput/isShutterSoundSuppressionSupported``; it never makes one.
    /// Source: Apple, AVCapturePhotoSettings.isShutterSoundSuppressionEnabled.
    public var isShutterSoundSuppressionEnabled: Bool {
        get { values.withLock { $0.suppressesShutterSound } }
        set { values.withLock { $0.suppressesShutterSound = newValue } }
    }
}
