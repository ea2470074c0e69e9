/// The self-timer.
extension CameraModel {
    /// A running self-timer. The model holds it until its time is over or it is cancelled.
    struct Countdown {
        /// Its value: whether the full time has passed.
        let task: Task<Bool, Never>
        /// The seconds left.
        var left: Int
    }

    package var countdown: Int? { timer?.left }

    /// - Returns: whether to take the photo; `false` if the timer was cancelled.
    func countDown() async -> Bool {
        guard selfTimer != .off, status == .running else { return true }
        let task = Task { [weak self, sleep, seconds = selfTimer.seconds] in
            for left in stride(from: seconds, to: 0, by: -1) {
                if Task.isCancelled { return false }
                self?.timer?.left = left
                do { try await sleep(.seconds(1)) } catch { return false }
            }
            return true
        }
        timer = Countdown(task: task, left: selfTimer.seconds)
        let hasPassed = await task.value
        // This timer was cancelled, and another one may be running already.
        guard timer?.task == task else { return false }
        timer = nil
        return hasPassed
    }

    package func cancelCountdown() {
        timer?.task.cancel()
        timer = nil
    }
}
