// Core Foundation's names for types that Swift has itself.
//
// Linux has no toll-free bridging: `key as String` and `attributes as CFDictionary` compile because both sides are the
// same Swift type.

/// Text. Source: Apple, CFString. Linux: Swift's `String` itself.
public typealias CFString = String

/// A dictionary with text keys. Source: Apple, CFDictionary. Linux: Swift's dictionary itself.
public typealias CFDictionary = [String: Any]

/// A list. Source: Apple, CFArray. Linux: Swift's array itself.
public typealias CFArray = [Any]

/// A truth value. Source: Apple, CFBoolean. Linux: `Bool` itself.
public typealias CFBoolean = Bool

/// Anything that a Core Foundation collection holds. Source: Apple, CFTypeRef.
public typealias CFTypeRef = Any

/// A count or an index. Source: Apple, CFIndex.
public typealias CFIndex = Int

/// Identifies a Core Foundation type. Source: Apple, CFTypeID.
public typealias CFTypeID = UInt

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
