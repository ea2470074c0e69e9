import AVFoundation
import CoreImage
import CoreImage.CIFilterBuiltins
import Vision

/// Records movies that know their way, gives them an old look, and reads the codes in front of the camera.
public final class TravelDiary: NSObject {
    public enum DiaryError: Error { case noCamera, cannotConfigure, cannotExport }

    private let session = AVCaptureSession()
    private let movieOutput = AVCaptureMovieFileOutput()
    private var placeInput: AVCaptureMetadataInput?
    private var finished: CheckedContinuation<URL, any Error>?
    private var started: CheckedContinuation<Void, Never>?

    public func configure() throws {
        guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) else {
            throw DiaryError.noCamera
        }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        session.sessionPreset = .vga640x480
        let input = try AVCaptureDeviceInput(device: camera)
        guard session.canAddInput(input), session.canAddOutput(movieOutput) else { throw DiaryError.cannotConfigure }
        session.addInput(input)
        session.addOutput(movieOutput)
        try connectPlaces()
    }

    private func connectPlaces() throws {
        let specification: NSDictionary = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier as String:
                AVMetadataIdentifier.quickTimeMetadataLocationISO6709,
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType as String:
                kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709 as String,
        ]
        var description: CMFormatDescription?
        let status = CMMetadataFormatDescriptionCreateWithMetadataSpecifications(
            allocator: kCFAllocatorDefault, metadataType: kCMMetadataFormatType_Boxed,
            metadataSpecifications: [specification] as CFArray, formatDescriptionOut: &description)
        guard status == noErr, let description else { throw DiaryError.cannotConfigure }
        let input = AVCaptureMetadataInput(formatDescription: description, clock: CMClockGetHostTimeClock())
        guard session.canAddInput(input) else { throw DiaryError.cannotConfigure }
        session.addInputWithNoConnections(input)
        session.addConnection(AVCaptureConnection(inputPorts: input.ports, output: movieOutput))
        placeInput = input
    }

    public func run() { session.startRunning() }

    public func stop() { session.stopRunning() }

    /// Returns once the first frame is in the movie.
    public func startRecording(to url: URL) async {
        await withCheckedContinuation { continuation in
            started = continuation
            movieOutput.startRecording(to: url, recordingDelegate: self)
        }
    }

    public var recordedSeconds: Double { movieOutput.recordedDuration.seconds }

    public func add(latitude: Double, longitude: Double) throws {
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataLocationISO6709
        item.dataType = kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709 as String
        item.value = String(format: "%+08.4lf%+09.4lf/", latitude, longitude) as NSString
        let now = CMClockGetTime(CMClockGetHostTimeClock())
        try placeInput?.append(
            AVTimedMetadataGroup(items: [item], timeRange: CMTimeRange(start: now, duration: .invalid)))
    }

    public func stopRecording() async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            finished = continuation
            movieOutput.stopRecording()
        }
    }

    /// Writes a movie in shades of gray.
    public func exportOld(_ asset: AVAsset, to url: URL) async throws {
        let composition = try await AVVideoComposition.videoComposition(with: asset) { request in
            let filter = CIFilter.photoEffectNoir()
            filter.inputImage = request.sourceImage.clampedToExtent()
            guard let image = filter.outputImage else { return request.finish(with: DiaryError.cannotExport) }
            request.finish(with: image.cropped(to: request.sourceImage.extent), context: nil)
        }
        guard let export = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality) else {
            throw DiaryError.cannotExport
        }
        export.videoComposition = composition
        try await export.export(to: url, as: .mp4)
    }

    /// The texts of all codes that a picture shows.
    public func codes(at url: URL) async throws -> [String] {
        var request = DetectBarcodesRequest()
        request.symbologies = [.qr]
        return try await request.perform(on: url).compactMap(\.payloadString)
    }
}

extension TravelDiary: AVCaptureFileOutputRecordingDelegate {
    public func fileOutput(
        _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
    ) {
        started?.resume()
        started = nil
    }

    public func fileOutput(
        _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL, from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        if let error { finished?.resume(throwing: error) } else { finished?.resume(returning: outputFileURL) }
        finished = nil
    }
}
