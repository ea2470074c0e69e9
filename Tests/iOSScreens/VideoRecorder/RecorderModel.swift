import AVFoundation
import Observation

/// A movie that was recorded.
struct Clip: Identifiable, Hashable {
    let url: URL
    var seconds: Double

    var id: URL { url }
    var name: String { url.deletingPathExtension().lastPathComponent }
}

/// Records movies into the app's documents.
@Observable @MainActor
final class RecorderModel: NSObject {
    private(set) var isReady = false
    private(set) var isRecording = false
    private(set) var startDate: Date?
    private(set) var clips: [Clip] = []
    var errorMessage: String?

    let session = AVCaptureSession()
    private let output = AVCaptureMovieFileOutput()
    private var cameraInput: AVCaptureDeviceInput?

    private var folder: URL {
        let documents = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        let folder = documents.appending(path: "Clips", directoryHint: .isDirectory)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    func prepare() async {
        await loadClips()
        guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
            errorMessage = "The camera and the microphone are needed to record."
            return
        }
        guard !isReady else { return }
        do {
            try configure()
        } catch {
            errorMessage = error.localizedDescription
            return
        }
        let session = session
        await Task.detached { session.startRunning() }.value
        isReady = true
    }

    private func configure() throws {
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .hd1280x720
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back),
            let microphone = AVCaptureDevice.default(for: .audio)
        else { throw CocoaError(.featureUnsupported) }
        let input = try AVCaptureDeviceInput(device: camera)
        for input in [input, try AVCaptureDeviceInput(device: microphone)] where session.canAddInput(input) {
            session.addInput(input)
        }
        cameraInput = input
        if session.canAddOutput(output) { session.addOutput(output) }
    }

    func switchCamera() {
        guard let old = cameraInput, !isRecording else { return }
        let position: AVCaptureDevice.Position = old.device.position == .back ? .front : .back
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position),
            let input = try? AVCaptureDeviceInput(device: camera)
        else { return }
        session.beginConfiguration()
        session.removeInput(old)
        if session.canAddInput(input) {
            session.addInput(input)
            cameraInput = input
        } else {
            session.addInput(old)
        }
        session.commitConfiguration()
    }

    func toggleRecording() {
        if isRecording { return output.stopRecording() }
        let url = folder.appending(path: "Clip \(clips.count + 1) \(Int(Date().timeIntervalSince1970)).mov")
        output.startRecording(to: url, recordingDelegate: self)
        isRecording = true
        startDate = Date()
    }

    private func loadClips() async {
        let keys: [URLResourceKey] = [.creationDateKey]
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)) ?? []
        clips = []
        for url in files.sorted(by: { $0.lastPathComponent > $1.lastPathComponent }) { await add(url, at: clips.count) }
    }

    private func add(_ url: URL, at index: Int) async {
        let duration = try? await AVURLAsset(url: url).load(.duration)
        clips.insert(Clip(url: url, seconds: duration?.seconds ?? 0), at: index)
    }

    func delete(_ offsets: IndexSet) {
        for index in offsets { try? FileManager.default.removeItem(at: clips[index].url) }
        clips.remove(atOffsets: offsets)
    }

    private func finished(_ url: URL, _ error: (any Error)?) async {
        isRecording = false
        startDate = nil
        if let error { errorMessage = error.localizedDescription } else { await add(url, at: 0) }
    }
}

extension RecorderModel: AVCaptureFileOutputRecordingDelegate {
    nonisolated func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        Task { await finished(outputFileURL, error) }
    }
}
