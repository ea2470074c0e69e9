import Foundation
import Locking

/// Identifies one request of a resource manager. Source: Apple, PHAssetResourceDataRequestID.
public typealias PHAssetResourceDataRequestID = Int32

/// No request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// How a file of an asset is read. Source: Apple, PHAssetResourceRequestOptions.
public final class PHAssetResourceRequestOptions: NSObject {
    /// Linux: everything is local.
    public var isNetworkAccessAllowed = false

    /// Called with 1 when everything has been read.
    public var progressHandler: ((Double) -> Void)?

    public override init() {}
}

/// Reads the files of assets.
///
/// Source: Apple, PHAssetResourceManager.
public final class PHAssetResourceManager: NSObject, Sendable {
    private static let shared = PHAssetResourceManager()
    private static let blockSize = 1 << 20

    private struct Requests {
        var last: PHAssetResourceDataRequestID = 0
        var running: Set<PHAssetResourceDataRequestID> = []
    }

    private let requests = Mutex(Requests())
    private let queue = DispatchQueue(label: "PHAssetResourceManager", attributes: .concurrent)

    override init() {}

    /// The shared resource manager.
    public class func `default`() -> PHAssetResourceManager { shared }

    /// Reads a file piece by piece, on a queue of the manager.
    ///
    /// - `handler`: called with each piece in turn.
    /// - `completionHandler`: called once, with an error if not everything could be read or the request was cancelled.
    @discardableResult
    public func requestData(
        for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void, completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let id = requests.withLock { requests in
            requests.last &+= 1
            requests.running.insert(requests.last)
            return requests.last
        }
        // Apple's handlers are not Sendable; these are called by one thread.
        nonisolated(unsafe) let calls = (handler: handler, progress: options?.progressHandler, end: completionHandler)
        queue.async { [self] in
            do {
                try read(resource, id, calls.handler)
                calls.progress?(1)
                calls.end(nil)
            } catch {
                calls.end(error)
            }
            requests.withLock { _ = $0.running.remove(id) }
        }
        return id
    }

    /// Cancels a request: its completion handler is called with ``PHPhotosError`` `userCancelled`.
    public func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { _ = $0.running.remove(requestID) }
    }

    /// Copies a file. File systems that can share blocks between files do so.
    ///
    /// - Throws: ``PHPhotosError``; nothing is left behind then.
    public func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?
    ) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            writeData(for: resource, toFile: fileURL, options: nil) { error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(()))
            }
        }
        options?.progressHandler?(1)
    }

    @preconcurrency public func writeData(
        for resource: PHAssetResource, toFile fileURL: URL, options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        queue.async {
            do throws(FileError) {
                guard access(fileURL.path, F_OK) != 0 else { throw FileError(fileURL.path, number: EEXIST) }
                try DurableFile.copy(resource.fileURL.path, to: fileURL.path)
                completionHandler(nil)
            } catch {
                completionHandler(Self.photosError(error))
            }
        }
    }

    private func read(_ resource: PHAssetResource, _ id: PHAssetResourceDataRequestID, _ handler: (Data) -> Void) throws
    {
        do throws(FileError) {
            let file = try FileBytes(path: resource.fileURL.path)
            var offset = 0
            while offset < file.count {
                guard requests.withLock({ $0.running.contains(id) }) else { break }
                let block = file.bytes(at: offset, count: Self.blockSize)
                if let failure = file.failure { throw failure }
                // The file became shorter.
                if block.isEmpty { throw FileError(resource.fileURL.path, number: EIO) }
                handler(Data(block))
                offset += block.count
            }
        } catch {
            throw Self.photosError(error)
        }
        guard requests.withLock({ $0.running.contains(id) }) else {
            throw PHPhotosError(.userCancelled, "The request was cancelled.")
        }
    }

    private static func photosError(_ error: FileError) -> PHPhotosError {
        switch error.number {
        case ENOENT: PHPhotosError(.missingResource, "The file is gone (\(error)).", cause: error)
        case ENOSPC, EDQUOT: PHPhotosError(.notEnoughSpace, "No space is left on the disk (\(error)).", cause: error)
        case EACCES, EPERM, EROFS:
            PHPhotosError(.accessUserDenied, "You do not have permission to use the file (\(error)).", cause: error)
        default: PHPhotosError(.internalError, "The file cannot be copied (\(error)).", cause: error)
        }
    }
}
