import Foundation

extension UserDefaults {
    /// As `set(_:forKey:)`. Source: Apple, NSObject, setValue(_:forKey:).
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// As `object(forKey:)`. Source: Apple, NSObject, value(forKey:).
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}

extension NSURL {
    /// The address of a file. Source: Apple, NSURL.
    public class func fileURL(withPath path: String) -> URL { URL(fileURLWithPath: path) }

    /// The address of a file or a folder. Source: Apple, NSURL.
    public class func fileURL(withPath path: String, isDirectory isDir: Bool) -> URL {
        URL(fileURLWithPath: path, isDirectory: isDir)
    }
}
