internal import CGtk

/// The value of a property. GObject itself converts a number to an enumeration or to another width.
package enum PropertyValue {
    case nothing
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String?)
    case object(Object?)

    init(_ value: GValue) {
        var value = value
        var target = GValue()
        func transformed(to type: GType) -> Bool {
            g_value_init(&target, type)
            if g_value_transform(&value, &target) != 0 { return true }
            g_value_unset(&target)
            target = GValue()
            return false
        }
        defer { if target.g_type != 0 { g_value_unset(&target) } }
        let fundamental = g_type_fundamental(value.g_type)
        if fundamental == CGTK_TYPE_BOOLEAN {
            self = .bool(g_value_get_boolean(&value) != 0)
        } else if fundamental == CGTK_TYPE_STRING {
            self = .string(g_value_get_string(&value).map { String(cString: $0) })
        } else if fundamental == CGTK_TYPE_OBJECT || g_type_is_a(value.g_type, CGTK_TYPE_OBJECT) != 0 {
            self = .object(g_value_get_object(&value).map { Object($0) })
        } else if fundamental == CGTK_TYPE_DOUBLE || fundamental == g_type_from_name("gfloat"),
            transformed(to: CGTK_TYPE_DOUBLE)
        {
            self = .double(g_value_get_double(&target))
        } else if transformed(to: CGTK_TYPE_INT64) {
            self = .int(Int(g_value_get_int64(&target)))
        } else {
            self = .nothing
        }
    }

    /// The caller unsets it.
    var gValue: GValue {
        var value = GValue()
        switch self {
        case .nothing:
            break
        case .bool(let bool):
            g_value_init(&value, CGTK_TYPE_BOOLEAN)
            g_value_set_boolean(&value, bool ? 1 : 0)
        case .int(let int):
            g_value_init(&value, CGTK_TYPE_INT64)
            g_value_set_int64(&value, gint64(int))
        case .double(let double):
            g_value_init(&value, CGTK_TYPE_DOUBLE)
            g_value_set_double(&value, double)
        case .string(let string):
            g_value_init(&value, CGTK_TYPE_STRING)
            g_value_set_string(&value, string)
        case .object(let object):
            // The object's own type, because a property with a subclass's type does not accept a plain GObject.
            g_value_init(&value, object.map { cgtk_type_of($0.pointer) } ?? CGTK_TYPE_OBJECT)
            g_value_set_object(&value, object?.pointer)
        }
        return value
    }
}

/// A Swift type that a property can have.
@MainActor
package protocol PropertyConvertible {
    /// A value that does not fit becomes the type's first value.
    init(_ value: PropertyValue)
    var propertyValue: PropertyValue { get }
}

extension Bool: PropertyConvertible {
    package init(_ value: PropertyValue) { if case .bool(let bool) = value { self = bool } else { self = false } }
    package var propertyValue: PropertyValue { .bool(self) }
}

extension Int: PropertyConvertible {
    package init(_ value: PropertyValue) { if case .int(let int) = value { self = int } else { self = 0 } }
    package var propertyValue: PropertyValue { .int(self) }
}

extension Double: PropertyConvertible {
    package init(_ value: PropertyValue) {
        if case .double(let double) = value { self = double } else { self = Double(Int(value)) }
    }
    package var propertyValue: PropertyValue { .double(self) }
}

extension String: PropertyConvertible {
    package init(_ value: PropertyValue) {
        if case .string(let string?) = value { self = string } else { self = "" }
    }
    package var propertyValue: PropertyValue { .string(self) }
}

extension Optional: PropertyConvertible where Wrapped: Object {
    package init(_ value: PropertyValue) {
        if case .object(let object?) = value { self = object.as(Wrapped.self) } else { self = nil }
    }
    package var propertyValue: PropertyValue { .object(self) }
}
