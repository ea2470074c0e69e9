import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import Locking
import PhotoCoding

/// Passes depth to the delegate's queue, filtered and rotated there as the output and its connection require.
///
/// When the delegate is busy a map is dropped (or waits, see ``discardsLateDepth``) and the delegate is notified.
final class DepthDelivery: FrameSink, SynchronizableDelivery, @unchecked Sendable {  // Mutexes
    private struct State: @unchecked Sendable {  // the delegate is called on its queue only
        weak var delegate: (any AVCaptureDepthDataOutputDelegate)?
        var queue: DispatchQueue?
        weak var synchronization: DataSynchronization?
        var discardsLateDepth = true
        var isFiltering = true
        /// How many maps were passed to the queue and are not finished.
        var waiting = 0

        /// The queue for depth: the synchronizer's, if there is one.
        var target: DispatchQueue? { synchronization.map(\.queue) ?? queue }
    }

    private static let maxWaiting = 8
    private let state = Mutex(State())
    /// Held while a map is made: the queue may change while one is made on the old queue.
    private let making = Mutex(())
    private let filter = DepthFilter(capacity: SinkCapacity.depth)
    private let turns = DepthTurns(capacity: SinkCapacity.depth)
    /// What is delivered in place of lost maps.
    private var placeholder: DepthMap?
    weak var output: AVCaptureDepthDataOutput?

    var delegate: (any AVCaptureDepthDataOutputDelegate)? { state.withLock { $0 }.delegate }
    var queue: DispatchQueue? { state.withLock { $0.queue } }
    var isWanted: Bool { state.withLock { $0.synchronization?.hasDelegate ?? ($0.delegate != nil) } }

    var synchronization: DataSynchronization? {
        get { state.withLock { $0 }.synchronization }
        set { state.withLock { $0.synchronization = newValue } }
    }

    var discardsLateDepth: Bool {
        get { state.withLock { $0.discardsLateDepth } }
        set { state.withLock { $0.discardsLateDepth = newValue } }
    }

    var isFiltering: Bool {
        get { state.withLock { $0.isFiltering } }
        set { state.withLock { $0.isFiltering = newValue } }
    }

    func setDelegate(_ delegate: (any AVCaptureDepthDataOutputDelegate)?, queue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = queue
        }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let (queue, refusal) = state.withLock { state -> (DispatchQueue?, DropReason?) in
            let limit = state.discardsLateDepth ? 1 : Self.maxWaiting
            guard let queue = state.target else { return (nil, nil) }
            guard state.waiting < limit else { return (queue, state.discardsLateDepth ? .late : .outOfBuffers) }
            state.waiting += 1
            return (queue, nil)
        }
        if let refusal {
            missedFrame(at: sample.presentationTimeStamp, reason: refusal, from: route)
        } else {
            queue?.async { [weak self] in self?.deliver(sample, route) }
        }
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        guard let queue = state.withLock({ $0.target }) else { return }
        queue.async { [weak self] in self?.reportDrop(at: timestamp, reason, route) }
    }

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {}

    /// On the delegate's queue.
    private func deliver(_ sample: CMSampleBuffer, _ route: CaptureGraph.Route) {
        defer { state.withLock { $0.waiting -= 1 } }
        guard let output, let connection = output.connection(with: .depthData), let measured = sample.depthMap else {
            return
        }
        let time = sample.presentationTimeStamp
        let isFiltering = self.isFiltering
        let made = making.withLock { _ -> DepthMap? in
            guard let filtered = isFiltering ? filter.fill(measured) : measured else { return nil }
            return turns.turned(filtered, by: route.rotation, isMirrored: route.isMirrored)
        }
        guard let map = made else { return reportDrop(at: time, .outOfBuffers, route) }
        if let synchronization {
            synchronization.add(
                AVCaptureSynchronizedDepthData(AVDepthData(map), timestamp: time), from: output, at: time)
        } else {
            delegate?.depthDataOutput(output, didOutput: AVDepthData(map), timestamp: time, connection: connection)
        }
    }

    /// On the delegate's queue.
    private func reportDrop(at time: CMTime, _ reason: DropReason, _ route: CaptureGraph.Route) {
        guard let output, let connection = output.connection(with: .depthData),
            let format = connection.inputPorts.first?.formatDescription,
            let map = making.withLock({ _ in placeholder(format, isOnItsSide: route.rotation % 180 != 0) })
        else { return }
        let depth = AVDepthData(map)
        if let synchronization {
            let data = AVCaptureSynchronizedDepthData(depth, timestamp: time, dropped: .init(reason))
            synchronization.add(data, from: output, at: time)
        } else {
            delegate?.depthDataOutput(
                output, didDrop: depth, timestamp: time, connection: connection, reason: .init(reason))
        }
    }

    /// A map without a measured value, the same for all losses in a format.
    private func placeholder(_ format: CMFormatDescription, isOnItsSide: Bool) -> DepthMap? {
        let pixelFormat = format.mediaSubType.rawValue
        var size = format.dimensions
        if isOnItsSide { (size.width, size.height) = (size.height, size.width) }
        if let placeholder, CVPixelBufferGetPixelFormatType(placeholder.buffer) == pixelFormat,
            CVPixelBufferGetWidth(placeholder.buffer) == Int(size.width),
            CVPixelBufferGetHeight(placeholder.buffer) == Int(size.height)
        {
            return placeholder
        }
        guard
            let buffer = try? CVPixelBuffer(
                width: Int(size.width), height: Int(size.height), pixelFormat: pixelFormat)
        else { return nil }
        // All bits set are no number in both precisions.
        buffer.withPlanes { planes in _ = memset(planes[0].base, 0xFF, planes[0].bytesPerRow * planes[0].height) }
        var map = DepthMap(buffer: buffer)
        map.isFiltered = false
        placeholder = map
        return map
    }
}

/// Rotates and mirrors the maps of a stream. Used by one thread at a time.
final class DepthTurns {
    private let capacity: Int
    private var pool: CVPixelBufferPool?
    private var layout: (width: Int, height: Int, pixelFormat: OSType) = (0, 0, 0)

    /// - Parameter capacity: how many turned maps may be in use at the same time.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// - Parameters:
    ///   - rotation: clockwise degrees: 0, 90, 180 or 270.
    ///   - isMirrored: whether it is mirrored after the rotation.
    /// - Returns: a map without a calibration, which describes the unrotated picture, or the map itself if nothing is to
    ///   be done; `nil` if all turned maps are in use.
    func turned(_ map: DepthMap, by rotation: Int, isMirrored: Bool) -> DepthMap? {
        let turn = ExifTurn(rotation: rotation, isMirrored: isMirrored)
        if turn.orientation == .up { return map }
        let size = turn.size(of: map.buffer)
        let wanted = (size.width, size.height, CVPixelBufferGetPixelFormatType(map.buffer))
        if pool == nil || layout != wanted {
            layout = wanted
            pool = try? CVPixelBufferPool.make(
                width: size.width, height: size.height, pixelFormat: wanted.2, capacity: capacity, initialCount: 1)
        }
        guard let buffer = pool?.makeBuffer() else { return nil }
        turn.apply(map.buffer, to: buffer)
        var result = map
        result.buffer = buffer
        result.calibration = nil
        return result
    }
}
