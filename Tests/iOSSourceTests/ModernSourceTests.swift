import AVFoundation
import Foundation
@_spi(Linux) import LockedCameraCapture
import Locking
import Observation
import Photos
import SimulatedDevices
import TestSupport
import Testing
import iOSSources

extension IOSSources {
    /// How today's apps use the API: an actor on a queue, an observable model, an extension for the lock screen.
    @MainActor @Suite struct ModernSourceTests {
        private let phone: PhoneOfTheApps

        init() throws { phone = try PhoneOfTheApps() }

        /// Waits until the model shows the expected state; the test's time limit ends the wait.
        private func until(_ isFulfilled: @MainActor () -> Bool) async throws {
            while !isFulfilled() {
                let (changes, change) = AsyncStream.makeStream(of: Void.self)
                withObservationTracking {
                    _ = isFulfilled()
                } onChange: {
                    // The property changes after this call.
                    Task { @MainActor in change.finish() }
                }
                for await _ in changes {}
                try Task.checkCancellation()
            }
        }

        /// The original file of the newest asset.
        private func newestFile(_ type: PHAssetMediaType) async throws -> URL {
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 1
            let asset = try #require(PHAsset.fetchAssets(with: type, options: options).firstObject)
            let resource = try #require(PHAssetResource.assetResources(for: asset).first)
            let file = phone.folder.file(resource.originalFilename)
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: file, options: nil)
            return file
        }

        @Test func theActorTakesAPhotoAndTheModelShowsIt() async throws {
            phone.body.turn(to: .portrait)
            let model = CameraModel()
            await model.start()
            #expect(model.status == .running)
            #expect(await model.service.captureRotation == 90)
            await model.capturePhoto()
            #expect(model.error == nil)
            let thumbnail = try #require(model.thumbnail)
            #expect(thumbnail.height > thumbnail.width)
            let facts = try await PictureFacts(newestFile(.image))
            #expect(facts.type == "HEIC" && facts.width == 4032 && facts.height == 3024)
            phone.body.turn(to: .landscapeRight)
            while await model.service.captureRotation != 180 { try await Task.sleep(for: .milliseconds(5)) }
            await model.service.stop()
        }

        @Test func theActorRecordsAMovie() async throws {
            let model = CameraModel()
            await model.start()
            try await model.service.setMode(.video)
            await model.toggleRecording()
            var told = 0.0
            try await until {
                if case .movieCapture(let seconds) = model.activity { told = seconds }
                return told > 0.3
            }
            await model.toggleRecording()
            #expect(model.error == nil && model.thumbnail != nil)
            let movie = try await MovieProbe(newestFile(.video))
            #expect(movie.video?.codec_name == "h264" && movie.video?.width == 1920 && movie.audio != nil)
            // The reported duration includes the whole newest frame; the movie ends where it was stopped, to within a
            // frame.
            #expect(movie.format.durationSeconds > told - 1.0 / 30 && movie.complaints == "")
            try await until { model.activity == .idle }
            await model.service.stop()
        }

        @Test func whatWasRecordedIsPlayed() async throws {
            let model = CameraModel()
            await model.start()
            try await model.service.setMode(.video)
            await model.toggleRecording()
            try await until {
                if case .movieCapture(let seconds) = model.activity { return seconds > 0.5 }
                return false
            }
            await model.toggleRecording()
            await model.service.stop()
            let url = try await newestFile(.video)
            let movie = try MovieProbe(url)
            let clip = ClipPlayer()
            try await clip.load(url)
            while !clip.isReady { try await Task.sleep(for: .milliseconds(5)) }
            #expect(abs(clip.duration - movie.format.durationSeconds) < 0.001)
            await clip.rewind()
            let picture = try #require(clip.snapshot())
            #expect(picture.width == 1920 && picture.height == 1080)
            let frames = try movie.frames(pixelFormat: "nv12")
            #expect(nv12(picture) == frames.prefix(1920 * 1080 * 3 / 2))
            clip.togglePlayback()
            while clip.playCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
            while clip.isPlaying { try await Task.sleep(for: .milliseconds(5)) }
            #expect(clip.progress == 1 && clip.playerLayer.isReadyForDisplay)
            clip.close()
        }

        /// The rows of both planes.
        private func nv12(_ picture: CVPixelBuffer) -> Data {
            CVPixelBufferLockBaseAddress(picture, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
            var data = Data()
            for plane in 0..<2 {
                guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, plane) else { continue }
                for row in 0..<CVPixelBufferGetHeightOfPlane(picture, plane) {
                    data.append(
                        Data(bytes: base + row * CVPixelBufferGetBytesPerRowOfPlane(picture, plane), count: 1920))
                }
            }
            return data
        }

        @Test func theActorSwitchesCamerasAndFocuses() async throws {
            let model = CameraModel()
            await model.start()
            #expect(await model.service.cameraName == "Simulated Back Camera")
            try await model.service.focusAndExpose(at: CGPoint(x: 0.25, y: 0.5))
            await model.service.selectNextVideoDevice()
            #expect(await model.service.cameraName == "Simulated Front Camera")
            await model.capturePhoto()
            #expect(model.error == nil)
            await model.service.selectNextVideoDevice()
            #expect(await model.service.cameraName == "Simulated Back Camera")
            await model.service.stop()
        }

        @Test func interruptionsAndControlsReachTheModel() async throws {
            let model = CameraModel()
            await model.start()
            phone.body.begin(.cameraInUse)
            try await until { model.isInterrupted }
            phone.body.end(.cameraInUse)
            try await until { !model.isInterrupted }
            phone.body.touch(.lightPress)
            try await until { model.prefersMinimizedUI }
            phone.body.touch(.leave)
            try await until { !model.prefersMinimizedUI }
            await model.service.stop()
        }

        @Test func theLensIsMeasuredFromTheMatrixOfAFrame() async throws {
            let camera = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            let meter = try LensMeter(camera: camera)
            meter.start()
            defer { meter.stop() }
            var angles = meter.angles.makeAsyncIterator()
            let angle = try #require(await angles.next())
            #expect(abs(angle - camera.activeFormat.videoFieldOfView) < 0.01)
        }

        @Test func aRecorderOfItsOwnWritesFramesAndSound() async throws {
            let recorder = WriterRecorder()
            try recorder.configure(preset: .hd1280x720)
            let (times, time) = AsyncStream.makeStream(of: Double.self)
            recorder.onProgress = { time.yield($0) }
            recorder.run()
            defer { recorder.stop() }
            try recorder.startRecording(to: phone.folder.file("written.mp4"))
            var recorded = 0.0
            for await seconds in times where seconds > 1 {
                recorded = seconds
                break
            }
            let movie = try await MovieProbe(recorder.stopRecording())
            #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
            // The connection turns the frames.
            #expect(movie.video?.codec_name == "h264" && movie.video?.width == 720 && movie.video?.height == 1280)
            #expect(movie.audio?.codec_name == "aac" && movie.format.durationSeconds > recorded)
            #expect(movie.video?.startSeconds == 0 && abs(movie.audio?.startSeconds ?? 1) < 0.1)
        }

        @Test func anEditorJoinsWhatWasRecorded() async throws {
            let recorder = WriterRecorder()
            try recorder.configure(preset: .hd1280x720)
            let (times, time) = AsyncStream.makeStream(of: Double.self)
            recorder.onProgress = { time.yield($0) }
            recorder.run()
            defer { recorder.stop() }
            try recorder.startRecording(to: phone.folder.file("part.mp4"))
            for await seconds in times where seconds > 1 { break }
            let asset = AVURLAsset(url: try await recorder.stopRecording())
            let editor = MovieEditor(renderSize: CGSize(width: 360, height: 640))
            let half = CMTime(value: 15, timescale: 30)
            let clips = [
                MovieEditor.Clip(asset: asset, range: CMTimeRange(start: half, duration: half)),
                MovieEditor.Clip(asset: asset, range: CMTimeRange(start: .zero, duration: half)),
            ]
            let url = phone.folder.file("edited.mp4")
            try await editor.export(clips, to: url)
            let movie = try MovieProbe(url)
            #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
            #expect(movie.video?.width == 360 && movie.video?.height == 640 && movie.packets(.video).count == 30)
            #expect(movie.audio?.codec_name == "aac" && abs(movie.format.durationSeconds - 1) < 0.03)
            let images = try await editor.thumbnails(of: AVURLAsset(url: url), count: 4)
            #expect(images.count == 4 && images.allSatisfy { $0.width == 90 && $0.height == 160 })
        }

        @Test func aDiaryKnowsItsWayAndLooksOld() async throws {
            let diary = TravelDiary()
            try diary.configure()
            diary.run()
            defer { diary.stop() }
            await diary.startRecording(to: phone.folder.file("way.mov"))
            try diary.add(latitude: 48.1375, longitude: 11.5755)
            while diary.recordedSeconds < 0.4 { try await Task.sleep(for: .milliseconds(20)) }
            try diary.add(latitude: -33.8568, longitude: 151.2153)
            while diary.recordedSeconds < 0.8 { try await Task.sleep(for: .milliseconds(20)) }
            let way = try await diary.stopRecording()
            let places = try Tool.output("exiftool", ["-ee", "-n", "-a", "-s3", "-GPSCoordinates", way.path])
            #expect(
                String(decoding: places, as: UTF8.self).split(separator: "\n") == [
                    "48.1375 11.5755", "-33.8568 151.2153",
                ])
            let asset = AVURLAsset(url: way)
            let old = phone.folder.file("old.mp4")
            try await diary.exportOld(asset, to: old)
            let movie = try MovieProbe(old)
            #expect(try movie.complaints == "" && movie.decodingComplaints() == "")
            // Gray: red, green and blue are nearly the same everywhere.
            let colors = [UInt8](try movie.frames(pixelFormat: "rgb24")).prefix(640 * 480 * 3)
            #expect(colors.count == 640 * 480 * 3)
            let isGray = stride(from: 0, to: colors.count, by: 3 * 97).allSatisfy { first in
                let pixel = colors[first..<first + 3]
                return (pixel.max() ?? 0) - (pixel.min() ?? 0) < 12
            }
            #expect(isGray)
            var ticket = CodePicture(width: 480, height: 320)
            try ticket.draw("TRAM 7", symbology: 58, at: .init(center: CGPoint(x: 200, y: 150), module: 6))
            let file = phone.folder.file("ticket.jpg")
            try ticket.write(to: file)
            #expect(try await diary.codes(at: file) == ["TRAM 7"])
        }

        @Test func whatTheExtensionCapturesOnTheLockScreenReachesTheLibraryOnce() async throws {
            phone.body.setLocked(true)
            defer { phone.body.setLocked(false) }
            let opened = AsyncStream.makeStream(of: Void.self)
            let lockScreen = LockScreenCamera(CameraExtension.self) { opened.continuation.yield() }
            press(.cameraControl)
            var changes = opened.stream.makeAsyncIterator()
            await changes.next()
            let scene = try #require(lockScreen.scene as? LockedCameraCaptureUIScene<LockedCamera>)
            let camera = try #require(scene.content)
            camera.start()
            let saved = AsyncStream.makeStream(of: URL.self)
            camera.onSave = { saved.continuation.yield($0) }
            press(.cameraControl)
            var urls = saved.stream.makeAsyncIterator()
            let url = try #require(await urls.next())
            #expect(try PictureFacts(url).type == "JPEG")
            #expect(LockedCameraCaptureManager.shared.sessionContentURLs.isEmpty)
            camera.stop()
            LockedCameraCaptureManager.shared.onOpenApplication { _ in }
            try await camera.openApp()
            await changes.next()
            #expect(lockScreen.scene == nil)
            let imported = try await importNext()
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: [imported], options: nil).count == 1)
            #expect(LockedCameraCaptureManager.shared.sessionContentURLs.isEmpty)
        }

        @Test func anAppThatDiesWhileItImportsDoesNotImportTwice() async throws {
            var running: (session: LockedCameraCaptureSession, scene: CameraExtension.Body)? =
                try CameraExtension.launch()
            let folder = try #require(running?.session.sessionContentURL)
            let file = folder.appendingPathComponent("IMG.jpg")
            try Tool.output(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x48", "-frames:v", "1", file.path])
            phone.body.setLocked(true)
            phone.body.setLocked(false)
            try await PHPhotoLibrary.shared().performChanges { @Sendable in
                let options = PHAssetResourceCreationOptions()
                options.shouldMoveFile = true
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
            }
            // Here the app's process dies; at its next start it finds the session again.
            #expect(smallImages() == 1)
            let updates = LockedCameraCaptureManager.shared.sessionContentUpdates
            let importing = Task { try await LockedCaptureImport.run { _ in } }
            running = nil
            for await case .removed(let url) in updates where url.lastPathComponent == folder.lastPathComponent {
                break
            }
            importing.cancel()
            #expect(smallImages() == 1)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
        }

        @Test func filteredFramesAreShownAndKept() throws {
            let camera = FilterCamera()
            try camera.configure()
            let made = Monitor<(frame: CVPixelBuffer, image: CGImage)?>(nil)
            camera.onFrame = { frame, image in made.withLock { if $0 == nil { $0 = (frame, image) } } }
            camera.session.startRunning()
            let (frame, image) = try #require(made.wait(timeout: .seconds(60)) { $0 })
            camera.session.stopRunning()
            #expect(CVPixelBufferGetWidth(frame) == 720 && CVPixelBufferGetHeight(frame) == 1280)
            #expect(image.width == 180 && image.height == 320)
            // Sepia has no blue that is brighter than its red, and both show the same scene.
            let bytes = try #require(image.dataProvider?.data)
            let base = try #require(CVPixelBufferGetBaseAddress(frame)).assumingMemoryBound(to: UInt8.self)
            var (brown, alike, bright) = (0, 0, 0)
            for y in stride(from: 2, to: 318, by: 7) {
                for x in stride(from: 2, to: 178, by: 7) {
                    let small = bytes[bytes.startIndex + y * image.bytesPerRow + 4 * x]
                    let pixel = base + (4 * y + 2) * CVPixelBufferGetBytesPerRow(frame) + 4 * (4 * x + 2)
                    brown += pixel[2] >= pixel[0] ? 1 : 0
                    alike += abs(Int(small) - Int(pixel[2])) < 24 ? 1 : 0
                    bright = max(bright, Int(pixel[2]))
                }
            }
            // Where the scene has fine structure, four pixels of sixteen are another color than the one in the middle.
            #expect(brown == 46 * 26)
            #expect(alike > 46 * 26 * 3 / 4)
            #expect(bright > 100)
        }

        /// How many images in the library no camera took; photos of other tests may still be finished meanwhile.
        private func smallImages() -> Int {
            let images = PHAsset.fetchAssets(with: .image, options: nil)
            return (0..<images.count).count { images.object(at: $0).pixelWidth == 64 }
        }

        private func press(_ button: SimulatedBody.Button) {
            phone.body.press(button, .began)
            phone.body.press(button, .ended)
        }

        /// Runs the app's import until it has saved something.
        private func importNext() async throws -> String {
            let imports = AsyncStream.makeStream(of: String.self)
            let importing = Task { try await LockedCaptureImport.run { imports.continuation.yield($0) } }
            defer { importing.cancel() }
            var identifiers = imports.stream.makeAsyncIterator()
            return try #require(await identifiers.next())
        }
    }
}
