import Foundation

/// Changes the speed of sound and keeps its pitch.
///
/// Source: Verhelst, Roelands, An Overlap-Add Technique Based on Waveform Similarity (WSOLA).
package struct TimeStretch: Sendable {
    private var input: [[Float]] = []
    /// Where the next piece would be cut without the search, from the start of ``input``.
    private var position = 0.0
    /// What follows the last piece, of each channel: the next one should begin like it.
    private var tail: [[Float]] = []

    package init() {}

    /// The next piece of sound: half a window, some hundredths of a second.
    ///
    /// - Parameters:
    ///   - speed: how many frames of input become one.
    ///   - pull: gives so many frames of the input, each channel on its own.
    package mutating func next<Failure: Error>(
        channels: Int, sampleRate: Double, speed: Double, pull: (Int) throws(Failure) -> [[Float]]
    ) throws(Failure) -> [[Float]] {
        let hop = Int(sampleRate * 0.015)
        let reach = Int(sampleRate * 0.006)
        if input.count != channels { input = Array(repeating: [], count: channels) }
        let needed = Int(position) + 2 * reach + 2 * hop
        if input[0].count < needed {
            let block = try pull(needed - input[0].count)
            for channel in 0..<channels { input[channel] += block[channel] }
        }
        let start = tail.isEmpty ? Int(position) : bestStart(from: Int(position), reach: 2 * reach, hop: hop)
        var result: [[Float]] = []
        for channel in 0..<channels {
            let piece = input[channel][start..<start + hop]
            result.append(tail.isEmpty ? Array(piece) : Self.fade(tail[channel], piece))
        }
        tail = input.map { Array($0[start + hop..<start + 2 * hop]) }
        position += Double(hop) * speed
        let done = min(Int(position), input[0].count)
        for channel in 0..<channels { input[channel].removeFirst(done) }
        position -= Double(done)
        return result
    }

    /// Where the sound is most like what follows the last piece.
    private func bestStart(from first: Int, reach: Int, hop: Int) -> Int {
        var best = (start: first, likeness: -Float.infinity)
        // Each second frame decides; voices are far below such frequencies.
        for start in stride(from: first, through: first + reach, by: 2) {
            var product: Float = 0
            var energy: Float = 1e-9
            for index in stride(from: 0, to: hop, by: 2) {
                let sample = input[0][start + index]
                product += sample * tail[0][index]
                energy += sample * sample
            }
            let likeness = product / energy.squareRoot()
            if likeness > best.likeness { best = (start, likeness) }
        }
        return best.start
    }

    private static func fade(_ old: [Float], _ new: ArraySlice<Float>) -> [Float] {
        zip(old, new).enumerated().map { index, pair in
            let part = 0.5 - 0.5 * cos(Float.pi * (Float(index) + 0.5) / Float(old.count))
            return pair.0 * (1 - part) + pair.1 * part
        }
    }
}
