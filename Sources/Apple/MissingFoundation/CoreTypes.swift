/// A four-character code, as `UInt32`. Source: Apple, MacTypes.
public typealias FourCharCode = UInt32

/// A type code. Source: Apple, MacTypes.
public typealias OSType = FourCharCode

/// A result code; 0 is success. Source: Apple, MacTypes.
public typealias OSStatus = Int32

/// Success. Source: Apple, noErr.
public let noErr: OSStatus = 0

/// A truth value of C. Source: Apple, DarwinBoolean.
public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, CustomStringConvertible, Sendable {
    public let boolValue: Bool

    public init(_ value: Bool) { boolValue = value }

    public init(booleanLiteral value: Bool) { self.init(value) }

    public var description: String { boolValue.description }
}

extension FourCharCode {
    /// The code of four ASCII letters, as C's `'abcd'`: the first letter in the highest byte.
    package init(letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 4, "a four-character code has four letters")
        self = letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | FourCharCode($1) } }
    }

    /// The letters of the code for people and logs: "420v"; bytes that do not print are shown as `.`.
    package var letters: String {
        String(
            [24, 16, 8, 0].map { shift in
                let byte = UInt8(truncatingIfNeeded: self >> FourCharCode(shift))
                return (0x20..<0x7F).contains(byte) ? Character(UnicodeScalar(byte)) : "."
            })
    }
}
