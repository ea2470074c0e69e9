import Foundation
import Locking
import MissingFoundation

extension AVCaptureDevice {
    /// Who turns Center Stage on and off. Source: Apple, AVCaptureDevice.CenterStageControlMode.
    public enum CenterStageControlMode: Int, Sendable {
        /// The person alone, in the system's settings.
        case user = 0
        /// The app alone.
        case app = 1
        /// Both.
        case cooperative = 2
    }

    private static let centerStage = Mutex((mode: CenterStageControlMode.user, isEnabled: false))

    /// Who turns Center Stage on and off; ``CenterStageControlMode/user`` by default.
    public class var centerStageControlMode: CenterStageControlMode {
        get { centerStage.withLock { $0.mode } }
        set { centerStage.withLock { $0.mode = newValue } }
    }

    /// Whether cameras follow people, where they can. Setting it while only the person may is a programmer's mistake.
    ///
    /// Linux: no camera can, see ``Format/isCenterStageSupported``; `false` until the app sets it.
    public class var isCenterStageEnabled: Bool {
        get { centerStage.withLock { $0.isEnabled } }
        set {
            let isAllowed = centerStage.withLock { state in
                if state.mode != .user { state.isEnabled = newValue }
                return state.mode != .user
            }
            if !isAllowed {
                raiseException(
                    "+[AVCaptureDevice setCenterStageEnabled:] may not be called while centerStageControlMode is "
                        + "AVCaptureCenterStageControlModeUser")
            }
        }
    }

    /// Whether the camera follows people now. Linux: always `false`.
    public var isCenterStageActive: Bool { false }
}

extension AVCaptureDevice.Format {
    /// Whether the camera can follow people with this format. Linux: always `false`.
    public var isCenterStageSupported: Bool { false }

    /// Linux: `nil`, as ``isCenterStageSupported`` is `false`.
    public var videoFrameRateRangeForCenterStage: AVFrameRateRange? { nil }

    /// Linux: as without Center Stage, whose factors start at 1.
    public var videoMinZoomFactorForCenterStage: CGFloat { 1 }

    /// Linux: as without Center Stage.
    public var videoMaxZoomFactorForCenterStage: CGFloat { videoMaxZoomFactor }
}
