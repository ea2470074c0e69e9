import Foundation

/// The user's folders, as URLs; Foundation on Linux has only the home folder and that for temporary files.
///
/// Source: Apple, URL. Linux: there is no library folder, so `libraryDirectory` is missing.
extension URL {
    public static var documentsDirectory: URL { folder(.documentDirectory) }
    public static var cachesDirectory: URL { folder(.cachesDirectory) }
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
    public static var desktopDirectory: URL { folder(.desktopDirectory) }
    public static var downloadsDirectory: URL { folder(.downloadsDirectory) }
    public static var moviesDirectory: URL { folder(.moviesDirectory) }
    public static var musicDirectory: URL { folder(.musicDirectory) }
    public static var picturesDirectory: URL { folder(.picturesDirectory) }
    public static var sharedPublicDirectory: URL { folder(.sharedPublicDirectory) }
    public static var trashDirectory: URL { folder(.trashDirectory) }

    private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
        // As on Apple's systems, a folder's URL ends with a slash.
        let place = FileManager.default.urls(for: directory, in: .userDomainMask).first ?? homeDirectory
        return URL(fileURLWithPath: place.path, isDirectory: true)
    }
}
