public import Foundation
import UniformTypeIdentifiers

/// An object that hands over its data, in one or several types. Source: Apple, NSItemProviderWriting.
public protocol NSItemProviderWriting: NSObjectProtocol {
    /// Most faithful first.
    static var writableTypeIdentifiersForItemProvider: [String] { get }
    /// The types of this very object.
    var writableTypeIdentifiersForItemProvider: [String] { get }

    /// Calls the handler with the data or an error, on any thread.
    @preconcurrency func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress?
}

extension NSItemProviderWriting {
    public var writableTypeIdentifiersForItemProvider: [String] { Self.writableTypeIdentifiersForItemProvider }
}

extension NSItemProvider {
    /// For an object, in all types that it has.
    public convenience init(object: any NSItemProviderWriting) {
        self.init()
        registerObject(object, visibility: .all)
    }

    /// For data (`NSData`), a file or an address (`NSURL`), or a text (`NSString`).
    ///
    /// - Parameters:
    ///   - item: Linux: of one of these classes; of anything else, nothing is registered.
    ///   - typeIdentifier: the type of data; texts and addresses have their own if it is `nil`.
    public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
        self.init()
        guard let typeIdentifier, let data = Self.data(of: item) else {
            if let item = item as? any NSItemProviderWriting { registerObject(item, visibility: .all) }
            return
        }
        registerDataRepresentation(forTypeIdentifier: typeIdentifier, visibility: .all) { handler in
            handler(data, nil)
            return nil
        }
    }

    private static func data(of item: (any NSSecureCoding)?) -> Data? {
        switch item {
        case let data as NSData: Data(referencing: data)
        case let text as NSString: Data(String(text).utf8)
        case let url as NSURL: Data(url.absoluteString.utf8)
        default: nil
        }
    }

    /// Adds the types of an object.
    ///
    /// - Parameters:
    ///   - object: asked for its data at each request.
    ///   - visibility: Linux: without effect.
    public func registerObject(
        _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
    ) {
        // It is asked by one request after another, as on Apple's systems.
        nonisolated(unsafe) let object = object
        for type in object.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { handler in
                object.loadData(withTypeIdentifier: type, forItemProviderCompletionHandler: handler)
            }
        }
    }

    /// Whether a value of a type with a class, such as `String` and `URL`, can be made of the item.
    public func canLoadObject<T: _ObjectiveCBridgeable>(ofClass type: T.Type) -> Bool
    where T._ObjectiveCType: NSItemProviderReading { canLoadObject(ofClass: T._ObjectiveCType.self) }

    /// Makes a value of a type with a class, such as `String` and `URL`.
    @preconcurrency public func loadObject<T: _ObjectiveCBridgeable & Sendable>(
        ofClass type: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
    ) -> Progress where T._ObjectiveCType: NSItemProviderReading {
        loadObject(ofClass: T._ObjectiveCType.self) { object, error in
            var value: T?
            if let object = object as? T._ObjectiveCType { value = T._unconditionallyBridgeFromObjectiveC(object) }
            completionHandler(value, error)
        }
    }
}

extension NSString: NSItemProviderReading, NSItemProviderWriting {
    public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.text.identifier] }
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.utf8PlainText.identifier] }

    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let text = String(data: data, encoding: .utf8), let object = NSString(string: text) as? Self else {
            throw CocoaError(.fileReadInapplicableStringEncoding)
        }
        return object
    }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(String(self).utf8), nil)
        return nil
    }
}

extension NSURL: NSItemProviderReading, NSItemProviderWriting {
    public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }
    public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

    public var writableTypeIdentifiersForItemProvider: [String] {
        isFileURL ? [UTType.fileURL.identifier, UTType.url.identifier] : Self.writableTypeIdentifiersForItemProvider
    }

    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
        guard let url = NSURL(string: String(decoding: data, as: UTF8.self)) as? Self else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return url
    }

    public func loadData(
        withTypeIdentifier typeIdentifier: String,
        forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
        completionHandler(Data(absoluteString.utf8), nil)
        return nil
    }
}
