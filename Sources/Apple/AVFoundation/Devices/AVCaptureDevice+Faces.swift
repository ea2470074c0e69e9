import CaptureEngine
import CoreMedia
import Foundation

extension AVCaptureDevice {
    /// Whether ``isFaceDrivenAutoFocusEnabled`` is the camera's own choice; `true` by default.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: the choice is not to search for faces, which takes a part of a
    /// processor.
    public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
        get { state.withLock { $0.faces.adjustsFocus } }
        set {
            let setter = "setAutomaticallyAdjustsFaceDrivenAutoFocusEnabled:"
            adjust(\.automaticallyAdjustsFaceDrivenAutoFocusEnabled, setter) { state in
                state.faces.adjustsFocus = newValue
                if newValue { state.driveFocus(false) }
            }
        }
    }

    /// Whether continuous autofocus gives priority to faces. Setting it needs ``lockForConfiguration()``, and
    /// ``automaticallyAdjustsFaceDrivenAutoFocusEnabled`` to be `false`.
    ///
    /// While a face is seen, the camera focuses on the largest one, wherever ``focusPointOfInterest`` is. Linux: needs
    /// ``isFocusPointOfInterestSupported`` and a format that a metadata output finds faces in; otherwise without effect.
    public var isFaceDrivenAutoFocusEnabled: Bool {
        get { state.withLock { $0.faces.drivesFocus } }
        set {
            let setter = "setFaceDrivenAutoFocusEnabled:"
            require(
                !automaticallyAdjustsFaceDrivenAutoFocusEnabled, setter,
                "-automaticallyAdjustsFaceDrivenAutoFocusEnabled")
            adjust(\.isFaceDrivenAutoFocusEnabled, setter) { $0.driveFocus(newValue) }
        }
    }

    /// Whether ``isFaceDrivenAutoExposureEnabled`` is the camera's own choice; `true` by default.
    ///
    /// Setting it needs ``lockForConfiguration()``. Linux: the choice is not to search for faces, which takes a part of a
    /// processor.
    public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
        get { state.withLock { $0.faces.adjustsExposure } }
        set {
            let setter = "setAutomaticallyAdjustsFaceDrivenAutoExposureEnabled:"
            adjust(\.automaticallyAdjustsFaceDrivenAutoExposureEnabled, setter) { state in
                state.faces.adjustsExposure = newValue
                if newValue { state.driveExposure(false) }
            }
        }
    }

    /// Whether continuous automatic exposure gives priority to faces. Setting it needs ``lockForConfiguration()``, and
    /// ``automaticallyAdjustsFaceDrivenAutoExposureEnabled`` to be `false`.
    ///
    /// While a face is seen, the camera meters the largest one, wherever ``exposurePointOfInterest`` is. Linux: needs
    /// ``isExposurePointOfInterestSupported`` and a format that a metadata output finds faces in; otherwise without
    /// effect.
    public var isFaceDrivenAutoExposureEnabled: Bool {
        get { state.withLock { $0.faces.drivesExposure } }
        set {
            let setter = "setFaceDrivenAutoExposureEnabled:"
            require(
                !automaticallyAdjustsFaceDrivenAutoExposureEnabled, setter,
                "-automaticallyAdjustsFaceDrivenAutoExposureEnabled")
            adjust(\.isFaceDrivenAutoExposureEnabled, setter) { $0.driveExposure(newValue) }
        }
    }

    /// What the program has asked for about faces, and the face that the camera follows.
    struct FaceDriven {
        var adjustsFocus = true
        fileprivate(set) var drivesFocus = false
        var adjustsExposure = true
        fileprivate(set) var drivesExposure = false
        /// Looks for faces on a thread of its own; `nil` while nothing needs them.
        fileprivate var search: ObjectSearch?
        /// The middle of the largest face; `nil` without one.
        fileprivate var place: CGPoint?
        /// When it was seen last.
        fileprivate var seen = CMTime.invalid
    }
}

extension AVCaptureDevice {
    /// By how much a face must move, in parts of the picture: less makes no other exposure.
    private static let smallestMove = 0.04
    /// For how long a face that is not found is taken to be still there: it may have looked away for a moment.
    private static let patience = CMTime(value: 1, timescale: 1)

    /// Looks for faces in a frame, if something depends on them. Called on the source's thread.
    func followFaces(in frame: CMSampleBuffer) {
        guard let search = state.withLock({ $0.faces.search }) else { return }
        let time = frame.presentationTimeStamp
        _ = search.offer(frame, from: id, ObjectSearch.Wanted(faces: true)) { [weak self] found, done in
            guard let self else { return done() }
            updates.async {
                let largest = found.faces.map(\.face.bounds).max { $0.width * $0.height < $1.width * $1.height }
                self.follow(largest.map { CGPoint(x: $0.midX, y: $0.midY) }, at: time)
                done()
            }
        }
    }

    /// - Parameters:
    ///   - face: the middle of the largest one; `nil` for none.
    ///   - time: of the frame.
    func follow(_ face: CGPoint?, at time: CMTime) {
        let isNews = state.withLock { state in
            guard state.faces.search != nil else { return false }
            if face != nil { state.faces.seen = time }
            guard let known = state.faces.place else { return face != nil }
            guard let face else { return time - state.faces.seen > Self.patience }
            return max(abs(face.x - known.x), abs(face.y - known.y)) > Self.smallestMove
        }
        guard isNews else { return }
        adjustSilently { state in
            state.faces.place = face
            state.focusOnFace()
            state.exposeFace()
        }
    }
}

extension AVCaptureDevice.State {
    fileprivate mutating func driveFocus(_ isWanted: Bool) {
        faces.drivesFocus = isWanted
        searchIfNeeded()
        focusOnFace()
    }

    fileprivate mutating func driveExposure(_ isWanted: Bool) {
        faces.drivesExposure = isWanted
        searchIfNeeded()
        exposeFace()
    }

    private mutating func searchIfNeeded() {
        let isNeeded = faces.drivesFocus || faces.drivesExposure
        guard isNeeded != (faces.search != nil) else { return }
        faces.search?.end()
        faces.search = isNeeded ? ObjectSearch() : nil
        faces.place = nil
    }

    /// Begins a search for focus where it belongs, if that is elsewhere.
    fileprivate mutating func focusOnFace() {
        guard controls.focusMode == .continuousAutoFocus, settings.focusPoint != focusPoint else { return }
        settings.focusPoint = focusPoint
        settings.focusStart = settings.revision
    }

    fileprivate mutating func exposeFace() {
        guard controls.exposureMode == .continuousAutoExposure else { return }
        settings.exposurePoint = exposurePoint
    }

    /// Where continuous autofocus measures: on the face that it follows, or else where the program wants.
    var focusPoint: CameraSettings.Point {
        let isDriven =
            faces.drivesFocus && description.capabilities.hasFocusPoint
            && controls.focusMode == .continuousAutoFocus
        return CameraSettings.Point(isDriven ? faces.place ?? controls.focusPoint : controls.focusPoint)
    }

    /// Where automatic exposure meters: the face that it follows, or else where the program wants.
    var exposurePoint: CameraSettings.Point {
        let isDriven =
            faces.drivesExposure && description.capabilities.hasExposurePoint
            && controls.exposureMode == .continuousAutoExposure
        return CameraSettings.Point(isDriven ? faces.place ?? controls.exposurePoint : controls.exposurePoint)
    }
}

extension CameraSettings.Point {
    fileprivate init(_ point: CGPoint) { self.init(x: point.x, y: point.y) }
}
