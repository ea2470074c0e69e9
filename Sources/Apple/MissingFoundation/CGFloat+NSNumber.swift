import Foundation

/// `as NSNumber`, and `as? CGFloat` of what is a number, alone and in collections.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// Source: Apple, NSNumber.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Source: Apple, NSNumber.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Source: Apple, NSNumber.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) -> Bool {
        result = CGFloat(source.doubleValue)
        return true
    }

    /// Source: Apple, NSNumber.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }

    /// Source: Apple, NSNumber.
    public init(truncating number: NSNumber) { self = CGFloat(number.doubleValue) }

    /// Source: Apple, NSNumber.
    ///
    /// - Returns: `nil` for a number that has no exact `CGFloat`.
    public init?(exactly number: NSNumber) {
        guard let value = Double(exactly: number) else { return nil }
        self = CGFloat(value)
    }
}

/// The largest finite `Float`. Source: math.h.
public let MAXFLOAT = Float.greatestFiniteMagnitude
