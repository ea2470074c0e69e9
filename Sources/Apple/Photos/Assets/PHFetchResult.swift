import Foundation

/// The objects that a fetch gave, in order. It does not change when the library does.
///
/// Source: Apple, PHFetchResult.
public final class PHFetchResult<ObjectType: AnyObject>: NSObject {
    private let objects: [ObjectType]

    init(_ objects: [ObjectType]) {
        self.objects = objects
    }

    /// Source: Apple, count.
    public var count: Int { objects.count }

    /// Source: Apple, firstObject.
    public var firstObject: ObjectType? { objects.first }

    /// Source: Apple, lastObject.
    public var lastObject: ObjectType? { objects.last }

    /// Source: Apple, object(at:).
    public func object(at index: Int) -> ObjectType { objects[index] }

    public subscript(index: Int) -> ObjectType { objects[index] }

    /// Source: Apple, objects(at:).
    public func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map { objects[$0] } }

    /// Source: Apple, contains(_:).
    public func contains(_ object: ObjectType) -> Bool { index(of: object) != NSNotFound }

    /// The position of an object, or `NSNotFound`. Source: Apple, index(of:).
    public func index(of object: ObjectType) -> Int {
        objects.firstIndex { $0 === object || ($0 as? NSObject)?.isEqual(object) == true } ?? NSNotFound
    }

    /// Calls `block` with one object after the other until it sets its last argument.
    ///
    /// Source: Apple, enumerateObjects(_:).
    public func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        var stop = ObjCBool(false)
        for (index, object) in objects.enumerated() {
            block(object, index, &stop)
            if stop.boolValue { return }
        }
    }

    /// How many of the assets are of this type. Source: Apple, countOfAssets(with:).
    public func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        objects.count { ($0 as? PHAsset)?.mediaType == mediaType }
    }
}

// What it holds is sendable too, and the list never changes.
extension PHFetchResult: @unchecked Sendable where ObjectType: Sendable {}
