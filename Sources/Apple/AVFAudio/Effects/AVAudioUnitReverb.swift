import Foundation
import Locking

/// A room. Source: Apple, AVAudioUnitReverbPreset.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    case smallRoom = 0
    case mediumRoom = 1
    case largeRoom = 2
    case mediumHall = 3
    case largeHall = 4
    case plate = 5
    case mediumChamber = 6
    case largeChamber = 7
    case cathedral = 8
    case largeRoom2 = 9
    case mediumHall2 = 10
    case mediumHall3 = 11
    case largeHall2 = 12

    /// How long an echo takes to become 60 dB quieter, in seconds, and how much of the high tones the walls swallow.
    var room: (decay: Double, damping: Float) {
        switch self {
        case .smallRoom: (0.5, 0.5)
        case .mediumRoom: (0.8, 0.45)
        case .largeRoom: (1.1, 0.4)
        case .largeRoom2: (1.3, 0.35)
        case .mediumHall: (1.6, 0.3)
        case .mediumHall2: (1.8, 0.3)
        case .mediumHall3: (2.0, 0.25)
        case .largeHall: (2.4, 0.25)
        case .largeHall2: (2.8, 0.2)
        case .plate: (1.5, 0.05)
        case .mediumChamber: (1.2, 0.3)
        case .largeChamber: (1.7, 0.3)
        case .cathedral: (5.0, 0.2)
        }
    }
}

/// Lets sound die away as in a room. Source: Apple, AVAudioUnitReverb.
///
/// Linux: eight combs and four all-passes for each channel; the rooms are ours and sound otherwise than Apple's.
public final class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {  // the state is locked
    private struct State {
        var preset = AVAudioUnitReverbPreset.mediumHall
        var wet: Float = 100
        var rooms: [Room] = []
        var made: (preset: AVAudioUnitReverbPreset, rate: Double)?
    }

    private let state = Mutex(State())

    public override init() {}

    /// Medium hall by default.
    public func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) { state.withLock { $0.preset = preset } }

    /// In percent: 0, only the sound itself, to 100, only the room; 100 by default.
    public var wetDryMix: Float {
        get { state.withLock { $0.wet } }
        set { state.withLock { $0.wet = min(max(newValue, 0), 100) } }
    }

    public override func reset() {
        super.reset()
        state.withLock { $0.made = nil }
    }

    override func rewind() {
        super.rewind()
        state.withLock { $0.made = nil }
    }

    override func process(_ block: inout SoundBlock, rate: Double) {
        state.withLock { state in
            let isSame = state.made.map { $0.preset == state.preset && $0.rate == rate } ?? false
            if !isSame || state.rooms.count != block.channels.count {
                state.rooms = block.channels.indices.map { Room(state.preset, rate: rate, channel: $0) }
                state.made = (state.preset, rate)
            }
            let wet = state.wet / 100
            for channel in block.channels.indices {
                block.withChannel(channel) { samples in
                    for index in samples.indices {
                        let echo = state.rooms[channel].process(samples[index])
                        samples[index] = samples[index] * (1 - wet) + echo * wet
                    }
                }
            }
        }
    }
}

/// Schroeder's and Moorer's reverberator, with the delays of Freeverb, which is in the public domain.
private struct Room {
    private struct Line {
        var samples: [Float]
        var place = 0
        var damped: Float = 0

        init(_ length: Int) { samples = [Float](repeating: 0, count: max(length, 1)) }

        mutating func comb(_ input: Float, feedback: Float, damping: Float) -> Float {
            let output = samples[place]
            damped = output * (1 - damping) + damped * damping
            samples[place] = input + damped * feedback
            place = place + 1 == samples.count ? 0 : place + 1
            return output
        }

        mutating func allPass(_ input: Float) -> Float {
            let output = samples[place] - input / 2
            samples[place] = input + output / 2
            place = place + 1 == samples.count ? 0 : place + 1
            return output
        }
    }

    /// In samples at 44100 Hz, without common factors.
    private static let combLengths = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617]
    private static let allPassLengths = [556, 441, 341, 225]
    /// The other channels hear another place of the room.
    private static let spread = 23

    private var combs: [Line]
    private var allPasses: [Line]
    private let feedbacks: [Float]
    private let damping: Float
    private let gain: Float

    init(_ preset: AVAudioUnitReverbPreset, rate: Double, channel: Int) {
        let room = preset.room
        func length(_ samples: Int) -> Int {
            Int((Double(samples + channel * Self.spread) * rate / 44_100).rounded())
        }
        combs = Self.combLengths.map { Line(length($0)) }
        allPasses = Self.allPassLengths.map { Line(length($0)) }
        feedbacks = combs.map { Float(pow(0.001, Double($0.samples.count) / rate / room.decay)) }
        damping = room.damping
        // Eight echoes that go on for long add up to more than the sound.
        let energy = feedbacks.reduce(0) { $0 + 1 / (1 - $1 * $1) }
        gain = 0.5 / energy.squareRoot()
    }

    mutating func process(_ sample: Float) -> Float {
        var sum: Float = 0
        for index in combs.indices {
            let echo = combs[index].comb(sample, feedback: feedbacks[index], damping: damping)
            // All combs are in step at low frequencies, where they would drown everything else.
            sum += index % 2 == 0 ? echo : -echo
        }
        for index in allPasses.indices { sum = allPasses[index].allPass(sum) }
        return sum * gain
    }
}
