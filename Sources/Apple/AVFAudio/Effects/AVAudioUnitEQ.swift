import Foundation
import Locking

/// How a band of an equalizer changes sound. Source: Apple, AVAudioUnitEQFilterType.
public enum AVAudioUnitEQFilterType: Int, Sendable {
    /// Raises or lowers what is around the frequency.
    case parametric = 0
    /// A Butterworth filter of second order.
    case lowPass = 1
    case highPass = 2
    /// With a peak at the frequency, the narrower the bandwidth the higher.
    case resonantLowPass = 3
    case resonantHighPass = 4
    case bandPass = 5
    case bandStop = 6
    /// Raises or lowers what is below the frequency.
    case lowShelf = 7
    case highShelf = 8
    /// With a steepness by the bandwidth.
    case resonantLowShelf = 9
    case resonantHighShelf = 10
}

/// One band of an equalizer. Source: Apple, AVAudioUnitEQFilterParameters.
public final class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {  // the values are locked
    struct Values: Equatable {
        var filterType = AVAudioUnitEQFilterType.parametric
        var frequency: Float = 1000
        var bandwidth: Float = 0.5
        var gain: Float = 0
        var bypass = true
    }

    private let values: Mutex<Values>

    init(frequency: Float) {
        values = Mutex(Values(frequency: frequency))
    }

    var current: Values { values.withLock { $0 } }

    public var filterType: AVAudioUnitEQFilterType {
        get { current.filterType }
        set { values.withLock { $0.filterType = newValue } }
    }

    /// In Hz: from 20 to half the sample rate.
    public var frequency: Float {
        get { current.frequency }
        set { values.withLock { $0.frequency = max(newValue, 20) } }
    }

    /// In octaves: 0.05 to 5; 0.5 by default.
    public var bandwidth: Float {
        get { current.bandwidth }
        set { values.withLock { $0.bandwidth = min(max(newValue, 0.05), 5) } }
    }

    /// In dB: -96 to 24; 0 by default.
    public var gain: Float {
        get { current.gain }
        set { values.withLock { $0.gain = min(max(newValue, -96), 24) } }
    }

    /// Whether the band does nothing; `true` by default.
    public var bypass: Bool {
        get { current.bypass }
        set { values.withLock { $0.bypass = newValue } }
    }
}

/// An equalizer of several bands, one after the other. Source: Apple, AVAudioUnitEQ.
public final class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {  // the state is locked
    private struct State {
        var gain: Float = 0
        /// Of each band, with one memory for each channel.
        var filters: [Biquad] = []
        var made: [AVAudioUnitEQFilterParameters.Values] = []
        var rate = 0.0
    }

    private let state = Mutex(State())

    /// As many as the unit was made with.
    public let bands: [AVAudioUnitEQFilterParameters]

    /// - Parameter numberOfBands: 1 by default, as Apple's `init()` makes them.
    public init(numberOfBands: Int = 1) {
        // Spread over what is heard, as an equalizer of so many bands usually has them.
        bands = (0..<max(numberOfBands, 0)).map { band in
            let part = Float(band + 1) / Float(numberOfBands + 1)
            return AVAudioUnitEQFilterParameters(frequency: 20 * pow(1000, part))
        }
        super.init()
    }

    /// Of everything together, in dB: -96 to 24; 0 by default.
    public var globalGain: Float {
        get { state.withLock { $0.gain } }
        set { state.withLock { $0.gain = min(max(newValue, -96), 24) } }
    }

    public override func reset() {
        super.reset()
        state.withLock { $0.made = [] }
    }

    override func rewind() {
        super.rewind()
        state.withLock { $0.made = [] }
    }

    override func process(_ block: inout SoundBlock, rate: Double) {
        let wanted = bands.map(\.current)
        state.withLock { state in
            if state.made.count != wanted.count || state.rate != rate {
                state.filters = wanted.map { _ in Biquad() }
                (state.made, state.rate) = (wanted, rate)
                for index in wanted.indices { state.filters[index].set(wanted[index], rate: rate) }
            }
            // A band that changes keeps its memory, so that it does not click.
            for index in wanted.indices where state.made[index] != wanted[index] {
                state.filters[index].set(wanted[index], rate: rate)
                state.made[index] = wanted[index]
            }
            for index in wanted.indices where !wanted[index].bypass { state.filters[index].process(&block) }
            block.multiply(by: pow(10, state.gain / 20))
        }
    }
}
