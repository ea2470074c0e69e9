import ALSA
import CaptureEngine
import Foundation
import Locking
import Testing

@testable import ALSADevices

@Suite struct MicrophoneReaderTests {
    /// A card that gives one block, is suspended, takes a while to wake up, and goes on.
    private final class SleepyCard: SoundInput, @unchecked Sendable {  // used by the reading thread
        let parameters = CaptureParameters(
            sampleType: .int16, framesPerSecond: 48_000, channels: 2, framesPerBlock: 480, framesInBuffer: 9600)
        private var reads = 0
        private var triesLeft: Int
        private var isSuspended = false
        private let suspended = ALSAError(code: -ESTRPIPE, pcm: "hw:0", attempt: "read from")

        init(tries: Int) { triesLeft = tries }

        func wait(milliseconds: Int32) throws(ALSAError) -> Bool {
            if isSuspended { throw suspended }
            return true
        }

        func captureTimeOfNextFrame() throws(ALSAError) -> Int64 { MonotonicClock.shared.now.value }

        func read(into bytes: UnsafeMutableRawBufferPointer) throws(ALSAError) -> Int {
            reads += 1
            if reads == 2 {
                isSuspended = true
                throw suspended
            }
            return bytes.count / parameters.bytesPerFrame
        }

        func recover(from error: ALSAError) throws(ALSAError) -> Bool {
            if triesLeft > 0 {
                triesLeft -= 1
                return false
            }
            isSuspended = false
            return true
        }

        func close() {}
    }

    private struct Heard {
        var blocks = 0
        var blocksBeforeTheGap: Int?
        var failure: CaptureError?
    }

    private func run(_ card: SleepyCard, timeout: Duration) throws -> Heard {
        let heard = Monitor(Heard())
        let format = try #require(MicrophoneFormat.all.first).description
        let reader = MicrophoneReader(
            pcm: card, id: DeviceID(scheme: "alsa", name: "hw:0"), format: format, timeout: timeout
        ) { event in
            heard.withLock { heard in
                switch event {
                case .sample: heard.blocks += 1
                case .dropped: heard.blocksBeforeTheGap = heard.blocks
                case .failed(let error): heard.failure = error
                case .depth, .depthDropped: break
                }
            }
        }
        let thread = try SourceThread("test", reader.run)
        let found = try #require(heard.wait { $0.failure != nil || $0.blocks >= 3 ? $0 : nil })
        thread.end()
        return found
    }

    @Test func aSuspendedCardGoesOnWhenItHasWokenUp() throws {
        let heard = try run(SleepyCard(tries: 5), timeout: .seconds(20))
        #expect(heard.failure == nil && heard.blocks >= 3)
        // What was not heard meanwhile is told, once.
        #expect(heard.blocksBeforeTheGap == 1)
    }

    @Test func aCardThatDoesNotWakeUpIsGivenUp() throws {
        let heard = try run(SleepyCard(tries: .max), timeout: .milliseconds(100))
        #expect(heard.failure?.code == .noFrames && heard.blocks == 1)
    }
}
