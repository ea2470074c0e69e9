import Foundation

/// The objects that a fetch returned, in order. It does not change with the library.
///
/// Source: Apple, PHFetchResult.
public final class PHFetchResult<ObjectType: AnyObject>: NSObject {
    private let objects: [ObjectType]
    private let fetch: (@Sendable () -> PHFetchResult?)?
    /// Whether change details should have indexes.
    let wantsDetails: Bool

    /// - Parameter fetch: repeats the fetch; `nil` for a list that never changes.
    init(_ objects: [ObjectType], wantsDetails: Bool = true, fetch: (@Sendable () -> PHFetchResult?)? = nil) {
        self.objects = objects
        self.wantsDetails = wantsDetails
        self.fetch = fetch
    }

    /// Nothing.
    public override convenience init() { self.init([]) }

    /// The result of the same fetch now; `nil` if the list never changes.
    func fetchedAgain() -> PHFetchResult? { fetch?() }

    /// The keys that identify the objects.
    var keys: [AnyHashable] {
        objects.map { ($0 as? PHObject).map { AnyHashable($0.localIdentifier) } ?? AnyHashable(ObjectIdentifier($0)) }
    }

    /// Whether two objects have the same contents.
    static func isSame(_ first: ObjectType, _ second: ObjectType) -> Bool {
        switch (first, second) {
        case (let first as PHAsset, let second as PHAsset): first.record == second.record
        case (let first as PHAssetCollection, let second as PHAssetCollection): first.album == second.album
        default: first === second
        }
    }

    public var count: Int { objects.count }

    public var firstObject: ObjectType? { objects.first }

    public var lastObject: ObjectType? { objects.last }

    public func object(at index: Int) -> ObjectType { objects[index] }

    public subscript(index: Int) -> ObjectType { objects[index] }

    public func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map { objects[$0] } }

    public func contains(_ object: ObjectType) -> Bool { index(of: object) != NSNotFound }

    /// The position of an object, or `NSNotFound`.
    public func index(of object: ObjectType) -> Int {
        objects.firstIndex { $0 === object || ($0 as? NSObject)?.isEqual(object) == true } ?? NSNotFound
    }

    /// Calls `block` with each object in turn until it sets its last argument.
    public func enumerateObjects(_ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
        enumerateObjects(options: [], using: block)
    }

    /// Calls `block` with each object, from the last one on if the options say so, until it sets its last argument.
    public func enumerateObjects(
        options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        enumerateObjects(at: IndexSet(objects.indices), options: opts, using: block)
    }

    /// Calls `block` with some of the objects, from the last one on if the options say so, until it sets its last
    /// argument.
    public func enumerateObjects(
        at s: IndexSet, options opts: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for index in opts.contains(.reverse) ? s.reversed() : Array(s) {
            block(objects[index], index, &stop)
            if stop.boolValue { return }
        }
    }

    /// The number of assets with this type.
    public func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        objects.count { ($0 as? PHAsset)?.mediaType == mediaType }
    }
}

// Its objects are sendable, and nothing in it changes.
extension PHFetchResult: @unchecked Sendable where ObjectType: Sendable {}
