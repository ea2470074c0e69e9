import CaptureEngine
import CoreMedia

/// The thread that decodes pictures and shows each when it is due.
final class PictureLane {
    private enum Job: Sendable {
        case close
        case open(Int, CMTime, PlaybackPlan)
        case show(at: CMTime, version: Int)
    }

    private let playback: MediaPlayback
    private var reader: (any SampleReading)?
    private var next: CMSampleBuffer?
    private var generation = 0

    init(_ playback: MediaPlayback) { self.playback = playback }

    func run() {
        do throws(CaptureError) {
            while true {
                switch job() {
                case .close: return
                case .open(let generation, let time, let plan): try open(generation, time, plan)
                case .show(let moment, let version): try show(moment, version)
                }
            }
        } catch {
            playback.fail(error)
        }
    }

    private func job() -> Job {
        let (generation, clock) = (self.generation, playback.clock)
        let time = next?.presentationTimeStamp
        return playback.state.wait { state -> Job? in
            if state.isClosed { return .close }
            guard state.showsPictures else { return nil }
            if state.pictures.generation != generation {
                return .open(state.pictures.generation, state.time(at: clock.now), state.plan)
            }
            guard let moment = time.flatMap(state.hostTime) else { return nil }
            return .show(at: moment, version: state.version)
        } ?? .close
    }

    private func open(_ generation: Int, _ time: CMTime, _ plan: PlaybackPlan) throws(CaptureError) {
        self.generation = generation
        (reader, next) = (nil, nil)
        reader = try plan.pictures?(CMTimeRange(start: time, end: CMTimeMaximum(time, plan.end)))
        // At the end, the last picture stays.
        var first = try time < plan.end ? reader?.next() : nil
        if first == nil { first = try plan.lastPicture(before: CMTimeMinimum(time, plan.end)) }
        guard isCurrent else { return }
        if let first { playback.events.onPicture(first) }
        playback.settle { state in
            guard state.pictures.generation == generation else { return [] }
            state.pictures.isReady = true
            return state.arrive(playback.clock.now, playback.events)
        }
        next = try reader?.next()
        if next == nil { end() }
    }

    private func show(_ moment: CMTime, _ version: Int) throws(CaptureError) {
        guard playback.sleep(until: moment, version), isCurrent, let picture = next else { return }
        let isLate = playback.clock.isRealTime && playback.clock.now >= moment + picture.duration
        if !isLate { playback.events.onPicture(picture) }
        next = try reader?.next()
        guard next == nil else { return }
        if isLate { playback.events.onPicture(picture) }
        end()
    }

    private var isCurrent: Bool { playback.state.withLock { $0.pictures.generation } == generation }

    private func end() {
        let generation = self.generation
        playback.state.withLock { state in
            if state.pictures.generation == generation { state.pictures.isAtEnd = true }
        }
    }
}
