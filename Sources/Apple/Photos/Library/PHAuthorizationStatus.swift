/// Whether an app may use the photo library.
///
/// Linux: the permissions of the library's folder decide, so only `.authorized` and `.denied` occur.
///
/// Source: Apple, PHAuthorizationStatus.
public enum PHAuthorizationStatus: Int, Sendable {
    /// The user has not been asked yet.
    case notDetermined = 0
    /// The user is not allowed to decide.
    case restricted = 1
    /// The folder cannot be written.
    case denied = 2
    /// The folder can be written.
    case authorized = 3
    /// Access to a part of the library.
    case limited = 4
}

/// What an app wants to do with the photo library.
///
/// Source: Apple, PHAccessLevel.
public enum PHAccessLevel: Int, Sendable {
    /// Adding assets, but not reading existing ones.
    case addOnly = 1
    /// Everything.
    case readWrite = 2
}
