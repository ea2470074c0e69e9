import CaptureEngine
import Locking

/// Keeps what is played; the samples of all channels are interleaved.
final class Loudspeaker: SoundOutput {
    let played = Monitor<[Float]>([])

    private final class Stream: SoundStream {
        let output: Loudspeaker
        init(_ output: Loudspeaker) { self.output = output }
        func write(_ samples: [Float]) { output.played.withLock { $0 += samples } }
        var delay: CMTime? { nil }
        func drop() {}
        func close() {}
    }

    func open(sampleRate: Int, channels: Int) -> any SoundStream { Stream(self) }

    /// The left channel from its first sound on, once it is that long.
    func sound(_ count: Int) -> [Float]? {
        played.wait(timeout: .seconds(60)) { all in
            let left = stride(from: 0, to: all.count, by: 2).map { all[$0] }
            guard let first = left.firstIndex(where: { $0 != 0 }), left.count - first >= count else { return nil }
            return Array(left[first..<first + count])
        }
    }
}
