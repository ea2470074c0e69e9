import Foundation

/// Objects that change requests take one after the other: an array, a set, or the result of a fetch.
///
/// Source: Apple, NSFastEnumeration.
public protocol NSFastEnumeration {}

extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension Array: NSFastEnumeration {}
extension PHFetchResult: NSFastEnumeration {}

/// The objects of what a change request takes.
enum ObjectList {
    static func objects(of list: any NSFastEnumeration) -> [Any] {
        switch list {
        case let list as any FetchedObjects: list.all
        case let list as NSArray: Array(list)
        case let list as NSSet: Array(list)
        case let list as [Any]: list
        default: []
        }
    }

    /// The catalogue's names for assets and placeholders.
    static func uuids(of list: any NSFastEnumeration) -> [String] {
        objects(of: list).compactMap { $0 as? PHObject }.filter { $0 is PHAsset || $0 is PHObjectPlaceholder }
            .map { PHObject.uuid(ofLocalIdentifier: $0.localIdentifier) }
    }
}

private protocol FetchedObjects {
    var all: [Any] { get }
}

extension PHFetchResult: FetchedObjects {
    fileprivate var all: [Any] { (0..<count).map { self[$0] } }
}
