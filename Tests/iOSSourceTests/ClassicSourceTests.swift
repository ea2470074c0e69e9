import AVFoundation
import Combine
import Foundation
import Locking
import Photos
import SimulatedDevices
import TestSupport
import Testing
import iOSClassicSources

extension IOSSources {
    /// How apps from before Swift's concurrency use the API.
    @Suite struct ClassicSourceTests {
        private let phone: PhoneOfTheApps

        init() throws { phone = try PhoneOfTheApps() }

        // MARK: The manager with a delegate

        private final class ManagerDelegate: CameraManagerDelegate, @unchecked Sendable {  // a Monitor
            struct Record {
                var photos: [Data] = []
                var movies: [URL] = []
                var events: [String] = []
            }

            let record = Monitor(Record())

            func cameraManager(_ manager: CameraManager, didCapture photoData: Data) {
                record.withLock { $0.photos.append(photoData) }
            }

            func cameraManager(_ manager: CameraManager, didFinishRecordingTo url: URL, error: Error?) {
                record.withLock { record in
                    record.movies.append(url)
                    if let error { record.events.append("\(error)") }
                }
            }

            func cameraManager(
                _ manager: CameraManager, wasInterrupted reason: AVCaptureSession.InterruptionReason
            ) {
                record.withLock { $0.events.append("interrupted \(reason.rawValue)") }
            }

            func cameraManagerInterruptionEnded(_ manager: CameraManager) {
                record.withLock { $0.events.append("ended") }
            }

            func cameraManager(_ manager: CameraManager, didFailWith error: AVError) {
                record.withLock { $0.events.append("failed \(error.code)") }
            }

            func photos(_ count: Int) -> [Data]? {
                record.wait(timeout: .seconds(60)) { $0.photos.count >= count ? $0.photos : nil }
            }
        }

        private func answer<Value>(_ ask: (@escaping (Value) -> Void) -> Void) async -> Value {
            await withCheckedContinuation { continuation in
                ask { value in
                    nonisolated(unsafe) let value = value
                    continuation.resume(returning: value)
                }
            }
        }

        @Test func theManagerTakesPhotosInThePhonesOrientation() async throws {
            let (manager, delegate, layer) = (CameraManager(), ManagerDelegate(), AVCaptureVideoPreviewLayer())
            layer.frame = CGRect(x: 0, y: 0, width: 375, height: 667)
            manager.delegate = delegate
            manager.flashMode = .auto
            manager.prepare(previewLayer: layer, orientation: .portrait)
            #expect(await answer { manager.startRunning(completion: $0) })
            manager.focus(
                with: .autoFocus, exposureMode: .autoExpose, atLayerPoint: CGPoint(x: 100, y: 100),
                monitorSubjectAreaChange: true)
            manager.capturePhoto(orientation: .portrait)
            let first = try PictureFacts(phone.file(#require(delegate.photos(1)?.first), "back.jpg"))
            #expect(first.type == "JPEG" && first.width == 4032 && first.height == 3024 && first.orientation == 6)
            let position = await answer { manager.changeCamera(completion: $0) }
            #expect(position == .front)
            manager.capturePhoto(orientation: .landscapeRight)
            let second = try PictureFacts(phone.file(#require(delegate.photos(2)?.last), "front.jpg"))
            #expect(second.type == "JPEG" && second.orientation == 1)
            await answer { done in manager.stopRunning { done(()) } }
            #expect(delegate.record.withLock { $0.events.isEmpty })
        }

        @Test func theManagerRecordsAndHearsOfInterruptions() async throws {
            let (manager, delegate, layer) = (CameraManager(), ManagerDelegate(), AVCaptureVideoPreviewLayer())
            manager.delegate = delegate
            manager.prepare(previewLayer: layer, orientation: .landscapeRight)
            #expect(await answer { manager.startRunning(completion: $0) })
            manager.toggleTorch()
            manager.toggleMovieRecording(orientation: .portrait)
            let output = try await recording(of: manager)
            manager.toggleMovieRecording(orientation: .portrait)
            let url = try #require(delegate.record.wait(timeout: .seconds(60)) { $0.movies.first })
            defer { try? FileManager.default.removeItem(at: url) }
            let movie = try MovieProbe(url)
            #expect(movie.video?.codec_name == "h264" && movie.video?.width == 1280 && movie.audio != nil)
            #expect(movie.video?.clockwiseRotation == 90 && movie.complaints == "")
            #expect(!output.isRecording)
            phone.body.begin(.cameraInUse)
            #expect(delegate.record.wait(timeout: .seconds(20)) { $0.events.first } == "interrupted 3")
            phone.body.end(.cameraInUse)
            let events = delegate.record.wait(timeout: .seconds(20)) { $0.events.count >= 2 ? $0.events : nil }
            #expect(events == ["interrupted 3", "ended"])
            await answer { done in manager.stopRunning { done(()) } }
        }

        /// Waits until the manager's movie output has recorded some frames.
        private func recording(of manager: CameraManager) async throws -> AVCaptureMovieFileOutput {
            for _ in 0..<2000 {
                if let output = manager.session.outputs.lazy.compactMap({ $0 as? AVCaptureMovieFileOutput }).first,
                    output.recordedDuration.seconds > 0.2
                {
                    return output
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            throw AVError(.maximumDurationReached)
        }

        // MARK: Completion handlers

        @Test func theControllerAnswersEveryCall() async throws {
            let controller = CameraController()
            let problem: Error? = await answer { controller.prepare(completionHandler: $0) }
            #expect(problem == nil)
            let layer = try controller.makePreviewLayer(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
            #expect(layer.connection?.videoRotationAngle == 90 && layer.isPreviewing)
            #expect(await answer { controller.zoom(to: 2, completion: $0) } == 2)
            let data = try await answer { controller.captureImage(completion: $0) }.get()
            let facts = try PictureFacts(phone.file(data, "photo.jpg"))
            #expect(facts.type == "JPEG" && facts.width == 1280 && facts.height == 720)
            let thumbnail = try Tool.output("exiftool", ["-b", "-ThumbnailImage", phone.folder.file("photo.jpg").path])
            #expect(try PictureFacts(phone.file(thumbnail, "thumbnail.jpg")).width == 160)
            let identifier = try await answer { controller.save(data, completion: $0) }.get()
            let asset = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
            #expect(asset?.pixelWidth == 1280 && asset?.mediaType == .image)
            _ = await answer { controller.zoom(to: 1, completion: $0) }
            await answer { done in controller.stop { done(()) } }
        }

        // MARK: Publishers

        @MainActor
        @Test func theViewModelPublishesWhatHappens() async throws {
            let model = CameraViewModel()
            for try await _ in model.setUp().values {}
            model.start()
            for await canShoot in model.$canShoot.values where canShoot { break }
            // Subscribed before anything can be sent, and no later.
            let photos = AsyncStream.makeStream(of: Data.self)
            let subscription = model.photos.sink { photos.continuation.yield($0) }
            defer { subscription.cancel() }
            model.takePhoto()
            var received = photos.stream.makeAsyncIterator()
            let photo = try #require(await received.next())
            #expect(try PictureFacts(phone.file(photo, "photo.jpg")).width == 1920)
            for await count in model.$photoCount.values where count == 1 { break }
            model.zoom(to: 3)
            for await factor in model.$zoomFactor.values where factor == 3 { break }
            model.zoom(to: 1)
            for await factor in model.$zoomFactor.values where factor == 1 { break }
            phone.body.begin(.microphoneInUse)
            for await isInterrupted in model.$isInterrupted.values where isInterrupted { break }
            #expect(!model.canShoot)
            phone.body.end(.microphoneInUse)
            for await canShoot in model.$canShoot.values where canShoot { break }
            model.stop()
            for await isRunning in model.$isSessionRunning.values where !isRunning { break }
            #expect(model.alertMessage == nil)
        }

        @MainActor
        @Test func theViewModelRecordsAMovieAndCountsItsSeconds() async throws {
            let model = CameraViewModel()
            for try await _ in model.setUp().values {}
            model.start()
            for await canShoot in model.$canShoot.values where canShoot { break }
            model.toggleRecording()
            for await time in model.$recordingTime.values where time >= "0:01" { break }
            #expect(model.isRecording && !model.canShoot)
            let movies = AsyncThrowingStream.makeStream(of: URL.self)
            let subscription = model.movies.sink {
                if case .failure(let error) = $0 { movies.continuation.finish(throwing: error) }
            } receiveValue: {
                movies.continuation.yield($0)
            }
            defer { subscription.cancel() }
            model.toggleRecording()
            var received = movies.stream.makeAsyncIterator()
            let url = try #require(try await received.next())
            defer { try? FileManager.default.removeItem(at: url) }
            let movie = try MovieProbe(url)
            #expect(movie.format.durationSeconds >= 1 && movie.video?.width == 1920 && movie.audio != nil)
            model.stop()
            for await isRunning in model.$isSessionRunning.values where !isRunning { break }
        }

        // MARK: Frames

        @Test func theFilterTurnsEachPixelIntoItsNegative() async throws {
            let pipeline = FilterPipeline()
            pipeline.filter = .negative
            #expect(pipeline.configure(position: .front))
            let frames = Monitor<[CMTime]>([])
            let picture = Monitor<(width: Int, height: Int, top: [UInt8])?>(nil)
            pipeline.onFrame = { buffer, time in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                let bytes = CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: UInt8.self)
                let top = (0..<4).map { bytes[$0] }
                picture.withLock {
                    $0 = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer), top)
                }
                frames.withLock { $0.append(time) }
            }
            pipeline.session.startRunning()
            let times = try #require(frames.wait(timeout: .seconds(60)) { $0.count >= 5 ? $0 : nil })
            pipeline.session.stopRunning()
            let (width, height, top) = try #require(picture.withLock { $0 })
            #expect(CGSize(width: width, height: height) == CGSize(width: 480, height: 640) && top[3] == 255)
            // 15 frames a second were asked for; lost ones make the steps longer, never shorter.
            for (one, next) in zip(times, times.dropFirst()) {
                #expect(CMTimeGetSeconds(CMTimeSubtract(next, one)) > 0.06)
            }
            #expect(pipeline.soundSeconds > 0)
        }

        // MARK: Codes

        private final class ScannerDelegate: ScannerControllerDelegate, @unchecked Sendable {  // a Monitor
            let found = Monitor<[String]>([])

            func scanner(_ scanner: ScannerController, didFind code: String, type: AVMetadataObject.ObjectType) {
                found.withLock { $0.append("\(type.rawValue) \(code)") }
            }

            func scannerFailed(_ scanner: ScannerController) { found.withLock { $0.append("failed") } }
        }

        @Test func theScannerFindsACodeAndFramesIt() throws {
            var picture = CodePicture(width: 480, height: 320)
            try picture.draw(
                "https://example.org", symbology: 58, at: .init(center: CGPoint(x: 300, y: 160), module: 5))
            let file = phone.folder.file("code.jpg")
            try picture.write(to: file)
            let (scanner, delegate) = (ScannerController(), ScannerDelegate())
            scanner.delegate = delegate
            // As wide as high: the picture's sides are cut off, 40 points each when it is 160 high.
            scanner.load(
                in: CGRect(x: 0, y: 0, width: 160, height: 160),
                camera: AVCaptureDevice(uniqueID: "file:\(file.path)"))
            scanner.appear()
            let found = delegate.found.wait(timeout: .seconds(60)) { $0.first }
            #expect(found == "org.iso.QRCode https://example.org")
            let frame = scanner.highlightLayer.frame
            #expect(!scanner.highlightLayer.isHidden && abs(frame.midX - 110) < 2 && abs(frame.midY - 80) < 2)
            scanner.disappear()
        }

        @Test func aScannerWithoutACameraSaysSo() {
            let (scanner, delegate) = (ScannerController(), ScannerDelegate())
            scanner.delegate = delegate
            scanner.load(in: .zero, camera: nil)
            #expect(delegate.found.withLock { $0 } == ["failed"])
            scanner.appear()
        }

        // MARK: Two cameras

        @Test func bothCamerasRecordAtOnce() async throws {
            let cameras = DualCamera()
            try cameras.configure()
            cameras.backPreviewLayer.frame = CGRect(x: 0, y: 0, width: 300, height: 400)
            #expect(await answer { cameras.start(completion: $0) })
            let urls = [phone.folder.file("back.mov"), phone.folder.file("front.mov")]
            let results = Monitor<[Error?]>([])
            for (position, url) in zip([AVCaptureDevice.Position.back, .front], urls) {
                cameras.record(position, to: url) { error in results.withLock { $0.append(error) } }
            }
            while cameras.recordedSeconds(.back) < 0.3 || cameras.recordedSeconds(.front) < 0.3 {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(cameras.backPreviewLayer.isPreviewing && cameras.frontPreviewLayer.isPreviewing)
            cameras.stop()
            let ended = results.wait(timeout: .seconds(60)) { $0.count == 2 ? $0.count { $0 == nil } : nil }
            #expect(ended == 2)
            for url in urls {
                let movie = try MovieProbe(url)
                #expect(movie.video?.width == 1280 && movie.video?.clockwiseRotation == 90)
                #expect(try movie.decodingComplaints() == "")
            }
            await answer { done in cameras.tearDown { done(()) } }
        }

        // MARK: The vlog

        @Test func aVlogIsRecordedWithItsSoundAndItsMeasurements() async throws {
            let recorder = VlogRecorder()
            let isReady = await answer { recorder.prepare(completion: $0) }
            #expect(isReady)
            let measured = Monitor<[VlogRecorder.Measurement]>([])
            recorder.onMeasurement = { one in measured.withLock { $0.append(one) } }
            let movie = phone.folder.file("vlog.mov")
            let successes = Monitor<[Bool]>([])
            recorder.start(to: movie) { error in successes.withLock { $0.append(error == nil) } }
            let seen = measured.wait(timeout: .seconds(20)) { $0.count >= 10 ? $0 : nil }
            while recorder.recordedSeconds < 0.3 { try await Task.sleep(for: .milliseconds(10)) }
            recorder.stop()
            #expect(successes.wait(timeout: .seconds(60)) { $0.first } == true)
            let last = try #require(seen?.last)
            #expect(last.exposureTime > 0 && last.isoSpeed > 0)
            #expect(last.age > -0.1 && last.age < 5 && last.copyIsTheSame)
            #expect(recorder.isHot == false && recorder.frameCount >= 10)
            #expect(try MovieProbe(movie).video != nil)
        }

        // MARK: The frame grabber

        @Test func aFrameIsCopiedAndAPhotosFactsAreReadAsAnyType() async throws {
            let grabber = FrameGrabber(folder: phone.folder.url)
            let grabs = Monitor<[HandedOver<FrameGrabber.Grab>]>([])
            let shots = Monitor<[HandedOver<FrameGrabber.Shot?>]>([])
            grabber.onGrab = { grab in grabs.withLock { $0.append(HandedOver(value: grab)) } }
            grabber.onShot = { shot in shots.withLock { $0.append(HandedOver(value: shot)) } }
            try grabber.start()
            defer { grabber.stop() }
            let firstGrab = grabs.wait(timeout: .seconds(20)) { $0.first }
            let grab = try #require(firstGrab).value
            let copy = try #require(grab.copy.imageBuffer)
            #expect(copy !== grab.original)
            #expect(CVPixelBufferGetWidth(copy) == 1280)
            #expect(copy.bytes == grab.original.bytes)
            #expect(grab.age > 0 && grab.age < 5)

            grabber.shoot()
            let firstShot = shots.wait(timeout: .seconds(20)) { $0.first }
            let handed = try #require(firstShot)
            let shot = try #require(handed.value)
            #expect(shot.orientation != nil)
            #expect(shot.width == 1280)
            let facts = try ImageProbe.metadata(of: shot.file)
            #expect(facts["File:FileType"] as? String == "JPEG")
            #expect(shot.file.pathExtension == "jpeg")
            #expect(facts["ExifIFD:ISO"] as? Int == shot.isoSpeed)
            #expect(shot.isoSpeed != nil)
            #expect((shot.exposureTime ?? 0) > 0)
        }
    }
}

/// A value that a source from before Swift's concurrency passes to another thread.
private struct HandedOver<Value>: @unchecked Sendable {  // the source keeps nothing of it
    let value: Value
}

extension CVPixelBuffer {
    /// Of the first plane, without padding.
    fileprivate var bytes: [UInt8] {
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(self, 0) else { return [] }
        let stride = CVPixelBufferGetBytesPerRowOfPlane(self, 0)
        return (0..<CVPixelBufferGetHeightOfPlane(self, 0)).flatMap { row in
            UnsafeRawBufferPointer(start: base + row * stride, count: CVPixelBufferGetWidthOfPlane(self, 0))
        }
    }
}
