import Foundation

/// How a file becomes part of a new asset.
///
/// Source: Apple, PHAssetResourceCreationOptions.
public final class PHAssetResourceCreationOptions: NSObject {
    /// Whether the file is taken away from where it is. On one file system that costs a renaming and no copy.
    ///
    /// When the change fails the file is where it was.
    public var shouldMoveFile = false

    /// The name to remember; `nil` takes the file's own.
    public var originalFilename: String?

    /// The type of the file, such as `public.jpeg`; `nil` finds it out.
    public var uniformTypeIdentifier: String?

    public override init() {}
}
