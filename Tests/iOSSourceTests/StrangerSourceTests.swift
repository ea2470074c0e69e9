import AVFoundation
import Foundation
import Locking
import Photos
import SimulatedDevices
import TestSupport
import Testing
import iOSClassicSources

extension IOSSources {
    /// What apps do besides photos and movies: synchronized data, manual control, slow motion, streams of frames.
    @Suite struct StrangerSourceTests {
        private let phone: PhoneOfTheApps

        init() throws { phone = try PhoneOfTheApps() }

        @Test func framesAndCodesComeTogether() throws {
            var picture = CodePicture(width: 480, height: 320)
            try picture.draw("in step", symbology: 58, at: .init(center: CGPoint(x: 240, y: 160), module: 5))
            let file = phone.folder.file("code.jpg")
            try picture.write(to: file)
            let capture = SynchronizedCapture()
            let moments = Monitor<[(time: CMTime, codes: [String])]>([])
            capture.onMoment = { moment in
                moments.withLock { $0.append((moment.hasVideo ? moment.timestamp : .invalid, moment.codes)) }
            }
            try capture.configure(camera: AVCaptureDevice(uniqueID: "file:\(file.path)"))
            capture.session.startRunning()
            defer { capture.session.stopRunning() }
            let seen = moments.wait(timeout: .seconds(60)) { moments in
                moments.count > 10 && moments.contains { !$0.codes.isEmpty } ? moments : nil
            }
            let times = try #require(seen).map(\.time)
            #expect(times.allSatisfy(\.isNumeric) && times == times.sorted())
            #expect(seen?.flatMap(\.codes).allSatisfy { $0 == "in step" } == true)
        }

        @Test func aDepthViewerShowsHowFarTheFaceIs() throws {
            let viewer = DepthViewer()
            let readings = Monitor<[(time: CMTime, sizes: [CGSize], distance: Float, width: Int?)]>([])
            let troubles = Monitor<[String]>([])
            viewer.onTrouble = { message in troubles.withLock { $0.append(message) } }
            viewer.onReading = { reading in
                readings.withLock {
                    $0.append(
                        (
                            reading.timestamp, [reading.videoSize, reading.depthSize], reading.distance,
                            reading.picture?.width
                        ))
                }
            }
            viewer.start(position: .front)
            defer { viewer.stop() }
            let seen = try #require(
                readings.wait(timeout: .seconds(60)) { $0.count >= 3 ? $0 : nil },
                "\(troubles.withLock { $0 })")
            // The face of the simulated phone's owner is a meter away.
            #expect(seen.allSatisfy { $0.distance == 1 && $0.width == 640 })
            #expect(seen.allSatisfy { $0.sizes == Array(repeating: CGSize(width: 640, height: 480), count: 2) })
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.time < $1.time })
            viewer.changeSmoothing(isOn: true)
        }

        @Test func twoCamerasAndBothSidesOfTheMicrophoneAreHeardByOneDelegate() throws {
            struct Facts: Hashable {
                var isUpright = false
                var format: OSType = 0
                var hasSound = false
            }
            let pictures = PictureInPicture()
            let facts = Monitor<[String: Facts]>([:])
            pictures.onSample = { source, sample in
                var new = Facts(hasSound: sample.imageBuffer == nil && sample.numSamples > 0)
                if let picture = sample.imageBuffer {
                    new.isUpright = CVPixelBufferGetWidth(picture) < CVPixelBufferGetHeight(picture)
                    new.format = CVPixelBufferGetPixelFormatType(picture)
                }
                facts.withLock { $0[source.rawValue] = new }
            }
            #expect(pictures.configure())
            pictures.start()
            let all = facts.wait(timeout: .seconds(60)) {
                $0.count == PictureInPicture.Source.allCases.count ? $0 : nil
            }
            pictures.stop()
            let picture = Facts(isUpright: true, format: kCVPixelFormatType_32BGRA)
            let sound = Facts(hasSound: true)
            #expect(
                all == [
                    "backCamera": picture, "frontCamera": picture, "backMicrophone": sound, "frontMicrophone": sound,
                ])
        }

        @Test func theRegionOfAScannerFollowsTheFormatOfTheCamera() throws {
            let bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
            // Where the scene's code is on an upright phone, with a small margin.
            let region = CGRect(x: 245, y: 690, width: 85, height: 85)
            let scanner = try #require(RegionScanner(bounds: bounds, region: region))
            let found = Monitor<(text: String, corners: [CGPoint])?>(nil)
            scanner.onCode = { text, corners in found.withLock { $0 = (text, corners) } }
            scanner.start()
            let code = try #require(found.wait(timeout: .seconds(60)) { $0 })
            scanner.stop()
            #expect(code.text == SceneCode.text)
            #expect(code.corners.count == 4 && code.corners.allSatisfy(region.contains))
            #expect(scanner.rectOfInterest == scanner.previewLayer.metadataOutputRectConverted(fromLayerRect: region))
            #expect(scanner.rectOfInterest.width < 0.2)
        }

        private func files(_ capture: (@escaping ([Data], Error?) -> Void) -> Void) throws -> [Data] {
            let answer = Monitor<(files: [Data], error: (any Error)?)?>(nil)
            capture { files, error in answer.withLock { $0 = (files, error) } }
            let result = try #require(answer.wait(timeout: .seconds(60)) { $0 })
            #expect(result.error == nil)
            return result.files
        }

        private func meanLight(of photo: Data) throws -> Int {
            let samples = try ImageProbe.decode(photo).luma.samples
            let some = stride(from: 0, to: samples.count, by: 997)
            return some.reduce(0) { $0 + Int(samples[$1]) } / some.underestimatedCount
        }

        @Test func everythingCanBeSetByHand() throws {
            let camera = ProCamera()
            try camera.configure()
            camera.session.startRunning()
            defer { camera.session.stopRunning() }
            let bracket = try files { camera.bracket([-2, 0, 2], completion: $0) }
            let lights = try bracket.map { try meanLight(of: $0) }
            #expect(lights.count == 3 && lights == lights.sorted() && lights[2] > lights[0] + 30)

            let set = Monitor(false)
            try camera.expose(seconds: 1.0 / 200, iso: 100) { _ in set.withLock { $0 = true } }
            #expect(set.wait(timeout: .seconds(30)) { $0 ? true : nil } == true)
            #expect(camera.device.exposureMode == .custom && camera.device.iso == 100)
            let raw = try files(camera.captureRAW)
            #expect(raw.count == 2)
            let dng = try ImageProbe.metadata(of: phone.file(#require(raw.first), "photo.dng"))
            #expect(dng["File:FileType"] as? String == "DNG" && dng["ExifIFD:ISO"] as? Int == 100)
            #expect(dng["ExifIFD:ExposureTime"] as? Double == 0.005)
            #expect(try PictureFacts(phone.file(#require(raw.last), "photo.heic")).type == "HEIC")
            try camera.device.lockForConfiguration()
            camera.device.exposureMode = .continuousAutoExposure
            camera.device.focusMode = .continuousAutoFocus
            camera.device.whiteBalanceMode = .continuousAutoWhiteBalance
            camera.device.unlockForConfiguration()
        }

        @Test func anObserverByNameMetersAndLocks() throws {
            let recorder = SlowMotionRecorder()
            try recorder.configure()
            recorder.captureSession.startRunning()
            defer { recorder.captureSession.stopRunning() }
            let device = try #require(AVCaptureDevice.default(for: .video))
            let focus = TapToFocus(device: device)
            try focus.tapped(at: CGPoint(x: -0.1, y: 0.5))
            #expect(focus.waitUntilLocked(seconds: 30) && focus.isExposureLocked && device.exposureMode == .locked)
        }

        @Test func slowMotionIsRecordedAtTheFastestRate() throws {
            let recorder = SlowMotionRecorder()
            try recorder.configure()
            recorder.captureSession.startRunning()
            defer { recorder.captureSession.stopRunning() }
            #expect(recorder.framesPerSecond >= 60)
            let answer = Monitor<(url: URL, error: (any Error)?)?>(nil)
            recorder.record(to: phone.folder.file("slow.mov")) { url, error in
                answer.withLock { $0 = (url, error) }
            }
            let (url, error) = try #require(answer.wait(timeout: .seconds(60)) { $0 })
            #expect(error == nil)
            let movie = try MovieProbe(url)
            #expect(abs(try #require(movie.video).durationSeconds - 1) < 0.1 && movie.complaints == "")
            // A loaded machine leaves frames out; the others come at the fast rate.
            let times = movie.packets(.video).map(\.seconds).sorted()
            let shortest = try #require(zip(times, times.dropFirst()).map { $1 - $0 }.min())
            #expect(abs(shortest - 1 / recorder.framesPerSecond) < 0.002)
        }

        @Test func framesAreDrawnAsImagesAndBack() throws {
            let drawing = FrameDrawing()
            try drawing.configure()
            let first = Monitor<CGImage?>(nil)
            drawing.onImage = { image in first.withLock { if $0 == nil { $0 = image } } }
            drawing.session.startRunning()
            defer { drawing.session.stopRunning() }
            let image = try #require(first.wait(timeout: .seconds(30)) { $0 })
            #expect(image.width == 640 && image.height == 480 && image.alphaInfo == .premultipliedFirst)
            let buffer = try #require(FrameDrawing.pixelBuffer(from: image))
            let bytes = try #require(image.dataProvider?.data)
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            var differences = 0
            for (x, y) in [(0, 0), (639, 0), (320, 240), (17, 479)] {
                let frame = bytes.dropFirst(y * image.bytesPerRow + 4 * x).prefix(3)
                let drawn = (1...3).map {
                    base.load(fromByteOffset: y * CVPixelBufferGetBytesPerRow(buffer) + 4 * x + $0, as: UInt8.self)
                }
                if Array(frame.reversed()) != drawn { differences += 1 }
            }
            #expect(differences == 0)
            let small = try #require(FrameDrawing.thumbnail(of: image, maxPixelSize: 64))
            #expect(small.width == 64 && small.height == 48)
        }

        @Test func framesAndPhotosAreStreams() async throws {
            let camera = PreviewStream()
            let (frames, photos) = (camera.previewStream, camera.photoStream)
            #expect(await camera.start())
            defer { camera.stop() }
            var count = 0
            for await frame in frames {
                #expect(frame.imageBuffer != nil)
                count += 1
                if count == 5 { break }
            }
            camera.takePhoto()
            var iterator = photos.makeAsyncIterator()
            let photo = try #require(await iterator.next())
            let data = try #require(photo.fileDataRepresentation())
            #expect(try PictureFacts(phone.file(data, "stream.heic")).type == "HEIC")
            #expect(camera.proxies == (photo is AVCaptureDeferredPhotoProxy ? 1 : 0))
        }
    }
}
