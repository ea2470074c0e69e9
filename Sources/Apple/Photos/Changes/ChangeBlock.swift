import Foundation

/// What the requests made inside one change block ask for.
final class ChangeBlock: @unchecked Sendable {  // used only by the thread that runs the block
    /// The block that is running on this thread.
    @TaskLocal private static var current: ChangeBlock?

    private var requests: [PHAssetChangeRequest] = []
    private var albumRequests: [PHAssetCollectionChangeRequest] = []
    private var deletions: [AssetChange] = []

    /// Runs a change block.
    ///
    /// - Returns: the changes that it asked for.
    static func changes(in body: () -> Void) -> [AssetChange] {
        let block = ChangeBlock()
        $current.withValue(block) { body() }
        // Albums can have what the block creates, and lose what it deletes.
        return block.requests.flatMap(\.changes) + block.albumRequests.map(\.change) + block.deletions
    }

    static func add(_ request: PHAssetChangeRequest) { running.requests.append(request) }

    static func add(_ request: PHAssetCollectionChangeRequest) { running.albumRequests.append(request) }

    static func add(_ deletions: [AssetChange]) { running.deletions += deletions }

    private static var running: ChangeBlock {
        guard let current else {
            raiseException(
                .internalInconsistency,
                "This method can only be called from inside of -[PHPhotoLibrary performChanges:completionHandler:] or "
                    + "-[PHPhotoLibrary performChangesAndWait:error:]")
        }
        return current
    }
}
