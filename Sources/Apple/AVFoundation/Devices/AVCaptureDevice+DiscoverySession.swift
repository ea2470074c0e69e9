import Foundation
import Locking

extension AVCaptureDevice {
    /// A search for devices.
    ///
    /// Source: Apple, AVCaptureDevice.DiscoverySession.
    public final class DiscoverySession: NSObject, Sendable {
        private let deviceTypes: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// - Parameters:
        ///   - deviceTypes: in the order in which the devices shall be listed.
        ///   - mediaType: `nil` takes any.
        ///   - position: `.unspecified` takes any.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            self.deviceTypes = deviceTypes
            self.mediaType = mediaType
            self.position = position
        }

        /// The devices that are there now and match.
        public var devices: [AVCaptureDevice] {
            let all = DeviceRegistry.shared.offered()
            return deviceTypes.flatMap { type in
                all.filter { device in
                    Self.matches(device.deviceType, type)
                        && (mediaType.map(device.hasMediaType) ?? true)
                        && (position == .unspecified || device.position == position)
                }
            }
        }

        /// The older name of the microphone is still in use.
        private static func matches(_ type: DeviceType, _ wanted: DeviceType) -> Bool {
            type == wanted || (type == .microphone && wanted == .builtInMicrophone)
        }
    }
}
