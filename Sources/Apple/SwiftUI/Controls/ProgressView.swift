/// Shows that something goes on, or how far it is. Source: Apple, ProgressView.
public nonisolated struct ProgressView<Label: View, CurrentValueLabel: View> {
    /// From 0 to 1; `nil`: progress unknown.
    let fraction: Double?
    let label: Label?
    let current: CurrentValueLabel?

    private init(_ fraction: Double?, _ label: Label?, _ current: CurrentValueLabel?) {
        // NaN shows no progress.
        self.fraction = fraction.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
        (self.label, self.current) = (label, current)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public nonisolated init() where Label == EmptyView { self.init(nil, nil, nil) }
    public nonisolated init(@ViewBuilder label: () -> Label) { self.init(nil, label(), nil) }
    public nonisolated init(_ titleKey: LocalizedStringKey) where Label == Text { self.init { Text(titleKey) } }
    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(_ title: S) where Label == Text { self.init { Text(title) } }
    public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1) where Label == EmptyView {
        self.init(value.map { Double($0 / total) }, nil, nil)
    }
    public nonisolated init<V: BinaryFloatingPoint>(value: V?, total: V = 1, @ViewBuilder label: () -> Label) {
        self.init(value.map { Double($0 / total) }, label(), nil)
    }
    public nonisolated init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1)
    where Label == Text {
        self.init(value: value, total: total) { Text(titleKey) }
    }
    @_disfavoredOverload
    public nonisolated init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1)
    where Label == Text {
        self.init(value: value, total: total) { Text(title) }
    }
}

extension ProgressView {
    public nonisolated init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(value.map { Double($0 / total) }, label(), currentValueLabel())
    }

    /// What a style shows; in the style around it.
    public nonisolated init(_ configuration: ProgressViewStyleConfiguration)
    where
        Label == ProgressViewStyleConfiguration.Label,
        CurrentValueLabel == ProgressViewStyleConfiguration.CurrentValueLabel
    {
        self.init(configuration.fractionCompleted, configuration.label, configuration.currentValueLabel)
    }
}

@MainActor extension ProgressView: View {
    public var body: some View {
        StyledProgress(
            configuration: ProgressViewStyleConfiguration(
                fractionCompleted: fraction, label: label.map { .init(view: AnyView($0)) },
                currentValueLabel: current.map { .init(view: AnyView($0)) })
        )
        .accessibilityElement(children: .combine)
    }
}
