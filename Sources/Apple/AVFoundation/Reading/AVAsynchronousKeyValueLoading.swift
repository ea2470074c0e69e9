import CaptureEngine
import Dispatch
import Foundation
import Locking

/// Whether a value is there. Source: Apple, AVKeyValueStatus.
public enum AVKeyValueStatus: Int, Sendable {
    case unknown = 0
    case loading = 1
    case loaded = 2
    case failed = 3
    case cancelled = 4
}

/// What has values that take time to find out: assets and their tracks. Source: Apple, AVAsynchronousKeyValueLoading.
public protocol AVAsynchronousKeyValueLoading: AnyObject, Sendable {
    /// How far a value is; `error` says why it failed.
    func statusOfValue(forKey key: String, error outError: UnsafeMutablePointer<NSError?>?) -> AVKeyValueStatus
    /// Loads values, and calls the handler when all are loaded or have failed. The handler comes from another thread.
    func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

/// Names a value that can be loaded, without its type. Source: Apple, AVPartialAsyncProperty.
public class AVPartialAsyncProperty<Root: AVAsynchronousKeyValueLoading>: @unchecked Sendable {  // constant
    let key: String

    init(key: String) { self.key = key }
}

/// Names a value that can be loaded. Source: Apple, AVAsyncProperty.
public final class AVAsyncProperty<Root: AVAsynchronousKeyValueLoading, Value>: AVPartialAsyncProperty<Root>,
    @unchecked Sendable
{  // constant
    /// How far the loading of a value is. Source: Apple, AVAsyncProperty.Status.
    public enum Status {
        case notYetLoaded
        case loading
        case loaded(Value)
        case failed(NSError)
    }

    let read: (Root) throws -> Value

    init(_ key: String, _ read: @escaping (Root) throws -> Value) {
        self.read = read
        super.init(key: key)
    }
}

/// Where values are loaded: it reads files, for which the threads of Swift's tasks are too few.
enum AssetLoading {
    static let queue = DispatchQueue(label: "AVAsset.loading", qos: .userInitiated, attributes: .concurrent)

    static func run<Value>(_ body: @escaping () throws -> Value) async throws -> sending Value {
        nonisolated(unsafe) let body = body
        return try await withCheckedThrowingContinuation { continuation in
            queue.async {
                nonisolated(unsafe) let result = Result { try body() }
                continuation.resume(with: result)
            }
        }
    }
}

extension AVAsynchronousKeyValueLoading {
    /// Loads a value.
    ///
    /// - Throws: ``AVError`` with a sentence that names the file.
    public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> sending A {
        try await AssetLoading.run { try property.read(self) }
    }

    /// Loads two values.
    public func load<A, B>(
        _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>
    ) async throws -> sending (A, B) {
        try await AssetLoading.run { (try first.read(self), try second.read(self)) }
    }

    /// Loads several values.
    public func load<A, B, C>(
        _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>
    ) async throws -> sending (A, B, C) {
        try await AssetLoading.run { (try first.read(self), try second.read(self), try third.read(self)) }
    }

    /// Loads several values.
    public func load<A, B, C, D>(
        _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
        _ fourth: AVAsyncProperty<Self, D>
    ) async throws -> sending (A, B, C, D) {
        try await AssetLoading.run {
            (try first.read(self), try second.read(self), try third.read(self), try fourth.read(self))
        }
    }

    /// Loads several values.
    public func load<A, B, C, D, E>(
        _ first: AVAsyncProperty<Self, A>, _ second: AVAsyncProperty<Self, B>, _ third: AVAsyncProperty<Self, C>,
        _ fourth: AVAsyncProperty<Self, D>, _ fifth: AVAsyncProperty<Self, E>
    ) async throws -> sending (A, B, C, D, E) {
        try await AssetLoading.run {
            (
                try first.read(self), try second.read(self), try third.read(self), try fourth.read(self),
                try fifth.read(self)
            )
        }
    }

    /// How far a value is.
    public func status<A>(of property: AVAsyncProperty<Self, A>) -> AVAsyncProperty<Self, A>.Status {
        var error: NSError?
        switch statusOfValue(forKey: property.key, error: &error) {
        case .unknown, .cancelled: return .notYetLoaded
        case .loading: return .loading
        case .failed: return .failed(error ?? NSError(domain: AVFoundationErrorDomain, code: -11800))
        case .loaded:
            do { return .loaded(try property.read(self)) } catch { return .failed(error as NSError) }
        }
    }
}
