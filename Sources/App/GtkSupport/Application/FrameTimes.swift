internal import CGtk
import Glibc

/// How long the main thread takes for each frame of a window, and how late it reaches pending work: the causes of
/// stutter.
package final class FrameTimes {
    /// If this is set and not empty, the program measures and reports at its end.
    private static let environmentKey = "AVCAM_FRAME_TIMES"
    private static let interval: UInt32 = 4

    private var began = 0
    private var beganProcessor = 0
    private var expected: Int = 0
    private var paints: [Int] = []
    /// The main thread's processor time for the same frames, which does not grow when the machine is busy.
    private var costs: [Int] = []
    private var delays: [Int] = []

    package static var isWanted: Bool { getenv(environmentKey).map { $0.pointee != 0 } ?? false }

    package init(_ window: Window) {
        window.on("map") { [weak self, unowned window] in self?.measure(window) }
    }

    private func measure(_ window: Window) {
        guard let clock = gtk_widget_get_frame_clock(window.cast()) else { return }
        let frames = Object(UnsafeMutableRawPointer(clock))
        frames.on("before-paint") { [weak self] in
            self?.began = g_get_monotonic_time()
            self?.beganProcessor = Self.processorTime
        }
        frames.on("after-paint") { [weak self] in
            guard let self else { return }
            paints.append(g_get_monotonic_time() - began)
            costs.append(Self.processorTime - beganProcessor)
        }
        expected = g_get_monotonic_time()
        g_timeout_add_full(
            G_PRIORITY_HIGH, Self.interval,
            { data in
                onMain(data) { Boxes.object($0, as: FrameTimes.self)?.tick() }
                return 1
            }, Unmanaged.passRetained(self).toOpaque(), { Boxes.release($0) })
    }

    private func tick() {
        let now = g_get_monotonic_time()
        delays.append(max(0, now - expected))
        expected = now + Int(Self.interval) * 1000
    }

    /// Of this thread, in microseconds.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    /// Starts over.
    package func reset() {
        paints = []
        costs = []
        delays = []
    }

    /// For the frames, their processor time and the delays, in milliseconds: the median, the 99th percentile, the
    /// maximum.
    package var summary: String {
        func figures(_ times: [Int]) -> String {
            let sorted = times.sorted()
            guard let longest = sorted.last else { return "none" }
            let chosen = [sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], longest]
            let words = chosen.map { "\($0 / 1000).\($0 / 100 % 10)" }.joined(separator: ", ")
            return "\(words) ms of \(sorted.count)"
        }
        return "frames: \(figures(paints)); processor: \(figures(costs)); delays: \(figures(delays))"
    }
}
