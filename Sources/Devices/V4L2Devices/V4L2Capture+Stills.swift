import CaptureEngine
import DriverFrames
import Foundation
import LinuxVideo

/// What the camera does for a photo, besides its stream.
extension V4L2Capture {
    /// - Parameter streamed: the frame that has just been delivered.
    /// - Returns: `nil` if the request came too late for the frame.
    func still(_ request: StillRequest, streamed: CameraFrame) throws(CaptureError) -> StillFrame? {
        let plan = try V4L2StillPlan(
            request, current: stream.attempt.format, formats: formats, camera: failure.id)
        if plan.isPlain {
            let isWhole =
                (request.rawPixelFormat == nil || streamed.raw != nil) && (!request.wantsDepth || streamed.depth != nil)
            return isWhole ? try Self.still(streamed, request, failure) : nil
        }
        lastFrameBeforeStill = streamed.sample.presentationTimeStamp
        setUp(request)
        let result = Result<CameraFrame, CaptureError> { () throws(CaptureError) in
            guard let format = plan.format else {
                return try wantedFrame(of: stream, skipping: plan.skippedFrames, request)
            }
            do throws(CaptureError) {
                return try switched(to: format, skipping: plan.skippedFrames, request)
            } catch {
                let (hasRaw, hasDepth) = (streamed.raw != nil, streamed.depth != nil)
                guard V4L2StillPlan.fallsBack(request, after: error, hasRaw: hasRaw, hasDepth: hasDepth) else {
                    throw error
                }
                say("The photo has only the size of the stream: \(error.message)")
                return try streamedFrame(streamed, skipping: plan.skippedFrames, request)
            }
        }
        tidyUp(request)
        deadline = firstFrameDeadline
        return try Self.still(try result.get(), request, failure)
    }

    private static func still(
        _ frame: CameraFrame, _ request: StillRequest, _ failure: V4L2Failure
    ) throws(CaptureError) -> StillFrame {
        var still = StillFrame(frame: frame.sample)
        still.depth = frame.depth
        if request.rawPixelFormat != nil {
            guard let raw = frame.raw, let format = try? CMFormatDescription(imageBuffer: raw) else {
                throw CaptureError(.deviceFailed, "there is no raw data of \(failure.path)", device: failure.id)
            }
            let sample = CMSampleBuffer.frame(
                raw, format: format, presentationTimeStamp: frame.sample.presentationTimeStamp,
                duration: frame.sample.duration)
            sample.conditions = frame.sample.conditions
            still.raw = sample
        }
        return still
    }

    /// Takes one frame in another format; ``resumeStream()`` switches back.
    private func switched(
        to format: SourceFormat, skipping count: Int, _ request: StillRequest
    ) throws(CaptureError) -> CameraFrame {
        stream.buffers.end()
        isPausedForStill = true
        let isPicture = request.rawPixelFormat == nil && !request.wantsDepth
        let large = try V4L2Stream(
            device, StreamAttempt(format: format), others: { isPicture ? formats : [] }, isForStill: true, failure)
        defer { large.buffers.end() }
        return try wantedFrame(of: large, skipping: count, request)
    }

    /// A frame of the stream, after a still in another format has failed.
    ///
    /// - Parameter streamed: the last one before.
    private func streamedFrame(
        _ streamed: CameraFrame, skipping count: Int, _ request: StillRequest
    ) throws(CaptureError) -> CameraFrame {
        if count == 0 { return streamed }
        // It has neither the requested exposure nor the requested light.
        resumeStream()
        if let restartFailure { throw restartFailure }
        return try wantedFrame(of: stream, skipping: count, request)
    }

    private func say(_ sentence: String) {
        guard !hasSaidWhyStillsFail else { return }
        hasSaidWhyStillsFail = true
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    }

    /// Starts the stream again if a still has ended it. With another signal, ``startAgain()`` does.
    func resumeStream() {
        guard isPausedForStill else { return }
        isPausedForStill = false
        if isSourceChanged { return }
        do throws(CaptureError) {
            stream = try V4L2Stream(device, stream.attempt, others: { formats }, failure)
        } catch {
            restartFailure = error
        }
        deadline = firstFrameDeadline
    }

    /// The first complete frame after the skipped ones.
    private func wantedFrame(
        of stream: V4L2Stream, skipping count: Int, _ request: StillRequest
    ) throws(CaptureError) -> CameraFrame {
        let end = now + Self.firstFrameDeadline + Int64(stream.frameDuration.seconds * 1e9)
        let samples = try stream.samples(failure)
        var left = count
        // A camera that changes its format starts again.
        let isNew = stream !== self.stream && request.exposure == .current
        var firstFrames = FirstFrames(mayBeDark: isNew && Self.mayBeDark(device))
        while true {
            switch try nextFrame(of: stream, until: end) {
            case .nothing:
                if isSourceChanged { throw failure.signalChanged }
            case .woken:
                throw CaptureError(
                    .interrupted, "\(failure.path) was stopped before the photo was taken", device: failure.id)
            case .frame(let frame, _):
                if left > 0 {
                    left -= 1
                    stream.buffers.giveBack(frame.buffer)
                    continue
                }
                let time = timing.captureTime(monotonic: frame.monotonicNanoseconds, now: now)
                let made = try? samples.frame(
                    frame, at: Self.time(time), from: stream.buffers, mayKeep: false, for: request)
                guard let made, firstFrames.isSettled(made.sample.brightness) else { continue }
                made.sample.conditions = conditions(for: request)
                return made
            }
        }
    }

    private func setUp(_ request: StillRequest) {
        guard let adjustment else { return }
        switch request.exposure {
        case .current, .underFlash: break
        case .bias(let stops): adjustment.setBias(stops)
        case .manual(let duration, let iso): adjustment.controls.setExposure(duration, iso: iso)
        }
        if request.firesFlash { adjustment.controls.fireFlash() }
    }

    private func tidyUp(_ request: StillRequest) {
        guard let adjustment else { return }
        switch request.exposure {
        case .current, .underFlash: break
        case .bias: adjustment.restoreBias()
        case .manual: adjustment.restoreExposure()
        }
        if request.firesFlash { adjustment.controls.endFlash(adjustment.settings) }
    }

    private func conditions(for request: StillRequest) -> CaptureConditions? {
        guard let adjustment else { return nil }
        var conditions = adjustment.conditionsNow()
        if case .bias(let stops) = request.exposure { conditions.exposureBias = stops }
        if case .manual = request.exposure { conditions.exposureChoice = .manual }
        conditions.isFlashFired = request.firesFlash
        return conditions
    }
}
