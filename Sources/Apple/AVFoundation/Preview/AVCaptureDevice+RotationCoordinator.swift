import CaptureEngine
import Foundation
import Locking

extension AVCaptureDevice {
    /// Gives the angle by which to rotate a camera's picture so that the horizon is level.
    ///
    /// The angles follow the orientation of the body that the camera is built into; observers are notified on the main
    /// queue. A body that lies flat keeps the last angle. Linux: the simulated phone knows how it is held; all other
    /// cameras, including the phone's external one, are assumed to be upright: always 0.
    ///
    /// Source: Apple, AVCaptureDevice.RotationCoordinator.
    open class RotationCoordinator: NSObject, @unchecked Sendable {  // `state` is a Mutex, the rest set once in init
        private struct State {
            weak var device: AVCaptureDevice?
            weak var layer: CALayer?
            var captureAngle: CGFloat = 0
            var previewAngle: CGFloat = 0
        }

        private let state: Mutex<State>
        private var observation: SurroundingsObservation?

        /// - Parameters:
        ///   - device: the camera whose picture is to be level.
        ///   - previewLayer: the layer that shows the picture; `nil` for none.
        public init(device: AVCaptureDevice, previewLayer: CALayer?) {
            state = Mutex(State(device: device, layer: previewLayer))
            super.init()
            let surroundings = device.surroundings
            guard device.engineDescription.traits.contains(.turnsWithBody), surroundings.orientation != nil else {
                return
            }
            observation = surroundings.observe { [weak self] event in
                guard case .turned(let orientation) = event else { return }
                DispatchQueue.main.async { self?.take(orientation) }
            }
            // Read after the observation has begun, so that no change is missed.
            let angle = surroundings.orientation.flatMap(Self.angle(of:)) ?? 0
            state.withLock { state in
                state.captureAngle = angle
                state.previewAngle = previewLayer == nil ? 0 : angle
            }
        }

        /// The camera; `nil` when it has been deallocated.
        public var device: AVCaptureDevice? { state.withLock { $0.device } }

        /// The layer that shows the picture; `nil` when there is none.
        public var previewLayer: CALayer? { state.withLock { $0.layer } }

        /// The angle for what is captured, in clockwise degrees, such as for the
        /// ``AVCaptureConnection/videoRotationAngle`` of a photo output: 0, 90, 180 or 270. Observable.
        public var videoRotationAngleForHorizonLevelCapture: CGFloat { state.withLock { $0.captureAngle } }

        /// The angle for the preview layer's connection, in clockwise degrees. Observable.
        ///
        /// 0 without a layer. Linux: assumes that the layer rotates with the phone, like an app's window.
        public var videoRotationAngleForHorizonLevelPreview: CGFloat { state.withLock { $0.previewAngle } }

        private func take(_ orientation: BodyOrientation) {
            guard let angle = Self.angle(of: orientation), angle != videoRotationAngleForHorizonLevelCapture else {
                return
            }
            changing(\.videoRotationAngleForHorizonLevelCapture) { state.withLock { $0.captureAngle = angle } }
            guard previewLayer != nil else { return }
            changing(\.videoRotationAngleForHorizonLevelPreview) { state.withLock { $0.previewAngle = angle } }
        }

        /// - Returns: `nil` when the phone lies flat.
        private static func angle(of orientation: BodyOrientation) -> CGFloat? {
            switch orientation {
            case .portrait: 90
            case .portraitUpsideDown: 270
            case .landscapeLeft: 0
            case .landscapeRight: 180
            case .faceUp, .faceDown: nil
            }
        }
    }
}
