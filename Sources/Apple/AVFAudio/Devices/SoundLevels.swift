import CoreMedia
import Foundation

/// How loud sound was over some time, in decibels below full scale; -160 is silence.
struct SoundLevels: Sendable {
    private struct Channel {
        var sum = Float(0)
        var peak = Float(0)
    }

    private var channels: [Channel] = []
    private var frames = 0

    init() {}

    /// Adds what follows.
    ///
    /// - Parameter samples: interleaved, of full scale 1.
    mutating func add(_ samples: UnsafeBufferPointer<Float>, channels count: Int) {
        guard count > 0 else { return }
        if channels.count != count { (channels, frames) = ([Channel](repeating: Channel(), count: count), 0) }
        for channel in 0..<count {
            for index in stride(from: channel, to: samples.count, by: count) {
                channels[channel].sum += samples[index] * samples[index]
                channels[channel].peak = max(channels[channel].peak, abs(samples[index]))
            }
        }
        frames += samples.count / count
    }

    /// What there was since the last call; the levels before if there was nothing.
    mutating func take(from newest: inout SoundLevels) {
        guard newest.frames > 0 else { return }
        self = newest
        newest = SoundLevels()
    }

    func average(_ channel: Int) -> Float {
        guard channels.indices.contains(channel), frames > 0 else { return Self.decibels(0) }
        return Self.decibels((channels[channel].sum / Float(frames)).squareRoot())
    }

    func peak(_ channel: Int) -> Float {
        Self.decibels(channels.indices.contains(channel) ? channels[channel].peak : 0)
    }

    private static func decibels(_ level: Float) -> Float { level > 0 ? max(20 * log10(level), -160) : -160 }
}
