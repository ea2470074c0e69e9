import AVFoundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore
@testable import AVCamLinux
@testable import LockedCameraCapture

/// Captures of the lock screen extension get into the app's library exactly once.
extension SimulatedCameraTests {
    struct LockedCapturesTests {
        let folder: TemporaryFolder
        let content: SessionContent
        let manager: LockedCameraCaptureManager
        let library: PHPhotoLibrary
        let captures: LockedCaptures
        let body = SimulatedPhone.ofTest.body

        init() throws {
            folder = try TemporaryFolder()
            content = SessionContent(folder: folder.file("locked"))
            manager = LockedCameraCaptureManager(content: content)
            library = PHPhotoLibrary(folderURL: folder.file("library"))
            captures = LockedCaptures(library: MediaLibrary(library), manager: manager)
            body.setLocked(true)
        }

        /// A photo and a movie, as the extension takes them.
        private func capture(_ features: PhotoFeatures, into session: LockedCameraCaptureSession) async throws {
            let store = LockedMediaStore(session)
            let service = CaptureService()
            let camera = try DeviceLookup().camera("simulated:back")
            try await service.start(CaptureSetup(camera: camera, mode: .photo, features: features))
            try await store.save(service.capturePhoto())
            try await service.setCaptureMode(.video)
            let place = try await store.makeRecordingPlace()
            try await service.startRecording(to: place.url, maxDuration: .milliseconds(200))
            try await store.save(service.recordedMovie())
            await service.stop()
        }

        private var features: PhotoFeatures {
            var features = PhotoFeatures(quality: .speed)
            features.maxSize = PictureSize(width: 640, height: 480)
            return features
        }

        @Test func theAppImportsWhatTheExtensionCaptured() async throws {
            var session: LockedCameraCaptureSession? = try LockedCameraCaptureSession(content: content)
            try await capture(features, into: try #require(session))
            session = nil
            body.setLocked(false)
            let url = try #require(manager.sessionContentURLs.first)
            try await captures.takeOver(url)
            #expect(library.fetch(nil, mediaType: .image).count == 1)
            #expect(library.fetch(nil, mediaType: .video).count == 1)
            #expect(manager.sessionContentURLs.isEmpty)
        }

        /// The app dies after saving an item but before removing its folder, so the folder is found again.
        @Test func anItemInTheLibraryIsNotSavedAgain() async throws {
            var session: LockedCameraCaptureSession? = try LockedCameraCaptureSession(content: content)
            try await capture(features, into: try #require(session))
            session = nil
            body.setLocked(false)
            let url = try #require(manager.sessionContentURLs.first)
            let assets = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            let identifiers = try assets.map { try saveAndNote($0) }
            try await captures.takeOver(url)
            #expect(library.fetch(nil).count == 2)
            #expect(library.fetch(nil, identifiers: identifiers).count == 2)
        }

        /// Saves as `LockedCaptures` does, without removing anything.
        private func saveAndNote(_ asset: URL) throws -> String {
            var identifier = ""
            let files = try FileManager.default.contentsOfDirectory(at: asset, includingPropertiesForKeys: nil)
            try library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                for file in files {
                    let type = Int(file.deletingPathExtension().lastPathComponent) ?? 0
                    request.addResource(
                        with: PHAssetResourceType(rawValue: type) ?? .photo, fileURL: file, options: nil)
                }
                identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
            }
            try Data(identifier.utf8).write(to: asset.appendingPathComponent("identifier"))
            return identifier
        }

        @Test func anUnfinishedMovieIsKeptButAHalfWrittenPhotoIsNot() async throws {
            var session: SessionFolder? = try content.make()
            let url = try #require(session?.url)
            let movie = url.appendingPathComponent("A.part", isDirectory: true)
            let photo = url.appendingPathComponent("B.part", isDirectory: true)
            for part in [movie, photo] {
                try FileManager.default.createDirectory(at: part, withIntermediateDirectories: true)
            }
            let source = ["-f", "lavfi", "-i", "testsrc=size=320x240:rate=30", "-t", "0.5", "-pix_fmt", "yuv420p"]
            let file = movie.appendingPathComponent("\(PHAssetResourceType.video.rawValue).mov").path
            try Tool.output("ffmpeg", ["-v", "error"] + source + [file])
            try Data([0xFF, 0xD8]).write(to: photo.appendingPathComponent("\(PHAssetResourceType.photo.rawValue).jpg"))
            session = nil
            body.setLocked(false)
            try await captures.takeOver(url)
            #expect(library.fetch(nil).count == 1 && library.fetch(nil, mediaType: .video).count == 1)
            #expect(manager.sessionContentURLs.isEmpty)
        }

        // MARK: Problems before everything is saved

        /// A folder of a session that has ended, with a photo and a movie in it.
        private func makeSession(in content: SessionContent) throws -> URL {
            let session = try content.make()
            for (name, file, source) in [
                ("A", "\(PHAssetResourceType.photo.rawValue).jpg", still),
                ("B", "\(PHAssetResourceType.video.rawValue).mov", moving),
            ] {
                let asset = session.url.appendingPathComponent(name + LockedMediaStore.completeSuffix)
                try FileManager.default.createDirectory(at: asset, withIntermediateDirectories: true)
                try make(asset.appendingPathComponent(file), source)
            }
            return session.url
        }

        private var still: [String] { ["-frames:v", "1"] }
        private var moving: [String] { ["-t", "0.5", "-pix_fmt", "yuv420p"] }

        private func make(_ file: URL, _ options: [String]) throws {
            let source = ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=30"]
            try Tool.output("ffmpeg", source + options + [file.path])
        }

        @Test func aMovieThatEndsAfterUnlockingIsKeptComplete() async throws {
            let session = try LockedCameraCaptureSession(content: content)
            var store: LockedMediaStore? = LockedMediaStore(session)
            let service = CaptureService()
            let camera = try DeviceLookup().camera("simulated:back")
            try await service.start(CaptureSetup(camera: camera, mode: .video, features: features))
            var place = try await store?.makeRecordingPlace()
            try await service.startRecording(to: #require(place?.url), maxDuration: .milliseconds(600))
            body.setLocked(false)
            session.end()
            #expect(manager.sessionContentURLs.isEmpty)
            try await captures.takeOver(session.sessionContentURL)
            #expect(library.fetch(nil).count == 0)
            let movie = try await service.recordedMovie()
            // It ended where it was to end, which is after the session.
            #expect(movie.interruption == nil)
            let whole = try Data(contentsOf: movie.url)
            try await store?.save(movie)
            await service.stop()
            (place, store) = (nil, nil)
            #expect(manager.sessionContentURLs.count == 1)
            try await captures.takeOver(session.sessionContentURL)
            let names = try FileManager.default.contentsOfDirectory(atPath: library.folderURL.path)
            let name = try #require(names.first { $0.hasSuffix(".mov") })
            #expect(try Data(contentsOf: library.folderURL.appendingPathComponent(name)) == whole)
            #expect(library.fetch(nil).count == 1 && library.fetch(nil, mediaType: .video).count == 1)
        }

        @Test func aPhotoThatIsReadyAfterTheEndIsKept() async throws {
            let session = try LockedCameraCaptureSession(content: content)
            let store = LockedMediaStore(session)
            let service = CaptureService()
            let camera = try DeviceLookup().camera("simulated:back")
            try await service.start(CaptureSetup(camera: camera, mode: .photo, features: features))
            let photo = try await service.capturePhoto()
            await service.stop()
            body.setLocked(false)
            session.end()
            try await captures.takeOver(session.sessionContentURL)
            try await store.save(photo)
            try await captures.takeOver(#require(manager.sessionContentURLs.first))
            #expect(library.fetch(nil, mediaType: .image).count == 1)
        }

        @Test func aMovieThatCouldNotBeSavedIsLeftToTheApp() async throws {
            var session: LockedCameraCaptureSession? = try LockedCameraCaptureSession(content: content)
            let url = try #require(session?.sessionContentURL)
            var place = try await session.map(LockedMediaStore.init)?.makeRecordingPlace()
            try make(try #require(place?.url), moving)
            (place, session) = (nil, nil)
            body.setLocked(false)
            try await captures.takeOver(url)
            #expect(library.fetch(nil, mediaType: .video).count == 1)
            #expect(place == nil && session == nil && manager.sessionContentURLs.isEmpty)
        }

        @Test func filesOfAnAssetThatCannotBeCompletedAreGivenBack() async throws {
            let session = try LockedCameraCaptureSession(content: content)
            let movie = try folder.file("movie.mov", contents: Data([1, 2, 3]))
            let asset = try PartialAsset(in: session)
            let file = asset.file(.video, "mov")
            try asset.take(movie, as: file)
            #expect(!FileManager.default.fileExists(atPath: movie.path))
            asset.giveBack()
            #expect(try Data(contentsOf: movie) == Data([1, 2, 3]))
            #expect(try FileManager.default.contentsOfDirectory(atPath: session.sessionContentURL.path).isEmpty)
        }

        @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small disk needs root"))
        func nothingIsSavedWithoutItsNote() async throws {
            let disk = try SmallDisk(kilobytes: 256)
            let content = SessionContent(folder: disk.url.appendingPathComponent("locked"))
            let captures = LockedCaptures(
                library: MediaLibrary(library), manager: LockedCameraCaptureManager(content: content))
            let url = try makeSession(in: content)
            let filler = disk.url.appendingPathComponent("filler")
            // A full disk has room for folders and empty files, but not for the note.
            _ = try Tool.run("dd", ["if=/dev/zero", "of=" + filler.path, "bs=4096"])
            body.setLocked(false)
            await #expect(throws: CocoaError.self) { try await captures.takeOver(url) }
            #expect(library.fetch(nil).count == 0)
            try FileManager.default.removeItem(at: filler)
            try await captures.takeOver(url)
            #expect(library.fetch(nil).count == 2 && content.ended().isEmpty)
            withExtendedLifetime(disk) {}
        }

        @Test func twoProgramsImportEachItemOnce() async throws {
            body.setLocked(false)
            let one = captures
            let other = LockedCaptures(
                library: MediaLibrary(PHPhotoLibrary(folderURL: library.folderURL)),
                manager: LockedCameraCaptureManager(content: SessionContent(folder: content.folder)))
            for _ in 0..<5 {
                let url = try makeSession(in: content)
                async let first: Void = one.takeOver(url)
                async let second: Void = other.takeOver(url)
                _ = try await (first, second)
            }
            #expect(library.fetch(nil).count == 10 && content.ended().isEmpty)
        }

        @Test func damagedItemsStayAndDoNotBlockTheRest() async throws {
            let url = try makeSession(in: content)
            let damaged = url.appendingPathComponent("0" + LockedMediaStore.completeSuffix)
            try FileManager.default.createDirectory(at: damaged, withIntermediateDirectories: true)
            try Data([1]).write(to: damaged.appendingPathComponent("\(PHAssetResourceType.photo.rawValue).jpg"))
            body.setLocked(false)
            await #expect(throws: PHPhotosError.self) { try await captures.takeOver(url) }
            #expect(library.fetch(nil).count == 2)
            #expect(FileManager.default.fileExists(atPath: damaged.path))
        }

        @Test func filesOfOtherProgramsAreLeftAlone() async throws {
            let url = try makeSession(in: content)
            let foreign = url.appendingPathComponent("IMG.jpg")
            try Data([1, 2, 3]).write(to: foreign)
            body.setLocked(false)
            try await captures.takeOver(url)
            #expect(library.fetch(nil).count == 2)
            #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["IMG.jpg"])
        }
    }
}
