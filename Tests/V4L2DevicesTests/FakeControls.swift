import CaptureEngine
import LinuxVideo
import Locking

@testable import V4L2Devices

/// A device with nothing but controls.
final class FakeControls: ControlledDevice {
    private let ranges: [UInt32: VideoControl]
    private let menus: [UInt32: [Int32: Int64]]
    /// What the driver refuses.
    private let refused: Set<UInt32>
    private let values = Mutex<[UInt32: Int32]>([:])
    /// The values after an automatic function is turned off.
    private let setByHand = Mutex<[UInt32: Int32]>([:])
    private let tells: Bool
    /// Whether the exposure time is marked as volatile while the camera chooses it, as drivers of sensors do.
    private let isVolatileWhileAutomatic: Bool
    private let watched = Mutex<Set<UInt32>>([])
    private let reads = Mutex(0)
    /// What was set, in order.
    private let history = Mutex<[UInt32]>([])

    init(
        _ ranges: [UInt32: VideoControl], menus: [UInt32: [Int32: Int64]] = [:], refusing refused: Set<UInt32> = [],
        tells: Bool = true, isVolatileWhileAutomatic: Bool = false
    ) {
        self.isVolatileWhileAutomatic = isVolatileWhileAutomatic
        self.ranges = ranges
        self.menus = menus
        self.refused = refused
        self.tells = tells
        values.withLock { $0 = ranges.mapValues(\.defaultValue) }
        setByHand.withLock { $0 = ranges.mapValues(\.defaultValue) }
    }

    var changes: Int { history.withLock { $0.count } }

    func controlRange(_ id: UInt32) -> VideoControl? {
        var control = ranges[id]
        if isVolatileWhileAutomatic, id == V4L2ControlID.exposureAbsolute {
            let mode = values.withLock { $0[V4L2ControlID.exposureAuto] }
            control?.isVolatile = mode != V4L2ControlID.ExposureMode.manual
        }
        return control
    }

    func control(_ id: UInt32) -> Int32? {
        reads.withLock { $0 += 1 }
        return values.withLock { $0[id] }
    }

    /// How often a value was asked for.
    var readings: Int { reads.withLock { $0 } }

    func watchControl(_ id: UInt32) -> Bool {
        guard tells, ranges[id] != nil else { return false }
        watched.withLock { _ = $0.insert(id) }
        return true
    }

    func isWatched(_ id: UInt32) -> Bool { watched.withLock { $0.contains(id) } }

    func setControl(_ id: UInt32, _ value: Int32) throws(Errno) {
        guard let control = ranges[id] else { throw .invalid }
        if control.isReadOnly { throw .accessDenied }
        let range = control.range
        if refused.contains(id) { throw Errno(16) }
        // A UVC camera's answer to automatic modes that it does not have.
        if id == V4L2ControlID.exposureAuto, ![1, 3].contains(value) { throw .invalid }
        guard range.contains(value) else { throw Errno(34) }
        values.withLock { $0[id] = value }
        setByHand.withLock { $0[id] = value }
        for control in Self.controlsSetByHand(after: id, value) {
            values.withLock { $0[control] = setByHand.withLock { $0[control] } }
        }
        history.withLock { $0.append(id) }
    }

    /// An automatic function changes a value.
    func moveByItself(_ id: UInt32, to value: Int32) { values.withLock { $0[id] = value } }

    /// Controls that return to their last manual value when an automatic function is turned off.
    private static func controlsSetByHand(after id: UInt32, _ value: Int32) -> [UInt32] {
        switch (id, value) {
        case (V4L2ControlID.exposureAuto, 1): [V4L2ControlID.exposureAbsolute, V4L2ControlID.gain]
        case (V4L2ControlID.focusAuto, 0): [V4L2ControlID.focusAbsolute]
        case (V4L2ControlID.autoWhiteBalance, 0): [V4L2ControlID.whiteBalanceTemperature]
        default: []
        }
    }

    func menu(_ id: UInt32) -> [Int32: Int64] { menus[id] ?? [:] }

    /// A good webcam.
    ///
    /// - Parameter tells: whether its driver tells what others set.
    static func webcam(refusing refused: Set<UInt32> = [], tells: Bool = true) -> FakeControls {
        FakeControls(
            [
                V4L2ControlID.exposureAuto: VideoControl(range: 0...3, defaultValue: 3),
                V4L2ControlID.exposureAbsolute: VideoControl(range: 3...2047, defaultValue: 250),
                V4L2ControlID.gain: VideoControl(range: 0...255, defaultValue: 0),
                V4L2ControlID.autoExposureBias: VideoControl(range: 0...4, defaultValue: 2),
                V4L2ControlID.focusAuto: VideoControl(range: 0...1, defaultValue: 1),
                V4L2ControlID.focusAbsolute: VideoControl(range: 0...250, step: 5, defaultValue: 0),
                V4L2ControlID.autoWhiteBalance: VideoControl(range: 0...1, defaultValue: 1),
                V4L2ControlID.whiteBalanceTemperature: VideoControl(range: 2000...6500, step: 1, defaultValue: 4000),
                V4L2ControlID.zoomAbsolute: VideoControl(range: 100...500, defaultValue: 100),
            ], menus: [V4L2ControlID.autoExposureBias: [0: -2000, 1: -1000, 2: 0, 3: 1000, 4: 2000]],
            refusing: refused, tells: tells)
    }
}
