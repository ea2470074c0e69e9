/// A four-character code, as `UInt32`. Source: Apple, MacTypes.
public typealias FourCharCode = UInt32

/// A type code. Source: Apple, MacTypes.
public typealias OSType = FourCharCode

/// A result code; 0 is success. Source: Apple, MacTypes.
public typealias OSStatus = Int32
