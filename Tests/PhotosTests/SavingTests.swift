import Foundation
import Photos
import TestSupport
import Testing

struct SavingTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    @Test func aPhotoBecomesANumberedFileWithTheSameBytes() throws {
        let data = try Data(contentsOf: fixture.jpeg())
        let asset = try #require(try fixture.save(data))
        #expect(fixture.filenames == ["IMG_0001.jpg"])
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        #expect(try Data(contentsOf: resource.fileURL) == data)
        #expect(resource.type == .photo && resource.uniformTypeIdentifier == "public.jpeg")
        #expect(asset.mediaType == .image && asset.pixelWidth == 320 && asset.pixelHeight == 240)
        #expect(fixture.leftovers.isEmpty)
    }

    @Test(arguments: [CGImageAlphaInfo.noneSkipLast, .premultipliedLast])
    func aPictureWithoutAFileIsSaved(alpha: CGImageAlphaInfo) throws {
        let pixels = Data([UInt8](repeating: 128, count: 4 * 32 * 16))
        let picture = try #require(CGImage(width: 32, height: 16, bytesPerRow: 128, rgba: pixels, alphaInfo: alpha))
        try fixture.library.performChangesAndWait {
            _ = PHAssetChangeRequest.creationRequestForAsset(from: UIImage(cgImage: picture))
        }
        let isOpaque = alpha == .noneSkipLast
        #expect(fixture.filenames == [isOpaque ? "IMG_0001.jpg" : "IMG_0001.png"])
        let asset = try #require(fixture.library.fetch(nil, mediaType: .image).firstObject)
        #expect(asset.pixelWidth == 32 && asset.pixelHeight == 16)
    }

    @Test func aVideoKnowsItsSizeAndDuration() throws {
        let movie = try fixture.movie()
        let asset = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        #expect(fixture.filenames == ["IMG_0001.mov"])
        #expect(asset.mediaType == .video && asset.pixelWidth == 320 && asset.pixelHeight == 240)
        // One frame of 30 is the most that a container rounds.
        #expect(abs(asset.duration - 1) < 1.0 / 30)
        #expect(FileManager.default.fileExists(atPath: movie.path))
        #expect(PHAssetResource.assetResources(for: asset).first?.originalFilename == "clip.mov")
    }

    @Test func aMovedFileIsTheSameFileInTheLibrary() throws {
        let movie = try fixture.movie()
        let number = try inode(of: movie)
        try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: moving()) }
        #expect(!FileManager.default.fileExists(atPath: movie.path))
        #expect(try inode(of: fixture.library.folderURL.appendingPathComponent("IMG_0001.mov")) == number)
    }

    @Test func aMovedFileStaysWhereItIsWhenTheChangeFails() throws {
        let movie = try fixture.movie()
        #expect(throws: PHPhotosError.self) {
            try fixture.library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .video, fileURL: movie, options: moving())
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data("no".utf8), options: nil)
            }
        }
        #expect(FileManager.default.fileExists(atPath: movie.path))
        #expect(fixture.filenames.isEmpty && fixture.leftovers.isEmpty)
    }

    @Test func aFileFromAnotherFileSystemIsCopiedAndThenRemoved() throws {
        let elsewhere = URL(fileURLWithPath: "/dev/shm/\(UUID().uuidString).mov")
        try FileManager.default.copyItem(at: fixture.movie(), to: elsewhere)
        defer { try? FileManager.default.removeItem(at: elsewhere) }
        try fixture.saving { $0.addResource(with: .video, fileURL: elsewhere, options: moving()) }
        #expect(fixture.filenames == ["IMG_0001.mov"])
        #expect(!FileManager.default.fileExists(atPath: elsewhere.path))
    }

    @Test func aLivePhotoIsOneAssetWithTwoFilesOfOneName() throws {
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        let asset = try #require(
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.addResource(with: .pairedVideo, fileURL: movie, options: moving())
            })
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0001.mov"])
        #expect(asset.mediaSubtypes == .photoLive && asset.playbackStyle == .livePhoto)
        #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photo, .pairedVideo])
    }

    @Test func aNameThatIsTakenIsLeftAlone() throws {
        let data = try Data(contentsOf: fixture.jpeg())
        try FileManager.default.createDirectory(at: fixture.library.folderURL, withIntermediateDirectories: true)
        let foreign = fixture.library.folderURL.appendingPathComponent("IMG_0001.png")
        try Data("foreign".utf8).write(to: foreign)
        try fixture.save(data)
        #expect(fixture.filenames == ["IMG_0001.png", "IMG_0002.jpg"])
        #expect(try Data(contentsOf: foreign) == Data("foreign".utf8))
    }

    @Test func oneBlockSavesAllOfItsAssetsOrNone() throws {
        let data = try Data(contentsOf: fixture.jpeg())
        #expect {
            try fixture.library.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
                let missing = URL(fileURLWithPath: "/nowhere/clip.mov")
                PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: missing, options: nil)
            }
        } throws: { ($0 as? PHPhotosError)?.code == .missingResource }
        #expect(fixture.filenames.isEmpty && fixture.leftovers.isEmpty)
    }

    @Test func anythingButAPictureIsRefusedWithASentence() throws {
        let error = #expect(throws: PHPhotosError.self) { try fixture.save(Data("text".utf8)) }
        #expect(error?.code == .invalidResource)
        #expect(error?.localizedDescription == "The data is not a picture that the photo library can keep.")
    }

    @Test func resourcesThatDoNotFormAnAssetAreRefused() throws {
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        let error = #expect(throws: PHPhotosError.self) {
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.addResource(with: .video, fileURL: movie, options: nil)
            }
        }
        #expect(error?.code == .invalidResource)
        #expect(throws: PHPhotosError.self) { try fixture.saving { _ in } }
        #expect(PHAssetCreationRequest.supportsAssetResourceTypes([1, 9]))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([2, 9]))
    }

    @Test func deletingAnAssetRemovesItsFiles() throws {
        let asset = try #require(try fixture.save(try Data(contentsOf: fixture.jpeg())))
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset]) }
        #expect(fixture.filenames.isEmpty)
        #expect(fixture.library.fetch(nil).count == 0)
    }

    @Test func oneBlockDeletesAllOfItsAssetsOrNone() throws {
        let data = try Data(contentsOf: fixture.jpeg())
        let (kept, gone) = (try #require(try fixture.save(data)), try #require(try fixture.save(data)))
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([gone]) }
        #expect {
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest.deleteAssets([kept])
                PHAssetChangeRequest(for: gone).isFavorite = true
            }
        } throws: { ($0 as? PHPhotosError)?.code == .identifierNotFound }
        #expect(fixture.filenames == ["IMG_0001.jpg"] && fixture.leftovers.isEmpty)
        #expect(try fixture.library.assets() == [kept])
    }

    @Test func anAssetThatIsGoneCannotBeChanged() throws {
        let asset = try #require(try fixture.save(try Data(contentsOf: fixture.jpeg())))
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets([asset]) }
        #expect {
            try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isFavorite = true }
        } throws: { ($0 as? PHPhotosError)?.code == .identifierNotFound }
    }

    @Test func theCompletionHandlerSaysHowItEnded() async throws {
        let data = try Data(contentsOf: fixture.jpeg())
        let library = fixture.library
        let (isDone, error) = await withCheckedContinuation { continuation in
            library.performChanges {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
            } completionHandler: {
                continuation.resume(returning: ($0, $1))
            }
        }
        #expect(isDone && error == nil)
        try await library.performChanges {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
        }
        #expect(fixture.filenames == ["IMG_0001.jpg", "IMG_0002.jpg"])
    }

    @Test func manyWritersInOneFolderGetNamesOfTheirOwn() async throws {
        let data = try Data(contentsOf: fixture.jpeg())
        let folder = fixture.library.folderURL
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let library = PHPhotoLibrary(folderURL: folder)
                    for _ in 0..<5 {
                        try await library.performChanges {
                            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(fixture.filenames.count == 20)
        #expect(fixture.reopened().fetch(nil).count == 20)
        #expect(fixture.leftovers.isEmpty)
    }

    private func inode(of file: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? Int)
    }
}
