import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    @Suite(.ownPhoneOnPatientClock) struct LivePhotoTests {
        private let output = AVCapturePhotoOutput()
        private let counter = FrameCounter()
        private let folder: TemporaryFolder
        private let url: URL

        init() throws {
            folder = try TemporaryFolder()
            url = folder.file("IMG_0001.mov")
        }

        /// A running session that has recorded `frames` frames for Live Photos.
        ///
        /// - Parameter isSmall: whether the camera has its smallest format; the preset's takes much time to encode.
        private func start(
            microphone: Bool = false, frames: Int, isSmall: Bool = true
        ) throws -> SimulatedCapture {
            let capture = try SimulatedCapture(
                microphone: microphone, preset: .photo, outputs: [output, counter.output])
            if isSmall { try chooseSmallFormat(of: capture.camera) }
            output.isLivePhotoCaptureEnabled = output.isLivePhotoCaptureSupported
            capture.session.startRunning()
            try #require(counter.waits(for: frames))
            return capture
        }

        private func chooseSmallFormat(of camera: AVCaptureDevice) throws {
            let small = try #require(camera.formats.first { $0.formatDescription.dimensions.width == 640 })
            try camera.lockForConfiguration()
            camera.activeFormat = small
            camera.unlockForConfiguration()
        }

        private func press(_ url: URL, _ change: (AVCapturePhotoSettings) -> Void = { _ in }) -> LivePhotoDelegate {
            let settings = AVCapturePhotoSettings()
            settings.livePhotoMovieFileURL = url
            change(settings)
            let delegate = LivePhotoDelegate()
            output.capturePhoto(with: settings, delegate: delegate)
            return delegate
        }

        @Test func aLivePhotoIsAPhotoAndAMovieAroundIt() throws {
            let capture = try start(microphone: true, frames: 60, isSmall: false)
            defer { capture.session.stopRunning() }
            let before = capture.session.world.clock.now
            let delegate = press(url)
            let after = capture.session.world.clock.now
            let record = try #require(delegate.finished())
            // Photo and movie are made in parallel.
            #expect(
                record.calls.filter { $0 != "photo" } == [
                    "willBegin", "willCapture", "didCapture", "didFinishRecordingMovie", "didFinishProcessingMovie",
                    "didFinish",
                ])
            #expect(
                record.calls.filter { !$0.contains("Movie") } == [
                    "willBegin", "willCapture", "didCapture", "photo", "didFinish",
                ])
            #expect(record.error == nil && record.movieError == nil)
            #expect(record.dimensions.width == 1920 && record.dimensions.height == 1440)
            // It ends with a whole frame.
            #expect(record.duration.seconds > 3 - 0.001 && record.duration.seconds < 3 + 1.001 / 30)

            let movie = try MovieProbe(url)
            #expect(try movie.decodingComplaints() == "")
            let video = try #require(movie.video)
            #expect(video.width == 1920 && video.height == 1440)
            #expect(abs(video.durationSeconds - record.duration.seconds) < 0.001)
            let sound = try #require(movie.audio).durationSeconds
            #expect(abs(sound - record.duration.seconds) <= 1.0 / 30)

            // The frame at the photo's time is the photo's frame, or the one before it if that was left out.
            let photo = try #require(record.photo)
            let times = movie.packets(.video).filter { !$0.flags.contains("D") }.map(\.seconds)
            let readings = try SceneMovie.readings(of: movie)
            #expect(readings.count == times.count)
            let shown = try #require(times.lastIndex { $0 <= record.displayTime.seconds + 0.001 })
            let milliseconds = UInt32(truncatingIfNeeded: Int64((photo.timestamp.seconds * 1000).rounded(.down)))
            #expect(Int(try #require(readings[shown]).milliseconds) - Int(milliseconds) <= 1)
            let next = shown + 1 < readings.count ? readings[shown + 1] : nil
            #expect(next.map { Int($0.milliseconds) > Int(milliseconds) + 1 } ?? true)
            // The movie begins 1.5 s before the press, with the next frame if there is one soon.
            let begin = photo.timestamp - record.displayTime
            #expect(begin.seconds > before.seconds - 1.501 && begin.seconds < after.seconds - 1.499 + 1.0 / 30)

            let flashes = SceneMovie.onsets(of: readings.map { $0?.isFlashOn ?? false }, times)
            let beeps = try SceneMovie.beeps(in: movie)
            #expect(!flashes.isEmpty)
            for flash in flashes {
                let beep = try #require(beeps.min { abs($0 - flash) < abs($1 - flash) })
                // If a lagging encoder has left a frame out, the light comes on later.
                let before = times.last { $0 < flash - 0.001 } ?? 0
                #expect(flash - beep < 0.020 + max(flash - before - 1.0 / 30, 0) && beep - flash < 0.020)
            }
        }

        @Test func theFilesOfAPairNameEachOther() throws {
            let capture = try start(frames: 5)
            defer { capture.session.stopRunning() }
            output.connection(with: .video)?.videoRotationAngle = 90
            let title = AVMutableMetadataItem()
            title.identifier = .commonIdentifierTitle
            title.value = NSString(string: "A pier")
            let record = try #require(press(url) { $0.livePhotoMovieMetadata = [title] }.finished())
            let still = try folder.file(
                "IMG_0001.jpg", contents: try #require(record.photo?.fileDataRepresentation()))
            let pair = try ImageProbe.metadata(of: still)
            let movie = try MovieProbe(url)
            let metadata = try movie.metadata()
            let identifier = try #require(metadata["Keys:ContentIdentifier"])
            #expect(UUID(uuidString: identifier) != nil)
            #expect((pair["Apple:ContentIdentifier"] ?? pair["Apple:MediaGroupUUID"]) as? String == identifier)
            #expect(metadata["Keys:Title"] == "A pier")
            #expect(metadata["Keys:Make"] == "AVCam")
            #expect(movie.video?.clockwiseRotation == 90)
            #expect(movie.audio == nil)
        }

        @Test func livePhotosMayOverlap() throws {
            let capture = try start(frames: 20)
            let urls = (0..<3).map { folder.file("\($0).mov") }
            var delegates: [LivePhotoDelegate] = []
            for (index, url) in urls.enumerated() {
                delegates.append(press(url))
                try #require(counter.waits(for: 20 + (index + 1) * 10))
            }
            let records = try delegates.map { try #require($0.finished()) }
            capture.session.stopRunning()
            for (url, record) in zip(urls, records) {
                #expect(record.movieError == nil && record.finishCount == 1)
                let movie = try MovieProbe(url)
                #expect(abs(try #require(movie.video).durationSeconds - record.duration.seconds) < 0.001)
            }
            // An encoder that lags leaves frames out, even at the ends.
            for record in records {
                #expect(record.duration.seconds > 0 && record.duration.seconds < 3.25)
                #expect((0...record.duration.seconds).contains(record.displayTime.seconds))
            }
        }

        @Test func stoppingTheSessionLeavesAShorterMovie() throws {
            let capture = try start(frames: 20)
            let pressed = CMClockGetHostTimeClock().time
            let delegate = press(url)
            try #require(counter.waits(for: 40))
            capture.session.stopRunning()
            let stopped = CMClockGetHostTimeClock().time
            let record = try #require(delegate.finished())
            #expect(record.movieError == nil && record.error == nil)
            // The last frame begins before the end and is shown for its whole length.
            #expect(record.duration.seconds <= 1.5 + (stopped - pressed).seconds + 1.0 / 30)
            #expect(try MovieProbe(url).decodingComplaints() == "")
        }

        @Test func pullingTheCameraOutEndsEachCaptureOnce() throws {
            let capture = try start(frames: 20)
            defer {
                capture.session.stopRunning()
                SimulatedPhone.ofTest.plug("back")
            }
            let delegate = press(url)
            try #require(counter.waits(for: 30))
            SimulatedPhone.ofTest.unplug("back")
            let record = try #require(delegate.finished())
            #expect(record.finishCount == 1 && record.movieCount == 1)
            #expect((record.movieError == nil) == FileManager.default.fileExists(atPath: url.path))
        }

        @Test func aSuspendedCaptureTakesAPhotoAlone() throws {
            let capture = try start(frames: 20)
            let pressed = CMClockGetHostTimeClock().time
            let first = press(url)
            try #require(counter.waits(for: 30))
            let changes = Mutex<[Bool]>([])
            let observation = output.observe(\.isLivePhotoCaptureSuspended, options: [.new]) { _, change in
                if let value = change.newValue { changes.withLock { $0.append(value) } }
            }
            output.isLivePhotoCaptureSuspended = true
            let suspended = CMClockGetHostTimeClock().time
            let trimmed = try #require(first.finished())
            #expect(trimmed.movieError == nil)
            // The last frame begins before the end and is shown for its whole length.
            #expect(trimmed.duration.seconds <= 1.5 + (suspended - pressed).seconds + 1.0 / 30)
            let alone = try #require(press(folder.file("none.mov")).finished())
            #expect(alone.photo != nil && alone.movieCount == 0 && alone.dimensions.width == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.file("none.mov").path))
            capture.session.stopRunning()
            #expect(!output.isLivePhotoCaptureSuspended)
            #expect(changes.withLock { $0 } == [true, false])
            withExtendedLifetime(observation) {}
        }

        @Test func suspensionSurvivesTheEndOfTheRunOnRequest() throws {
            let capture = try start(frames: 2)
            output.preservesLivePhotoCaptureSuspendedOnSessionStop = true
            output.isLivePhotoCaptureSuspended = true
            capture.session.stopRunning()
            #expect(output.isLivePhotoCaptureSuspended)
        }

        @Test func livePhotosNeedThePhotoPresetAndNoMovieOutput() throws {
            let capture = try SimulatedCapture(microphone: true, outputs: [output])
            #expect(!output.isLivePhotoCaptureSupported)
            #expect(output.availableLivePhotoVideoCodecTypes == [])
            let changes = Mutex<[Bool]>([])
            let observation = output.observe(\.isLivePhotoCaptureSupported) { output, _ in
                changes.withLock { $0.append(output.isLivePhotoCaptureSupported) }
            }
            capture.session.sessionPreset = .photo
            #expect(output.isLivePhotoCaptureSupported)
            #expect(output.availableLivePhotoVideoCodecTypes.starts(with: [.h264, .hevc]))
            #expect(output.connection(with: .audio) == nil)
            output.isLivePhotoCaptureEnabled = true
            #expect(output.connection(with: .audio) != nil)
            let movie = AVCaptureMovieFileOutput()
            capture.session.addOutput(movie)
            #expect(!output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            #expect(output.connection(with: .audio) == nil)
            capture.session.removeOutput(movie)
            #expect(output.isLivePhotoCaptureSupported && !output.isLivePhotoCaptureEnabled)
            #expect(changes.withLock { $0 } == [true, false, true])
            withExtendedLifetime(observation) {}
        }

        @Test func aFormatThatTheProgramChoseHasLivePhotosToo() throws {
            let capture = try start(frames: 2, isSmall: false)
            defer { capture.session.stopRunning() }
            try chooseSmallFormat(of: capture.camera)
            #expect(capture.session.sessionPreset == .inputPriority)
            #expect(output.isLivePhotoCaptureSupported && output.isLivePhotoCaptureEnabled)
            let record = try #require(
                press(url) { $0.maxPhotoDimensions = CMVideoDimensions(width: 640, height: 480) }.finished())
            #expect(record.error == nil && record.movieError == nil)
            #expect(record.dimensions.width == 640)
            #expect(try MovieProbe(url).video?.width == 640)
        }

        @Test func anotherCodecBeginsWithThePress() throws {
            let capture = try start(microphone: true, frames: 10)
            defer { capture.session.stopRunning() }
            let names = ["hevc", "h264", "hevc-again", "last"].map { folder.file("\($0).mov") }
            let codecs: [AVVideoCodecType] = [.hevc, .h264, .hevc, .h264]
            func press(_ index: Int) -> LivePhotoDelegate {
                self.press(names[index]) { $0.livePhotoVideoCodecType = codecs[index] }
            }
            // The second and the third while the one before is being recorded, the fourth afterwards.
            let first = press(0)
            try #require(counter.waits(for: 25))
            let second = press(1)
            // A second later: the encoders of a busy machine are that far behind the camera.
            try #require(counter.waits(for: 55))
            let third = press(2)
            let overlapping = try [first, second, third].map { try #require($0.finished()) }
            let records = try overlapping + [#require(press(3).finished())]
            capture.session.stopRunning()
            for (index, record) in records.enumerated() {
                #expect(record.error == nil && record.photo != nil)
                #expect(record.movieError == nil, "movie \(index)")
                #expect(record.movieCount == 1 && record.finishCount == 1 && record.calls.last == "didFinish")
                let movie = try MovieProbe(names[index])
                #expect(movie.video?.codec_name == (codecs[index] == .hevc ? "hevc" : "h264"))
                #expect(movie.audio?.codec_name == "aac")
                #expect(movie.packets(.video).contains { !$0.flags.contains("D") })
                #expect(try movie.decodingComplaints() == "")
            }
        }

        @Test(.enabled(if: SmallDisk.isPermitted || SmallDisk.isRequired)) func aFullDiskCostsTheMovieAndNotThePhoto()
            throws
        {
            let disk = try SmallDisk(kilobytes: 64)
            let capture = try start(frames: 20)
            defer { capture.session.stopRunning() }
            let record = try #require(press(disk.url.appendingPathComponent("IMG_0001.mov")).finished())
            #expect(record.photo != nil && record.error == nil)
            #expect(record.movieCount == 1 && record.movieError?.code == .diskFull)
            #expect(!record.duration.isValid && !record.displayTime.isValid)
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == [])
        }

        @Test func aStoppedSessionFailsThePhotoAndTheMovieItPromised() throws {
            let capture = try start(frames: 2)
            capture.session.stopRunning()
            let record = try #require(press(url).finished())
            #expect(record.dimensions.width > 0 && record.movieCount == 1 && record.finishCount == 1)
            #expect(record.error?.code == .sessionNotRunning && record.movieError?.code == .sessionNotRunning)
            #expect(record.calls.last == "didFinish" && !FileManager.default.fileExists(atPath: url.path))
        }

        @Test func aFolderThatIsMissingCostsTheMovieAndNotThePhoto() throws {
            let capture = try start(frames: 5)
            defer { capture.session.stopRunning() }
            let record = try #require(press(folder.file("missing/IMG_0001.mov")).finished())
            #expect(record.photo != nil && record.error == nil && record.finishCount == 1)
            #expect(record.movieCount == 1 && record.calls.last == "didFinish")
            #expect(record.movieError?.localizedDescription.contains("missing/IMG_0001.mov") == true)
        }

        @Test func aCameraThatFallsSilentLeavesAShorterMovie() throws {
            var faults = SimulatedFaults()
            faults.stallAfterMilliseconds = 700
            SimulatedPhone.ofTest.setFaults(faults, of: "back")
            defer { SimulatedPhone.ofTest.setFaults(SimulatedFaults(), of: "back") }
            output.watchLimits.withLock { $0.silence = .milliseconds(500) }
            let capture = try start(frames: 3)
            defer { capture.session.stopRunning() }
            let record = try #require(press(url).finished())
            #expect(record.finishCount == 1 && record.movieCount == 1 && record.calls.last == "didFinish")
            // On a busy machine the press comes after the last frame.
            if record.error == nil {
                #expect(record.photo != nil && record.movieError == nil)
                #expect(try MovieProbe(url).video != nil)
            } else {
                #expect(record.error?.code == .noDataCaptured)
            }
        }

        @Test func theDelegateIsFreeAfterItsLastCall() throws {
            let capture = try start(frames: 5)
            defer { capture.session.stopRunning() }
            weak var delegate: LivePhotoDelegate?
            do {
                let pressed = press(url)
                delegate = pressed
                try #require(pressed.finished() != nil)
            }
            #expect(eventually { delegate == nil })
        }

        @Test func aFileThatIsInTheWayCostsTheMovieAndNotThePhoto() throws {
            let capture = try start(frames: 5)
            defer { capture.session.stopRunning() }
            try Data("precious".utf8).write(to: url)
            let record = try #require(press(url).finished())
            #expect(record.photo != nil && record.error == nil)
            #expect(record.movieError?.code == .fileAlreadyExists)
            #expect(try Data(contentsOf: url) == Data("precious".utf8))
        }
    }
}

/// Counts what a data output delivers, so that a test can wait for a camera.
private final class FrameCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private let count = Monitor(0)
    let output = AVCaptureVideoDataOutput()

    override init() {
        super.init()
        output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "counter"))
    }

    func waits(for frames: Int) -> Bool {
        count.wait(timeout: .seconds(20)) { $0 >= frames ? true : nil } != nil
    }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sample: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        count.withLock { $0 += 1 }
    }
}

/// Records all calls of a Live Photo's delegate.
private final class LivePhotoDelegate: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    struct Record: Sendable {
        var calls: [String] = []
        var photo: AVCapturePhoto?
        var dimensions = CMVideoDimensions()
        var duration = CMTime.invalid
        var displayTime = CMTime.invalid
        var movieCount = 0
        var movieError: AVError?
        var finishCount = 0
        var error: AVError?
    }

    private let record = Monitor(Record())

    func finished() -> Record? {
        record.wait(timeout: .seconds(30)) { $0.finishCount > 0 ? $0 : nil }
    }

    private func note(_ call: String) { record.withLock { $0.calls.append(call) } }

    func photoOutput(_ output: AVCapturePhotoOutput, willBeginCaptureFor settings: AVCaptureResolvedPhotoSettings) {
        note("willBegin")
        record.withLock { $0.dimensions = settings.livePhotoMovieDimensions }
    }

    func photoOutput(_ output: AVCapturePhotoOutput, willCapturePhotoFor settings: AVCaptureResolvedPhotoSettings) {
        note("willCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didCapturePhotoFor settings: AVCaptureResolvedPhotoSettings) {
        note("didCapture")
    }

    func photoOutput(_ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: Error?) {
        note("photo")
        record.withLock { $0.photo = photo }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: AVCaptureResolvedPhotoSettings
    ) {
        note("didFinishRecordingMovie")
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL, duration: CMTime,
        photoDisplayTime: CMTime, resolvedSettings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        note("didFinishProcessingMovie")
        record.withLock { record in
            record.movieCount += 1
            record.duration = duration
            record.displayTime = photoDisplayTime
            record.movieError = error as? AVError
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor settings: AVCaptureResolvedPhotoSettings, error: Error?
    ) {
        note("didFinish")
        record.withLock { record in
            record.finishCount += 1
            record.error = error as? AVError
        }
    }
}
