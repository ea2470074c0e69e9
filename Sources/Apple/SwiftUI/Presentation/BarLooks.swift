/// How a bar of a page looks.
struct BarLook: Equatable {
    var style: AnyShapeStyle?
    /// `nil` until a view says so.
    var visibility: Visibility?
    var scheme: ColorScheme?

    /// What is behind the bar.
    var background: AnyShapeStyle {
        visibility == .hidden ? AnyShapeStyle(Color.clear) : style ?? AnyShapeStyle(Color.clear)
    }

    /// What a view around says counts where this one says nothing.
    mutating func fill(from other: BarLook) {
        style = style ?? other.style
        visibility = visibility ?? other.visibility
        scheme = scheme ?? other.scheme
    }

    static func == (first: BarLook, second: BarLook) -> Bool {
        (first.visibility, first.scheme) == (second.visibility, second.scheme)
            && sameValue(first.style as Any, second.style as Any)
    }
}

extension Visibility {
    /// `nil` for what says nothing.
    var said: Visibility? { self == .automatic ? nil : self }
}

/// The bars of a page whose looks can be changed.
struct BarLooks: Equatable {
    var navigationBar = BarLook()
    var bottomBar = BarLook()

    mutating func change(_ bars: [ToolbarPlacement], _ change: (inout BarLook) -> Void) {
        let isAll = bars.isEmpty || bars.contains(.automatic)
        if isAll || bars.contains(.navigationBar) { change(&navigationBar) }
        if isAll || bars.contains(.bottomBar) { change(&bottomBar) }
    }

    mutating func fill(from other: BarLooks) {
        navigationBar.fill(from: other.navigationBar)
        bottomBar.fill(from: other.bottomBar)
    }
}

extension View {
    private nonisolated func bars(
        _ bars: [ToolbarPlacement], _ change: @escaping (inout BarLook) -> Void
    ) -> some View {
        // A view further in has said it before.
        transformPreference(NavigationBarKey.self) { $0.looks.change(bars, change) }
    }

    /// What is behind bars. Linux: it always shows, as content does not move behind bars; tab bars keep theirs.
    ///
    /// - Parameters:
    ///   - style: a color, a gradient or a material.
    ///   - bars: none for all of the page's.
    public nonisolated func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View {
        self.bars(bars) { if $0.style == nil { $0.style = AnyShapeStyle(style) } }
    }

    /// Whether bars have a background. Linux: the navigation bar, and the one at the lower edge.
    public nonisolated func toolbarBackground(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View {
        self.bars(bars) { $0.visibility = $0.visibility ?? visibility.said }
    }

    /// The same from iOS 18 on.
    public nonisolated func toolbarBackgroundVisibility(
        _ visibility: Visibility, for bars: ToolbarPlacement...
    ) -> some View { self.bars(bars) { $0.visibility = $0.visibility ?? visibility.said } }

    /// Whether what is in bars is for a light or a dark background; `nil` for the window's.
    public nonisolated func toolbarColorScheme(
        _ colorScheme: ColorScheme?, for bars: ToolbarPlacement...
    ) -> some View { self.bars(bars) { $0.scheme = $0.scheme ?? colorScheme } }
}
