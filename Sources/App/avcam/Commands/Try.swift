import ArgumentParser
import AVCamCore
import AVCamLinux
@_spi(Linux) import AVFoundation
import Photos

/// `avcam try`, which `make run` runs.
struct Try: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try", _superCommandName: "avcam",
        abstract: "Takes one photo and records three seconds into the photo library, and tells how long it took.")

    @OptionGroup var camera: CameraOptions
    @OptionGroup var microphone: MicrophoneOptions

    private static let seconds = 3.0

    func run() async throws {
        let library = MediaLibrary()
        if let obstacle = library.obstacle { throw obstacle }
        let device = try camera.device()
        let microphone = try microphone.device(for: device)
        tell("Camera", device, wasChosen: camera.camera != nil)
        if let microphone {
            tell("Microphone", microphone, wasChosen: self.microphone.microphone != nil)
        } else {
            Console.print("Microphone: none")
        }
        try await takePhoto(with: device, library)
        try await recordMovie(with: device, microphone, library)
        Console.print("Library: \(PHPhotoLibrary.shared().folderURL.path)")
    }

    /// Prints what is used, and why.
    private func tell(_ kind: String, _ device: AVCaptureDevice, wasChosen: Bool) {
        let reason: String
        if wasChosen {
            reason = "as you asked"
        } else if device.isPhysical {
            reason = "the best \(kind.lowercased()) of this computer"
        } else {
            reason = "no real \(kind.lowercased()) was found, so the simulated phone's is used"
        }
        Console.print("\(kind): \(device.localizedName) (\(device.uniqueID)): \(reason)")
    }

    private func takePhoto(with device: AVCaptureDevice, _ library: MediaLibrary) async throws {
        let clock = ContinuousClock()
        let service = CaptureService()
        let start = clock.now
        try await service.start(CaptureSetup(camera: device, mode: .photo, features: PhotoFeatures(quality: .balanced)))
        let started = clock.now
        let photo = try await service.capturePhoto()
        let captured = clock.now
        let item = try await library.save(photo)
        let saved = clock.now
        await service.stop()
        Console.print(
            "Photo: \(item.urls.first?.path ?? ""), \(Text.dimensions(photo.dimensions)),"
                + " \(Text.size(Int64(photo.data.count)))")
        Console.print(
            "  camera started in \(Text.duration(started - start)), photo taken in"
                + " \(Text.duration(captured - started)), saved in \(Text.duration(saved - captured))")
    }

    private func recordMovie(
        with device: AVCaptureDevice, _ microphone: AVCaptureDevice?, _ library: MediaLibrary
    ) async throws {
        let clock = ContinuousClock()
        let service = CaptureService()
        let start = clock.now
        try await service.start(CaptureSetup(camera: device, microphone: microphone, mode: .video))
        let started = clock.now
        let place = try await library.makeRecordingPlace()
        let run = RecordingRun(service: service, url: place.url, name: nil, duration: Self.seconds)
        let signals = StopSignals(ending: run.endAtOnce)
        let movie = try await run.movie(until: signals)
        let recorded = clock.now
        let path = try await run.save(movie, in: library, until: signals)
        let saved = clock.now
        await service.stop()
        Console.print(
            "Movie: \(path), \(Text.time(movie.progress.duration)),"
                + " \(movie.progress.frames) frames, \(movie.progress.droppedFrames) dropped,"
                + " \(Text.size(movie.progress.fileSize))")
        Console.print(
            "  camera started in \(Text.duration(started - start)), recorded in \(Text.duration(recorded - started)),"
                + " saved in \(Text.duration(saved - recorded))")
        if let interruption = movie.interruption { throw interruption }
    }
}
