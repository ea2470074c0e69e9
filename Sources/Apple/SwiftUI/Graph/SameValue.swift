/// A value that knows by itself whether another one stands for the same.
protocol SelfComparing {
    func isSame(as other: Any) -> Bool
}

/// Whether two values of a view are the same, so that its `body` need not be evaluated.
///
/// Equatable values are compared, references by identity, all others field by field. Closures are never the same.
func sameValue(_ first: Any, _ second: Any) -> Bool {
    if let first = first as? any SelfComparing { return first.isSame(as: second) }
    if let first = first as? any Equatable { return isEqual(first, second) }
    guard type(of: first) == type(of: second) else { return false }
    let mirror = Mirror(reflecting: first)
    switch mirror.displayStyle {
    case .class:
        return (first as AnyObject) === (second as AnyObject)
    case .struct, .tuple, .enum, .optional, .collection, .dictionary, .set:
        let other = Mirror(reflecting: second)
        if mirror.children.isEmpty && other.children.isEmpty {
            return mirror.displayStyle != .enum || "\(first)" == "\(second)"
        }
        guard mirror.children.count == other.children.count else { return false }
        return zip(mirror.children, other.children).allSatisfy { $0.label == $1.label && sameValue($0.value, $1.value) }
    default:
        // A type is a value without fields; anything else, such as a closure, cannot be compared.
        if let first = first as? Any.Type, let second = second as? Any.Type { return first == second }
        return false
    }
}

private func isEqual<Value: Equatable>(_ first: Value, _ second: Any) -> Bool {
    (second as? Value).map { first == $0 } ?? false
}
