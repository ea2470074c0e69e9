import CoreMedia
import Foundation

/// Times in objects, as older calls take them. Source: Apple, NSValue.
extension NSValue {
    /// Source: Apple, NSValue.init(time:).
    public convenience init(time: CMTime) { self.init(copying: time) }

    /// Source: Apple, NSValue.init(timeRange:).
    public convenience init(timeRange: CMTimeRange) { self.init(copying: timeRange) }

    /// The time in it; invalid if it holds something else. Source: Apple, NSValue.timeValue.
    public var timeValue: CMTime { contents() ?? .invalid }

    /// The range in it; invalid if it holds something else. Source: Apple, NSValue.timeRangeValue.
    public var timeRangeValue: CMTimeRange { contents() ?? .invalid }

    private convenience init<Value>(copying value: Value) {
        // Foundation here knows arrays, and no structures.
        self.init(
            bytes: withUnsafeBytes(of: value) { Array($0) }, objCType: "[\(MemoryLayout<Value>.size)C]")
    }

    private func contents<Value>() -> Value? {
        guard String(cString: objCType) == "[\(MemoryLayout<Value>.size)C]" else { return nil }
        return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            guard let base = memory.baseAddress else { return nil }
            getValue(UnsafeMutableRawPointer(base))
            return base.pointee
        }
    }
}
