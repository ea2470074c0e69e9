import CaptureEngine
import DeviceKinds
import Foundation
import Locking

extension AVCaptureDevice {
    /// A search for devices.
    ///
    /// Source: Apple, AVCaptureDevice.DiscoverySession.
    public final class DiscoverySession: NSObject, Sendable {
        private struct Known {
            var devices: [AVCaptureDevice] = []
            var isUpdating = false
        }

        private let world = CaptureWorld.current
        private let deviceTypes: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position
        private let known = Mutex(Known())

        /// - Parameters:
        ///   - deviceTypes: in the order in which to list the devices.
        ///   - mediaType: `nil` for any.
        ///   - position: `.unspecified` for any.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            self.deviceTypes = deviceTypes
            self.mediaType = mediaType
            self.position = position
            super.init()
            let found = search()
            known.withLock { $0.devices = found }
            world.devices.follow(self)
        }

        /// The devices that are there now and match. Observable.
        public var devices: [AVCaptureDevice] {
            update()
            return known.withLock { $0.devices }
        }

        /// The sets of found cameras that can run at the same time: each pair and each triple of physical cameras.
        ///
        /// Linux: whether USB can carry them shows only when a session starts.
        public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] {
            let cameras = devices.filter(\.runsBesideOthers)
            return cameras.indices.flatMap { first in
                cameras.indices.dropFirst(first + 1).flatMap { second in
                    [Set([cameras[first], cameras[second]])]
                        + cameras.indices.dropFirst(second + 1).map { third in
                            Set([cameras[first], cameras[second], cameras[third]])
                        }
                }
            }
        }

        /// Looks again, and notifies observers when the devices have changed.
        ///
        /// Observers may read ``devices`` during the update; they get the old value before the change and the new one
        /// after it.
        ///
        /// - Parameter changed: devices that have come or gone meanwhile. They are news even if they are there as before:
        ///   another list may have shown it.
        func update(_ changed: [AVCaptureDevice] = []) {
            guard known.withLock({ !$0.isUpdating }) else { return }
            let found = search()
            let isNews = known.withLock { known in
                guard !known.isUpdating, known.devices != found || changed.contains(where: isWanted) else {
                    return false
                }
                known.isUpdating = true
                return true
            }
            guard isNews else { return }
            changing(\.devices) { known.withLock { $0.devices = found } }
            known.withLock { $0.isUpdating = false }
        }

        private func search() -> [AVCaptureDevice] {
            let all = world.devices.offered(for: mediaType)
            return deviceTypes.flatMap { type in
                all.filter { Self.matches($0.deviceType, type) && hasPosition($0) }
            }
        }

        private func hasPosition(_ device: AVCaptureDevice) -> Bool {
            position == .unspecified || device.position == position
        }

        private func isWanted(_ device: AVCaptureDevice) -> Bool {
            hasPosition(device) && deviceTypes.contains { Self.matches(device.deviceType, $0) }
                && mediaType.map(device.hasMediaType) ?? true
        }

        /// The older name of the microphone is still in use.
        static func matches(_ type: DeviceType, _ wanted: DeviceType) -> Bool {
            type == wanted || (type == .microphone && wanted == .builtInMicrophone)
        }
    }
}
