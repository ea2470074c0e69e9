import CaptureEngine
import FFmpeg
import Locking

/// A file used as a camera or a microphone.
final class MediaFileSource: FrameSource {
    let id: DeviceID
    private let device: DeviceDescription
    private let file: MediaFile
    private let timeline: MediaTimeline
    private let clock: any CaptureClock
    private let thread = Mutex<SourceThread?>(nil)

    init(_ device: DeviceDescription, file: MediaFile, timeline: MediaTimeline, clock: any CaptureClock) {
        id = device.id
        self.device = device
        self.file = file
        self.timeline = timeline
        self.clock = clock
    }

    /// Opens the file and decodes its first undamaged sample, so that errors in the file are reported here.
    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        stop()  // a source that failed still has its thread
        let track = try file.track()
        var first = try track.next()
        while first.isDamaged { first = try track.next() }
        let format = configuration.format.description
        guard first.fits(format) else {
            throw CaptureError(
                .formatUnsupported, "\(file.path) is no longer what it was when it was chosen", device: id)
        }
        let player = MediaPlayer(
            track: track, first: first, format: format,
            start: timeline.join(at: clock.now.nanoseconds), clock: clock)
        do {
            let thread = try SourceThread(id.name.split(separator: "/").last.map(String.init) ?? "") { thread in
                do throws(CaptureError) {
                    try player.play(on: thread, deliver)
                } catch {
                    deliver(.failed(error))
                }
            }
            self.thread.withLock { $0 = thread }
        } catch {
            timeline.leave()
            throw error
        }
    }

    func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        thread.end()
        timeline.leave()
    }
}
