import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import Locking
import PixelCoding

/// Passes frames to the delegate's queue, rotated and converted as the output and its connection require.
///
/// When the delegate is busy a frame is dropped (or waits, see ``discardsLateFrames``) and the delegate is notified.
final class VideoDelivery: FrameSink, SynchronizableDelivery, @unchecked Sendable {  // a Mutex; the queue's converter
    /// The format of the frames that the app wants.
    struct Settings: @unchecked Sendable {  // a property list, never changed
        static let pixelFormats = [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            kCVPixelFormatType_32BGRA,
        ]

        /// The pixel formats of 10-bit frames.
        private static let tenBits = [
            kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
        ]

        /// The pixel formats that are always offered, preceded by that of the camera's frames if they have 10 bits.
        static func pixelFormats(of streamed: OSType?) -> [OSType] {
            tenBits.filter { $0 == streamed } + pixelFormats
        }

        private static let sizes = 2...16_384

        var dictionary: [String: Any] = [:]
        var pixelFormat: OSType?
        var size: CMVideoDimensions?

        init() {}

        /// What is wrong with a dictionary of settings, in Apple's words.
        struct Problem: Error {
            var words: String
        }

        /// Accepts 10-bit formats whatever the camera delivers now: it may be connected, or its format set, later.
        ///
        /// - Throws: for a pixel format that is never offered, or a size that no picture has.
        init(_ dictionary: [String: Any]) throws(Problem) {
            self.dictionary = dictionary
            if let value = dictionary[kCVPixelBufferPixelFormatTypeKey as String] {
                guard let format = Self.number(value).map(OSType.init(truncatingIfNeeded:)),
                    (Self.tenBits + Self.pixelFormats).contains(format)
                else {
                    throw Problem(words: "Unsupported pixel format type - use -availableVideoCVPixelFormatTypes")
                }
                pixelFormat = format
            }
            if let width = Self.number(dictionary[kCVPixelBufferWidthKey as String]),
                let height = Self.number(dictionary[kCVPixelBufferHeightKey as String])
            {
                guard Self.sizes.contains(width), Self.sizes.contains(height) else {
                    throw Problem(words: "Unsupported width or height \(width)x\(height)")
                }
                size = CMVideoDimensions(width: Int32(width), height: Int32(height))
            }
        }

        /// Accepts a number of any integer type.
        private static func number(_ value: Any?) -> Int? {
            (value as? NSNumber)?.intValue ?? (value as? any BinaryInteger).map { Int(truncatingIfNeeded: $0) }
        }
    }

    private struct State: @unchecked Sendable {  // the delegate is called on its queue only
        weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
        var queue: DispatchQueue?
        weak var synchronization: DataSynchronization?
        var settings = Settings()
        var discardsLateFrames = true
        /// How many frames were passed to the queue and are not finished.
        var waiting = 0

        /// The queue for frames: the synchronizer's, if there is one.
        var target: DispatchQueue? { synchronization.map(\.queue) ?? queue }
    }

    private static let maxWaiting = 8
    private let state = Mutex(State())
    private let converter = FrameConverter()
    weak var output: AVCaptureVideoDataOutput?

    var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? { state.withLock { $0 }.delegate }
    var queue: DispatchQueue? { state.withLock { $0.queue } }
    var isWanted: Bool { state.withLock { $0.synchronization?.hasDelegate ?? ($0.delegate != nil) } }

    var synchronization: DataSynchronization? {
        get { state.withLock { $0 }.synchronization }
        set { state.withLock { $0.synchronization = newValue } }
    }

    var settings: Settings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    var discardsLateFrames: Bool {
        get { state.withLock { $0.discardsLateFrames } }
        set { state.withLock { $0.discardsLateFrames = newValue } }
    }

    func setDelegate(_ delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = queue
        }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let (queue, refusal) = state.withLock { state -> (DispatchQueue?, DropReason?) in
            let limit = state.discardsLateFrames ? 1 : Self.maxWaiting
            guard let queue = state.target else { return (nil, nil) }
            guard state.waiting < limit else { return (queue, state.discardsLateFrames ? .late : .outOfBuffers) }
            state.waiting += 1
            return (queue, nil)
        }
        if let refusal {
            reportDrop(at: sample.presentationTimeStamp, refusal)
        } else {
            queue?.async { [weak self] in self?.deliver(sample, route) }
        }
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        reportDrop(at: timestamp, reason)
    }

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {}

    /// On the delegate's queue.
    private func deliver(_ sample: CMSampleBuffer, _ route: CaptureGraph.Route) {
        defer { state.withLock { $0.waiting -= 1 } }
        guard let output, let connection = output.connection(with: .video) else { return }
        do {
            let converted = try convert(sample, route)
            attachIntrinsics(of: connection, to: converted)
            FrameFacts.attach(to: converted, from: connection)
            if let synchronization {
                let data = AVCaptureSynchronizedSampleBufferData(converted)
                synchronization.add(data, from: output, at: data.timestamp)
            } else {
                delegate?.captureOutput(output, didOutput: converted, from: connection)
            }
        } catch {
            let isStarved = (error as? CaptureError)?.code == .deviceFailed
            reportDrop(at: sample.presentationTimeStamp, isStarved ? .outOfBuffers : .discontinuity)
        }
    }

    private func convert(_ sample: CMSampleBuffer, _ route: CaptureGraph.Route) throws -> CMSampleBuffer {
        let settings = self.settings
        return try converter.convert(
            sample,
            to: FrameConverter.Target(
                pixelFormat: settings.pixelFormat, size: output?.size(of: sample, turnedBy: route.rotation),
                rotation: route.rotation,
                isMirrored: route.isMirrored))
    }

    private func attachIntrinsics(of connection: AVCaptureConnection, to sample: CMSampleBuffer) {
        guard let image = sample.imageBuffer,
            let matrix = connection.intrinsicMatrix(
                width: CVPixelBufferGetWidth(image), height: CVPixelBufferGetHeight(image))
        else { return }
        CMSetAttachment(
            sample, key: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix, value: matrix as NSData,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }

    private func reportDrop(at time: CMTime, _ reason: DropReason) {
        guard let queue = state.withLock({ $0.target }) else { return }
        queue.async { [weak self] in
            guard let self, let output, let connection = output.connection(with: .video),
                let dropped = Self.dropped(at: time, reason)
            else { return }
            if let synchronization {
                let data = AVCaptureSynchronizedSampleBufferData(dropped, dropped: .init(reason))
                synchronization.add(data, from: output, at: time)
            } else {
                delegate?.captureOutput(output, didDrop: dropped, from: connection)
            }
        }
    }

    /// A sample buffer without an image, with the time and the reason of a drop.
    private static func dropped(at time: CMTime, _ reason: DropReason) -> CMSampleBuffer? {
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        let sample = try? CMSampleBuffer(
            dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [timing], sampleSizes: [])
        guard let sample else { return nil }
        let text =
            switch reason {
            case .late: kCMSampleBufferDroppedFrameReason_FrameWasLate
            case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
            case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
            }
        CMSetAttachment(
            sample, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, value: text,
            attachmentMode: kCMAttachmentMode_ShouldPropagate)
        return sample
    }
}
