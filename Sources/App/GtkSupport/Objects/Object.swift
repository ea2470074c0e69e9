internal import CGtk

/// A GObject, kept alive by this reference.
///
/// Its properties are members in Swift's spelling: `label.halign`, `picture.canShrink`. See ``PropertyValue``.
@MainActor @dynamicMemberLookup
package class Object {
    let pointer: UnsafeMutableRawPointer

    /// - Parameter pointer: a GObject; the caller keeps its own reference.
    required init(_ pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    /// - Parameter pointer: a GObject; the caller gives up its reference, which is not a floating one.
    convenience init(owned pointer: UnsafeMutableRawPointer) {
        self.init(pointer)
        g_object_unref(pointer)
    }

    isolated deinit { g_object_unref(pointer) }

    /// The pointer as one of the structs in the C headers.
    func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> { pointer.assumingMemoryBound(to: type) }

    /// The pointer for C types that are only declared.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// A reference of another type to the same object.
    package func `as`<T: Object>(_ type: T.Type) -> T { T(pointer) }

    package subscript<Value: PropertyConvertible>(dynamicMember name: String) -> Value {
        get { self[property: name] }
        set { self[property: name] = newValue }
    }

    /// A property by its name in C or Swift: `content-fit`, `contentFit`.
    package subscript<Value: PropertyConvertible>(property name: String) -> Value {
        get {
            var value = GValue()
            g_object_get_property(cast(), Self.kebabCase(name), &value)
            defer { g_value_unset(&value) }
            return Value(PropertyValue(value))
        }
        set {
            var value = newValue.propertyValue.gValue
            g_object_set_property(cast(), Self.kebabCase(name), &value)
            g_value_unset(&value)
        }
    }

    private static func kebabCase(_ name: String) -> String {
        name.reduce(into: "") { result, letter in
            if letter.isUppercase { result.append("-") }
            result.append(contentsOf: letter.lowercased())
        }
    }
}
