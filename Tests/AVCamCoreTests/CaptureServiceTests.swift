import AVCamCore
import AVCamLinux
import AVFoundation
import Photos
import TestSupport
import Testing

/// All tests that use a simulated phone: each has one of its own.
@Suite(.ownPhone, .ownThread, .timeLimit(.minutes(5))) enum SimulatedCameraTests {}

/// The capture service on the simulated phone.
extension SimulatedCameraTests {
    struct CaptureServiceTests {
        let folder: TemporaryFolder
        let service = CaptureService()
        let lookup = DeviceLookup()

        init() throws { folder = try TemporaryFolder() }

        private func setup(_ mode: CaptureMode, camera: String = "simulated:back") throws -> CaptureSetup {
            let camera = try lookup.camera(camera)
            return CaptureSetup(camera: camera, microphone: try lookup.microphone("simulated:microphone"), mode: mode)
        }

        @Test func aPhotoIsACompleteFile() async throws {
            try await service.start(setup(.photo))
            let photo = try await service.capturePhoto()
            await service.stop()
            let picture = try ImageProbe.decode(photo.data)
            #expect(picture.width == Int(photo.dimensions.width) && picture.height == Int(photo.dimensions.height))
        }

        @Test func aStoppedRecordingIsAMovie() async throws {
            let file = folder.file("movie.mov")
            try await service.start(setup(.video))
            try await service.startRecording(to: file)
            await #expect(throws: CameraError.alreadyRecording) { try await service.startRecording(to: file) }
            for await case .movieCapture(let progress) in service.activity.values where progress.frames > 3 { break }
            let movie = try await service.stopRecording()
            await service.stop()
            #expect(movie.url == file && movie.interruption == nil && movie.progress.frames > 3)
            #expect(try MovieProbe(file).audio != nil)
        }

        @Test func aRecordingEndsByItselfAtItsDuration() async throws {
            let file = folder.file("movie.mov")
            try await service.start(setup(.video))
            try await service.startRecording(to: file, maxDuration: .milliseconds(500))
            let movie = try await service.recordedMovie()
            await service.stop()
            // The last frame may extend beyond the limit by less than its own duration.
            #expect(movie.interruption == nil && movie.progress.duration < 0.5 + 1.0 / 30)
        }

        @Test func stoppingTheServiceCompletesTheRecording() async throws {
            let file = folder.file("movie.mov")
            try await service.start(setup(.video))
            try await service.startRecording(to: file)
            for await case .movieCapture(let progress) in service.activity.values where progress.frames > 3 { break }
            await service.stop()
            #expect(try MovieProbe(file).video != nil)
        }

        @Test func theModeAndTheCameraCanBeChangedWhileTheSessionRuns() async throws {
            try await service.start(setup(.photo))
            try await service.setCaptureMode(.video)
            try await service.startRecording(to: folder.file("movie.mov"), maxDuration: .milliseconds(200))
            _ = try await service.recordedMovie()
            try await service.setCaptureMode(.photo)
            #expect(await service.microphone == nil)
            #expect(try await service.capturePhoto().data.count > 1000)
            await service.stop()
        }

        @Test func withoutAStartThereIsNoPhotoAndNoMovie() async throws {
            await #expect(throws: CameraError.notRunning) { try await service.capturePhoto() }
            await #expect(throws: CameraError.notRunning) { try await service.startRecording(to: folder.file("x.mov")) }
            await #expect(throws: CameraError.notRecording) { try await service.recordedMovie() }
        }

        @Test func anUnsupportedPresetIsNamed() async throws {
            var setup = try setup(.video)
            setup.preset = AVCaptureSession.Preset(rawValue: "AVCaptureSessionPresetNowhere")
            let error = await #expect(throws: CameraError.self) { try await service.start(setup) }
            #expect(error?.localizedDescription.contains("AVCaptureSessionPresetNowhere") == true)
        }

        @Test func devicesAreFoundByName() throws {
            #expect(try lookup.camera("simulated:front").position == .front)
            #expect(throws: CameraError.self) { try lookup.camera("simulated:microphone") }
            #expect(throws: CameraError.self) { try lookup.microphone("simulated:back") }
            #expect(throws: CameraError.self) { try lookup.camera("simulated:nowhere") }
        }
    }
}
