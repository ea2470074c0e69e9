import CaptureEngine
import CoreMedia
import Foundation

/// An engine on its way to the sound output, on a thread of its own.
final class EngineRun: @unchecked Sendable {  // `run` is called once, by one thread, which owns what changes
    /// How long before it is heard sound is rendered.
    static let lead = CMTime(value: 1, timescale: 10)
    static let sampleRate = 48_000
    static let channels = 2
    private static let blockLength = 512

    private let clock: any CaptureClock
    private let output: any SoundOutput
    private let calls: DispatchQueue
    private let render: @Sendable (Int, CMTime) -> (block: SoundBlock, context: RenderContext)?
    private var later: [(time: CMTime, call: () -> Void)] = []

    /// - Parameters:
    ///   - calls: where a program's blocks are called.
    ///   - render: gives so many frames, to be heard at a time; `nil` to end.
    init(
        clock: any CaptureClock, output: any SoundOutput, calls: DispatchQueue,
        render: @escaping @Sendable (Int, CMTime) -> (block: SoundBlock, context: RenderContext)?
    ) {
        (self.clock, self.output, self.calls, self.render) = (clock, output, calls, render)
    }

    func run(_ thread: SourceThread) {
        // Whoever has no sound output still sees time go on.
        let stream = try? output.open(sampleRate: Self.sampleRate, channels: Self.channels)
        defer { stream?.close() }
        let start = clock.now + Self.lead
        var written: Int64 = 0
        while true {
            let moment = start + CMTime(value: written, timescale: CMTimeScale(Self.sampleRate))
            guard thread.sleep(until: moment - Self.lead, on: clock),
                let (block, context) = render(
                    Self.blockLength, moment)
            else { break }
            // An output that fails stays silent.
            try? stream?.write(block.interleaved)
            written += Int64(block.frames)
            later += context.later
            call(context.calls + due())
        }
        // What was rendered counts as heard.
        call(later.map(\.call))
    }

    /// What has been heard by now.
    private func due() -> [() -> Void] {
        let now = clock.now
        let due = later.filter { $0.time <= now }
        later.removeAll { $0.time <= now }
        return due.map(\.call)
    }

    private func call(_ list: [() -> Void]) {
        guard !list.isEmpty else { return }
        let batch = SoundCalls(list)
        calls.async { batch.run() }
    }
}
