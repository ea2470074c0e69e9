import CaptureEngine
import Foundation
import Locking

/// One channel of an audio connection, with its level. Source: Apple, AVCaptureAudioChannel.
public final class AVCaptureAudioChannel: NSObject, @unchecked Sendable {  // immutable; the meter has a Mutex
    private let meter: AudioMeter
    private let index: Int

    init(_ meter: AudioMeter, _ index: Int) {
        self.meter = meter
        self.index = index
    }

    /// The level of the last block of sound, in decibels: 0 is full scale, silence is -160.
    public var averagePowerLevel: Float { meter.level(index).average }

    /// The highest level of the last 1.5 seconds, in decibels.
    public var peakHoldLevel: Float { meter.level(index).peak }
}

extension AVCaptureConnection {
    /// The channels of an audio connection; empty for video. Levels are measured from the first call on.
    public var audioChannels: [AVCaptureAudioChannel] {
        guard mediaType == .audio, let format = inputPorts.first?.formatDescription else { return [] }
        let channels = Int(format.audioStreamBasicDescription?.mChannelsPerFrame ?? 0)
        let (meter, isNew) = meters.withLock { box -> (AudioMeter, Bool) in
            if let meter = box { return (meter, false) }
            let meter = AudioMeter()
            box = meter
            return (meter, true)
        }
        if isNew { session?.routesChanged() }
        return (0..<channels).map { AVCaptureAudioChannel(meter, $0) }
    }

    /// The route of the sound to the meter; `nil` until somebody asks for levels.
    var meterRoute: CaptureGraph.Route? {
        guard isActive, let device = inputPorts.first?.device, let meter = meters.withLock({ $0 }) else { return nil }
        return CaptureGraph.Route(source: device.id, sink: meter, id: meter.routeID)
    }
}

/// Measures the level of each channel of 16-bit or 32-bit floating-point sound.
final class AudioMeter: FrameSink {
    struct Level: Sendable {
        var average = AudioMeter.silence
        var peak = AudioMeter.silence
        /// When the peak was, in seconds.
        var peakTime = 0.0
    }

    static let silence: Float = -160
    private static let holdSeconds = 1.5

    let routeID = RouteID()
    private let levels = Mutex<[Level]>([])

    func level(_ channel: Int) -> Level {
        levels.withLock { $0.indices.contains(channel) ? $0[channel] : Level() }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        guard let format = sample.formatDescription?.audioStreamBasicDescription, let data = sample.dataBuffer,
            let bytes = try? data.dataBytes()
        else { return }
        let channels = Int(format.mChannelsPerFrame)
        let isFloat = format.mFormatFlags & kAudioFormatFlagIsFloat != 0
        let time = sample.presentationTimeStamp.seconds
        let measured = bytes.withUnsafeBytes { bytes in
            isFloat
                ? Self.measure(bytes.bindMemory(to: Float.self), channels) { $0 }
                : Self.measure(bytes.bindMemory(to: Int16.self), channels) { Float($0) / 32_768 }
        }
        levels.withLock { levels in
            if levels.count != channels { levels = Array(repeating: Level(), count: channels) }
            for (channel, (average, peak)) in measured.enumerated() {
                levels[channel].average = average
                if peak >= levels[channel].peak || time - levels[channel].peakTime > Self.holdSeconds {
                    levels[channel].peak = peak
                    levels[channel].peakTime = time
                }
            }
        }
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {}

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        levels.withLock { $0 = [] }
    }

    private static func measure<Value>(
        _ samples: UnsafeBufferPointer<Value>, _ channels: Int, _ amplitude: (Value) -> Float
    ) -> [(average: Float, peak: Float)] {
        var sums = [Float](repeating: 0, count: channels)
        var peaks = sums
        let frames = samples.count / max(1, channels)
        for frame in 0..<frames {
            for channel in 0..<channels {
                let value = amplitude(samples[frame * channels + channel])
                sums[channel] += value * value
                peaks[channel] = max(peaks[channel], abs(value))
            }
        }
        return zip(sums, peaks).map { sum, peak in
            (decibels((sum / Float(max(1, frames))).squareRoot()), decibels(peak))
        }
    }

    private static func decibels(_ amplitude: Float) -> Float {
        amplitude > 0 ? max(silence, 20 * log10(amplitude)) : silence
    }
}
