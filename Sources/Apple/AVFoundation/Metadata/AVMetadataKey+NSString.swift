import Foundation

/// `AVMetadataKey.commonKeyTitle as NSString`, also `as (NSCopying & NSObjectProtocol)`, for the key of an item.
extension AVMetadataKey: _ObjectiveCBridgeable {
    /// Source: Apple, NSString.
    public func _bridgeToObjectiveC() -> NSString { NSString(string: rawValue) }

    /// Source: Apple, NSString.
    public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout AVMetadataKey?) {
        result = AVMetadataKey(source as String)
    }

    /// Source: Apple, NSString.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout AVMetadataKey?) -> Bool {
        result = AVMetadataKey(source as String)
        return true
    }

    /// Source: Apple, NSString.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> AVMetadataKey {
        AVMetadataKey(source.map { $0 as String } ?? "")
    }
}
