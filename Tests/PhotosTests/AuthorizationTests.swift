import Foundation
import Photos
import TestSupport
import Testing

/// Who may use the library.
struct AuthorizationTests {
    @Test(arguments: [PHAccessLevel.addOnly, .readWrite])
    func theAnswerIsTheSameHoweverItIsAskedFor(level: PHAccessLevel) async {
        let status = PHPhotoLibrary.authorizationStatus(for: level)
        #expect(status == .authorized || status == .denied)
        #expect(await PHPhotoLibrary.requestAuthorization(for: level) == status)
        let told = await withCheckedContinuation { continuation in
            PHPhotoLibrary.requestAuthorization(for: level) { continuation.resume(returning: $0) }
        }
        #expect(told == status)
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

    @Test func theTypesThatMakeOneAssetAreKnownBeforehand() {
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
