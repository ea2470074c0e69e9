internal import CInputDevices
import CaptureEngine
import Glibc

/// One input device of the kernel with buttons that take pictures: a webcam's snapshot button, a phone's or a keyboard's keys.
///
/// Source: Linux, Documentation/input/event-codes.rst; input-event-codes.h (`KEY_CAMERA`, `KEY_CAMERA_FOCUS`).
final class ButtonNode {
    /// What a key of the kernel is here.
    enum Key: UInt16, CaseIterable {
        case volumeDown = 114
        case volumeUp = 115
        case camera = 212
        /// A shutter button that is pressed halfway.
        case cameraFocus = 528

        /// `nil` for a key that is no button of its own.
        var button: BodyButton? {
            switch self {
            case .volumeDown: .volumeDown
            case .volumeUp: .volumeUp
            case .camera: .cameraControl
            case .cameraFocus: nil
            }
        }
    }

    let descriptor: Int32
    /// What is held down.
    private var held: Set<BodyButton> = []

    /// - Parameter keys: the keys of an open node.
    /// - Returns: `nil` if this user may not read the node, or it has none of the keys.
    init?(_ path: String, keys: (Int32) -> Set<Key>) {
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 || keys(descriptor).isEmpty { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The keys that the kernel says a node has.
    static func kernelKeys(_ descriptor: Int32) -> Set<Key> {
        Set(Key.allCases.filter { input_device_has_key(descriptor, $0.rawValue) })
    }

    /// What has happened since the last call; `nil` once the device is gone.
    func events() -> [SurroundingsEvent]? {
        var events: [SurroundingsEvent] = []
        var key: UInt16 = 0
        var value: Int32 = 0
        while true {
            switch input_device_next_key(descriptor, &key, &value) {
            case 1: if let event = event(Key(rawValue: key), value) { events.append(event) }
            case 2: events += eventsOfWhatWasLost()
            case 0: return events
            default: return nil
            }
        }
    }

    /// After events were lost: which buttons are held now, and which are not.
    private func eventsOfWhatWasLost() -> [SurroundingsEvent] {
        let keys = Key.allCases.map(\.rawValue)
        var areDown = keys.map { _ in false }
        input_device_keys_down(descriptor, keys, &areDown, Int32(keys.count))
        return zip(Key.allCases, areDown).compactMap { key, isDown in
            guard let button = key.button, isDown != held.contains(button) else { return nil }
            return event(key, isDown ? 1 : 0)
        }
    }

    /// A device that goes while a button is held down, cancels the press.
    func cancel() -> [SurroundingsEvent] {
        defer { held = [] }
        return held.map { .pressed($0, .cancelled) }
    }

    /// - Parameter value: 1 pressed, 0 released, 2 still held.
    private func event(_ key: Key?, _ value: Int32) -> SurroundingsEvent? {
        guard let key, value == 0 || value == 1 else { return nil }
        guard let button = key.button else { return value == 1 ? .touched(.lightPress) : nil }
        // A release whose press came before the device was opened belongs to nobody.
        if value == 0 { return held.remove(button) == nil ? nil : .pressed(button, .ended) }
        // After a loss, the kernel may repeat a known press.
        return held.insert(button).inserted ? .pressed(button, .began) : nil
    }
}
