import CaptureEngine
import CoreVideo
import Foundation
import Locking

/// One capture on its way: calls the delegate in Apple's order, and turns frames into what was asked for.
///
/// `begin` → willBegin; `willExpose` → willCapture; `expose` with frames → didCapture, (processing) didFinishProcessing
/// for each photo; when all parts have ended → didFinishCapture, once. Photos that fail are delivered too, with the error.
///
/// The photos are one part. A Live Photo's movie is another, see ``LivePhotoPart``.
final class PhotoRequest: Sendable {
    /// The delegate protocol is not Sendable, as Apple's is not.
    private struct DelegateBox: @unchecked Sendable {  // called on the output's delegate queue only
        let delegate: any AVCapturePhotoCaptureDelegate
    }

    private struct State {
        /// What must still end before the request has.
        var partsLeft = 1
        var deliveredCount = 0
        var error: CaptureError?
    }

    let output: AVCapturePhotoOutput
    let plan: PhotoPlan
    private let delegate: DelegateBox
    private let state = Mutex(State())

    var settings: AVCapturePhotoSettings { plan.settings }
    var resolved: AVCaptureResolvedPhotoSettings { plan.resolved }

    init(output: AVCapturePhotoOutput, plan: PhotoPlan, delegate: any AVCapturePhotoCaptureDelegate) {
        self.output = output
        self.plan = plan
        self.delegate = DelegateBox(delegate: delegate)
    }

    // MARK: The steps

    func begin() {
        let id = settings.uniqueID
        output.changeReadiness(began: id) { $0.phases[id] = .capturing(overlaps: plan.way.isStream) }
        call { $0.photoOutput($1, willBeginCaptureFor: $2) }
    }

    /// The exposure is about to be made.
    func willExpose() {
        call { $0.photoOutput($1, willCapturePhotoFor: $2) }
    }

    /// The exposures have been made, or never will be.
    func expose(_ result: Result<[PhotoExposure], CaptureError>) {
        switch result {
        case .failure(let error): fail(error)
        case .success(let exposures):
            let id = settings.uniqueID
            if let moment = exposures.first?.frame.presentationTimeStamp { plan.livePhoto?.photoWasTaken(at: moment) }
            output.changeReadiness { $0.phases[id] = .processing }
            output.processing.withLock { queue in
                call { $0.photoOutput($1, didCapturePhotoFor: $2) }
                queue.async { self.process(exposures) }
            }
        }
    }

    /// Ends the photos; the request ends with them, unless there is more in it.
    func fail(_ error: CaptureError) { endPhotos(error) }

    private func endPhotos(_ error: CaptureError?) {
        if let error {
            plan.livePhoto?.cancel(error, for: self)
            deliverMissing(error)
        }
        // The camera is free for the next photo, whatever a movie still has to do; the last call finds it so.
        let id = settings.uniqueID
        output.changeReadiness { $0.phases[id] = nil }
        endPart(error)
    }

    // MARK: Processing

    private func process(_ exposures: [PhotoExposure]) {
        let start = DispatchTime.now().uptimeNanoseconds
        var failure: CaptureError?
        var finished = exposures
        do throws(CaptureError) {
            finished = try PhotoDevelopment(self).run(exposures)
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            output.pace.withLock { $0.add(seconds, for: PhotoPace.Kind(settings, plan.priority)) }
        } catch {
            failure = error
        }
        // Before the readiness says that there is room for the next photo.
        for exposure in finished { exposure.returnAll() }
        endPhotos(failure)
    }

    // MARK: Photos

    func deliver(_ photo: AVCapturePhoto, error: AVError? = nil) {
        state.withLock { $0.deliveredCount += 1 }
        call { delegate, output, _ in delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: error) }
    }

    /// Apple's own method takes an optional; its default calls the other one.
    func deliver(proxy: AVCaptureDeferredPhotoProxy?, error: AVError? = nil) {
        state.withLock { $0.deliveredCount += 1 }
        call { delegate, output, _ in
            delegate.photoOutput(output, didFinishCapturingDeferredPhotoProxy: proxy, error: error)
        }
    }

    /// Programs that wait for their photos, and not for the end of the request, hear of each.
    private func deliverMissing(_ error: CaptureError) {
        let reported = AVError(error, in: plan.device.world)
        let (first, expected) = (state.withLock { $0.deliveredCount }, resolved.expectedPhotoCount)
        let exposureCount = max(settings.bracket.count, 1)
        for index in first..<max(first, expected) {
            if plan.isDeferred {
                deliver(proxy: nil, error: reported)
                continue
            }
            let (exposure, part) = (index * exposureCount).quotientAndRemainder(dividingBy: expected)
            var companions = AVCapturePhoto.Companions()
            companions.isConstantColorFallback = settings.deliversConstantColorFallback && index > 0
            let photo = AVCapturePhoto(
                .nothing(isRaw: settings.rawPhotoPixelFormatType != 0 && part < exposureCount),
                companions: companions, timestamp: .invalid, settings: resolved,
                photoCount: index + 1, sequenceCount: settings.bracket.isEmpty ? 0 : exposure + 1, metadata: [:],
                sourceDeviceType: plan.device.deviceType)
            deliver(photo, error: reported)
        }
    }

    // MARK: Parts

    /// Makes the request wait for one more ``endPart(_:)``.
    func addPart() { state.withLock { $0.partsLeft += 1 } }

    /// Ends a part; after the last one the delegate gets its final call, with the first error of all.
    func endPart(_ error: CaptureError?) {
        let (isLast, first) = state.withLock { state in
            state.partsLeft -= 1
            if state.error == nil { state.error = error }
            return (state.partsLeft == 0, state.error)
        }
        guard isLast else { return }
        let reported = first.map { AVError($0, in: plan.device.world) }
        call { $0.photoOutput($1, didFinishCaptureFor: $2, error: reported) }
    }

    /// Calls the delegate after all earlier calls.
    func call(
        _ body:
            @escaping @Sendable (
                any AVCapturePhotoCaptureDelegate, AVCapturePhotoOutput, AVCaptureResolvedPhotoSettings
            ) -> Void
    ) {
        output.delegateQueue.async { [self] in body(delegate.delegate, output, resolved) }
    }
}
