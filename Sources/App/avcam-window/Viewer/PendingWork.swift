/// What must not be interrupted: copies, edits and time-lapses that are being written.
final class PendingWork {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var count = 0

    var isEmpty: Bool { tasks.isEmpty }

    /// Begins `body`, which is pending until it returns.
    func begin(_ body: @escaping @MainActor () async -> Void) {
        count += 1
        let number = count
        tasks[number] = Task {
            await body()
            tasks[number] = nil
        }
    }

    /// Returns when nothing is pending anymore, also of what was begun meanwhile.
    func finish() async {
        while let task = tasks.values.first { await task.value }
    }
}
