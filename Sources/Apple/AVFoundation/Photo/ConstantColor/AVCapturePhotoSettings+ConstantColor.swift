extension AVCapturePhotoSettings {
    /// Whether the photo has constant color: the same colors in any light; `false` by default.
    ///
    /// It needs ``AVCapturePhotoOutput/isConstantColorEnabled`` and a ``flashMode`` other than `.off`; the flash fires
    /// in any scene. RAW photos, brackets and photos of several cameras cannot have it. Manual white balance and
    /// exposure are not used. ``AVCapturePhoto/constantColorConfidenceMap`` says where it worked.
    public var isConstantColorEnabled: Bool {
        get { values.withLock { $0.hasConstantColor } }
        set { values.withLock { $0.hasConstantColor = newValue } }
    }

    /// Whether an ordinary photo follows the constant color photo, in case that one did not work; `false` by default.
    ///
    /// It is a separate still, just after the others, with the flash as ``flashMode`` says. It has no effect without
    /// ``isConstantColorEnabled``.
    public var isConstantColorFallbackPhotoDeliveryEnabled: Bool {
        get { values.withLock { $0.deliversConstantColorFallback } }
        set { values.withLock { $0.deliversConstantColorFallback = newValue } }
    }

    var deliversConstantColorFallback: Bool {
        values.withLock { $0.hasConstantColor && $0.deliversConstantColorFallback }
    }
}
