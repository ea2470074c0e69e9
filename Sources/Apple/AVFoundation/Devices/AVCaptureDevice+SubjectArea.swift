import CaptureEngine
import Foundation

/// Tells whether a camera sees another scene than before.
struct SubjectArea {
    /// By how much a point has to change, of black to white.
    private static let pointThreshold: Float = 0.08
    /// How many of the points have to change.
    private static let share = 0.4

    private var reference: PictureSample?

    /// The next sample is the scene to compare with.
    mutating func forget() { reference = nil }

    /// Whether a sample shows another scene; if so, that is the one to compare with from now on.
    mutating func hasChanged(_ sample: PictureSample) -> Bool {
        guard let known = reference else {
            reference = sample
            return false
        }
        let changed = zip(known.points, sample.points).count { old, new in
            let difference = new - old
            return max(abs(difference.x), abs(difference.y), abs(difference.z)) > Self.pointThreshold
        }
        guard Double(changed) >= Self.share * Double(sample.points.count) else { return false }
        reference = sample
        return true
    }
}

extension AVCaptureDevice {
    /// Posted when the scene has changed substantially; the object is the device.
    ///
    /// Posted on a queue of the device. Source: Apple, AVCaptureDevice.subjectAreaDidChangeNotification.
    public static let subjectAreaDidChangeNotification = NSNotification.Name(
        "AVCaptureDeviceSubjectAreaDidChangeNotification")

    /// Whether ``subjectAreaDidChangeNotification`` is posted; `false` at first.
    ///
    /// Setting it needs ``lockForConfiguration()``. The scene to compare with is the one at that moment, then the one
    /// of the last notification. Linux: the picture is compared four times a second, in bi-planar formats.
    /// Source: Apple, AVCaptureDevice.isSubjectAreaChangeMonitoringEnabled.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { state.withLock { $0.controls.monitorsSubjectArea } }
        set {
            configure(\.isSubjectAreaChangeMonitoringEnabled, "setSubjectAreaChangeMonitoringEnabled:") { state in
                state.controls.monitorsSubjectArea = newValue
                state.subjectArea.forget()
            }
        }
    }

    /// Looks at a few points of a frame, four times a second.
    func pictureSample(of frame: CMSampleBuffer, at time: CMTime) -> PictureSample? {
        let isDue = state.withLock { state in
            let next = state.lastSample.map { $0 + CMTime(value: 1, timescale: 4) }
            if let next, time >= state.lastSample ?? time, time < next { return false }
            state.lastSample = time
            return true
        }
        return isDue ? PictureSample(frame) : nil
    }
}

extension NSNotification.Name {
    /// A camera sees another scene; the object is the ``AVCaptureDevice``.
    /// Source: Apple, NSNotification.Name.AVCaptureDeviceSubjectAreaDidChange.
    public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}
