internal import CLinuxVideo

/// A control of a device with the driver's own name, as a person sets it.
///
/// Source: V4L2 specification, VIDIOC_QUERY_EXT_CTRL.
package struct NamedControl: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case integer
        /// 0 or 1.
        case boolean
        /// One of ``NamedControl/choices``.
        case menu
        /// Has no value; setting it does something.
        case button
        case bits
    }

    package var id: UInt32
    /// "White Balance, Automatic".
    package var title: String
    package var kind: Kind
    package var range: ClosedRange<Int64>
    package var step: Int64
    package var defaultValue: Int64
    /// The values of a menu, with their names.
    package var choices: [Int64: String] = [:]
    /// `nil` for a control that cannot be read.
    package var value: Int64?
    /// Whether another program, or the stream, holds it.
    package var isGrabbed = false
    package var isReadOnly = false
    /// Whether it has 64 bits, which takes other calls.
    var isLong = false
    /// Whether it has no effect while another control is as it is, such as a focus while the camera focuses by itself.
    package var isInactive = false

    package init(
        id: UInt32, title: String, kind: Kind, range: ClosedRange<Int64>, step: Int64 = 1, defaultValue: Int64 = 0
    ) {
        self.id = id
        self.title = title
        self.kind = kind
        self.range = range
        self.step = step
        self.defaultValue = defaultValue
    }

    /// Lower case and with underscores, as v4l2-ctl writes it: `white_balance_automatic`.
    package var name: String {
        let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return words.joined(separator: "_")
    }

    /// - Returns: `nil` for controls of other kinds (texts, arrays), and for those that the driver has switched off.
    init?(_ raw: linux_video_named_control) {
        let kinds: [UInt32: Kind] = [
            V4L2_CTRL_TYPE_INTEGER.rawValue: .integer, V4L2_CTRL_TYPE_INTEGER64.rawValue: .integer,
            V4L2_CTRL_TYPE_BOOLEAN.rawValue: .boolean, V4L2_CTRL_TYPE_MENU.rawValue: .menu,
            V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: .menu, V4L2_CTRL_TYPE_BUTTON.rawValue: .button,
            V4L2_CTRL_TYPE_BITMASK.rawValue: .bits,
        ]
        guard let kind = kinds[raw.type], raw.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0 else { return nil }
        let title = withUnsafeBytes(of: raw.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(
            id: raw.id, title: title, kind: kind, range: raw.minimum...max(raw.minimum, raw.maximum),
            step: Int64(clamping: max(raw.step, 1)), defaultValue: raw.default_value)
        isGrabbed = raw.flags & UInt32(V4L2_CTRL_FLAG_GRABBED) != 0
        isLong = raw.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
        isReadOnly = raw.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0
        isInactive = raw.flags & UInt32(V4L2_CTRL_FLAG_INACTIVE) != 0
    }
}

extension VideoDevice {
    /// More controls than any driver has; some drivers' lists never end.
    private static let maxControls = 1000

    /// The controls that the device has, in the driver's order, with their values.
    package func namedControls() -> [NamedControl] {
        var controls: [NamedControl] = []
        var raw = linux_video_named_control()
        for _ in 0..<Self.maxControls {
            let last = raw.id
            guard linux_video_next_control(descriptor, last, &raw) == 0, raw.id > last else { break }
            guard var control = NamedControl(raw) else { continue }
            if control.kind == .menu {
                control.choices = choices(
                    of: raw.id, in: control.range, areNumbers: raw.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue)
            }
            let isWritten = control.kind == .button || raw.flags & UInt32(V4L2_CTRL_FLAG_WRITE_ONLY) != 0
            control.value = isWritten ? nil : value(of: control)
            controls.append(control)
        }
        return controls
    }

    /// Sets a control; the driver rounds to a step.
    ///
    /// - Throws: ``Errno/busy`` for one that is grabbed, ``Errno/accessDenied`` for one that can only be read.
    package func set(_ control: NamedControl, to value: Int64) throws(Errno) {
        if !control.isLong, let value = Int32(exactly: value) { return try setControl(control.id, value) }
        try Errno.check(linux_video_set_long_control(descriptor, control.id, value))
    }

    private func value(of named: NamedControl) -> Int64? {
        guard named.isLong else { return control(named.id).map { Int64($0) } }
        var value: Int64 = 0
        return linux_video_get_long_control(descriptor, named.id, &value) == 0 ? value : nil
    }

    private func choices(of id: UInt32, in range: ClosedRange<Int64>, areNumbers: Bool) -> [Int64: String] {
        var choices: [Int64: String] = [:]
        for index in range.prefix(Self.maxControls) {
            var name = [CChar](repeating: 0, count: 32)
            var number: Int64 = 0
            guard linux_video_menu_item(descriptor, id, UInt32(clamping: index), &name, &number) == 0 else { continue }
            let text = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            choices[index] = areNumbers ? String(number) : String(decoding: text, as: UTF8.self)
        }
        return choices
    }
}
