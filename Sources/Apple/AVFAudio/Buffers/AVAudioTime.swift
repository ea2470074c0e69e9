import CoreMedia
import Foundation

/// A moment, on the host's clock, in samples, or both. Source: Apple, AVAudioTime.
///
/// Linux: the host's clock counts nanoseconds of `CLOCK_MONOTONIC`, as `CMClockGetHostTimeClock()` does.
public final class AVAudioTime: NSObject, Sendable {
    public let isHostTimeValid: Bool
    /// In units of the host's clock.
    public let hostTime: UInt64
    public let isSampleTimeValid: Bool
    /// In frames.
    public let sampleTime: AVAudioFramePosition
    /// In hertz; 0 without a sample time.
    public let sampleRate: Double

    private init(host: UInt64?, sample: AVAudioFramePosition?, rate: Double) {
        (isHostTimeValid, hostTime) = (host != nil, host ?? 0)
        (isSampleTimeValid, sampleTime) = (sample != nil, sample ?? 0)
        sampleRate = rate
    }

    public convenience init(hostTime: UInt64) { self.init(host: hostTime, sample: nil, rate: 0) }

    public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        self.init(host: nil, sample: sampleTime, rate: sampleRate)
    }

    public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
        self.init(host: hostTime, sample: sampleTime, rate: sampleRate)
    }

    /// The host's units in so many seconds.
    public class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
        seconds > 0 ? UInt64(min(seconds * 1e9, 9e18)) : 0
    }

    public class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / 1e9 }

    /// This moment with both times, if one of them can be had from a moment that has both.
    ///
    /// - Parameter anchorTime: a moment with both times.
    /// - Returns: `nil` if there is nothing to calculate with.
    public func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
        guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, anchorTime.sampleRate > 0 else { return nil }
        if isHostTimeValid, isSampleTimeValid { return self }
        if isHostTimeValid {
            let seconds = (Double(hostTime) - Double(anchorTime.hostTime)) / 1e9
            let frames = (seconds * anchorTime.sampleRate).rounded()
            return AVAudioTime(
                hostTime: hostTime, sampleTime: anchorTime.sampleTime + Int64(frames), atRate: anchorTime.sampleRate)
        }
        guard isSampleTimeValid, sampleRate == anchorTime.sampleRate else { return nil }
        let seconds = Double(sampleTime - anchorTime.sampleTime) / sampleRate
        let host = Double(anchorTime.hostTime) + seconds * 1e9
        guard host >= 0 else { return nil }
        return AVAudioTime(hostTime: UInt64(host), sampleTime: sampleTime, atRate: sampleRate)
    }
}
