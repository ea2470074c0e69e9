import Foundation
import FoundationNetworking
import Locking

/// Loads files of the web, a few at once and none that is too large.
enum WebFile {
    /// In bytes.
    static let limit = 64 << 20
    /// Others wait: a list of pictures would open a connection for each.
    static let mostAtOnce = 8
    static let gate = Gate(mostAtOnce)
    private static let transfers = Transfers()

    /// Ends early, with a `CancellationError`, when its task is cancelled.
    ///
    /// - Parameters:
    ///   - url: one whose scheme is `http` or `https`; redirections to such are followed.
    ///   - limit: the most bytes.
    /// - Throws: `URLError`.
    static func data(from url: URL, limit: Int = limit) async throws -> Data {
        guard url.isOfWeb else {
            throw URLError(.unsupportedURL, url, "only files and http and https addresses can be loaded")
        }
        try await gate.enter()
        defer { gate.leave() }
        return try await transfers.data(from: url, limit: limit)
    }
}

extension URL {
    /// Addresses of the web must not lead to files of this machine.
    fileprivate var isOfWeb: Bool { ["http", "https"].contains(scheme?.lowercased()) }
}

extension URLError {
    fileprivate init(_ code: Code, _ url: URL, _ reason: String) {
        let words = "\(url.absoluteString) cannot be loaded: \(reason)"
        self.init(code, userInfo: [NSLocalizedDescriptionKey: words, NSURLErrorFailingURLErrorKey: url])
    }
}

/// Those of one session that are under way.
private final class Transfers: NSObject, URLSessionDataDelegate, Sendable {
    private struct Transfer {
        let url: URL
        let limit: Int
        let end: CheckedContinuation<Data, any Error>
        var data = Data()
        var redirections = 0
        /// Why it was stopped, if it was.
        var failure: URLError?
    }

    private struct State {
        var transfers: [Int: Transfer] = [:]
        /// Those that were cancelled before they began.
        var cancelled: Set<Int> = []

        subscript(task: URLSessionTask) -> Transfer? {
            get { transfers[task.taskIdentifier] }
            set { transfers[task.taskIdentifier] = newValue }
        }
    }

    private let state = Mutex(State())
    private let session = Mutex<URLSession?>(nil)

    /// Made when the first one begins.
    private var ownSession: URLSession {
        session.withLock { session in
            if let session { return session }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = 60
            configuration.httpMaximumConnectionsPerHost = WebFile.mostAtOnce
            let new = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
            session = new
            return new
        }
    }

    func data(from url: URL, limit: Int) async throws -> Data {
        let task = ownSession.dataTask(with: url)
        let id = task.taskIdentifier
        defer { _ = state.withLock { $0.cancelled.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { end in
                let begins = state.withLock { state in
                    if state.cancelled.contains(id) { return false }
                    state.transfers[id] = Transfer(url: url, limit: limit, end: end)
                    return true
                }
                // A transfer that was cancelled before it was registered ends here: nothing else resumes the caller.
                if begins { task.resume() } else { end.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { if $0.transfers[id] == nil { $0.cancelled.insert(id) } }
            task.cancel()
        }
    }

    private func stop(_ task: URLSessionTask, _ code: URLError.Code, _ reason: String) {
        state.withLock { state in
            guard let url = state[task]?.url else { return }
            state[task]?.failure = URLError(code, url, reason)
        }
        task.cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let count = state.withLock { state in
            state[task]?.redirections += 1
            return state[task]?.redirections ?? 0
        }
        let isFollowed = count <= 10 && request.url?.isOfWeb == true
        completionHandler(isFollowed ? request : nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 200
        // Foundation on Linux looks at the task, not at the disposition.
        if !(200..<300).contains(status) {
            stop(dataTask, .badServerResponse, "the server answered with \(status)")
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            let id = dataTask.taskIdentifier
            guard let transfer = state.transfers[id], transfer.failure == nil else { return false }
            guard transfer.data.count + data.count <= transfer.limit else { return true }
            state.transfers[id]?.data.append(data)
            return false
        }
        if isTooLarge { stop(dataTask, .dataLengthExceedsMaximum, "it is too large") }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = state.withLock({ $0.transfers.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let failure = transfer.failure {
            transfer.end.resume(throwing: failure)
        } else if let error {
            transfer.end.resume(throwing: (error as? URLError)?.code == .cancelled ? CancellationError() : error)
        } else {
            transfer.end.resume(returning: transfer.data)
        }
    }
}

/// Lets a number of tasks in at once, in the order in which they came.
final class Gate: Sendable {
    private struct State {
        var free: Int
        var waiting: [(id: UUID, entry: CheckedContinuation<Void, any Error>)] = []
        /// Those that were cancelled before they waited.
        var cancelled: Set<UUID> = []
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// How many wait.
    var queueLength: Int { state.withLock { $0.waiting.count } }

    /// - Throws: `CancellationError`, if the task is cancelled while it waits; then there is nothing to leave.
    func enter() async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (entry: CheckedContinuation<Void, any Error>) in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((id, entry))
                    return nil
                }
                if let answer { entry.resume(with: answer) }
            }
        } onCancel: {
            let entry = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                if let place = state.waiting.firstIndex(where: { $0.id == id }) {
                    return state.waiting.remove(at: place).entry
                }
                state.cancelled.insert(id)
                return nil
            }
            entry?.resume(throwing: CancellationError())
        }
        _ = state.withLock { $0.cancelled.remove(id) }
    }

    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst().entry }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
