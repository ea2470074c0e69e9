// Core Foundation's names for types that Swift has itself.
//
// Linux has no toll-free bridging: `key as String` and `attributes as CFDictionary` compile because both sides are the
// same Swift type.

import Foundation

/// Text. Source: Apple, CFString. Linux: Swift's `String` itself.
public typealias CFString = String

/// A dictionary with text keys. Source: Apple, CFDictionary. Linux: Swift's dictionary itself.
public typealias CFDictionary = [String: Any]

/// A list. Source: Apple, CFArray. Linux: Swift's array itself.
public typealias CFArray = [Any]

/// Bytes. Source: Apple, CFData. Linux: Foundation's `Data` itself.
public typealias CFData = Data

/// Bytes that can be appended to. Source: Apple, CFMutableData. Linux: Foundation's `NSMutableData` itself.
public typealias CFMutableData = NSMutableData

/// An address. Source: Apple, CFURL. Linux: Foundation's `URL` itself.
public typealias CFURL = URL

/// An error. Source: Apple, CFError. Linux: Foundation's `NSError` itself.
public typealias CFError = NSError

/// A number. Source: Apple, CFNumber. Linux: Foundation's `NSNumber` itself.
public typealias CFNumber = NSNumber

/// Bytes to append to; none initially.
///
/// - Parameters:
///   - allocator: without effect.
///   - capacity: without effect on Linux; the data is never limited.
public func CFDataCreateMutable(_ allocator: CFAllocator!, _ capacity: CFIndex) -> CFMutableData! {
    NSMutableData()
}

/// The number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.count }

/// A truth value. Source: Apple, CFBoolean. Linux: `Bool` itself.
public typealias CFBoolean = Bool

/// Anything that a Core Foundation collection holds. Source: Apple, CFTypeRef.
public typealias CFTypeRef = Any

/// Stands for "nothing" in a collection. Source: Apple, CFNull. Linux: Foundation's `NSNull` itself.
public typealias CFNull = NSNull

/// The value that stands for nothing; as a value of a picture's metadata, it removes them.
public var kCFNull: CFNull! { NSNull() }

/// A count or an index. Source: Apple, CFIndex.
public typealias CFIndex = Int

/// Which of two values comes first. Source: Apple, CFComparisonResult.
public enum CFComparisonResult: CFIndex, Sendable {
    case compareLessThan = -1
    case compareEqualTo = 0
    case compareGreaterThan = 1
}

/// Identifies a Core Foundation type. Source: Apple, CFTypeID.
public typealias CFTypeID = UInt

/// A class of Core Foundation's: two objects are equal if they are the same one. Source: Apple, _CFObject.
public protocol _CFObject: AnyObject, Hashable {}

extension _CFObject {
    public static func == (left: Self, right: Self) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Whether two objects are equal. Source: Apple, CFEqual.
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
    guard let left = cf1 as? AnyHashable, let right = cf2 as? AnyHashable else {
        return (cf1 as AnyObject) === (cf2 as AnyObject)
    }
    return left == right
}

/// The value "true".
public let kCFBooleanTrue: CFBoolean! = true

/// The value "false".
public let kCFBooleanFalse: CFBoolean! = false

/// Allocates memory. Source: Apple, CFAllocator. Linux: there is one, ``kCFAllocatorDefault``; functions take the
/// argument and ignore it.
public final class CFAllocator: Sendable {
    init() {}
}

/// The usual allocator.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()

/// The allocator that does nothing: memory given with it is never freed.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
