import CaptureEngine
import Foundation

/// Detects whether a camera sees a different scene than before.
struct SubjectArea {
    /// By how much a point must change, as a fraction of black to white.
    private static let pointThreshold: Float = 0.08
    /// The fraction of points that must change.
    private static let share = 0.4

    private var reference: PictureSample?
    /// The settings that the reference was made with.
    private var revision: UInt64 = 0

    /// Makes the next sample the scene to compare with.
    mutating func forget() { reference = nil }

    /// Other settings make another picture of the same scene, so a picture made with them is compared with later ones
    /// only.
    mutating func follow(_ revision: UInt64) {
        if revision != self.revision { forget() }
        self.revision = revision
    }

    /// Whether a sample shows a different scene, which is then the one to compare with.
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
    /// Posted on a queue of the device.
    public static let subjectAreaDidChangeNotification = NSNotification.Name(
        "AVCaptureDeviceSubjectAreaDidChangeNotification")

    /// Whether ``subjectAreaDidChangeNotification`` is posted; `false` by default.
    ///
    /// Setting it needs ``lockForConfiguration()``. The scene is compared with the one at that moment, and after a
    /// notification with the one of the notification. Linux: the picture is compared four times a second, in bi-planar
    /// formats; after a change of the device's settings, such as the exposure bias, with the first one that shows it.
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
    /// The scene has changed substantially; the object is the ``AVCaptureDevice``.
    /// Source: Apple, NSNotification.Name.AVCaptureDeviceSubjectAreaDidChange.
    public static let AVCaptureDeviceSubjectAreaDidChange = AVCaptureDevice.subjectAreaDidChangeNotification
}
