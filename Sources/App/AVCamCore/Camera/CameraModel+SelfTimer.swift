/// The self-timer.
extension CameraModel {
    /// One that counts. It is the model's until its time is over or it is cancelled.
    struct Countdown {
        /// Whether its time has passed.
        let task: Task<Bool, Never>
        /// The seconds that are left.
        var left: Int
    }

    package var countdown: Int? { timer?.left }

    /// - Returns: whether the photo is to be taken: the time was not cut short.
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
        // Cancelled, and perhaps another one counts already.
        guard timer?.task == task else { return false }
        timer = nil
        return hasPassed
    }

    package func cancelCountdown() {
        timer?.task.cancel()
        timer = nil
    }
}
