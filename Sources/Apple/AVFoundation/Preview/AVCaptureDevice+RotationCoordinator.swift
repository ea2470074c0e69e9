import CaptureEngine
import Foundation
import Locking

extension AVCaptureDevice {
    /// Says by how many degrees a camera's picture is to be turned so that the horizon is level.
    ///
    /// The angles follow the body that the camera is built into; changes are told on the main queue. A body that lies
    /// flat keeps the last angle. Linux: the simulated phone knows how it is held; all other cameras, the phone's
    /// external one included, are taken to stand upright: 0 for ever.
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
        ///   - previewLayer: what shows the picture; `nil` when nothing does.
        ///
        /// Source: Apple, AVCaptureDevice.RotationCoordinator.init(device:previewLayer:).
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
            // Read when it is observed already, so that no turn is missed.
            let angle = surroundings.orientation.flatMap(Self.angle(of:)) ?? 0
            state.withLock { state in
                state.captureAngle = angle
                state.previewAngle = previewLayer == nil ? 0 : angle
            }
        }

        /// The camera; `nil` when it is gone. Source: Apple, AVCaptureDevice.RotationCoordinator.device.
        public var device: AVCaptureDevice? { state.withLock { $0.device } }

        /// What shows the picture; `nil` when there is none.
        ///
        /// Source: Apple, AVCaptureDevice.RotationCoordinator.previewLayer.
        public var previewLayer: CALayer? { state.withLock { $0.layer } }

        /// Clockwise degrees for what is captured, such as ``AVCaptureConnection/videoRotationAngle`` of a photo output:
        /// 0, 90, 180 or 270. Observable.
        ///
        /// Source: Apple, RotationCoordinator.videoRotationAngleForHorizonLevelCapture.
        public var videoRotationAngleForHorizonLevelCapture: CGFloat { state.withLock { $0.captureAngle } }

        /// Clockwise degrees for the preview layer's connection. Observable.
        ///
        /// 0 without a layer. Linux: the layer is taken to turn with the phone, as an app's window does.
        /// Source: Apple, RotationCoordinator.videoRotationAngleForHorizonLevelPreview.
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
