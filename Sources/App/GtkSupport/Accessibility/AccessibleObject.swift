internal import CGtk

/// A named object on the accessibility bus, other than a widget.
///
/// Source: AT-SPI2, org.a11y.atspi.Accessible; `atspi-constants.h` for the numbers of roles and states.
@MainActor
final class AccessibleObject {
    enum Role: UInt32 {
        case application = 75
        case notification = 101
    }

    /// Where screen readers look for a program's first object.
    static let root = "/org/a11y/atspi/accessible/root"

    let path: String
    private let bus: Object
    private var registration: guint = 0

    /// - Parameters:
    ///   - path: where it is on the bus.
    ///   - bus: it is there until the object is released.
    init(_ role: Role, named name: String, at path: String, on bus: Object) {
        self.path = path
        self.bus = bus
        let description = Description(role, name, on: bus)
        registration = g_dbus_connection_register_object(
            bus.opaque, path, Self.interface, &Self.functions, Unmanaged.passRetained(description).toOpaque(),
            { Boxes.release($0) }, nil)
    }

    isolated deinit { g_dbus_connection_unregister_object(bus.opaque, registration) }

    private static let interface: UnsafeMutablePointer<GDBusInterfaceInfo>? = {
        let node = attempt { g_dbus_node_info_new_for_xml(AccessibleObject.methods, $0) }
        return g_dbus_node_info_lookup_interface(node, "org.a11y.atspi.Accessible")
    }()

    private static var functions: GDBusInterfaceVTable = {
        var functions = GDBusInterfaceVTable()
        functions.method_call = { _, _, _, _, method, _, invocation, data in
            onMain((method, invocation, data)) { method, invocation, data in
                let description = Boxes.object(data, as: Description.self)
                let answer = method.flatMap { description?.answer(to: String(cString: $0)) }
                g_dbus_method_invocation_return_value(invocation, answer)
                answer.map { g_variant_unref($0) }
            }
        }
        functions.get_property = { _, _, _, _, property, _, data in
            // A pointer is not Sendable, its number is.
            let value = onMain((property, data)) { property, data in
                let description = Boxes.object(data, as: Description.self)
                return UInt(bitPattern: property.flatMap { description?.value(of: String(cString: $0)) })
            }
            return OpaquePointer(bitPattern: value)
        }
        return functions
    }()

    private static let methods = """
        <node><interface name="org.a11y.atspi.Accessible">
        <property name="Name" type="s" access="read"/>
        <property name="Description" type="s" access="read"/>
        <property name="Locale" type="s" access="read"/>
        <property name="AccessibleId" type="s" access="read"/>
        <property name="Parent" type="(so)" access="read"/>
        <property name="ChildCount" type="i" access="read"/>
        <method name="GetChildAtIndex"><arg direction="in" type="i"/><arg direction="out" type="(so)"/></method>
        <method name="GetChildren"><arg direction="out" type="a(so)"/></method>
        <method name="GetIndexInParent"><arg direction="out" type="i"/></method>
        <method name="GetRelationSet"><arg direction="out" type="a(ua(so))"/></method>
        <method name="GetRole"><arg direction="out" type="u"/></method>
        <method name="GetRoleName"><arg direction="out" type="s"/></method>
        <method name="GetLocalizedRoleName"><arg direction="out" type="s"/></method>
        <method name="GetState"><arg direction="out" type="au"/></method>
        <method name="GetAttributes"><arg direction="out" type="a{ss}"/></method>
        <method name="GetApplication"><arg direction="out" type="(so)"/></method>
        <method name="GetInterfaces"><arg direction="out" type="as"/></method>
        </interface></node>
        """

    /// What it says about itself.
    private final class Description {
        private let role: Role
        private let name: String
        private let bus: String
        /// ATSPI_STATE_ENABLED, SENSITIVE, SHOWING and VISIBLE.
        private static let states: UInt32 = 1 << 8 | 1 << 24 | 1 << 25 | 1 << 30

        init(_ role: Role, _ name: String, on bus: Object) {
            self.role = role
            self.name = name
            self.bus = g_dbus_connection_get_unique_name(bus.opaque).map { String(cString: $0) } ?? ""
        }

        /// A new value; `nil` for a property that is not one of ``AccessibleObject/methods``.
        func value(of property: String) -> OpaquePointer? {
            switch property {
            case "Name": g_variant_new_string(name)
            case "Description", "AccessibleId": g_variant_new_string("")
            case "Locale": g_variant_new_string(setlocale(LC_MESSAGES, nil))
            case "Parent": parsed("('\(role == .application ? "org.a11y.atspi.Registry" : bus)', \(root))")
            case "ChildCount": g_variant_new_int32(0)
            default: nil
            }
        }

        /// A reference of the caller's own; `nil` for a method that is not one of ``AccessibleObject/methods``.
        func answer(to method: String) -> OpaquePointer? {
            switch method {
            case "GetChildAtIndex": parsed("(('', objectpath '/org/a11y/atspi/null'),)")
            case "GetChildren": parsed("(@a(so) [],)")
            case "GetIndexInParent": parsed("(-1,)")
            case "GetRelationSet": parsed("(@a(ua(so)) [],)")
            case "GetRole": parsed("(uint32 \(role.rawValue),)")
            case "GetRoleName", "GetLocalizedRoleName": parsed("('\(role)',)")
            case "GetState": parsed("([uint32 \(Self.states), 0],)")
            case "GetAttributes": parsed("(@a{ss} {},)")
            case "GetApplication": parsed("(('\(bus)', \(root)),)")
            case "GetInterfaces": parsed("(['org.a11y.atspi.Accessible'],)")
            default: nil
            }
        }

        private var root: String { "objectpath '\(AccessibleObject.root)'" }

        /// - Parameter text: in GVariant's text format.
        private func parsed(_ text: String) -> OpaquePointer? {
            attempt { g_variant_parse(nil, text, nil, nil, $0) }
        }
    }
}
