/// Two buttons that make a value greater or smaller. Source: Apple, Stepper.
public nonisolated struct Stepper<Label: View> {
    let label: Label
    let increment: (() -> Void)?
    let decrement: (() -> Void)?

    /// - `onIncrement`, `onDecrement`: `nil` disables the button.
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        func telling(_ step: (() -> Void)?) -> (() -> Void)? {
            step.map { step in
                {
                    onEditingChanged(true)
                    step()
                    onEditingChanged(false)
                }
            }
        }
        (self.label, increment, decrement) = (label(), telling(onIncrement), telling(onDecrement))
    }

    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(label: label) {
            value.wrappedValue = value.wrappedValue.advanced(by: step)
        } onDecrement: {
            value.wrappedValue = value.wrappedValue.advanced(by: -step)
        } onEditingChanged: {
            onEditingChanged($0)
        }
    }

    /// A step that would leave the bounds ends at the bound.
    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        func move(by step: V.Stride) {
            value.wrappedValue = min(max(value.wrappedValue.advanced(by: step), bounds.lowerBound), bounds.upperBound)
        }
        let now = value.wrappedValue
        self.init(
            label: label, onIncrement: now < bounds.upperBound ? { move(by: step) } : nil,
            onDecrement: now > bounds.lowerBound ? { move(by: -step) } : nil, onEditingChanged: onEditingChanged)
    }
}

extension Stepper where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(titleKey) }, onIncrement: onIncrement, onDecrement: onDecrement,
            onEditingChanged: onEditingChanged)
    }

    public nonisolated init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged) }

    @_disfavoredOverload public nonisolated init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value, step: step, label: { Text(verbatim: String(title)) }, onEditingChanged: onEditingChanged)
    }

    public nonisolated init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value, in: bounds, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged)
    }

    @_disfavoredOverload public nonisolated init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            value: value, in: bounds, step: step, label: { Text(verbatim: String(title)) },
            onEditingChanged: onEditingChanged)
    }
}

@MainActor extension Stepper: View {
    public var body: some View {
        HStack {
            label
            Spacer()
            HStack(spacing: 0) {
                StepButton(symbol: "minus", name: "Decrement", action: decrement)
                Divider().frame(height: 18)
                StepButton(symbol: "plus", name: "Increment", action: increment)
            }
            .background(Color.controlFill, in: RoundedRectangle(cornerRadius: 8))
        }
    }
}

private struct StepButton: View {
    let symbol: String
    let name: LocalizedStringKey
    let action: (() -> Void)?

    var body: some View {
        Button {
            action?()
        } label: {
            Image(systemName: symbol).frame(width: 46, height: 32)
        }
        .buttonStyle(.plain)
        .disabled(action == nil)
        .accessibilityLabel(Text(name))
    }
}
