/// Decides where each block of sound goes in a movie, so that sound and picture stay in sync for hours.
///
/// A sound track has no gaps and its length is its number of samples, but a microphone's clock runs a little fast or
/// slow, its timestamps jitter, and blocks get lost. So:
///
/// | the block's timestamp is off by | then |
/// | --- | --- |
/// | 20 ms or more | something was lost or came twice: silence is inserted, or the overlap is cut off |
/// | less, but more than 1 ms on average | the clocks drift: one sample is repeated or left out, which nobody hears |
/// | less | this is jitter: the block follows directly |
///
/// All positions are counted in sound frames from the start of the movie.
struct AudioTimeline {
    /// What to do with one block.
    struct Placement: Equatable {
        /// Silent frames before it.
        var silence = 0
        /// Frames to leave out at its start.
        var skip = 0
        /// 1 to repeat the last frame, −1 to leave it out.
        var adjustment = 0
    }

    private let threshold: Int
    private let followsClock: Bool
    private let driftLimit: Double
    private var drift = 0.0
    private var hasBegun = false
    /// Where the next block goes if there is no gap.
    private(set) var position = 0

    /// - Parameter followsClock: whether drift is corrected; without it, only jumps are.
    init(sampleRate: Int, followsClock: Bool = true) {
        self.followsClock = followsClock
        threshold = max(1, sampleRate / 50)
        driftLimit = max(1, Double(sampleRate) / 1000)
    }

    /// Places a block and moves on to its end.
    ///
    /// - Parameters:
    ///   - frames: its length.
    ///   - start: its position according to its timestamp; negative before the movie's start.
    mutating func place(frames: Int, at start: Int) -> Placement {
        guard frames > 0 else { return Placement() }
        let deviation = start - position
        var placement = Placement()
        if !hasBegun || abs(deviation) >= threshold {
            placement.silence = max(0, deviation)
            placement.skip = min(frames, max(0, -deviation))
            // The track begins with the first block of which anything is left.
            hasBegun = hasBegun || placement.skip < frames
            drift = 0
        } else if followsClock {
            // An average over about the last 32 blocks: a third of a second to a second.
            drift += (Double(deviation) - drift) / 32
            if drift > driftLimit { placement.adjustment = 1 }
            if drift < -driftLimit, frames > 1 { placement.adjustment = -1 }
            drift -= Double(placement.adjustment)
        }
        position += placement.silence + frames - placement.skip + placement.adjustment
        return placement
    }
}
