import Glibc
import LinuxVideo

/// What controls are set on: a device, or a fake one.
protocol ControlledDevice: Sendable {
    func controlRange(_ id: UInt32) -> VideoControl?
    func control(_ id: UInt32) -> Int32?
    func setControl(_ id: UInt32, _ value: Int32) throws(Errno)
    func menu(_ id: UInt32) -> [Int32: Int64]
    func watchControl(_ id: UInt32) -> Bool
}

extension VideoDevice: ControlledDevice {}
