/// Measurements that come with a photo.
extension AVCapturePhotoSettings {
    /// Whether the photo comes with ``AVCapturePhoto/depthData``. Needs
    /// ``AVCapturePhotoOutput/isDepthDataDeliveryEnabled``.
    public var isDepthDataDeliveryEnabled: Bool {
        get { values.withLock { $0.wantsDepth } }
        set { values.withLock { $0.wantsDepth = newValue } }
    }

    /// Whether the file contains the depth; `true` by default. Linux: HEIC files only.
    public var embedsDepthDataInPhoto: Bool {
        get { values.withLock { $0.embedsDepth } }
        set { values.withLock { $0.embedsDepth = newValue } }
    }

    /// Whether holes in the depth are filled; `true` by default.
    public var isDepthDataFiltered: Bool {
        get { values.withLock { $0.filtersDepth } }
        set { values.withLock { $0.filtersDepth = newValue } }
    }

    /// Whether the photo comes with ``AVCapturePhoto/cameraCalibrationData``. Needs
    /// ``AVCapturePhotoOutput/isCameraCalibrationDataDeliverySupported``.
    public var isCameraCalibrationDataDeliveryEnabled: Bool {
        get { values.withLock { $0.wantsCalibration } }
        set { values.withLock { $0.wantsCalibration = newValue } }
    }

    /// Whether the photo comes with ``AVCapturePhoto/portraitEffectsMatte``. Needs
    /// ``AVCapturePhotoOutput/isPortraitEffectsMatteDeliveryEnabled`` and ``isDepthDataDeliveryEnabled``.
    public var isPortraitEffectsMatteDeliveryEnabled: Bool {
        get { values.withLock { $0.wantsPortraitMatte } }
        set { values.withLock { $0.wantsPortraitMatte = newValue } }
    }

    /// Whether the file contains the matte; `true` by default. Linux: HEIC files only.
    public var embedsPortraitEffectsMatteInPhoto: Bool {
        get { values.withLock { $0.embedsPortraitMatte } }
        set { values.withLock { $0.embedsPortraitMatte = newValue } }
    }

    /// The mattes that come with the photo: some of ``AVCapturePhotoOutput/enabledSemanticSegmentationMatteTypes``,
    /// which is empty on Linux.
    public var enabledSemanticSegmentationMatteTypes: [AVSemanticSegmentationMatte.MatteType] {
        get { values.withLock { $0.segmentationMatteTypes } }
        set { values.withLock { $0.segmentationMatteTypes = newValue } }
    }

    /// Whether the file contains the mattes; `true` by default.
    public var embedsSemanticSegmentationMattesInPhoto: Bool {
        get { values.withLock { $0.embedsSegmentationMattes } }
        set { values.withLock { $0.embedsSegmentationMattes = newValue } }
    }
}
