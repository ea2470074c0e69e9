import FFmpeg
import Foundation
import Glibc
import Locking

extension MovieFile {
    /// Loads the encoders' libraries on another thread, so that the first movie begins at once. Once is enough.
    ///
    /// It begins a moment later: a program that has just started a camera has its first picture to show, and would wait for the
    /// loader. What is missing is reported by ``init(_:)``.
    package static func loadEncoders() { EncoderPreloading.begin }
}

private enum EncoderPreloading {
    private enum Phase { case ahead, underWay, over }

    private static let phase = Monitor(Phase.ahead)
    private static let delay = Duration.milliseconds(500)

    static let begin: Void = {
        // A library whose initialiser runs while the program tears it down crashes: nothing begins any more at the end,
        // and the end waits for what has begun.
        atexit { EncoderPreloading.end() }
        Thread.start(named: "load encoders", load)
    }()

    @Sendable private static func load() {
        _ = phase.wait(timeout: delay) { $0 == .over ? true : nil }
        let isToLoad = phase.withLock { phase in
            guard phase == .ahead else { return false }
            phase = .underWay
            return true
        }
        guard isToLoad else { return }
        // Who makes a movie hears of it.
        do { try FFmpegLibrary.load() } catch {}
        phase.withLock { $0 = .over }
    }

    private static func end() {
        phase.withLock { if $0 == .ahead { $0 = .over } }
        phase.wait { $0 == .over ? () : nil }
    }
}
