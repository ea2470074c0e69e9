// Core Foundation's names for values that Swift has of its own.
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

/// The value "true". Source: Apple, kCFBooleanTrue.
public let kCFBooleanTrue: CFBoolean! = true

/// The value "false". Source: Apple, kCFBooleanFalse.
public let kCFBooleanFalse: CFBoolean! = false

/// Who allocates. Source: Apple, CFAllocator. Linux: there is one, ``kCFAllocatorDefault``; functions take the argument
/// and ignore it.
public final class CFAllocator: Sendable {
    init() {}
}

/// The usual allocator. Source: Apple, kCFAllocatorDefault.
public let kCFAllocatorDefault: CFAllocator! = CFAllocator()

/// The allocator that does nothing: memory given with it is never freed. Source: Apple, kCFAllocatorNull.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
