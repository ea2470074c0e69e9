import FFmpeg
import Foundation
import Glibc
import Locking

extension MovieFile {
    /// Loads the encoders' libraries on another thread, so that the first movie begins at once. Calling it once is
    /// enough.
    ///
    /// It starts with a short delay: a program that has just started a camera has its first picture to show, and would
    /// wait for the loader. ``init(_:)`` reports missing libraries.
    package static func loadEncoders() { EncoderPreloading.begin }
}

private enum EncoderPreloading {
    private enum Phase { case ahead, underWay, over }

    private static let phase = Monitor(Phase.ahead)
    private static let delay = Duration.milliseconds(500)

    static let begin: Void = {
        // A library whose initializer runs while the process exits crashes. So nothing starts once the exit has begun,
        // and the exit waits for what has started.
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
        // The caller that makes a movie gets the error.
        do { try FFmpegLibrary.load() } catch {}
        phase.withLock { $0 = .over }
    }

    private static func end() {
        phase.withLock { if $0 == .ahead { $0 = .over } }
        phase.wait { $0 == .over ? () : nil }
    }
}
