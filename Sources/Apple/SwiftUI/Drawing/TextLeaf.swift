/// Parts of a text with their fonts and colors, ready to be measured and drawn.
struct StyledText: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        let string: String
        let font: Font
        let color: Color.Resolved
        let isUnderlined: Bool
        let isStruckThrough: Bool
        let tracking: CGFloat
        var background: Color.Resolved?
    }
    var runs: [Run]
    var alignment = TextAlignment.leading
    var lineLimit: Int?
    var lineSpacing: CGFloat = 0
    var truncation = Text.TruncationMode.tail
    var minimumScale: CGFloat = 1
}

/// Measures texts: with the platform's fonts on the screen, by simple rules in tests.
@MainActor protocol TextMeasuring {
    /// The size in a width (any if it is `nil`).
    func size(_ text: StyledText, width: CGFloat?) -> CGSize
    func firstBaseline(_ text: StyledText, width: CGFloat?) -> CGFloat
    func lastBaseline(_ text: StyledText, width: CGFloat?) -> CGFloat
}

@MainActor enum TextMeasure {
    static var current: any TextMeasuring = EvenText()
}

/// Text with letters of one width in lines of one height: for layouts that must not depend on a font.
struct EvenText: TextMeasuring {
    var letterWidth: CGFloat = 8
    var lineHeight: CGFloat = 16

    private func letterWidth(_ text: StyledText) -> CGFloat { letterWidth + (text.runs.first?.tracking ?? 0) }

    private func lines(_ text: StyledText, _ width: CGFloat?) -> [String] {
        let room = width.map { max(1, Int($0 / letterWidth(text))) } ?? .max
        var lines: [String] = []
        for paragraph in text.runs.map(\.string).joined().split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
                if line.isEmpty {
                    line = String(word)
                } else if line.count + 1 + word.count <= room {
                    line += " " + word
                } else {
                    lines.append(line)
                    line = String(word)
                }
            }
            lines.append(line)
        }
        return text.lineLimit.map { Array(lines.prefix($0)) } ?? lines
    }

    func size(_ text: StyledText, width: CGFloat?) -> CGSize {
        let lines = lines(text, width)
        let widest = CGFloat(lines.map(\.count).max() ?? 0) * letterWidth(text)
        return CGSize(width: min(widest, width ?? widest), height: CGFloat(lines.count) * lineHeight)
    }

    func firstBaseline(_ text: StyledText, width: CGFloat?) -> CGFloat { lineHeight * 0.75 }
    func lastBaseline(_ text: StyledText, width: CGFloat?) -> CGFloat {
        size(text, width: width).height - lineHeight * 0.25
    }
}

extension Text {
    func styled(_ environment: EnvironmentValues) -> StyledText {
        let foreground = environment.foreground.paint(environment).color
        return StyledText(
            runs: runs.map { run in
                var style = environment.fontStyle
                style.weight = run.style.weight ?? style.weight
                style.design = run.style.design ?? style.design
                style.isItalic = style.isItalic || run.style.isItalic
                style.hasMonospacedDigits = style.hasMonospacedDigits || run.style.hasMonospacedDigits
                return StyledText.Run(
                    string: environment.cased(run.source.string(environment)),
                    font: style.applied(to: run.font ?? environment.font ?? .body),
                    color: run.color?.resolve(in: environment) ?? foreground,
                    isUnderlined: style.isUnderlined || run.style.isUnderlined,
                    isStruckThrough: style.isStruckThrough || run.style.isStruckThrough,
                    tracking: run.style.tracking ?? style.tracking ?? run.style.kerning ?? style.kerning ?? 0,
                    background: run.background?.resolve(in: environment))
            },
            alignment: environment.multilineTextAlignment.mirrored(in: environment), lineLimit: environment.lineLimit,
            lineSpacing: environment.lineSpacing, truncation: environment.truncationMode,
            minimumScale: environment.minimumScaleFactor)
    }
}

@MainActor extension Text: LeafView, Leaf {
    public typealias Body = Never
    var spacing: ViewSpacing { ViewSpacing(.text) }

    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize {
        let text = styled(item.environment)
        let ideal = TextMeasure.current.size(text, width: nil)
        guard let width = proposal.width, width < ideal.width else { return ideal }
        var size = TextMeasure.current.size(text, width: max(0, width))
        // As many lines as fit in the height that is offered, and at least one.
        if let height = proposal.height, size.height > height {
            var limited = text
            let line = TextMeasure.current.size(StyledText(runs: text.runs, lineLimit: 1), width: nil).height
            limited.lineLimit = max(1, min(text.lineLimit ?? .max, Int((height / line).rounded(.down).clamped)))
            size = TextMeasure.current.size(limited, width: max(0, width))
        }
        return size
    }

    func guide(_ key: AlignmentKey, _ size: CGSize, _ item: LeafItem) -> CGFloat? {
        if key == VerticalAlignment.firstTextBaseline.key {
            return TextMeasure.current.firstBaseline(styled(item.environment), width: size.width)
        }
        if key == VerticalAlignment.lastTextBaseline.key {
            return TextMeasure.current.lastBaseline(styled(item.environment), width: size.width)
        }
        return nil
    }

    func makeSurface(_ item: LeafItem) -> Surface? { Surface(UILabel()) }

    func update(_ surface: Surface, _ item: LeafItem) {
        let text = styled(item.environment)
        if item.environment.isRedacted {
            let line = TextMeasure.current.size(StyledText(runs: text.runs, lineLimit: 1), width: nil).height
            return surface.showPlaceholder(item.environment, lineHeight: line)
        }
        surface.show(.text(text))
        // A text that counts is drawn again with each second, as long as it is drawn at all.
        guard let date = runs.lazy.compactMap(\.source.countedDate).first else { return }
        let clock = item.environment.wallClock ?? .system
        item.measureAgain(at: date.nextWholeSecond(after: clock.now), clock)
    }
}

extension CGFloat {
    /// A number that fits into an integer.
    fileprivate var clamped: CGFloat { Swift.min(Swift.max(self, 0), 1_000_000) }
}

/// A line between views. Source: Apple, Divider.
public nonisolated struct Divider: Sendable {
    public init() {}
}

@MainActor extension Divider: LeafView, Leaf {
    public typealias Body = Never
    func size(_ proposal: ProposedViewSize, _ item: LeafItem) -> CGSize {
        item.stackAxis == .horizontal
            ? CGSize(width: 1, height: proposal.height ?? 10) : CGSize(width: proposal.width ?? 10, height: 1)
    }

    func makeSurface(_ item: LeafItem) -> Surface? { Surface() }

    func update(_ surface: Surface, _ item: LeafItem) {
        let path = Path(CGRect(origin: .zero, size: surface.size))
        surface.show(.shape(path, Color.separator.paint(item.environment), nil, isEvenOdd: false))
    }
}

@MainActor extension Color: LeafView {
    public typealias Body = Never
    var leaf: any Leaf { PaintedShape(shape: Rectangle(), style: self, stroke: nil) }
}

extension TextAlignment {
    /// Lines are drawn from the left in any direction of the layout.
    fileprivate func mirrored(in environment: EnvironmentValues) -> TextAlignment {
        guard environment.layoutDirection == .rightToLeft else { return self }
        return switch self {
        case .leading: .trailing
        case .center: .center
        case .trailing: .leading
        }
    }
}
