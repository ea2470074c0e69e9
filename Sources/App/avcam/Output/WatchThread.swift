import CLinux
import CShortage
import Foundation
import Locking

/// The thread that ends the program when nothing else can: it is there from the start, and waits for no other thread.
///
/// It hears the signals, knows how long the program may need after one, and checks whether Swift's tasks and Dispatch still
/// get threads. Dispatch would hear signals on threads that it starts when it needs them. When it cannot start one, it does
/// not fail: it blocks its caller. So a second thread, which is also there from the start, makes the calls that may block.
/// A thread that can have no memory tells this one, and waits for the end.
final class WatchThread: Sendable {
    /// The program's one.
    static let shared = WatchThread()

    private struct State {
        /// Called with the number of each signal.
        var signalHandler: (@Sendable (Int32) -> Void)?
        /// Called now and then.
        var timers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// Says what becomes of the work when the program ends now.
        var ending: (@Sendable () -> String?)?
        /// Whether the work goes on by itself, with the threads that it has.
        var isRunning: @Sendable () -> Bool = { false }
        var hasHeardSignal = false
        var isOutOfTime = false
    }

    private let state = Mutex(State())
    /// What the second thread is to do.
    private let work = Monitor<[@Sendable () -> Void]>([])
    /// Each byte is the number of a signal, or ``memoryShortage``.
    private let reading: Int32
    private let writing: Int32
    private let shortage = Mutex<Shortage?>(nil)

    /// How often it looks, in milliseconds.
    private static let interval: Int32 = 200

    private init() {
        var ends: [Int32] = [-1, -1]
        _ = linux_pipe_cloexec(&ends)
        (reading, writing) = (ends[0], ends[1])
        // A handler must not wait.
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    }

    /// Starts both threads. Called once.
    ///
    /// - Throws: ``Failure`` with status 71 and a sentence that names the limit.
    func start() throws(Failure) {
        for body in [watchBody, workBody] {
            var thread = pthread_t()
            guard reading >= 0, pthread_create(&thread, nil, body, nil) == 0 else { throw Limits.noFurtherThread() }
            pthread_detach(thread)
        }
        messageDescriptor = writing
        descriptors_explain_crashes()
        if !StopSignals.isIgnored(SIGXCPU) { Self.take(SIGXCPU) }
        memory_prepare_for_shortage { passOn(memoryShortage) }
    }

    /// Runs a block that may wait for a thread of Dispatch, such as one that resumes a task. Blocks run one after the other.
    func run(_ block: @escaping @Sendable () -> Void) { work.withLock { $0.append(block) } }

    fileprivate func runWork() {
        while true {
            work.wait { $0.isEmpty ? nil : $0.removeFirst() }?()
        }
    }

    /// Calls a block on this thread for each of these signals from now on.
    func hear(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) {
        state.withLock { $0.signalHandler = handler }
        for number in signals { Self.take(number) }
    }

    private static func take(_ number: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { passOn($0) }
        action.sa_flags = SA_RESTART
        sigaction(number, &action, nil)
    }

    /// Whether the program has used the processor time that it may, and so ends.
    var isOutOfTime: Bool { state.withLock { $0.isOutOfTime } }

    /// Calls a block on this thread five times a second, until ``stopCalling(_:)``.
    func call(_ owner: AnyObject, _ block: @escaping @Sendable () -> Void) {
        state.withLock { $0.timers[ObjectIdentifier(owner)] = block }
    }

    func stopCalling(_ owner: AnyObject) {
        _ = state.withLock { $0.timers.removeValue(forKey: ObjectIdentifier(owner)) }
    }

    /// - Parameter ending: says what becomes of the work, just before the program ends because no thread can be started.
    func prepare(ending: @escaping @Sendable () -> String?) { state.withLock { $0.ending = ending } }

    /// Lets work go on without further threads until a signal comes: other programs may give theirs back.
    ///
    /// - Parameter isRunning: whether the work goes on by itself; called on this thread, and must not wait.
    func letGoOn(while isRunning: @escaping @Sendable () -> Bool) { state.withLock { $0.isRunning = isRunning } }

    fileprivate func watch() {
        // Threads of Dispatch, and those that they start, get no signals.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_UNBLOCK, &all, nil)
        memory_this_thread_ends_the_program()
        while true {
            var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, Self.interval) > 0 { readSignals() }
            // Called with the lock free, as they end the program or remove themselves.
            for block in state.withLock({ Array($0.timers.values) }) { block() }
            watchThreads()
        }
    }

    private func readSignals() {
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = read(reading, &numbers, numbers.count)
        guard count > 0 else { return }
        if numbers[..<count].contains(UInt8(memoryShortage)) { leave(after: Limits.noFurtherMemory()) }
        let handler = state.withLock { state in
            state.hasHeardSignal = true
            if numbers[..<count].contains(UInt8(SIGXCPU)) { state.isOutOfTime = true }
            return state.signalHandler
        }
        guard let handler else {
            if isOutOfTime { leave(after: Limits.noFurtherTime()) }
            return
        }
        for number in numbers[..<count] { handler(Int32(number)) }
    }

    // MARK: Threads that cannot be had

    /// Threads that Swift's tasks and Dispatch were asked for while none could be started.
    private struct Shortage {
        let start = ContinuousClock.now
        var missing = Set(Pool.allCases)
    }

    /// Each has threads of its own. Photos and Live Photos are made on urgent queues.
    private enum Pool: CaseIterable { case tasks, urgentTasks, queues, urgentQueues }

    /// How long the program waits for a thread.
    private static let patience = Duration.seconds(3)
    /// How long after all have answered they are asked again.
    private static let pause = Duration.seconds(1)

    private func watchThreads() {
        if Limits.canStartThread() { return shortage.withLock { $0 = nil } }
        let (isNew, isOver) = shortage.withLock { shortage in
            let age = shortage.map { .now - $0.start } ?? .zero
            // A pool that answers has a thread, and the program goes on with it. A thread without work soon ends.
            let isNew = (shortage?.missing.isEmpty ?? true) && (shortage == nil || age > Self.pause)
            if isNew { shortage = Shortage() }
            return (isNew, !isNew && shortage?.missing.isEmpty == false && age > Self.patience)
        }
        if isNew { ask() }
        let (hasHeardSignal, isRunning) = state.withLock { ($0.hasHeardSignal, $0.isRunning) }
        guard isOver, hasHeardSignal || !isRunning() else { return }
        leave(after: Limits.noFurtherThread())
    }

    /// Ends the program with the sentence that names what is missing, and the one that says what becomes of the work.
    private func leave(after failure: Failure) -> Never {
        let ending = state.withLock { $0.ending }
        Self.leave(failure.status) { [failure.message, ending?()].compactMap(\.self).joined(separator: " ") }
    }

    /// Ends the program, on the thread that watches. The sentence and what is cleaned up at the end may wait for a disk, for
    /// a reader, or for a thread that cannot be started; together they get two seconds.
    ///
    /// - Parameter sentence: says what becomes of the work.
    static func leave(_ status: ExitStatus, saying sentence: () -> String?) -> Never {
        lastStatus = status.rawValue
        signal(SIGALRM) { _ in _exit(lastStatus) }
        alarm(2)
        if let sentence = sentence() { Console.error(sentence) }
        memory_shortage_is_said()
        exit(status.rawValue)
    }

    private func ask() {
        let answer: @Sendable (Pool) -> Void = { pool in self.shortage.withLock { _ = $0?.missing.remove(pool) } }
        run { Task.detached { answer(.tasks) } }
        run { Task.detached(priority: .high) { answer(.urgentTasks) } }
        run { DispatchQueue(label: "WatchThread").async { answer(.queues) } }
        run { DispatchQueue(label: "WatchThread.urgent", qos: .userInitiated).async { answer(.urgentQueues) } }
    }
}

// Set once, before the handlers are: a signal may come at any moment, and its handler may only do what needs no lock.
private nonisolated(unsafe) var messageDescriptor: Int32 = -1

private nonisolated(unsafe) var lastStatus: Int32 = 0

/// No signal has this number.
private let memoryShortage: Int32 = 255

/// Needs neither a lock nor memory.
private func passOn(_ number: Int32) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    // If the pipe is full, enough has been said.
    _ = write(messageDescriptor, &byte, 1)
    errno = error
}

private typealias Body = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
private let watchBody: Body = { _ in
    WatchThread.shared.watch()
    return nil
}
private let workBody: Body = { _ in
    WatchThread.shared.runWork()
    return nil
}
