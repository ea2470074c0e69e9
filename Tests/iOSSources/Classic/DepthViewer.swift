import AVFoundation
import CoreGraphics

/// Shows how far everything is: the depth map as a gray picture, and the distance under a finger.
public final class DepthViewer: NSObject, AVCaptureDataOutputSynchronizerDelegate {
    public enum SetupResult {
        case success
        case notAuthorized
        case configurationFailed
    }

    public struct Reading {
        public var timestamp: CMTime
        public var videoSize: CGSize
        public var depthSize: CGSize
        /// In meters, at the touched point.
        public var distance: Float
        public var picture: CGImage?
    }

    public private(set) var setupResult: SetupResult = .success
    public let session = AVCaptureSession()
    public var onReading: ((Reading) -> Void)?
    public var onTrouble: ((String) -> Void)?
    /// Where the finger is: 0…1 from left to right and from top to bottom.
    public var touchPoint = CGPoint(x: 0.5, y: 0.5)

    private let sessionQueue = DispatchQueue(label: "session queue")
    private let dataOutputQueue = DispatchQueue(
        label: "video data queue", qos: .userInitiated, attributes: [], autoreleaseFrequency: .workItem)
    private let videoDataOutput = AVCaptureVideoDataOutput()
    private let depthDataOutput = AVCaptureDepthDataOutput()
    private var outputSynchronizer: AVCaptureDataOutputSynchronizer?
    private var videoDeviceInput: AVCaptureDeviceInput!
    private let videoDeviceDiscoverySession = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.builtInTrueDepthCamera, .builtInLiDARDepthCamera, .builtInDualCamera], mediaType: .video,
        position: .unspecified)

    public override init() {
        super.init()
    }

    public func start(position: AVCaptureDevice.Position) {
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .authorized:
            break
        default:
            setupResult = .notAuthorized
        }
        sessionQueue.async {
            self.configureSession(position)
            if self.setupResult == .success {
                self.session.startRunning()
            }
        }
    }

    public func stop() {
        sessionQueue.sync {
            self.session.stopRunning()
        }
    }

    private func configureSession(_ position: AVCaptureDevice.Position) {
        if setupResult != .success {
            return
        }
        guard let videoDevice = videoDeviceDiscoverySession.devices.first(where: { $0.position == position }) else {
            fail("Could not find any video device")
            return
        }
        do {
            videoDeviceInput = try AVCaptureDeviceInput(device: videoDevice)
        } catch {
            fail("Could not create video device input: \(error)")
            return
        }
        session.beginConfiguration()
        session.sessionPreset = AVCaptureSession.Preset.vga640x480
        guard session.canAddInput(videoDeviceInput) else {
            fail("Could not add video device input to the session")
            session.commitConfiguration()
            return
        }
        session.addInput(videoDeviceInput)
        if session.canAddOutput(videoDataOutput) {
            session.addOutput(videoDataOutput)
            videoDataOutput.videoSettings = [
                kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
            ]
        } else {
            fail("Could not add video data output to the session")
            session.commitConfiguration()
            return
        }
        if session.canAddOutput(depthDataOutput) {
            session.addOutput(depthDataOutput)
            depthDataOutput.isFilteringEnabled = false
            if let connection = depthDataOutput.connection(with: .depthData) {
                connection.isEnabled = true
            } else {
                print("No AVCaptureConnection")
            }
        } else {
            fail("Could not add depth data output to the session")
            session.commitConfiguration()
            return
        }

        // Search for the largest format of half floats.
        let depthFormats = videoDevice.activeFormat.supportedDepthDataFormats
        let filtered = depthFormats.filter {
            CMFormatDescriptionGetMediaSubType($0.formatDescription) == kCVPixelFormatType_DepthFloat16
        }
        let selectedFormat = filtered.max(by: { first, second in
            CMVideoFormatDescriptionGetDimensions(first.formatDescription).width
                < CMVideoFormatDescriptionGetDimensions(second.formatDescription).width
        })
        do {
            try videoDevice.lockForConfiguration()
            videoDevice.activeDepthDataFormat = selectedFormat
            videoDevice.unlockForConfiguration()
        } catch {
            fail("Could not lock device for configuration: \(error)")
            session.commitConfiguration()
            return
        }
        outputSynchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [videoDataOutput, depthDataOutput])
        outputSynchronizer!.setDelegate(self, queue: dataOutputQueue)
        session.commitConfiguration()
    }

    private func fail(_ message: String) {
        setupResult = .configurationFailed
        onTrouble?(message)
    }

    public func changeSmoothing(isOn: Bool) {
        sessionQueue.async {
            self.depthDataOutput.isFilteringEnabled = isOn
        }
    }

    public func dataOutputSynchronizer(
        _ synchronizer: AVCaptureDataOutputSynchronizer,
        didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
    ) {
        guard
            let syncedDepthData = synchronizedDataCollection.synchronizedData(for: depthDataOutput)
                as? AVCaptureSynchronizedDepthData,
            let syncedVideoData = synchronizedDataCollection.synchronizedData(for: videoDataOutput)
                as? AVCaptureSynchronizedSampleBufferData
        else {
            // Only work on synced pairs.
            return
        }
        if syncedDepthData.depthDataWasDropped || syncedVideoData.sampleBufferWasDropped {
            return
        }
        let depthPixelBuffer = syncedDepthData.depthData.depthDataMap
        guard let videoPixelBuffer = CMSampleBufferGetImageBuffer(syncedVideoData.sampleBuffer) else {
            return
        }
        onReading?(
            Reading(
                timestamp: syncedVideoData.timestamp,
                videoSize: CGSize(
                    width: CVPixelBufferGetWidth(videoPixelBuffer), height: CVPixelBufferGetHeight(videoPixelBuffer)),
                depthSize: CGSize(
                    width: CVPixelBufferGetWidth(depthPixelBuffer), height: CVPixelBufferGetHeight(depthPixelBuffer)),
                distance: distance(in: depthPixelBuffer, at: touchPoint),
                picture: picture(of: syncedDepthData.depthData)))
    }

    private func distance(in depthFrame: CVPixelBuffer, at point: CGPoint) -> Float {
        assert(kCVPixelFormatType_DepthFloat16 == CVPixelBufferGetPixelFormatType(depthFrame))
        let x = Int(point.x * CGFloat(CVPixelBufferGetWidth(depthFrame)))
        let y = Int(point.y * CGFloat(CVPixelBufferGetHeight(depthFrame)))
        CVPixelBufferLockBaseAddress(depthFrame, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(depthFrame, .readOnly) }
        let rowData =
            CVPixelBufferGetBaseAddress(depthFrame)! + y * CVPixelBufferGetBytesPerRow(depthFrame)
        return Float(rowData.assumingMemoryBound(to: Float16.self)[x])
    }

    /// Near is white; what is farther than four meters, or unknown, is black.
    private func picture(of depthData: AVDepthData) -> CGImage? {
        let disparity = depthData.converting(toDepthDataType: kCVPixelFormatType_DisparityFloat32)
        let map = disparity.depthDataMap
        let width = CVPixelBufferGetWidth(map)
        let height = CVPixelBufferGetHeight(map)
        CVPixelBufferLockBaseAddress(map, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
        var gray = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            let row = (CVPixelBufferGetBaseAddress(map)! + y * CVPixelBufferGetBytesPerRow(map))
                .assumingMemoryBound(to: Float32.self)
            for x in 0..<width where row[x].isFinite {
                gray[y * width + x] = UInt8(max(0, min(255, (row[x] - 0.25) * 255)))
            }
        }
        return gray.withUnsafeMutableBytes { bytes in
            CGContext(
                data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: width,
                space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)?.makeImage()
        }
    }
}
