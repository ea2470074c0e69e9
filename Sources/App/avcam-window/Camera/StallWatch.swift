import AVCamCore
import GtkSupport
import Observation

/// Notices that a camera runs, but sends no pictures: its driver may never report that.
@Observable
final class StallWatch {
    private static let interval = Duration.seconds(1)

    private(set) var isStalled = false
    /// The same, for what must not observe it.
    @ObservationIgnored private var wasStalled = false

    @ObservationIgnored private let camera: any Camera
    @ObservationIgnored private let preview: PreviewView
    @ObservationIgnored private var counter = StallCounter()
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
        tell(false)
        guard isWanted else { return }
        watching = Task { [weak self] in
            self?.begin()
            while (try? await Task.sleep(for: Self.interval)) != nil { self?.look() }
        }
    }

    private func begin() { counter.begin(frame: frameDuration) }

    private func look() {
        if preview.isPaused { return begin() }
        tell(counter.look(at: preview.pictureCount, frame: frameDuration))
    }

    /// How long a picture takes, in seconds.
    private var frameDuration: Double { max(camera.manual[.shutter] ?? 0, camera.cameraSettings.frameDuration) }

    private func tell(_ isStalled: Bool) {
        guard isStalled != wasStalled else { return }
        wasStalled = isStalled
        self.isStalled = isStalled
    }
}
