import Foundation

/// Something in the photo library that has an identifier.
///
/// Source: Apple, PHObject.
public class PHObject: NSObject, @unchecked Sendable {  // nothing in it changes
    /// Finds the object again, also after the program was started anew.
    public let localIdentifier: String

    init(uuid: String) {
        localIdentifier = uuid + Self.suffix
    }

    /// What Apple's identifiers end with.
    private static let suffix = "/L0/001"

    /// The catalogue's name of the object that has this identifier.
    static func uuid(ofLocalIdentifier identifier: String) -> String {
        String(identifier.prefix { $0 != "/" })
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PHObject else { return false }
        return type(of: other) == type(of: self) && other.localIdentifier == localIdentifier
    }

    public override var hash: Int { localIdentifier.hashValue }
}

/// Stands for an object that a change block will make.
///
/// Source: Apple, PHObjectPlaceholder.
public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {}
