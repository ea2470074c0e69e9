import Foundation
import Photos
import TestSupport
import Testing

/// Permission to use the library.
struct AuthorizationTests {
    /// All answers for a library at this path, for each access level and each way of asking.
    private static func answers(library path: String) async -> Set<PHAuthorizationStatus> {
        setenv("AVCAM_LIBRARY", path, 1)
        var answers: Set<PHAuthorizationStatus> = []
        for level in [PHAccessLevel.addOnly, .readWrite] {
            answers.insert(PHPhotoLibrary.authorizationStatus(for: level))
            answers.insert(await PHPhotoLibrary.requestAuthorization(for: level))
            let told = await withCheckedContinuation { continuation in
                PHPhotoLibrary.requestAuthorization(for: level) { continuation.resume(returning: $0) }
            }
            answers.insert(told)
        }
        return answers
    }

    @Test func aLibraryThatCanBeWrittenIsAuthorizedHoweverItIsAskedFor() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("library").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try #require(await Self.answers(library: path) == [.authorized])
        }
    }

    @Test func aLibraryThatCannotBeMadeIsDeniedHoweverItIsAskedFor() async throws {
        let folder = try TemporaryFolder()
        // Not even root can make a folder in a file.
        let path = try folder.file("file", contents: Data()).appendingPathComponent("library").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try #require(await Self.answers(library: path) == [.denied])
        }
    }

    @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
    func aLibraryThatMayNotBeWrittenTakesNothing() throws {
        let disk = try SmallDisk(kilobytes: 64)
        defer { withExtendedLifetime(disk) {} }
        try Tool.output("mount", ["-o", "remount,ro", disk.url.path])
        let library = PHPhotoLibrary(folderURL: disk.url.appendingPathComponent("library"))
        #expect(library.obstacle?.code == .accessUserDenied)
        #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data(), options: nil)
            }
        }
        #expect(library.fetch(nil).count == 0)
    }

    @Test func supportedCombinationsOfTypesAreKnown() {
        func isAsset(_ types: PHAssetResourceType...) -> Bool {
            PHAssetCreationRequest.supportsAssetResourceTypes(types.map { NSNumber(value: $0.rawValue) })
        }
        #expect(isAsset(.photo) && isAsset(.photo, .pairedVideo) && isAsset(.photo, .alternatePhoto))
        #expect(isAsset(.photoProxy) && isAsset(.photoProxy, .pairedVideo) && isAsset(.video))
        #expect(isAsset(.photo, .alternatePhoto, .pairedVideo))
        #expect(!isAsset() && !isAsset(.pairedVideo) && !isAsset(.photo, .photo) && !isAsset(.video, .pairedVideo))
        #expect(!isAsset(.photo, .photoProxy) && !isAsset(.photo, .video))
    }
}
