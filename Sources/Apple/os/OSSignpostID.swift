import Locking

/// Tells intervals of one name apart that overlap. Source: Apple, OSSignpostID.
public struct OSSignpostID: Hashable, Comparable, Sendable {
    /// Source: Apple, OSSignpostID.rawValue.
    public let rawValue: UInt64

    private static let last = Mutex<UInt64>(0)

    /// Source: Apple, OSSignpostID.init(_:).
    public init(_ value: UInt64) {
        rawValue = value
    }

    /// One that no other interval of the program has. Source: Apple, OSSignpostID.init(log:).
    public init(log: OSLog) {
        self = .next()
    }

    /// The same for the same object. Source: Apple, OSSignpostID.init(log:object:).
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

    /// For intervals of which there is only one at a time. Source: Apple, OSSignpostID.exclusive.
    public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
    /// Source: Apple, OSSignpostID.invalid.
    public static let invalid = OSSignpostID(UInt64.max)
    /// Source: Apple, OSSignpostID.null.
    public static let null = OSSignpostID(0)

    public static func < (left: OSSignpostID, right: OSSignpostID) -> Bool { left.rawValue < right.rawValue }
}
