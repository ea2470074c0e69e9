import AVCamCore
import GtkSupport
import Observation

/// Notices that a camera runs, but sends no pictures: its driver may never report that.
@Observable
final class StallWatch {
    private static let interval = Duration.seconds(1)
    /// As long as the slowest cameras take to their first picture. Looks are counted instead of time: after the whole
    /// program stood still, the camera gets a chance to send one.
    private static let looks = 5

    private(set) var isStalled = false
    /// The same, for what must not observe it.
    @ObservationIgnored private var wasStalled = false

    @ObservationIgnored private let camera: any Camera
    @ObservationIgnored private let preview: PreviewView
    @ObservationIgnored private var lastCount = 0
    @ObservationIgnored private var looksWithoutPicture = 0
    @ObservationIgnored private var watching: Task<Void, Never>?
    @ObservationIgnored private var observer: Observer?

    init(of camera: any Camera, _ preview: PreviewView) {
        self.camera = camera
        self.preview = preview
        observer = observe { [unowned self] in follow() }
    }

    /// Looks only while there should be pictures.
    private func follow() {
        let isWanted = camera.status == .running && !camera.isPaused && !camera.isSwitching
        watching?.cancel()
        watching = nil
        looksWithoutPicture = 0
        tell(false)
        guard isWanted else { return }
        watching = Task { [weak self] in
            while (try? await Task.sleep(for: Self.interval)) != nil { self?.look() }
        }
    }

    private func look() {
        let count = preview.pictureCount
        if count != lastCount || preview.isPaused {
            lastCount = count
            looksWithoutPicture = 0
            tell(false)
        } else {
            looksWithoutPicture += 1
            if looksWithoutPicture == Self.looks { tell(true) }
        }
    }

    private func tell(_ isStalled: Bool) {
        guard isStalled != wasStalled else { return }
        wasStalled = isStalled
        self.isStalled = isStalled
    }
}
