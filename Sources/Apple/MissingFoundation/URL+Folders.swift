import Foundation

// Foundation on Linux has only the home folder and that for temporary files. There is no library folder, so
// `libraryDirectory` is missing.

extension URL {
    /// Source: Apple, URL.
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    /// Source: Apple, URL.
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    /// Source: Apple, URL.
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
    /// Source: Apple, URL.
    public static var desktopDirectory: URL { folder(.desktopDirectory) }
    /// Source: Apple, URL.
    public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
    /// Source: Apple, URL.
    public static var moviesDirectory: URL { folder(.moviesDirectory) }
    /// Source: Apple, URL.
    public static var musicDirectory: URL { folder(.musicDirectory) }
    /// Source: Apple, URL.
    public static var picturesDirectory: URL { folder(.picturesDirectory) }
    /// Source: Apple, URL.
    public static var sharedPublicDirectory: URL { folder(.sharedPublicDirectory) }
    /// Source: Apple, URL.
    public static var trashDirectory: URL { folder(.trashDirectory) }

    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        // As on Apple's systems, a folder's URL ends with a slash.
        let place = FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
        return URL(fileURLWithPath: place.path, isDirectory: true)
    }
}
