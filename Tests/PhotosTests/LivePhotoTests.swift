import Foundation
import Locking
import PhotoCoding
import Photos
import TestSupport
import Testing

/// Live Photos of assets, and of files.
struct LivePhotoTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private typealias Answer = (photo: PHLivePhoto?, info: [AnyHashable: Any])

    private func picture(_ identifier: String?, gray: UInt8 = 200) throws -> URL {
        var recipe = PhotoRecipe()
        recipe.codec = .jpeg
        recipe.metadata.contentIdentifier = identifier
        let data = try PhotoRenderer.render(frames: [GrayFrame.make(gray, width: 320, height: 240)], recipe: recipe)
        return try fixture.folder.file("\(identifier ?? "none").jpg", contents: data)
    }

    private func movie(_ identifier: String) throws -> URL {
        let tag = "com.apple.quicktime.content.identifier=\(identifier)"
        return try fixture.movie(
            "\(identifier).mov", options: ["-movflags", "use_metadata_tags", "-metadata", tag])
    }

    private func request(
        _ files: [URL], _ size: CGSize = .zero, mode: PHImageContentMode = .aspectFit
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            PHLivePhoto.request(
                withResourceFileURLs: files, placeholderImage: nil, targetSize: size, contentMode: mode
            ) { photo, info in
                nonisolated(unsafe) let answer: Answer = (photo, info)
                continuation.resume(returning: answer)
            }
        }
    }

    private func request(_ asset: PHAsset, _ size: CGSize) async -> Answer {
        await withCheckedContinuation { continuation in
            PHImageManager.default().requestLivePhoto(
                for: asset, targetSize: size, contentMode: .aspectFit, options: PHLivePhotoRequestOptions()
            ) { photo, info in
                nonisolated(unsafe) let answer: Answer = (photo, info ?? [:])
                continuation.resume(returning: answer)
            }
        }
    }

    @Test func anAssetIsShownInTheSizeThatIsWanted() async throws {
        let (picture, movie) = (try picture("A"), try movie("A"))
        let asset = try #require(
            try fixture.saving { request in
                request.addResource(with: .photo, fileURL: picture, options: nil)
                request.addResource(with: .pairedVideo, fileURL: movie, options: nil)
            })
        let (photo, info) = await request(asset, CGSize(width: 64, height: 64))
        let live = try #require(photo)
        #expect(info[PHImageErrorKey] == nil && info[PHImageResultIsDegradedKey] as? Bool == false)
        #expect(live.size == CGSize(width: 64, height: 48))
        let resources = PHAssetResource.assetResources(for: live)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.map(\.originalFilename) == ["A.jpg", "A.mov"])
        #expect(resources.allSatisfy { $0.assetLocalIdentifier == asset.localIdentifier })
        let whole = await request(asset, PHImageManagerMaximumSize)
        #expect(whole.photo?.size == CGSize(width: 320, height: 240))
    }

    @Test func aPhotoWithoutAMovieIsNone() async throws {
        let asset = try #require(try fixture.save(try Data(contentsOf: picture(nil))))
        let (photo, info) = await request(asset, PHImageManagerMaximumSize)
        #expect(photo == nil)
        #expect((info[PHImageErrorKey] as? PHPhotosError)?.code == .requestNotSupportedForAsset)
    }

    @Test func filesThatBelongTogetherAreOne() async throws {
        let files = [try movie("B"), try picture("B")]
        for files in [files, files.reversed()] {
            let (photo, info) = await request(files, CGSize(width: 100, height: 100))
            let live = try #require(photo)
            #expect(live.size == CGSize(width: 100, height: 75) && info[PHLivePhotoInfoErrorKey] == nil)
            #expect(
                PHAssetResource.assetResources(for: live).map(\.uniformTypeIdentifier) == [
                    "public.jpeg", "com.apple.quicktime-movie",
                ])
        }
        #expect(await request(files).photo?.size == CGSize(width: 320, height: 240))
    }

    @Test func filesThatDoNotBelongTogetherAreNone() async throws {
        let (picture, movie) = (try picture("C"), try movie("C"))
        let gone = fixture.folder.file("gone.mov")
        let text = try fixture.folder.file("text.mov", contents: Data("This is no movie.".utf8))
        let wrong: [([URL], PHPhotosError.Code)] = [
            ([picture], .invalidResource), ([picture, picture], .invalidResource), ([movie], .invalidResource),
            ([picture, movie, movie], .invalidResource), ([picture, text], .invalidResource),
            ([picture, try self.movie("D")], .invalidResource), ([try self.picture(nil), movie], .invalidResource),
            ([picture, try fixture.movie()], .invalidResource), ([picture, gone], .missingResource),
            ([], .invalidResource),
        ]
        for (files, code) in wrong {
            let (photo, info) = await request(files)
            let error = info[PHLivePhotoInfoErrorKey] as? PHPhotosError
            #expect(
                photo == nil && error?.code == code, "\(files.map(\.lastPathComponent)): \(String(describing: error))")
        }
    }

    @Test func aRequestCanBeCancelled() throws {
        let files = [try picture("E"), try movie("E")]
        let isHeld = Monitor(true)
        // The requests are answered one after the other, so that this one keeps the next waiting.
        PHLivePhoto.request(
            withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit
        ) { _, _ in _ = isHeld.wait(timeout: .seconds(60)) { $0 ? nil : true } }
        let answer = Monitor<(Bool, Bool?)?>(nil)
        let id = PHLivePhoto.request(
            withResourceFileURLs: files, placeholderImage: nil, targetSize: .zero, contentMode: .aspectFit
        ) { photo, info in
            answer.withLock { $0 = (photo == nil, info[PHLivePhotoInfoCancelledKey] as? Bool) }
        }
        #expect(id != PHLivePhotoRequestIDInvalid)
        PHLivePhoto.cancelRequest(withRequestID: id)
        isHeld.withLock { $0 = false }
        let (isEmpty, isCancelled) = try #require(answer.wait(timeout: .seconds(60)) { $0 })
        #expect(isEmpty && isCancelled == true)
    }
}
