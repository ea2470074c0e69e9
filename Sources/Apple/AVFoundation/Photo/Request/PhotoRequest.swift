import CaptureEngine
import CoreVideo
import Foundation
import Locking

/// One capture under way: calls the delegate in Apple's order, and turns frames into photos.
///
/// `begin` → willBegin; `willExpose` → willCapture; `expose` with frames → didCapture, (processing) didFinishProcessing
/// for each photo; when all parts have ended → didFinishCapture, once. Photos that fail are delivered too, with the error.
///
/// The photos are one part. A Live Photo's movie is another, see ``LivePhotoPart``. ``PhotoWatch`` ends a part that makes no
/// progress; what comes of it later is dropped.
final class PhotoRequest: Sendable {
    /// The delegate protocol is not Sendable, just as Apple's.
    private struct DelegateBox: @unchecked Sendable {  // called on the output's delegate queue only
        let delegate: any AVCapturePhotoCaptureDelegate
    }

    enum Part: Sendable {
        case photos, movie
    }

    private struct State {
        /// The parts whose end has not begun: no others call the delegate.
        var open: Set<Part> = [.photos]
        /// The parts that must still end before the request has.
        var unfinished: Set<Part> = [.photos]
        /// Whether it is the camera's turn.
        var isExposing = false
        /// What the photos are made of at the moment.
        var exposures: [PhotoExposure] = []
        var deliveredCount = 0
        var error: CaptureError?
    }

    typealias Develop =
        @Sendable (PhotoRequest, [PhotoExposure]) throws(CaptureError) -> [PhotoExposure]

    let output: AVCapturePhotoOutput
    let plan: PhotoPlan
    private let delegate: DelegateBox
    private let state = Mutex(State())
    private let develop: Develop

    var settings: AVCapturePhotoSettings { plan.settings }
    var resolved: AVCaptureResolvedPhotoSettings { plan.resolved }

    /// - Parameter develop: makes the photos, and returns the exposures whose frames can go back.
    init(
        output: AVCapturePhotoOutput, plan: PhotoPlan, delegate: any AVCapturePhotoCaptureDelegate,
        develop: @escaping Develop = { (request, exposures) throws(CaptureError) in
            try PhotoDevelopment(request).run(exposures)
        }
    ) {
        self.output = output
        self.plan = plan
        self.develop = develop
        self.delegate = DelegateBox(delegate: delegate)
    }

    // MARK: The steps

    func begin() {
        let id = settings.uniqueID
        output.changeReadiness(began: id) { $0.phases[id] = .capturing(overlaps: plan.way.isStream) }
        call(of: .photos) { $0.photoOutput($1, willBeginCaptureFor: $2) }
    }

    /// Called when the exposure is about to be made.
    func willExpose() {
        state.withLock { $0.isExposing = true }
        call(of: .photos) { $0.photoOutput($1, willCapturePhotoFor: $2) }
    }

    /// Called when the exposures have been made, or have failed.
    func expose(_ result: Result<[PhotoExposure], CaptureError>) {
        switch result {
        case .failure(let error): fail(error)
        case .success(let exposures):
            let id = settings.uniqueID
            // Nobody waits for them anymore.
            guard isOpen(.photos) else { return }
            if let moment = exposures.first?.frame.presentationTimeStamp { plan.livePhoto?.photoWasTaken(at: moment) }
            // The photos can end meanwhile, and their end must be the last change.
            output.changeReadiness { if isOpen(.photos) { $0.phases[id] = .processing } }
            output.processor.add(
                id, announce: { call(of: .photos) { $0.photoOutput($1, didCapturePhotoFor: $2) } },
                run: { self.process(exposures) })
        }
    }

    /// Ends the photos with an error; the request ends with them, unless it has another part.
    func fail(_ error: CaptureError) { endPhotos(error) }

    private func endPhotos(_ error: CaptureError?) {
        guard close(.photos) else { return }
        if let error {
            plan.livePhoto?.cancel(error, for: self)
            deliverMissing(error)
        }
        // The camera is free for the next photo even if a movie is still being written. The last delegate call already
        // sees that.
        let id = settings.uniqueID
        output.changeReadiness { $0.phases[id] = nil }
        end(.photos, error)
    }

    // MARK: Processing

    private func process(_ exposures: [PhotoExposure]) {
        let start = DispatchTime.now().uptimeNanoseconds
        var failure: CaptureError?
        var finished = exposures
        state.withLock { $0.exposures = exposures }
        do throws(CaptureError) {
            finished = try develop(self, exposures)
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            // The time of one that was left behind says nothing of others.
            if isOpen(.photos) {
                output.pace.withLock { $0.add(seconds, for: PhotoPace.Kind(settings, plan.priority)) }
            }
        } catch {
            failure = error
        }
        state.withLock { $0.exposures = [] }
        // Before the readiness announces room for the next photo.
        for exposure in finished { exposure.returnAll() }
        endPhotos(failure)
    }

    /// Ends photos that are still being made: other photos get the places of their frames, whose memory lives as long as
    /// somebody looks at it.
    func leaveBehind(_ error: CaptureError) {
        let exposures = state.withLock { state in
            defer { state.exposures = [] }
            return state.exposures
        }
        for exposure in exposures { exposure.leaveBehind() }
        endPhotos(error)
    }

    // MARK: Photos

    func deliver(_ photo: AVCapturePhoto) {
        call(of: .photos, change: { $0.deliveredCount += 1 }) { delegate, output, _ in
            delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: nil)
        }
    }

    /// - Parameter proxy: optional as in Apple's own method, whose default implementation calls the other one.
    func deliver(proxy: AVCaptureDeferredPhotoProxy?) {
        call(of: .photos, change: { $0.deliveredCount += 1 }) { delegate, output, _ in
            delegate.photoOutput(output, didFinishCapturingDeferredPhotoProxy: proxy, error: nil)
        }
    }

    /// Delivers an error for each missing photo, for programs that wait for their photos and not for the end of the
    /// request.
    private func deliverMissing(_ error: CaptureError) {
        let reported = AVError(error, in: plan.device.world)
        let (first, expected) = (state.withLock { $0.deliveredCount }, resolved.expectedPhotoCount)
        let exposureCount = max(settings.bracket.count, 1)
        for index in first..<max(first, expected) {
            if plan.isDeferred {
                call { delegate, output, _ in
                    delegate.photoOutput(output, didFinishCapturingDeferredPhotoProxy: nil, error: reported)
                }
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
            call { delegate, output, _ in
                delegate.photoOutput(output, didFinishProcessingPhoto: photo, error: reported)
            }
        }
    }

    // MARK: Parts

    /// Makes the request wait for the movie, too.
    func addMovie() {
        state.withLock { state in
            state.open.insert(.movie)
            state.unfinished.insert(.movie)
        }
    }

    func isOpen(_ part: Part) -> Bool { state.withLock { $0.open.contains(part) } }

    /// Begins the end of a part.
    ///
    /// - Returns: `false` when it has begun already.
    func close(_ part: Part) -> Bool { state.withLock { $0.open.remove(part) != nil } }

    /// Ends a part; after the last part the delegate gets its final call, with the first error of any part.
    func end(_ part: Part, _ error: CaptureError?) {
        let (isLast, first) = state.withLock { state in
            state.unfinished.remove(part)
            if state.error == nil { state.error = error }
            return (state.unfinished.isEmpty, state.error)
        }
        guard isLast else { return }
        let reported = first.map { AVError($0, in: plan.device.world) }
        call { $0.photoOutput($1, didFinishCaptureFor: $2, error: reported) }
    }

    /// What it waits for, and how far that has come; `nil` after the end.
    var wait: PhotoWatch.Wait? {
        let (open, isExposing, count) = state.withLock { ($0.open, $0.isExposing, $0.deliveredCount) }
        let id = settings.uniqueID
        if open.contains(.photos) {
            guard output.readiness.withLock({ $0.isCapturing(id) }) else {
                return output.processor.isMaking(id) ? .photos(count: count) : .turn
            }
            if plan.way.isStream { return .frame(newest: output.recentFrames.newestTime) }
            return isExposing ? .still(count: output.stillExposer.stillCount) : .turn
        }
        guard open.contains(.movie), let movie = plan.livePhoto else { return nil }
        let counts = output.livePhotoRecorder.progress
        return movie.isWriting ? .movieFile(count: counts.files) : .movieFrames(count: counts.frames)
    }

    // MARK: The delegate

    typealias Call =
        @Sendable (any AVCapturePhotoCaptureDelegate, AVCapturePhotoOutput, AVCaptureResolvedPhotoSettings) -> Void

    /// Calls the delegate after all earlier calls, unless the part's end has begun.
    func call(of part: Part, _ body: @escaping Call) { call(of: part, change: { _ in }, body) }

    private func call(of part: Part, change: (inout State) -> Void, _ body: @escaping Call) {
        state.withLock { state in
            guard state.open.contains(part) else { return }
            change(&state)
            call(body)
        }
    }

    /// Calls the delegate after all earlier calls.
    func call(_ body: @escaping Call) {
        output.delegateQueue.async { [self] in body(delegate.delegate, output, resolved) }
    }
}
