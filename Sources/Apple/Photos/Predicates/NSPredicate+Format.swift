import Foundation

/// An initializer that makes an instance of a subclass.
protocol MadeBySubclass {}

extension MadeBySubclass {
    init(made object: Self) { self = object }
}

extension NSPredicate: MadeBySubclass {}

extension NSPredicate {
    /// Makes a predicate from a format, such as `"title = %@"`.
    ///
    /// Linux: without arithmetic, functions, `ANY` and `ALL`, subqueries and variables. Keys are those of ``PHAsset`` and
    /// ``PHCollection``, and those of dictionaries.
    ///
    /// Source: Apple, NSPredicate.init(format:_:); Predicate Programming Guide, "Predicate Format String Syntax".
    public convenience init(format predicateFormat: String, _ args: CVarArg...) {
        self.init(made: ParsedPredicate(predicateFormat, args) as! Self)
    }

    /// Makes a predicate from a format and its arguments. Source: Apple, NSPredicate.init(format:argumentArray:).
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self.init(made: ParsedPredicate(predicateFormat, arguments ?? []) as! Self)
    }

    /// What the library can read of it.
    var expression: PredicateExpression {
        switch self {
        case let parsed as ParsedPredicate: return parsed.parsed
        case let compound as NSCompoundPredicate:
            let parts = compound.subpredicates.map(\.expression)
            switch compound.compoundPredicateType {
            case .and: return .and(parts)
            case .or: return .or(parts)
            case .not: return parts.first.map { .not($0) } ?? .opaque(self)
            }
        default: return .opaque(self)
        }
    }
}

/// A predicate that was made from a format.
final class ParsedPredicate: NSPredicate {
    let parsed: PredicateExpression

    init(_ format: String, _ arguments: [Any]) {
        let parsed = PredicateParser.parse(format, arguments)
        self.parsed = parsed
        super.init { object, _ in parsed.holds(for: object) }
    }

    /// Predicates are not archived here.
    required init?(coder: NSCoder) { nil }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        parsed.holds(for: object)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var predicateFormat: String { parsed.description }

    override var description: String { parsed.description }
}

// Apple's systems turn these into objects where a format wants an argument.

extension Foundation.Date: @retroactive CVarArg {
    /// Source: Apple, CVarArg.
    public var _cVarArgEncoding: [Int] { encodingForever(of: self as NSDate) }
}

extension Foundation.NSDate: @retroactive CVarArg {
    /// Source: Apple, CVarArg.
    public var _cVarArgEncoding: [Int] { encodingForever(of: self) }
}

extension Foundation.NSNumber: @retroactive CVarArg {
    /// Source: Apple, CVarArg.
    public var _cVarArgEncoding: [Int] { encodingForever(of: self) }
}

extension Foundation.NSArray: @retroactive CVarArg {
    /// Source: Apple, CVarArg.
    public var _cVarArgEncoding: [Int] { encodingForever(of: self) }
}

extension Swift.Array: @retroactive CVarArg {
    /// Source: Apple, CVarArg.
    public var _cVarArgEncoding: [Int] { encodingForever(of: NSArray(array: self)) }
}

/// The address of an object for a C function, which does not say when it has finished. Predicates do not need it.
private func encodingForever(of object: AnyObject) -> [Int] {
    [Int(bitPattern: Unmanaged.passRetained(object).toOpaque())]
}
