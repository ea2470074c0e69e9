import AVFoundation
import Foundation
import TestSupport
import Testing

/// Media files as cameras, through the API.
@Suite struct FileCameraTests {
    private func session(_ path: String, _ output: AVCaptureOutput) throws -> AVCaptureSession {
        let device = try #require(AVCaptureDevice(uniqueID: "file:\(path)"))
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: device))
        session.addOutput(output)
        return session
    }

    @Test func aMovieThatIsCutShortEndsTheRecordingWithASentence() throws {
        let folder = try TemporaryFolder()
        let whole = folder.file("whole.mp4")
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=20:d=3", "-c:v", "libx264", "-g", "10",
                "-movflags", "+faststart", whole.path,
            ])
        let data = try Data(contentsOf: whole)
        let cut = try folder.file("cut.mp4", contents: data.prefix(data.count * 2 / 3))
        let output = AVCaptureMovieFileOutput()
        let session = try session(cut.path, output)
        session.startRunning()
        defer { session.stopRunning() }
        let delegate = MovieDelegate()
        let movie = folder.file("movie.mov")
        output.startRecording(to: movie, recordingDelegate: delegate)
        let record = try #require(delegate.finished())
        let error = try #require(record.error)
        #expect(error.localizedDescription.contains("\(cut.path) is cut short"), "\(error.localizedDescription)")
        // What was recorded until then is in the file.
        let probe = try Tool.output(
            "ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", movie.path])
        let duration = Double(String(decoding: probe, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(try #require(duration) > 0.5)
    }

    @Test func aMovieThatTheEnvironmentNamesIsTheDefaultCameraAndMicrophone() async throws {
        let folder = try TemporaryFolder()
        let movie = folder.file("clip.mp4")
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=20:d=1", "-f", "lavfi", "-i", "sine=d=1",
                movie.path,
            ])
        let path = movie.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("AVCAM_DEVICES", "file:\(path), simulated", 1)
            let camera = try #require(AVCaptureDevice.default(for: .video))
            try #require(camera.uniqueID == "file:\(path)")
            let microphone = try #require(AVCaptureDevice.default(for: .audio))
            try #require(microphone.uniqueID == "file:\(path)#audio")
            let session = AVCaptureSession()
            session.addInput(try AVCaptureDeviceInput(device: camera))
            session.startRunning()
            try #require(session.isRunning)
            session.stopRunning()
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("AVCAM_DEVICES", "file:/no/such/clip.mov,file:\(path)", 1)
            let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
            try #require(camera?.uniqueID == "file:\(path)")
            try #require(AVCaptureDevice.systemPreferredCamera === camera)
            // There is none at the front, and a selfie with this one is better than none.
            try #require(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front) === camera)
            try #require(AVCaptureDevice.default(.builtInTelephotoCamera, for: .video, position: .front) == nil)
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            setenv("AVCAM_DEVICES", "file:\(path), simulated", 1)
            let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
            try #require(camera?.uniqueID == "simulated:front")
        }
        withExtendedLifetime(folder) {}
    }

    @Test func aMissingFileThatTheEnvironmentNamesIsReportedOnce() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            setenv("AVCAM_DEVICES", "file:/no/such/clip.mov", 1)
            for _ in 0..<2 { try #require(AVCaptureDevice.default(for: .video) == nil) }
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.components(separatedBy: "AVCAM_DEVICES: there is no file /no/such/clip.mov").count == 2)
    }

    @Test func aPhotoOfAPortraitPictureIsUpright() throws {
        let folder = try TemporaryFolder()
        let picture = folder.file("picture.jpg")
        try Tool.output(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240", "-frames:v", "1", picture.path])
        try Tool.output("exiftool", ["-q", "-n", "-overwrite_original", "-Orientation=6", picture.path])
        let output = AVCapturePhotoOutput()
        let session = try session(picture.path, output)
        session.startRunning()
        defer { session.stopRunning() }
        let delegate = PhotoDelegate()
        output.capturePhoto(with: AVCapturePhotoSettings(), delegate: delegate)
        let record = try #require(delegate.finished())
        let photo = try #require(record.photo?.fileDataRepresentation())
        let decoded = try ImageProbe.decode(photo)
        #expect(decoded.width == 240 && decoded.height == 320)
    }
}
