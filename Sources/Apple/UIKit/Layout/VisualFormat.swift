import Foundation

extension NSLayoutConstraint {
    /// Source: Apple, NSLayoutConstraint.FormatOptions.
    public struct FormatOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
        public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
        public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
        public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
        public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
        public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
        public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
        public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
        public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
        public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
        public static let directionLeadingToTrailing = FormatOptions([])
        public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
        public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)

        /// Which attributes of all views are to be equal.
        var aligned: [Attribute] {
            (1...12).filter { rawValue & 1 << UInt($0) != 0 }.compactMap { Attribute(rawValue: $0) }
        }
    }

    /// Constraints from a picture made of characters, such as `H:|-[name]-(>=8@250)-[other(44)]|`.
    ///
    /// A format that cannot be read, and a name that is not in `views` or `metrics`, stop the process.
    ///
    /// Source: Apple, Visual Format Language.
    public class func constraints(
        withVisualFormat format: String, options opts: NSLayoutConstraint.FormatOptions = [],
        metrics: [String: Any]? = nil, views: [String: Any]
    ) -> [NSLayoutConstraint] {
        var reader = VisualFormat(format, opts, metrics ?? [:], views)
        return reader.read()
    }
}

/// Reads a visual format from left to right.
@MainActor
private struct VisualFormat {
    /// `(>=8@250)`: a length, or that of another view.
    struct Length {
        var relation = NSLayoutConstraint.Relation.equal
        var constant: CGFloat = 0
        var item: AnyObject?
        var priority = UILayoutPriority.required
    }

    private enum Place {
        case edge
        case view(AnyObject)
    }

    private let format: String
    private let options: NSLayoutConstraint.FormatOptions
    private let metrics: [String: Any]
    private let views: [String: Any]
    private var rest: Substring
    private var isVertical = false
    private var result: [NSLayoutConstraint] = []
    private var found: [AnyObject] = []

    init(
        _ format: String, _ options: NSLayoutConstraint.FormatOptions, _ metrics: [String: Any], _ views: [String: Any]
    ) {
        self.format = format
        self.options = options
        self.metrics = metrics
        self.views = views
        rest = format.filter { !$0.isWhitespace }[...]
    }

    private var start: NSLayoutConstraint.Attribute {
        isVertical ? .top : isRightToLeft ? .right : isLeftToRight ? .left : .leading
    }
    private var end: NSLayoutConstraint.Attribute {
        isVertical ? .bottom : isRightToLeft ? .left : isLeftToRight ? .right : .trailing
    }
    private var isLeftToRight: Bool { options.contains(.directionLeftToRight) }
    private var isRightToLeft: Bool { options.contains(.directionRightToLeft) }

    private func fail(_ why: String) -> Never {
        preconditionFailure("Unable to parse constraint format: \(why) in \(format), before \"\(rest)\"")
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    mutating func read() -> [NSLayoutConstraint] {
        if take("V:") { isVertical = true } else { _ = take("H:") }
        var last: Place?
        var gap: [Length]?
        while !rest.isEmpty {
            if rest.first == "-" {
                guard last != nil, gap == nil else { fail("a connection needs something on both sides") }
                gap = connection()
                continue
            }
            let place: Place = take("|") ? .edge : .view(view())
            if let last { connect(last, place, gap) } else if gap != nil { fail("nothing to connect") }
            (last, gap) = (place, nil)
        }
        guard gap == nil, last != nil else { fail("it ends too early") }
        for attribute in options.aligned {
            for (one, other) in zip(found, found.dropFirst()) { relate(one, attribute, other, attribute, Length()) }
        }
        return result
    }

    /// `-`, `-8-` or `-(>=8,<=20)-`.
    private mutating func connection() -> [Length] {
        _ = take("-")
        guard let next = rest.first, next != "[", next != "|" else { return [] }
        let lengths = next == "(" ? list() : [length()]
        guard take("-") else { fail("a connection ends with a -") }
        return lengths
    }

    private mutating func view() -> AnyObject {
        guard take("[") else { fail("a view, a connection or an edge is expected") }
        let item = item(word())
        found.append(item)
        if rest.first == "(" {
            let side: NSLayoutConstraint.Attribute = isVertical ? .height : .width
            for length in list() {
                relate(item, side, length.item, length.item == nil ? .notAnAttribute : side, length)
            }
        }
        guard take("]") else { fail("a view ends with a ]") }
        return item
    }

    private mutating func list() -> [Length] {
        guard take("(") else { fail("a length is expected") }
        var lengths = [length()]
        while take(",") { lengths.append(length()) }
        guard take(")") else { fail("lengths end with a )") }
        return lengths
    }

    private mutating func length() -> Length {
        var length = Length()
        if take(">=") {
            length.relation = .greaterThanOrEqual
        } else if take("<=") {
            length.relation = .lessThanOrEqual
        } else {
            _ = take("==")
        }
        let name = word()
        if let number = number(name) {
            length.constant = number
        } else {
            length.item = item(name)
        }
        if take("@") {
            let name = word()
            guard let number = number(name) else { fail("\(name) is no priority") }
            length.priority = UILayoutPriority(Float(number))
        }
        return length
    }

    private mutating func word() -> String {
        // A number may be negative.
        let sign = rest.first == "-" ? "-" : ""
        let word = rest.dropFirst(sign.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        guard !word.isEmpty else { fail("a name or a number is expected") }
        rest = rest.dropFirst(sign.count + word.count)
        return sign + word
    }

    private func number(_ name: String) -> CGFloat? {
        if let number = Double(name) { return CGFloat(number) }
        switch metrics[name] {
        case let value as any BinaryInteger: return CGFloat(Double(value))
        case let value as any BinaryFloatingPoint: return CGFloat(Double(value))
        case let value as NSNumber: return CGFloat(value.doubleValue)
        default: return nil
        }
    }

    private func item(_ name: String) -> AnyObject {
        guard let item = views[name] else { fail("\(name) is not a key in the views or metrics dictionary") }
        return item as AnyObject
    }

    // MARK: Constraints

    private mutating func connect(_ one: Place, _ other: Place, _ gap: [Length]?) {
        // Without a number, the usual distance: 8 between views, and the margins at the edges.
        let lengths = gap ?? [Length()]
        switch (one, other) {
        case (.edge, .edge): fail("there is no view between the edges")
        case (.edge, .view(let view)):
            let isMargin = lengths.isEmpty
            let attribute = isMargin ? margin(start) : start
            for length in isMargin ? [Length()] : lengths {
                follow(view, start, around(view), attribute, length)
            }
        case (.view(let view), .edge):
            let isMargin = lengths.isEmpty
            let attribute = isMargin ? margin(end) : end
            for length in isMargin ? [Length()] : lengths {
                follow(around(view), attribute, view, end, length)
            }
        case (.view(let view), .view(let next)):
            for length in lengths.isEmpty ? [Length(constant: 8)] : lengths {
                follow(next, start, view, end, length)
            }
        }
    }

    private func margin(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutConstraint.Attribute {
        switch attribute {
        case .top: .topMargin
        case .bottom: .bottomMargin
        case .left: .leftMargin
        case .right: .rightMargin
        case .leading: .leadingMargin
        default: .trailingMargin
        }
    }

    private func around(_ item: AnyObject) -> AnyObject {
        guard let view = (item as? UIView)?.superview ?? (item as? UILayoutGuide)?.owningView else {
            fail("a view at the edge of its superview has no superview")
        }
        return view
    }

    /// Puts one behind another, in the direction of the format.
    private mutating func follow(
        _ next: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ last: AnyObject,
        _ lastAttribute: NSLayoutConstraint.Attribute, _ length: Length
    ) {
        if isRightToLeft, !isVertical {
            relate(last, lastAttribute, next, attribute, length)
        } else {
            relate(next, attribute, last, lastAttribute, length)
        }
    }

    private mutating func relate(
        _ one: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ other: AnyObject?,
        _ otherAttribute: NSLayoutConstraint.Attribute, _ length: Length
    ) {
        let constraint = NSLayoutConstraint(
            item: one, attribute: attribute, relatedBy: length.relation, toItem: other, attribute: otherAttribute,
            multiplier: 1, constant: length.constant)
        constraint.priority = length.priority
        result.append(constraint)
    }
}
