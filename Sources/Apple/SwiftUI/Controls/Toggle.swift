/// A switch. Source: Apple, Toggle.
public nonisolated struct Toggle<Label: View> {
    let isOn: Binding<Bool>
    let label: Label
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { (self.isOn, self.label) = (isOn, label()) }
}

extension Toggle where Label == Text {
    public nonisolated init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(titleKey) }
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(verbatim: String(title)) }
    }
}

@MainActor extension Toggle: View {
    public var body: some View { StyledToggle(isOn: isOn, label: AnyView(label)) }
}

/// A switch with its label.
struct ToggleBody: View {
    @Binding var isOn: Bool
    let label: AnyView
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.hidesLabels) private var hidesLabels

    var body: some View {
        HStack {
            if !hidesLabels {
                label
                Spacer()
            }
            Capsule().fill(isOn ? Color.green : .controlFill)
                .frame(width: 51, height: 31)
                .overlay(alignment: isOn ? .trailing : .leading) {
                    Circle().fill(Color.white).shadow(radius: 2, y: 1).padding(2)
                }
                .animation(.easeInOut(duration: 0.2), value: isOn)
                .opacity(isEnabled ? 1 : 0.5)
        }
        .contentShape(Rectangle())
        .modified(Pressable(traits: .isToggle, label: nil) { isOn.toggle() })
        .accessibilityValue(isOn ? Text("On") : Text("Off"))
        .onTapGesture { isOn.toggle() }
    }
}

extension EnvironmentValues {
    private struct Hides: EnvironmentKey { static let defaultValue = false }

    var hidesLabels: Bool {
        get { self[Hides.self] }
        set { self[Hides.self] = newValue }
    }
}

extension View {
    /// Leaves the labels of controls out.
    public nonisolated func labelsHidden() -> some View { environment(\.hidesLabels, true) }
}

/// A value on a line. Source: Apple, Slider.
public nonisolated struct Slider<Label: View, ValueLabel: View> {
    let fraction: Binding<Double>
    let onEditingChanged: (Bool) -> Void
    /// Not seen, as on an iPhone: screen readers say it.
    let label: Label
    /// At both ends.
    let valueLabels: (least: ValueLabel, most: ValueLabel)?

    private init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: Double?, _ label: Label,
        _ valueLabels: (ValueLabel, ValueLabel)?, _ onEditingChanged: @escaping (Bool) -> Void
    ) {
        let (low, high) = (Double(bounds.lowerBound), Double(bounds.upperBound))
        fraction = Binding {
            high > low ? (Double(value.wrappedValue) - low) / (high - low) : 0
        } set: { part in
            var new = low + min(max(part, 0), 1) * (high - low)
            if let step, step > 0 { new = min(high, low + ((new - low) / step).rounded() * step) }
            value.wrappedValue = V(new)
        }
        (self.onEditingChanged, self.label, self.valueLabels) = (onEditingChanged, label, valueLabels)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            value, bounds, Double(step), label(), (minimumValueLabel(), maximumValueLabel()), onEditingChanged)
    }
}

extension Slider where ValueLabel == EmptyView {
    public nonisolated init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, nil, label(), nil, onEditingChanged) }

    public nonisolated init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, Double(step), label(), nil, onEditingChanged) }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public nonisolated init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint { self.init(value, bounds, nil, EmptyView(), nil, onEditingChanged) }

    public nonisolated init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, Double(step), EmptyView(), nil, onEditingChanged)
    }
}

@MainActor extension Slider: View {
    public var body: some View {
        let slider = SliderBody(fraction: fraction, onEditingChanged: onEditingChanged)
        HStack {
            if let valueLabels { valueLabels.least }
            if let text = label as? Text { slider.accessibilityLabel(text) } else { slider }
            if let valueLabels { valueLabels.most }
        }
    }
}

private struct SliderBody: View {
    @Binding var fraction: Double
    let onEditingChanged: (Bool) -> Void
    @State private var isEditing = false
    @Environment(\.layoutDirection) private var direction

    var body: some View {
        GeometryReader { proxy in
            let room = max(1, proxy.size.width - 27)
            let isMirrored = direction == .rightToLeft
            ZStack(alignment: .leading) {
                Capsule().fill(Color.controlFill).frame(width: proxy.size.width, height: 4)
                Capsule().fill(Color.accentColor).frame(width: 13 + room * min(max(fraction, 0), 1), height: 4)
                Circle().fill(Color.white).shadow(radius: 2, y: 1).frame(width: 27, height: 27)
                    .offset(x: (isMirrored ? -room : room) * min(max(fraction, 0), 1))
            }
            .frame(width: proxy.size.width, height: 28, alignment: .leading)
            .contentShape(Rectangle())
            .gesture(
                DragGesture(minimumDistance: 0).onChanged { drag in
                    if !isEditing {
                        isEditing = true
                        onEditingChanged(true)
                    }
                    let x = drag.location.x
                    fraction = ((isMirrored ? proxy.size.width - x : x) - 13.5) / room
                }.onEnded { _ in
                    isEditing = false
                    onEditingChanged(false)
                })
        }
        .frame(minWidth: 60, idealWidth: 200, minHeight: 28, maxHeight: 28)
    }
}
