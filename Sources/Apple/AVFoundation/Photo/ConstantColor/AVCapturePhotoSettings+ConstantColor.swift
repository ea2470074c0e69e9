extension AVCapturePhotoSettings {
    /// Whether colours shall be the same in any light; `false` at first.
    ///
    /// It needs ``AVCapturePhotoOutput/isConstantColorEnabled`` and a ``flashMode`` other than `.off`; the flash fires
    /// whatever the scene. RAW photos, brackets and photos of several cameras cannot have it. White balance and
    /// exposure that are set by hand are not used. ``AVCapturePhoto/constantColorConfidenceMap`` says where it worked.
    /// Source: Apple, AVCapturePhotoSettings.isConstantColorEnabled.
    public var isConstantColorEnabled: Bool {
        get { values.withLock { $0.hasConstantColor } }
        set { values.withLock { $0.hasConstantColor = newValue } }
    }

    /// Whether an ordinary photo comes after one of constant colour, for the case that it did not work; `false` at first.
    ///
    /// It is a still of its own, just after the others, with the flash as ``flashMode`` says. Without
    /// ``isConstantColorEnabled`` it means nothing.
    /// Source: Apple, AVCapturePhotoSettings.isConstantColorFallbackPhotoDeliveryEnabled.
    public var isConstantColorFallbackPhotoDeliveryEnabled: Bool {
        get { values.withLock { $0.deliversConstantColorFallback } }
        set { values.withLock { $0.deliversConstantColorFallback = newValue } }
    }

    var deliversConstantColorFallback: Bool {
        values.withLock { $0.hasConstantColor && $0.deliversConstantColorFallback }
    }
}
