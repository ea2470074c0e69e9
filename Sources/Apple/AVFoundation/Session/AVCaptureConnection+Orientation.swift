import Foundation

/// Which way up a picture is. Superseded by rotation angles, but most code still uses it.
///
/// Source: Apple, AVCaptureVideoOrientation.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// The device stands upright.
    case portrait = 1
    /// The device's home button (or bottom) is at the top.
    case portraitUpsideDown = 2
    /// The device's home button (or bottom) is on the right.
    case landscapeRight = 3
    /// The device's home button (or bottom) is on the left.
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

    private var turnsPictures: Bool { mediaType == .video || mediaType == .depthData }

    /// Whether the picture can be rotated by that many degrees clockwise: 0, 90, 180 or 270, for video and depth.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        turnsPictures && Self.supportedAngles.contains(videoRotationAngle)
    }

    /// Clockwise degrees by which the picture is rotated. 0, the default, leaves it as the sensor has it.
    ///
    /// Data outputs get rotated pixels; movies and photos record the angle in their metadata. Linux: a preview layer's
    /// frames stay as the sensor delivers them, and the code that draws them rotates them.
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

    /// Whether ``videoOrientation`` can be set: for video and depth.
    @available(*, deprecated, message: "Use isVideoRotationAngleSupported(_:) instead")
    public var isVideoOrientationSupported: Bool { turnsPictures }

    /// Which way up the picture is: the older form of ``videoRotationAngle``.
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

    /// Whether the picture can be mirrored: for video and depth.
    public var isVideoMirroringSupported: Bool { turnsPictures }

    /// Whether left and right are exchanged.
    ///
    /// Setting it for a preview layer needs ``automaticallyAdjustsVideoMirroring`` to be `false`.
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
