import Foundation

/// An object in the photo library, with an identifier.
///
/// Source: Apple, PHObject.
public class PHObject: NSObject, @unchecked Sendable {  // nothing in it changes
    /// Identifies the object, even after the program is restarted.
    public let localIdentifier: String

    init(uuid: String) {
        localIdentifier = uuid + Self.suffix
    }

    /// The suffix of Apple's identifiers.
    private static let suffix = "/L0/001"

    /// The catalogue's name for the object with this identifier.
    static func uuid(ofLocalIdentifier identifier: String) -> String {
        String(identifier.prefix { $0 != "/" })
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        return type(of: other) == type(of: self) && other.localIdentifier == localIdentifier
    }

    public override var hash: Int { localIdentifier.hashValue }
}

/// Stands in for an object that a change block will create.
///
/// Source: Apple, PHObjectPlaceholder.
public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {}
