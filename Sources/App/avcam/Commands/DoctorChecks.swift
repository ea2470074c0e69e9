import AVCamCore
import AVCamLinux
@_spi(Linux) import AVFoundation
import Photos

/// Whether this user may open the kernel's device nodes.
enum DeviceNodeCheck {
    static func findings() -> [Doctor.Finding] {
        check("camera nodes", in: "/dev", prefix: "video", group: "video")
            + check("microphone nodes", in: "/dev/snd", prefix: "pcm", suffix: "c", group: "audio")
    }

    private static func check(
        _ name: String, in folder: String, prefix: String, suffix: String = "", group: String
    ) -> [Doctor.Finding] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        let nodes = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
        if nodes.isEmpty {
            return [.init(check: name, isOK: true, message: "there are none, so nothing is plugged in")]
        }
        let closed = nodes.filter { access($0, R_OK | W_OK) != 0 }
        if closed.isEmpty {
            return [.init(check: name, isOK: true, message: "\(nodes.joined(separator: ", ")) may be opened")]
        }
        return [
            .init(
                check: name, isOK: false,
                message: "you may not open \(closed.joined(separator: ", ")); become a member of the group \(group)"
                    + " (sudo usermod -aG \(group) $USER) and log in again")
        ]
    }
}

/// Whether the desktop lets this program use cameras, where it asks the person.
enum PortalCheck {
    static func findings() -> [Doctor.Finding] {
        guard AVCaptureDevice.isCameraPortalUsed else { return [] }
        let (isOK, message) =
            switch AVCaptureDevice.authorizationStatus(for: .video) {
            case .authorized: (true, "cameras are allowed")
            case .notDetermined: (false, "nobody has answered whether this program may use cameras; try again")
            case .denied: (false, "cameras are not allowed; open the desktop's settings, Apps, and allow them")
            case .restricted:
                (false, "the desktop gives no cameras to programs: it has turned them off, or has no camera portal")
            }
        return [.init(check: "camera portal", isOK: isOK, message: message)]
    }
}

/// Whether photos and movies can be saved to the photo library.
enum LibraryCheck {
    /// In bytes: enough for a minute of video.
    private static let reasonableSpace: Int64 = 200_000_000

    static func findings() -> [Doctor.Finding] {
        let library = PHPhotoLibrary.shared()
        if let obstacle = library.obstacle {
            return [.init(check: "photo library", isOK: false, message: obstacle.localizedDescription)]
        }
        do {
            let count = try library.countOfAssets()
            return [
                .init(
                    check: "photo library", isOK: true, message: "\(library.folderURL.path), \(count) photos and movies"
                ),
                freeSpace(library.folderURL),
            ]
        } catch {
            return [.init(check: "photo library", isOK: false, message: error.localizedDescription)]
        }
    }

    private static func freeSpace(_ folder: URL) -> Doctor.Finding {
        var place = folder.path
        while access(place, F_OK) != 0, place.count > 1 { place = (place as NSString).deletingLastPathComponent }
        var status = statvfs()
        guard statvfs(place, &status) == 0 else {
            return .init(check: "free space", isOK: false, message: "\(place) cannot be examined")
        }
        let free = Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
        let isEnough = free >= reasonableSpace
        return .init(
            check: "free space", isOK: isEnough,
            message: "\(Text.size(free)) in \(place)"
                + (isEnough ? "" : "; delete something, or choose another folder with AVCAM_LIBRARY"))
    }
}

/// Tries a camera: its first frame, and a second of video with sound in a temporary file.
struct CameraTrial {
    /// How long a camera may take to stream again after a photo.
    private static let timeout = Duration.seconds(5)

    let camera: AVCaptureDevice

    func findings() async -> [Doctor.Finding] {
        [await firstFrame(), await recording()]
    }

    private func firstFrame() async -> Doctor.Finding {
        let service = CaptureService()
        let clock = ContinuousClock()
        let start = clock.now
        do {
            try await service.start(
                CaptureSetup(camera: camera, mode: .photo, features: PhotoFeatures(quality: .speed)))
            let photo = try await service.capturePhoto()
            let time = clock.now - start
            let pause = await pause(for: photo)
            await service.stop()
            return finding("photo", true, "\(Text.dimensions(photo.dimensions)) after \(Text.duration(time)), \(pause)")
        } catch {
            await service.stop()
            return finding("photo", false, error.localizedDescription)
        }
    }

    /// How long the stream paused, if the camera had to change its format for the photo.
    private func pause(for photo: AVCamCore.Photo) async -> String {
        let stream = camera.activeFormat.formatDescription.dimensions
        if photo.dimensions.width <= stream.width && photo.dimensions.height <= stream.height {
            return "taken from the stream, which goes on"
        }
        let deadline = ContinuousClock.now + Self.timeout
        while !camera.photoPause.isNumeric, ContinuousClock.now < deadline {
            // The length of the pause is known when the next frame of the stream arrives.
            try? await Task.sleep(for: .milliseconds(10))
        }
        guard camera.photoPause.isNumeric else { return "for which the stream stopped" }
        return "for which the stream paused \(Text.duration(.seconds(camera.photoPause.seconds)))"
    }

    private func recording() async -> Doctor.Finding {
        let service = CaptureService()
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-doctor-\(getpid()).mov")
        defer { unlink(url.path) }
        do {
            let microphone = DeviceLookup().defaultMicrophone(for: camera)
            try await service.start(CaptureSetup(camera: camera, microphone: microphone, mode: .video))
            try await service.startRecording(to: url, maxDuration: .seconds(1))
            let movie = try await service.recordedMovie()
            await service.stop()
            if let interruption = movie.interruption { throw interruption }
            let progress = movie.progress
            let sound = microphone.map { "with \($0.uniqueID)" } ?? "without sound"
            let text = "\(progress.frames) frames in \(Text.decimal(progress.duration)) s \(sound)"
            if progress.droppedFrames == 0 { return finding("recording", true, text + ", none dropped") }
            return finding(
                "recording", false,
                text + ", \(progress.droppedFrames) dropped; \(Sentence.remedyForLosses(of: camera))")
        } catch {
            await service.stop()
            return finding("recording", false, error.localizedDescription)
        }
    }

    private func finding(_ what: String, _ isOK: Bool, _ message: String) -> Doctor.Finding {
        Doctor.Finding(check: "\(camera.uniqueID) \(what)", isOK: isOK, message: message)
    }
}
