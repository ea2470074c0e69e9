import AVCamCore
@_spi(Linux) import AVFoundation
import Locking

/// What a camera did other than it was asked.
struct ComplianceFault: Error {
    var message: String
}

/// One camera in one format, with a session of its own for each test.
struct ComplianceBench {
    /// How long the next frame or photo may take. A slow processor needs seconds for a photo, or for a frame of a large
    /// movie, and a multiple of that while other programs are busy.
    private static let timeout = Duration.seconds(30)
    /// More frames than any test asks for: a recording with this limit does not end by itself.
    private static let tooManyFrames = 1_000

    let camera: AVCaptureDevice
    let format: AVCaptureDevice.Format

    // MARK: - Tests

    /// A session with the camera starts.
    func opens() throws(ComplianceFault) {
        let session = try session(with: AVCaptureVideoDataOutput())
        try start(session)
        session.stopRunning()
    }

    /// As many frames as asked for arrive, in order and in the format, and none after the stop.
    func frames(_ count: Int) async throws(ComplianceFault) {
        let output = AVCaptureVideoDataOutput()
        output.alwaysDiscardsLateVideoFrames = false
        let queue = DispatchQueue(label: "compliance")
        let counter = FrameCounter(size: format.formatDescription.dimensions)
        output.setSampleBufferDelegate(counter, queue: queue)
        let session = try session(with: output)
        try start(session)
        let arrived = await wait(for: count) { counter.count }
        session.stopRunning()
        queue.sync {}
        let countAtStop = counter.count
        await sleepForTwoFrames()
        if let fault = counter.fault { throw ComplianceFault(message: fault) }
        guard arrived else { throw ComplianceFault(message: "only \(countAtStop) of them arrived") }
        guard counter.count == countAtStop else {
            throw ComplianceFault(message: "frames that arrived after the stop: \(counter.count - countAtStop)")
        }
    }

    /// Photos that are asked for at once all end, each once: with a picture, or with an error if the session stops.
    ///
    /// - Parameter isStopped: the session is stopped right after the last request.
    func photos(_ count: Int, isStopped: Bool = false) async throws(ComplianceFault) {
        let output = AVCapturePhotoOutput()
        let session = try session(with: output)
        try start(session)
        let counter = PhotoCounter()
        for _ in 0..<count {
            let settings = AVCapturePhotoSettings()
            settings.photoQualityPrioritization = .speed
            output.capturePhoto(with: settings, delegate: counter)
        }
        if isStopped { session.stopRunning() }
        let ended = await wait(for: count) { counter.ended.count }
        session.stopRunning()
        await sleepForTwoFrames()
        let requests = counter.ended
        guard ended else { throw ComplianceFault(message: "only \(requests.count) of them ended") }
        guard Set(requests).count == count, requests.count == count else {
            throw ComplianceFault(message: "they ended \(requests.count) times")
        }
        if let error = counter.error, !isStopped { throw ComplianceFault(message: error) }
        guard isStopped || counter.pictures == count else {
            throw ComplianceFault(message: "only \(counter.pictures) of them have a picture")
        }
    }

    /// A movie as long as so many frames ends by itself, and has the frames that the output counted.
    ///
    /// - Returns: how many frames the processor was too slow for.
    func movie(_ count: Int) async throws(ComplianceFault) -> Int {
        try await record(forFrames: count) { (_, _, _) async throws(ComplianceFault) in }
    }

    /// A movie whose session is stopped after so many frames is whole.
    ///
    /// - Returns: how many frames the processor was too slow for.
    func interruptedMovie(_ count: Int) async throws(ComplianceFault) -> Int {
        try await record(forFrames: nil) { (output, session, end) async throws(ComplianceFault) in
            let recorded = await wait(for: count) { end.count > 0 ? count : output.recordedFrameCounts.written }
            session.stopRunning()
            let written = output.recordedFrameCounts.written
            if !recorded { throw ComplianceFault(message: "only \(written) of them were recorded") }
        }
    }

    /// A session that is stopped as soon as it was started, time and again, works afterwards.
    func startsAndStops(_ count: Int) async throws(ComplianceFault) {
        let output = AVCaptureVideoDataOutput()
        let session = try session(with: output)
        for _ in 0..<count {
            try start(session)
            session.stopRunning()
            if session.isRunning { throw ComplianceFault(message: "the session does not stop") }
        }
        try await frames(1)
    }

    private func record(
        forFrames count: Int?,
        _ during: (AVCaptureMovieFileOutput, AVCaptureSession, RecordingEnd) async throws(ComplianceFault) -> Void
    ) async throws(ComplianceFault) -> Int {
        let output = AVCaptureMovieFileOutput()
        let session = try session(with: output)
        if let count { output.maxRecordedDuration = CMTimeMultiply(frameDuration, multiplier: Int32(count)) }
        try start(session)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("avcam-compliance-\(getpid()).mov")
        unlink(url.path)
        defer { unlink(url.path) }
        let end = RecordingEnd()
        output.startRecording(to: url, recordingDelegate: end)
        try await during(output, session, end)
        // The movie grows until its end comes.
        _ = await wait(for: Self.tooManyFrames) {
            end.count > 0 ? Self.tooManyFrames : output.recordedFrameCounts.written
        }
        session.stopRunning()
        guard end.count > 0 else { throw ComplianceFault(message: "the recording does not end") }
        await sleepForTwoFrames()
        guard end.count == 1 else { throw ComplianceFault(message: "the recording ended \(end.count) times") }
        if let error = end.error { throw ComplianceFault(message: error.localizedDescription) }
        let counts = output.recordedFrameCounts
        let (found, span) = try await frames(of: url)
        // Times are not exact: one more frame may begin just before the end. A camera that is slower than its format says has
        // fewer, and one whose frames are late and then close together has more in the same time.
        if let count, counts.written > count + 1, span > CMTimeMultiply(frameDuration, multiplier: Int32(count)) {
            throw ComplianceFault(message: "the movie goes on for \(counts.written) frames")
        }
        guard found == counts.written, found > 0 else {
            throw ComplianceFault(message: "the movie has \(found) frames, and \(counts.written) were reported")
        }
        return counts.dropped
    }

    /// - Returns: how many frames the movie has, and the time from the first to the last.
    private func frames(of movie: URL) async throws(ComplianceFault) -> (count: Int, span: CMTime) {
        do {
            let asset = AVURLAsset(url: movie)
            let reader = try AVAssetReader(asset: asset)
            guard let track = try await asset.loadTracks(withMediaType: .video).first else { return (0, .zero) }
            let samples = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
            reader.add(samples)
            reader.startReading()
            var count = 0
            var times: [CMTime] = []
            while let sample = samples.copyNextSampleBuffer() {
                count += sample.numSamples
                times.append(sample.presentationTimeStamp)
            }
            return (count, (times.max() ?? .zero) - (times.min() ?? .zero))
        } catch {
            throw ComplianceFault(message: error.localizedDescription)
        }
    }

    // MARK: - The session

    private var frameDuration: CMTime { camera.activeVideoMinFrameDuration }

    private func session(with output: AVCaptureOutput) throws(ComplianceFault) -> AVCaptureSession {
        let session = AVCaptureSession()
        do {
            let input = try AVCaptureDeviceInput(device: camera)
            guard session.canAddInput(input) else { throw ComplianceFault(message: "the session refuses the camera") }
            session.beginConfiguration()
            defer { session.commitConfiguration() }
            session.addInput(input)
            guard session.canAddOutput(output) else { throw ComplianceFault(message: "the session refuses the output") }
            session.addOutput(output)
            try camera.lockForConfiguration()
            defer { camera.unlockForConfiguration() }
            camera.activeFormat = format
        } catch {
            throw ComplianceFault(message: (error as? ComplianceFault)?.message ?? error.localizedDescription)
        }
        return session
    }

    private func start(_ session: AVCaptureSession) throws(ComplianceFault) {
        let failure = Mutex<String?>(nil)
        let token = NotificationCenter.default.addObserver(
            forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
        ) { notification in
            let error = notification.userInfo?[AVCaptureSessionErrorKey] as? any Error
            failure.withLock { $0 = error?.localizedDescription }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        session.startRunning()
        if session.isRunning { return }
        throw ComplianceFault(message: failure.withLock { $0 } ?? "the session does not start")
    }

    /// Waits while something comes.
    ///
    /// - Parameter progress: how much has come so far.
    /// - Returns: whether it was enough before nothing more came.
    private func wait(for count: Int, progress: () -> Int) async -> Bool {
        var last = progress()
        var deadline = ContinuousClock.now + Self.timeout
        while true {
            let now = progress()
            if now >= count { return true }
            if now != last {
                last = now
                deadline = ContinuousClock.now + Self.timeout
            } else if ContinuousClock.now > deadline {
                return false
            }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Something that comes too late would come now.
    private func sleepForTwoFrames() async {
        try? await Task.sleep(for: .seconds(2 * frameDuration.seconds))
    }
}

/// Counts frames, and notes the first one that is not as it should be.
private final class FrameCounter: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    private struct State {
        var count = 0
        var last = CMTime.invalid
        var fault: String?
    }

    private let state = Mutex(State())
    private let size: CMVideoDimensions

    init(size: CMVideoDimensions) {
        self.size = size
    }

    var count: Int { state.withLock { $0.count } }
    var fault: String? { state.withLock { $0.fault } }

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let time = sampleBuffer.presentationTimeStamp
        let frame = sampleBuffer.formatDescription?.dimensions ?? CMVideoDimensions()
        state.withLock { state in
            state.count += 1
            if frame.width != size.width || frame.height != size.height {
                state.fault = state.fault ?? "a frame is \(Text.dimensions(frame))"
            }
            if state.last.isValid, time <= state.last {
                state.fault = state.fault ?? "frame \(state.count) is not later than the one before"
            }
            state.last = time
        }
    }
}

/// Counts pictures and ends of requests.
private final class PhotoCounter: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    private struct State {
        var ended: [Int64] = []
        var pictures = 0
        var error: String?
    }

    private let state = Mutex(State())

    /// The requests that ended, by their unique identifiers.
    var ended: [Int64] { state.withLock { $0.ended } }
    var pictures: Int { state.withLock { $0.pictures } }
    var error: String? { state.withLock { $0.error } }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
    ) {
        let isPicture = error == nil && photo.fileDataRepresentation() != nil
        state.withLock { if isPicture { $0.pictures += 1 } }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        state.withLock { state in
            state.ended.append(resolvedSettings.uniqueID)
            if let error { state.error = state.error ?? error.localizedDescription }
        }
    }
}

/// The end of a recording.
private final class RecordingEnd: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    private struct State {
        var count = 0
        var error: (any Error)?
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    /// What went wrong, except that the time was over or that the session was stopped, as it should be.
    var error: (any Error)? { state.withLock { $0.error } }

    func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        let isWhole = (error as NSError?)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true
        state.withLock { state in
            state.count += 1
            if !isWhole { state.error = error }
        }
    }
}
