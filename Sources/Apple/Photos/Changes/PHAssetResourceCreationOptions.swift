import Foundation

/// How a file becomes part of a new asset.
///
/// Source: Apple, PHAssetResourceCreationOptions.
public final class PHAssetResourceCreationOptions: NSObject {
    /// Whether to move the file instead of copying it. Within one file system this is a rename.
    ///
    /// If the change fails, the file stays where it was.
    public var shouldMoveFile = false

    /// The name to remember; `nil` uses the file's own.
    public var originalFilename: String?

    /// The type of the file, such as `public.jpeg`; `nil` detects it.
    public var uniformTypeIdentifier: String?

    public override init() {}
}
