import Foundation
import PhotoCoding
import TestSupport

/// Where the process keeps the photos that are to be processed later.
enum DeferredPhotos {
    /// Nothing of a test stays in the user's folder.
    ///
    /// The place is read once, so it must outlast the test that asks first.
    static func store() throws -> DeferredPhotoStore {
        try isAside.get()
        return .shared
    }

    private static let isAside = Result {
        _ = setenv("AVCAM_DEFERRED", try TemporaryFolder.forTheProcess().path, 0)
    }
}
