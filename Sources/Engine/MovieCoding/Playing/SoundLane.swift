import CaptureEngine
import CoreMedia
import Foundation

/// The thread that mixes sound and writes it to the output.
final class SoundLane {
    private enum Job: Sendable {
        case close
        case open(Int, CMTime, Double, PlaybackPlan)
        case write(at: CMTime, version: Int)
    }

    /// In seconds: less is the jitter of an output's clock.
    private static let tolerance = 0.03

    private let playback: MediaPlayback
    private var mixer: SoundMixer?
    private var next: CMSampleBuffer?
    private var generation = 0
    private var rate = 1.0
    private var stream: (any SoundStream)?
    private var format = (sampleRate: 0, channels: 0)
    /// Something was written that may not have been heard yet.
    private var isPlaying = false
    private var isSilent = false

    init(_ playback: MediaPlayback) { self.playback = playback }

    func run() {
        do throws(CaptureError) {
            loop: while true {
                switch job() {
                case .close: break loop
                case .open(let generation, let time, let rate, let plan): try open(generation, time, rate, plan)
                case .write(let moment, let version): try write(moment, version)
                }
            }
        } catch {
            playback.fail(error)
        }
        stream?.close()
    }

    private func job() -> Job {
        let (generation, clock) = (self.generation, playback.clock)
        let time = next.map(itemTime)
        return playback.state.wait { state -> Job? in
            if state.isClosed { return .close }
            guard state.isHeard else { return nil }
            if state.sound.generation != generation {
                return .open(state.sound.generation, state.time(at: clock.now), state.soundRate, state.plan)
            }
            guard let moment = time.flatMap(state.hostTime) else { return nil }
            return .write(at: moment - MediaPlayback.lead, version: state.version)
        } ?? .close
    }

    /// The mixer's time is that of playback at its rate.
    private func itemTime(_ sample: CMSampleBuffer) -> CMTime {
        let time = sample.presentationTimeStamp
        return rate == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: rate)
    }

    private func open(_ generation: Int, _ time: CMTime, _ rate: Double, _ plan: PlaybackPlan) throws(CaptureError) {
        (self.generation, self.rate) = (generation, rate)
        if isPlaying { stream?.drop() }
        isPlaying = false
        if format != (plan.sampleRate, plan.channels) {
            stream?.close()
            stream = nil
            format = (plan.sampleRate, plan.channels)
        }
        mixer = try plan.mixer(from: time, rate: rate)
        next = try mixer?.next()
        let isEmpty = next == nil
        playback.settle { state in
            guard state.sound.generation == generation else { return [] }
            state.sound.isReady = true
            state.sound.isAtEnd = isEmpty
            return state.arrive(playback.clock.now, playback.events)
        }
    }

    private func write(_ moment: CMTime, _ version: Int) throws(CaptureError) {
        guard playback.sleep(until: moment, version), let block = next else { return }
        let generation = self.generation
        let (isCurrent, volume) = playback.state.withLock {
            ($0.sound.generation == generation && $0.start != nil, $0.volume)
        }
        guard isCurrent else { return }
        openStream()
        if let stream, !isLate(block) {
            do throws(CaptureError) {
                try stream.write(block.floats.map { $0 * volume })
                isPlaying = true
                follow(stream, block)
            } catch {
                silence(error)
            }
        }
        next = try mixer?.next()
        guard next == nil else { return }
        playback.state.withLock { state in
            if state.sound.generation == generation { state.sound.isAtEnd = true }
        }
    }

    private func openStream() {
        guard stream == nil, !isSilent else { return }
        do throws(CaptureError) {
            stream = try playback.output.open(sampleRate: format.sampleRate, channels: format.channels)
        } catch {
            silence(error)
        }
    }

    private func silence(_ error: CaptureError) {
        stream?.close()
        stream = nil
        isSilent = true
        playback.events.onSilence(error)
    }

    /// Sound that should have been heard already is left out.
    private func isLate(_ block: CMSampleBuffer) -> Bool {
        guard playback.clock.isRealTime,
            let moment = playback.state.withLock({ $0.hostTime(of: itemTime(block)) })
        else { return false }
        return playback.clock.now >= moment + block.duration
    }

    /// Keeps the pictures in time with the sound.
    private func follow(_ stream: any SoundStream, _ block: CMSampleBuffer) {
        // What was just written cannot have been heard. An output that reports so discards it (ALSA's `null`).
        guard playback.clock.isRealTime, let delay = stream.delay, delay + delay >= block.duration else { return }
        let heard = playback.clock.now + delay - block.duration
        let time = itemTime(block)
        playback.state.withLock { state in
            guard state.sound.generation == generation, let start = state.start,
                let expected = state.hostTime(of: time)
            else { return }
            let difference = heard - expected
            guard abs(difference.seconds) > Self.tolerance else { return }
            state.start = start + difference
            state.change()
        }
    }
}

extension CMSampleBuffer {
    /// Its 32-bit floating-point samples, interleaved.
    fileprivate var floats: [Float] {
        guard let data = try? dataBuffer?.dataBytes() else { return [] }
        return data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
}
