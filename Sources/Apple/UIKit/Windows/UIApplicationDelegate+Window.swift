extension UIApplicationDelegate {
    /// The delegate's property of that name, which apps without scenes have; `nil` on the outside if it has none.
    /// Source: Apple, UIApplicationDelegate.window.
    ///
    /// Linux: only a stored property is found; it cannot be set this way.
    // Only Objective-C has optional requirements, so the property is looked up by its name.
    @MainActor @preconcurrency public var window: UIWindow?? {
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            for child in current.children where child.label == "window" || child.label == "$__lazy_storage_$_window" {
                return .some(child.value as? UIWindow)
            }
            mirror = current.superclassMirror
        }
        return nil
    }
}
