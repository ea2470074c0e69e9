/// A choice of a color. Source: Apple, ColorPicker.
///
/// Linux: the colors are shown at the lower edge, as menus are: a palette, and a slider for each component. Nothing is
/// taken from the screen.
public nonisolated struct ColorPicker<Label: View> {
    let selection: Binding<Color>
    let supportsOpacity: Bool
    let label: Label

    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        (self.selection, self.supportsOpacity, self.label) = (selection, supportsOpacity, label())
    }

    public init(selection: Binding<CGColor>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        let color = Binding {
            Color(cgColor: selection.wrappedValue)
        } set: {
            selection.wrappedValue = $0.resolve(in: EnvironmentValues()).cgColor
        }
        self.init(selection: color, supportsOpacity: supportsOpacity, label: label)
    }
}

extension ColorPicker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true
    ) { self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(titleKey) } }
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<CGColor>, supportsOpacity: Bool = true
    ) { self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(titleKey) } }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<Color>, supportsOpacity: Bool = true
    ) { self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(verbatim: String(title)) } }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<CGColor>, supportsOpacity: Bool = true
    ) { self.init(selection: selection, supportsOpacity: supportsOpacity) { Text(verbatim: String(title)) } }
}

@MainActor extension ColorPicker: View {
    public var body: some View {
        ColorPickerBody(selection: selection, supportsOpacity: supportsOpacity, label: AnyView(label))
    }
}

private struct ColorPickerBody: View {
    let selection: Binding<Color>
    let supportsOpacity: Bool
    let label: AnyView
    @State private var isOpen = false
    @Environment(\.hidesLabels) private var hidesLabels
    @Environment(\.self) private var environment

    var body: some View {
        HStack {
            if !hidesLabels {
                label
                Spacer()
            }
            Button {
                isOpen = true
            } label: {
                Circle().fill(selection.wrappedValue).frame(width: 28, height: 28)
                    .overlay { Circle().strokeBorder(Color.separator, lineWidth: 2) }
            }
            .buttonStyle(.plain)
            .accessibilityLabel("Choose color")
            .accessibilityValue(Text(verbatim: selection.wrappedValue.resolve(in: environment).hexadecimal))
        }
        .menuPresentation(isPresented: $isOpen) {
            ColorChooser(selection: selection, supportsOpacity: supportsOpacity) { isOpen = false }
        }
    }
}

/// Colors to press, and sliders.
private struct ColorChooser: View {
    let selection: Binding<Color>
    let supportsOpacity: Bool
    let close: @MainActor () -> Void
    @Environment(\.self) private var environment

    private static let hues: [Color] = (0..<12).map { Color(hue: Double($0) / 12, saturation: 1, brightness: 1) }
    private static let grays: [Color] = (0..<12).map { Color(white: 1 - Double($0) / 11) }
    private static let rows: [[Color]] = [
        grays, hues.map { $0.mix(with: .black, by: 0.5) }, hues, hues.map { $0.mix(with: .white, by: 0.6) },
    ]

    private var color: Color.Resolved { selection.wrappedValue.resolve(in: environment) }

    var body: some View {
        VStack(spacing: 10) {
            VStack(spacing: 2) {
                ForEach(0..<Self.rows.count, id: \.self) { row in
                    HStack(spacing: 2) {
                        ForEach(0..<12, id: \.self) { cell(Self.rows[row][$0]) }
                    }
                }
            }
            component("Red", \.red)
            component("Green", \.green)
            component("Blue", \.blue)
            if supportsOpacity { component("Opacity", \.opacity) }
            Button("Done", action: close)
        }
        .padding().frame(maxWidth: 360)
    }

    private func cell(_ cell: Color) -> some View {
        let value = cell.resolve(in: environment)
        return Button {
            var new = value
            new.opacity = color.opacity
            selection.wrappedValue = Color(new)
        } label: {
            Rectangle().fill(cell).frame(maxWidth: .infinity).frame(height: 26)
        }
        .buttonStyle(.plain)
        .accessibilityLabel(Text(verbatim: value.hexadecimal))
    }

    private func component(_ name: LocalizedStringKey, _ part: WritableKeyPath<Color.Resolved, Float>) -> some View {
        HStack {
            Text(name).frame(width: 70, alignment: .leading)
            Slider(
                value: Binding {
                    color[keyPath: part]
                } set: { value in
                    var new = color
                    new[keyPath: part] = value
                    selection.wrappedValue = Color(new)
                }
            ) { Text(name) }
        }
    }
}

extension Color.Resolved {
    /// As `#RRGGBB`.
    fileprivate var hexadecimal: String {
        func digits(_ value: Float) -> String { String(format: "%02X", Int((min(max(value, 0), 1) * 255).rounded())) }
        return "#" + digits(red) + digits(green) + digits(blue)
    }
}
