/// Shows a value between two bounds. Source: Apple, Gauge.
public nonisolated struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View> {
    let fraction: Double
    let label: Label
    let current: CurrentValueLabel?
    let bounds: (least: BoundsLabel, most: BoundsLabel)?

    private init<V: BinaryFloatingPoint>(
        _ value: V, _ range: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel?,
        _ bounds: (BoundsLabel, BoundsLabel)?
    ) {
        let length = Double(range.upperBound - range.lowerBound)
        let part = length > 0 ? Double(value - range.lowerBound) / length : 0
        // A value that is not a number is shown as the least.
        fraction = part.isNaN ? 0 : min(max(part, 0), 1)
        (self.label, self.current, self.bounds) = (label, current, bounds)
    }
}

extension Gauge
where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
    ) { self.init(value, bounds, label(), nil, nil) }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), nil) }
}

extension Gauge where MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), (minimumValueLabel(), maximumValueLabel())) }
}

/// How gauges look. Source: Apple, GaugeStyle.
@MainActor @preconcurrency public protocol GaugeStyle {
    associatedtype Body: View
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
    typealias Configuration = GaugeStyleConfiguration
}

/// Source: Apple, GaugeStyleConfiguration.
public struct GaugeStyleConfiguration {
    /// A part of a gauge. Source: Apple, GaugeStyleConfiguration.Label.
    public nonisolated struct Label { let view: AnyView }
    /// Source: Apple, GaugeStyleConfiguration.CurrentValueLabel.
    public typealias CurrentValueLabel = Label
    /// Source: Apple, GaugeStyleConfiguration.MinimumValueLabel.
    public typealias MinimumValueLabel = Label
    /// Source: Apple, GaugeStyleConfiguration.MaximumValueLabel.
    public typealias MaximumValueLabel = Label

    /// From 0 to 1.
    public let value: Double
    public let label: Label
    public let currentValueLabel: CurrentValueLabel?
    public let minimumValueLabel: MinimumValueLabel?
    public let maximumValueLabel: MaximumValueLabel?
}

@MainActor extension GaugeStyleConfiguration.Label: View {
    public var body: some View { view }
}

@MainActor extension Gauge: View {
    public var body: some View {
        let text = label as? Text
        StyledGauge(
            configuration: GaugeStyleConfiguration(
                value: fraction, label: .init(view: AnyView(label)),
                currentValueLabel: current.map { .init(view: AnyView($0)) },
                minimumValueLabel: bounds.map { .init(view: AnyView($0.least)) },
                maximumValueLabel: bounds.map { .init(view: AnyView($0.most)) })
        )
        .accessibilityElement()
        .accessibilityLabel(text ?? Text(verbatim: ""))
        .accessibilityValue((current as? Text) ?? Text(verbatim: "\(Int((fraction * 100).rounded())) %"))
    }
}

private struct StyledGauge: View {
    let configuration: GaugeStyleConfiguration
    @Environment(\.gaugeStyle) private var style

    var body: some View {
        func make<S: GaugeStyle>(_ style: S) -> AnyView { AnyView(style.makeBody(configuration: configuration)) }
        return make(style)
    }
}

/// A bar that fills from its start. Source: Apple, LinearCapacityGaugeStyle.
public struct LinearCapacityGaugeStyle: GaugeStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        VStack(spacing: 4) {
            configuration.label
            HStack {
                configuration.minimumValueLabel
                GaugeBar(value: configuration.value, isMarked: false)
                configuration.maximumValueLabel
            }
            configuration.currentValueLabel.font(.footnote).foregroundStyle(.secondary)
        }
    }
}

/// Source: Apple, DefaultGaugeStyle.
public struct DefaultGaugeStyle: GaugeStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        LinearCapacityGaugeStyle().makeBody(configuration: configuration)
    }
}

/// A bar with a mark at the value. Source: Apple, AccessoryLinearGaugeStyle.
public struct AccessoryLinearGaugeStyle: GaugeStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.minimumValueLabel
            GaugeBar(value: configuration.value, isMarked: true)
            configuration.maximumValueLabel
        }
    }
}

/// A bar with a label above and the value below. Source: Apple, AccessoryLinearCapacityGaugeStyle.
public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        VStack(alignment: .leading, spacing: 4) {
            configuration.label.font(.footnote)
            GaugeBar(value: configuration.value, isMarked: false)
            configuration.currentValueLabel.font(.footnote)
        }
    }
}

/// An open ring with a mark at the value. Source: Apple, AccessoryCircularGaugeStyle.
public struct AccessoryCircularGaugeStyle: GaugeStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        let middle = configuration.currentValueLabel ?? configuration.label
        ZStack {
            Ring(part: 1).stroke(.tint, style: StrokeStyle(lineWidth: 6, lineCap: .round))
            RingMark(part: configuration.value).fill(.white)
            middle.font(.headline).minimumScaleFactor(0.5).lineLimit(1).padding(10)
            HStack(spacing: 4) {
                configuration.minimumValueLabel
                Spacer()
                configuration.maximumValueLabel
            }
            .font(.caption2).frame(width: 40).frame(maxHeight: .infinity, alignment: .bottom)
            // Rings go clockwise in all languages.
            .environment(\.layoutDirection, .leftToRight)
        }
        .frame(width: 58, height: 58)
    }
}

/// A ring that fills clockwise from the top. Source: Apple, AccessoryCircularCapacityGaugeStyle.
public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        let middle = configuration.currentValueLabel ?? configuration.label
        ZStack {
            Circle().inset(by: 3).stroke(Color.controlFill, lineWidth: 6)
            Circle().inset(by: 3).trim(from: 0, to: configuration.value).rotation(.degrees(-90))
                .stroke(.tint, style: StrokeStyle(lineWidth: 6, lineCap: .round))
            middle.font(.headline).minimumScaleFactor(0.5).lineLimit(1).padding(10)
        }
        .frame(width: 58, height: 58)
    }
}

extension GaugeStyle where Self == DefaultGaugeStyle { public static var automatic: Self { .init() } }
extension GaugeStyle where Self == LinearCapacityGaugeStyle { public static var linearCapacity: Self { .init() } }
extension GaugeStyle where Self == AccessoryLinearGaugeStyle { public static var accessoryLinear: Self { .init() } }
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    public static var accessoryLinearCapacity: Self { .init() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle { public static var accessoryCircular: Self { .init() } }
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    public static var accessoryCircularCapacity: Self { .init() }
}

/// A line that is full to a part, or has a mark there.
private struct GaugeBar: View {
    let value: Double
    let isMarked: Bool
    @Environment(\.layoutDirection) private var direction

    var body: some View {
        GeometryReader { geometry in
            let width = geometry.size.width
            ZStack(alignment: .leading) {
                Capsule().fill(isMarked ? AnyShapeStyle(.tint) : AnyShapeStyle(Color.controlFill))
                if isMarked {
                    Circle().fill(.white).shadow(radius: 1).frame(width: 10, height: 10)
                        .offset(x: (direction == .rightToLeft ? 10 - width : width - 10) * value)
                } else {
                    Capsule().fill(.tint).frame(width: width * value)
                }
            }
        }
        .frame(height: isMarked ? 10 : 6)
    }
}

/// Three quarters of a circle, open at the bottom.
private nonisolated struct Ring: Shape {
    var part: Double

    func path(in rect: CGRect) -> Path {
        Path { path in
            path.addRelativeArc(
                center: CGPoint(x: rect.midX, y: rect.midY), radius: min(rect.width, rect.height) / 2 - 3,
                startAngle: .degrees(135), delta: .degrees(270 * part))
        }
    }
}

private nonisolated struct RingMark: Shape {
    var part: Double
    var animatableData: Double {
        get { part }
        set { part = newValue }
    }

    func path(in rect: CGRect) -> Path {
        let (angle, radius) = (Angle.degrees(135 + 270 * part).radians, min(rect.width, rect.height) / 2 - 3)
        let point = CGPoint(x: rect.midX + radius * cos(angle), y: rect.midY + radius * sin(angle))
        return Path(ellipseIn: CGRect(x: point.x - 4, y: point.y - 4, width: 8, height: 8))
    }
}

extension EnvironmentValues {
    private struct Style: EnvironmentKey {
        // Never changed.
        nonisolated(unsafe) static let defaultValue: any GaugeStyle = DefaultGaugeStyle()
    }

    var gaugeStyle: any GaugeStyle {
        get { self[Style.self] }
        set { self[Style.self] = newValue }
    }
}

extension View {
    public nonisolated func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
        // Used on the main thread, where views are evaluated.
        nonisolated(unsafe) let style = style
        return modified(EnvironmentChange { $0.gaugeStyle = style })
    }
}
