import CShortage
import Foundation
import HostSurroundings
import Locking

/// The resources that a command needs. They are checked against the limits of the user, and of the service or
/// container, before anything is opened. Without a thread or memory, Dispatch, Swift's runtime and the encoders would
/// stop the program or wait forever.
struct Limits {
    var threads: Int
    var descriptors: Int
    /// Bytes of address space.
    var memory: Int
    /// Bytes of memory that may be written and that no other program shares; the threads' stacks count in full.
    var data: Int
    /// Bytes of the largest file. The limit also applies to frames, which are in files in memory.
    var fileSize: Int

    /// What commands need that list or finish photos and movies.
    static let listing = Limits(threads: 10, descriptors: 16, memory: 200 << 20, data: 96 << 20, fileSize: 1 << 20)
    /// What photos and movies need: a third more than was measured with two processors (17 threads, 29 descriptors, 1.33 GB
    /// of address space, 340 MB of data). Each further processor adds to it, because the encoder and Dispatch start
    /// threads for it. A limit of 64 descriptors and 2 GB is enough.
    static let capture = Limits(
        threads: min(18 + 4 * processors, 66), descriptors: 40, memory: (1408 + 64 * min(processors, 6)) << 20,
        data: (384 + 32 * min(processors, 6)) << 20, fileSize: 64 << 20)
    private static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// The largest size of a file; `nil` when there is no limit.
    static var fileSize: Int64? { limit(RLIMIT_FSIZE).map(Int64.init(clamping:)) }

    /// Tries to get all these resources, and releases them again.
    ///
    /// - Throws: ``Failure`` with status 71 and a sentence that names the limit.
    func check() throws(Failure) {
        // Writing a file that is too large should be an error, not the end of the program.
        signal(SIGXFSZ, SIG_IGN)
        Self.reserveProcessorTime()
        // When Dispatch's threads are busy for more than a moment, it looks there whether they run, and ends the program if
        // it cannot.
        if access("/proc/self/stat", R_OK) != 0 {
            throw Failure(
                .system, "There is no /proc, which this command needs; mount it with mount -t proc proc /proc.")
        }
        try checkDescriptors()
        try checkFileSize()
        try checkMemory()
        try checkThreads()
    }

    private func checkDescriptors() throws(Failure) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<descriptors {
            // Copies of the first: to find the file again takes longer, and the limit counts copies too.
            let descriptor =
                opened.first.map { fcntl($0, F_DUPFD_CLOEXEC, 0) } ?? open("/", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw Self.failure(
                    "This command needs \(descriptors) open files, but only \(opened.count) can be opened",
                    Self.limit(RLIMIT_NOFILE).map { "ulimit -n \($0)" }, remedy: "raise the limit with ulimit -n 1024")
            }
            opened.append(descriptor)
        }
    }

    private func checkFileSize() throws(Failure) {
        guard let limit = Self.fileSize, limit < fileSize else { return }
        throw Self.failure(
            "This command needs files of \(Text.size(Int64(fileSize))), and they may have \(Text.size(limit))",
            "ulimit -f \(limit / 1024)", remedy: "raise the limit with ulimit -f unlimited")
    }

    private func checkMemory() throws(Failure) {
        try Self.checkMemory(CaptureMemory.base, "This command")
        if let limit = Self.limit(RLIMIT_DATA), limit < data {
            throw Self.failure(
                "This command needs \(Text.size(Int64(data))) of memory for data, and does not get it",
                "ulimit -d \(limit / 1024)", remedy: "raise the limit with ulimit -d unlimited")
        }
        let place = mmap(nil, memory, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard place == MAP_FAILED else {
            munmap(place, memory)
            return
        }
        throw Self.failure(
            "This command needs \(Text.size(Int64(memory))) of address space, and does not get it",
            Self.limit(RLIMIT_AS).map { "ulimit -v \($0 / 1024)" }, remedy: "raise the limit with ulimit -v unlimited")
    }

    /// Checks what a service or container may have; its kernel would end a program that takes more, without a word.
    ///
    /// - Parameters:
    ///   - bytes: of memory that is in use at the same time.
    ///   - user: begins the sentence.
    static func checkMemory(_ bytes: Int, _ user: String, instead: String = "") throws(Failure) {
        guard let limit = ControlGroups().memory, limit.maximum < bytes else { return }
        throw failure(
            "\(user) needs \(Text.size(Int64(bytes))) of memory, and does not get it",
            "\(limit.path) says \(Text.size(Int64(limit.maximum)))", remedy: "raise this limit\(instead)")
    }

    /// Seconds of processor time that are reserved for an orderly end: a movie's last frames, and its index. That takes
    /// 0.2 to 0.4 seconds.
    private static let reservedTime: UInt = 2
    /// The milliseconds before the signal if the limit is one second: the other half is reserved.
    private static let shortestTime = 500
    private static let processorTime = Mutex<UInt?>(nil)

    /// Has SIGXCPU sent before the kernel ends the program: with `ulimit -t`, both would come at the same moment.
    private static func reserveProcessorTime() {
        var limits = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CPU.rawValue)
        guard getrlimit(resource, &limits) == 0, limits.rlim_cur != rlim_t.max else { return }
        processorTime.withLock { $0 = UInt(limits.rlim_cur) }
        if limits.rlim_max == 1 { reserveHalfASecond() }
        let reserved = max(1, limits.rlim_max - min(limits.rlim_max, rlim_t(reservedTime)))
        guard limits.rlim_max != rlim_t.max, limits.rlim_cur > reserved else { return }
        limits.rlim_cur = reserved
        setrlimit(resource, &limits)
    }

    /// The kernel's limit has whole seconds. If it is one second in all, a timer sends SIGXCPU.
    private static func reserveHalfASecond() {
        var event = sigevent()
        event.sigev_notify = Int32(SIGEV_SIGNAL)
        event.sigev_signo = SIGXCPU
        var timer: timer_t?
        guard timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0 else { return }
        var time = itimerspec()
        time.it_value.tv_nsec = shortestTime * 1_000_000
        // Absolute: what the program has used so far counts.
        timer_settime(timer, TIMER_ABSTIME, &time, nil)
    }

    /// The program has used the processor time that it may.
    static func noFurtherTime() -> Failure {
        // The kernel moves the limit with each of its signals.
        let seconds = processorTime.withLock(\.self)
        return failure(
            "This command ends, because it has used the processor time that it may", seconds.map { "ulimit -t \($0)" },
            remedy: "raise the limit with ulimit -t unlimited")
    }

    private func checkThreads() throws(Failure) {
        // To start that many takes longer than the rest of the check.
        if Self.certainThreads >= threads { return }
        let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(gate, 0, 0)
        var started: [pthread_t] = []
        defer {
            for _ in started { sem_post(gate) }
            for thread in started { pthread_join(thread, nil) }
            sem_destroy(gate)
            gate.deallocate()
        }
        for _ in 0..<threads {
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                {
                    sem_wait($0!.assumingMemoryBound(to: sem_t.self)); return nil
                }, gate)
            guard status == 0 else {
                throw Self.failure(
                    "This command needs \(threads) threads, and \(started.count) can be started",
                    Self.groupWithoutThreads ?? Self.limit(__RLIMIT_NPROC).map { "ulimit -u \($0)" },
                    remedy: "raise the limit, or end other programs")
            }
            started.append(thread)
        }
    }

    /// Whether a thread can be started now.
    static func canStartThread() -> Bool {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return false }
        pthread_join(thread, nil)
        return true
    }

    /// What cannot be had now and nearly everything needs: a thread, an open file, or memory to load a library.
    static func shortage() -> Failure? {
        if !canStartThread() { return noFurtherThread() }
        if !canOpenFile() { return noFurtherFile() }
        let place = mmap(
            nil, libraryMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        if place == MAP_FAILED { return noFurtherMemory() }
        munmap(place, libraryMemory)
        return nil
    }

    private static func canOpenFile() -> Bool {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno != EMFILE && errno != ENFILE }
        close(descriptor)
        return true
    }

    private static func noFurtherFile() -> Failure {
        failure(
            "No further file can be opened", limit(RLIMIT_NOFILE).map { "ulimit -n \($0)" },
            remedy: "raise the limit with ulimit -n 1024")
    }

    /// Bytes that a large library takes.
    private static let libraryMemory = 32 << 20

    /// What stands in the way while a thread cannot be started.
    static func noFurtherThread() -> Failure {
        failure(
            "No further thread can be started",
            groupWithoutThreads ?? memoryLimit(for: stackOfThread)
                ?? limit(__RLIMIT_NPROC).map { "ulimit -u \($0)" },
            remedy: "raise the limit, or end other programs")
    }

    /// What stands in the way while no memory can be had.
    static func noFurtherMemory() -> Failure {
        failure("No further memory can be had", memoryLimit(for: libraryMemory), remedy: "raise the limit")
    }

    /// The limit that is in the way of a number of bytes, as a shell shows it.
    private static func memoryLimit(for bytes: Int) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { text in
            let base = text.baseAddress!
            return memory_limit_in_the_way_of(bytes, base) ? String(cString: base) : nil
        }
    }

    /// Bytes that a thread needs before it does anything.
    private static var stackOfThread: Int { limit(RLIMIT_STACK).map(Int.init(clamping:)) ?? 8 << 20 }

    /// How many threads can be started for certain, with room for other programs that start some meanwhile: the user has
    /// at most those that the whole machine has.
    private static var certainThreads: Int {
        guard let used = number(of: "/proc/loadavg", separators: " /", at: 4),
            let most = number(of: "/proc/sys/kernel/threads-max"), let highest = number(of: "/proc/sys/kernel/pid_max")
        else { return 0 }
        let ofUser = limit(__RLIMIT_NPROC).map(Int.init(clamping:)) ?? .max
        let ofMachine = min(ofUser, most, highest) - used
        let ofGroup = ControlGroups().processes.map { $0.maximum - $0.used } ?? .max
        return min(ofMachine, ofGroup) - roomForOthers
    }

    private static let roomForOthers = 500

    private static func number(of path: String, separators: String = "\n", at index: Int = 0) -> Int? {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let words = text.split(whereSeparator: separators.contains)
        return index < words.count ? Int(words[index]) : nil
    }

    /// What stands in the way while another thread cannot be started, if it is the limit of a service or container.
    private static var groupWithoutThreads: String? {
        guard let limit = ControlGroups().processes, limit.used >= limit.maximum else { return nil }
        return "\(limit.path) says \(limit.maximum)"
    }

    private static func limit(_ resource: __rlimit_resource) -> UInt? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
            return nil
        }
        return UInt(limit.rlim_cur)
    }

    /// - Parameter limit: the limit as a shell shows it; `nil` when the machine itself has no more.
    private static func failure(_ sentence: String, _ limit: String?, remedy: String) -> Failure {
        Failure(.system, "\(sentence)\(limit.map { " (\($0)); \(remedy)" } ?? "; end other programs").")
    }
}
