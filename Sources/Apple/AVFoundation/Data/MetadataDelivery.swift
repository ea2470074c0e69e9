import CaptureEngine
import CoreImage
import CoreMedia
import Foundation
import Locking
import PixelCoding

/// Looks for codes and faces in the newest frame and passes them to the delegate's queue.
///
/// | phase | a frame |
/// | --- | --- |
/// | idle | → searching |
/// | searching, until the delegate has returned | is skipped |
/// | resting, for as long as the search took | is skipped |
final class MetadataDelivery: FrameSink, SynchronizableDelivery, @unchecked Sendable {  // a Mutex; `output` set once
    private struct State: @unchecked Sendable {  // the delegate is called on its queue only
        weak var delegate: (any AVCaptureMetadataOutputObjectsDelegate)?
        var queue: DispatchQueue?
        weak var synchronization: DataSynchronization?
        /// How many searches are under way; with the time of the last frame that was skipped meanwhile, for the
        /// synchronization.
        var searches = 0
        var passedOver = CMTime.negativeInfinity
        var types: [AVMetadataObject.ObjectType] = []
        var rectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
        /// Whether the last delivery had objects; then an empty one must report that they are gone.
        var hadObjects = false
    }

    private let state = Mutex(State())
    private let search = ObjectSearch()
    weak var output: AVCaptureMetadataOutput?

    deinit {
        search.end()
    }

    var delegate: (any AVCaptureMetadataOutputObjectsDelegate)? { state.withLock { $0 }.delegate }
    var queue: DispatchQueue? { state.withLock { $0.queue } }
    /// A synchronization waits for a result for every frame, even when there is nothing to look for.
    var isWanted: Bool {
        state.withLock { $0.synchronization?.hasDelegate ?? ($0.delegate != nil && !$0.types.isEmpty) }
    }

    var synchronization: DataSynchronization? {
        get { state.withLock { $0 }.synchronization }
        set { state.withLock { $0.synchronization = newValue } }
    }

    var types: [AVMetadataObject.ObjectType] {
        get { state.withLock { $0.types } }
        set { state.withLock { $0.types = newValue } }
    }

    var rectOfInterest: CGRect {
        get { state.withLock { $0.rectOfInterest } }
        set { state.withLock { $0.rectOfInterest = newValue } }
    }

    func setDelegate(_ delegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue: DispatchQueue?) {
        state.withLock { state in
            state.delegate = delegate
            state.queue = queue
        }
    }

    func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        let (time, duration) = (sample.presentationTimeStamp, sample.duration)
        let types = types
        let wanted = ObjectSearch.Wanted(codes: CodeTypes.kinds(of: types), faces: types.contains(.face))
        // Counted before it begins, as it may end at once.
        state.withLock { $0.searches += 1 }
        let isTaken =
            !wanted.isEmpty
            && search.offer(sample, from: route.source, wanted) { [weak self] found, done in
                guard let self, let queue = synchronization.map(\.queue) ?? queue else {
                    self?.searchEnded(at: time)
                    return done()
                }
                queue.async {
                    self.deliver(found, at: time, duration, from: route.source)
                    self.searchEnded(at: time)
                    done()
                }
            }
        if !isTaken {
            state.withLock { $0.searches -= 1 }
            passOver(time)
        }
    }

    func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        passOver(timestamp)
    }

    /// Tells the synchronization that there is nothing to wait for, after any search that is under way.
    private func passOver(_ time: CMTime) {
        guard let synchronization, let queue = synchronization.queue else { return }
        queue.async { [weak self] in
            guard let self, let output else { return }
            let isSearching = state.withLock { state in
                if state.searches > 0 { state.passedOver = time }
                return state.searches > 0
            }
            if !isSearching { synchronization.add(nil, from: output, at: time) }
        }
    }

    private func searchEnded(at time: CMTime) {
        let passedOver = state.withLock { state in
            state.searches -= 1
            return state.passedOver
        }
        guard passedOver > time, let synchronization, let output else { return }
        synchronization.add(nil, from: output, at: passedOver)
    }

    func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {}

    /// On the delegate's queue.
    private func deliver(_ found: ObjectSearch.Found, at time: CMTime, _ duration: CMTime, from source: DeviceID) {
        guard let output,
            let connection = output.connections.first(where: { $0.inputPorts.first?.device?.id == source }),
            let device = connection.inputPorts.first?.device
        else { return }
        let (types, rect) = state.withLock { ($0.types, $0.rectOfInterest) }
        let codes = found.codes.compactMap { code -> AVMetadataObject? in
            guard let type = CodeTypes.type(of: code, among: types) else { return nil }
            return AVMetadataMachineReadableCodeObject(
                type, stringValue: code.text, descriptor: code.qr.map { CIQRCodeDescriptor($0) }, corners: code.corners,
                time: time, duration: duration, source: device)
        }
        let faces = types.contains(.face) ? found.faces : []
        let faceObjects = faces.map { AVMetadataFaceObject($0, time: time, duration: duration, source: device) }
        let objects = (codes + faceObjects).filter { $0.bounds.intersects(rect) }
        if let synchronization { return deliver(objects, at: time, to: synchronization) }
        let isNews = state.withLock { state in
            defer { state.hadObjects = !objects.isEmpty }
            return state.hadObjects || !objects.isEmpty
        }
        if isNews { delegate?.metadataOutput(output, didOutput: objects, from: connection) }
    }

    private func deliver(_ objects: [AVMetadataObject], at time: CMTime, to synchronization: DataSynchronization) {
        guard let output else { return }
        let data = AVCaptureSynchronizedMetadataObjectData(objects, timestamp: time)
        synchronization.add(objects.isEmpty ? nil : data, from: output, at: time)
    }
}
