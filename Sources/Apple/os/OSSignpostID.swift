import Locking

/// Distinguishes overlapping intervals with the same name. Source: Apple, OSSignpostID.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    public let rawValue: UInt64

    private static let last = Mutex<UInt64>(0)

    public init(_ value: UInt64) {
        rawValue = value
    }

    /// An identifier that no other interval of the program has.
    public init(log: OSLog) {
        self = .next()
    }

    /// The same for the same object.
    public init(log: OSLog, object: AnyObject) {
        self.init(object)
    }

    init(_ object: AnyObject) {
        rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object)))
    }

    static func next() -> OSSignpostID {
        last.withLock { last in
            last += 1
            return OSSignpostID(last)
        }
    }

    /// For intervals that never overlap.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    public static let invalid = OSSignpostID(UInt64.max)
    public static let null = OSSignpostID(0)

    public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}
