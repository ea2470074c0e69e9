extension UIApplication {
    /// Whether touches and turns of the wheel are dropped.
    public var isIgnoringInteractionEvents: Bool { ignoringCalls > 0 }

    /// Drops touches that begin from now on, and turns of the wheel; a touch that has begun goes on. Calls are counted.
    /// Linux: keys still come.
    public func beginIgnoringInteractionEvents() { ignoringCalls += 1 }

    public func endIgnoringInteractionEvents() { ignoringCalls = max(0, ignoringCalls - 1) }
}
