import Foundation

/// Which way up a picture is. Superseded by rotation angles, but most code still says it so.
///
/// Source: Apple, AVCaptureVideoOrientation.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// The device stands upright. Source: Apple, AVCaptureVideoOrientation.portrait.
    case portrait = 1
    /// The device's home button (or bottom) is at the top. Source: Apple, AVCaptureVideoOrientation.portraitUpsideDown.
    case portraitUpsideDown = 2
    /// The device's home button (or bottom) is on the right. Source: Apple, AVCaptureVideoOrientation.landscapeRight.
    case landscapeRight = 3
    /// The device's home button (or bottom) is on the left. Source: Apple, AVCaptureVideoOrientation.landscapeLeft.
    case landscapeLeft = 4

    init(rotationAngle: CGFloat) {
        self =
            switch rotationAngle {
            case 90: .portrait
            case 270: .portraitUpsideDown
            case 180: .landscapeLeft
            default: .landscapeRight
            }
    }

    /// Clockwise degrees from the sensor's own orientation, which is landscape.
    var rotationAngle: CGFloat {
        switch self {
        case .portrait: 90
        case .portraitUpsideDown: 270
        case .landscapeRight: 0
        case .landscapeLeft: 180
        }
    }
}

extension AVCaptureConnection {
    private static let supportedAngles: Set<CGFloat> = [0, 90, 180, 270]

    /// Whether the picture can be turned by that many degrees clockwise: 0, 90, 180, 270, for video.
    ///
    /// Source: Apple, AVCaptureConnection.isVideoRotationAngleSupported(_:).
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        mediaType == .video && Self.supportedAngles.contains(videoRotationAngle)
    }

    /// Clockwise degrees by which the picture is turned. 0, the default, leaves it as the sensor has it.
    ///
    /// Data outputs get turned pixels; movies and photos say the angle in their metadata. Linux: a preview layer's frames
    /// are as the sensor has them, and whoever draws them turns them.
    /// Source: Apple, AVCaptureConnection.videoRotationAngle.
    public var videoRotationAngle: CGFloat {
        get { state.withLock { $0.rotationAngle } }
        set {
            guard isVideoRotationAngleSupported(newValue) else {
                raiseException(
                    "*** -[AVCaptureConnection setVideoRotationAngle:] \(newValue) is not supported - use "
                        + "-isVideoRotationAngleSupported:")
            }
            state.withLock { $0.rotationAngle = newValue }
            session?.routesChanged()
        }
    }

    /// Whether ``videoOrientation`` can be set: for video.
    ///
    /// Source: Apple, AVCaptureConnection.isVideoOrientationSupported.
    @available(*, deprecated, message: "Use isVideoRotationAngleSupported(_:) instead")
    public var isVideoOrientationSupported: Bool { mediaType == .video }

    /// Which way up the picture is: another word for ``videoRotationAngle``.
    ///
    /// Source: Apple, AVCaptureConnection.videoOrientation.
    @available(*, deprecated, message: "Use videoRotationAngle instead")
    public var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(rotationAngle: videoRotationAngle) }
        set {
            guard isVideoOrientationSupported else {
                raiseException(
                    "*** -[AVCaptureConnection setVideoOrientation:] Not supported - use -isVideoOrientationSupported")
            }
            videoRotationAngle = newValue.rotationAngle
        }
    }

    /// Whether the picture can be mirrored: for video. Source: Apple, AVCaptureConnection.isVideoMirroringSupported.
    public var isVideoMirroringSupported: Bool { mediaType == .video }

    /// Whether left and right are exchanged.
    ///
    /// Setting it for a preview layer needs ``automaticallyAdjustsVideoMirroring`` to be `false`.
    /// Source: Apple, AVCaptureConnection.isVideoMirrored.
    public var isVideoMirrored: Bool {
        get { state.withLock { $0.isMirrored } }
        set {
            guard isVideoMirroringSupported else {
                raiseException(
                    "*** -[AVCaptureConnection setVideoMirrored:] Not supported - use -isVideoMirroringSupported")
            }
            state.withLock { state in
                if state.adjustsMirroring, videoPreviewLayer != nil {
                    raiseException(
                        "*** -[AVCaptureConnection setVideoMirrored:] Cannot be set when "
                            + "automaticallyAdjustsVideoMirroring is YES")
                }
                state.isMirrored = newValue
            }
            session?.routesChanged()
        }
    }

    /// Whether the session decides on mirroring: a preview of a front camera is mirrored, nothing else is.
    ///
    /// Source: Apple, AVCaptureConnection.automaticallyAdjustsVideoMirroring.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set {
            let mirrored = videoPreviewLayer != nil && inputPorts.first?.sourceDevicePosition == .front
            state.withLock { state in
                state.adjustsMirroring = newValue
                if newValue { state.isMirrored = mirrored }
            }
            session?.routesChanged()
        }
    }
}
