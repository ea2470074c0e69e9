import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// Takes photos.
///
/// A photo is the frame whose time is nearest to the call of ``capturePhoto(with:delegate:)``: the newest one the
/// camera has delivered, or the next. What a stream does not have (flash, RAW data, depth, a larger size, another
/// exposure) the camera makes a still for.
///
/// Source: Apple, AVCapturePhotoOutput.
public final class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in Mutexes
    /// How much time a photo may cost for its quality. Source: Apple, AVCapturePhotoOutput.QualityPrioritization.
    public enum QualityPrioritization: Int, Sendable {
        /// One frame, as it is. Source: Apple, AVCapturePhotoOutput.QualityPrioritization.speed.
        case speed = 1
        /// Three frames merged where noise would be seen. Source: Apple, AVCapturePhotoOutput.QualityPrioritization.balanced.
        case balanced = 2
        /// Six frames merged where noise would be seen. Source: Apple, AVCapturePhotoOutput.QualityPrioritization.quality.
        case quality = 3
    }

    let configuration = Mutex(PhotoOutputConfiguration())
    let readiness = Mutex(PhotoReadiness())
    /// How long photos took lately.
    let pace = Mutex(PhotoPace())
    let flashScene = FlashScene()
    let livePhoto = Mutex(LivePhotoState())
    let livePhotoRecorder = LivePhotoRecorder()
    let recentFrames: RecentFrames
    let stillExposer = StillExposer()
    /// How long a camera may deliver nothing before nobody waits for it any more, in seconds.
    let stallPatience = Mutex(15.0)
    /// Delegates are called here, one call at a time.
    let delegateQueue = DispatchQueue(label: "AVCapturePhotoOutput.delegate")
    /// Photos are encoded here, in the order of their capture. Held while one of them goes on to the delegate and to
    /// processing: a delegate takes the next photo as soon as it hears of this one, which would overtake it otherwise.
    let processing = Mutex(DispatchQueue(label: "AVCapturePhotoOutput.processing", qos: .userInitiated))

    /// Source: Apple, AVCapturePhotoOutput.init().
    public override init() {
        recentFrames = RecentFrames { [flashScene] in flashScene.see($0) }
        super.init()
        flashScene.onChange { [weak self] in self?.flashSceneChanged() }
        recentFrames.depth = PhotoOutputConfiguration().ringDepth
    }

    override var acceptedMediaTypes: [AVMediaType] { wantsSound ? [.video, .audio] : [.video] }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        connection.mediaType == .audio ? livePhotoRecorder.soundInlet : sink(beside: recentFrames)
    }

    /// The camera that photos are taken with; `nil` while the output has no connection.
    var device: AVCaptureDevice? { connection(with: .video)?.inputPorts.first?.device }

    // MARK: Taking photos

    /// Takes a photo.
    ///
    /// The delegate is kept until it has had its last call, `photoOutput(_:didFinishCaptureFor:error:)`, which comes
    /// exactly once whatever happens.
    /// - `settings`: not used before; ``AVCapturePhotoSettings/init(from:)`` makes new ones that ask for the
    ///   same. Mistakes that could have been avoided by asking first stop the process.
    ///
    /// Source: Apple, AVCapturePhotoOutput.capturePhoto(with:delegate:).
    public func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
        let pressTime = world.clock.now
        if let problem = PhotoSettingsCheck(output: self).problem(capturing: settings) {
            raiseException("*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] \(problem)")
        }
        let wanted = connections.first { $0.mediaType == .video && $0.isWanted }
        guard let connection = wanted ?? lostConnections.first, let device = connection.inputPorts.first?.device
        else {
            raiseException(
                "*** -[AVCapturePhotoOutput capturePhotoWithSettings:delegate:] No active and enabled video connection")
        }
        let plan = PhotoPlan(
            settings, of: self, device: device, orientation: connection.state.withLock { $0 }, pressTime: pressTime)
        let request = PhotoRequest(output: self, plan: plan, delegate: delegate)
        request.begin()
        guard device.isConnected else {
            request.fail(
                CaptureError(.deviceDisconnected, "\(device.localizedName) was unplugged", device: device.id))
            return
        }
        guard let session, session.isRunning else {
            request.fail(CaptureError(.sessionNotRunning, "The capture session is not running"))
            return
        }
        plan.livePhoto?.begin(livePhotoRecorder, for: request)
        capture(request, plan, in: session)
        watch(settings.uniqueID, of: device, since: pressTime)
        // The camera may have gone since it was asked for.
        abandonRequestsWithoutFrames()
    }

    private func capture(_ request: PhotoRequest, _ plan: PhotoPlan, in session: AVCaptureSession) {
        switch plan.way {
        case .stream(let press):
            request.willExpose()
            recentFrames.capture(press) { result in
                request.expose(result.map { PhotoExposure.exposures(of: $0, for: plan.settings) })
            }
        case .stills(let requests):
            let id = plan.device.id
            stillExposer.capture(
                requests, of: { [weak session] in session?.pipeline.stillSource(of: id) },
                willExpose: { request.willExpose() },
                completion: { result in
                    request.expose(result.map { PhotoExposure.exposures(of: $0, for: plan.settings) })
                })
        }
    }

    /// Ends a request whose camera stays open and delivers nothing.
    private func watch(_ id: Int64, of device: AVCaptureDevice, since start: CMTime) {
        let patience = stallPatience.withLock { $0 }
        let silence = CMTimeSubtract(world.clock.now, start).seconds
        let rest = DispatchTimeInterval.milliseconds(max(Int((patience - silence) * 1000), 10))
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + rest) { [weak self] in
            guard let self, readiness.withLock({ $0.isCapturing(id) }) else { return }
            let newest = CMTimeMaximum(recentFrames.newestTime ?? start, start)
            let silence = CMTimeSubtract(world.clock.now, newest).seconds
            guard silence >= patience else { return watch(id, of: device, since: newest) }
            let error = CaptureError(
                .noFrames, "\(device.localizedName) has delivered no frame for \(Int(silence)) seconds",
                device: device.id)
            recentFrames.abandonRequests(error)
            stillExposer.abandonRequests(error, isStalled: true)
        }
    }

    // MARK: What the session does

    /// A request that comes after the camera's route was told its end would wait for ever.
    private func abandonRequestsWithoutFrames() {
        let routes = connections.filter { $0.mediaType == .video }.map(\.routeID)
        if let pipeline = session?.pipeline, routes.contains(where: pipeline.isRunning) { return }
        recentFrames.abandonRequests()
        stillExposer.abandonRequests()
        livePhotoRecorder.endCaptures()
    }

    override func sessionDidChange() {
        abandonRequestsWithoutFrames()
        forgetWhatTheCameraLacks()
        updateLivePhoto()
        updateConstantColor()
        let isRunning = session?.isRunning == true
        changeReadiness { $0.isRunning = isRunning }
    }

    /// A size belongs to a format, a feature to a camera; another one has others.
    private func forgetWhatTheCameraLacks() {
        let sizes = supportedDimensions
        let (hasDepth, hasMatte, hasConstituents, hasCamera) = (
            isDepthDataDeliverySupported, isPortraitEffectsMatteDeliverySupported,
            isVirtualDeviceConstituentPhotoDeliverySupported, device != nil
        )
        configuration.withLock { configuration in
            if let chosen = configuration.maxDimensions, !sizes.contains(where: { $0.isSame(as: chosen) }) {
                configuration.maxDimensions = nil
            }
            configuration.deliversDepth = configuration.deliversDepth && hasDepth
            configuration.deliversPortraitMatte = configuration.deliversPortraitMatte && hasMatte
            configuration.deliversConstituents = configuration.deliversConstituents && hasConstituents
            guard !hasCamera else { return }
            configuration.isResponsive = false
            configuration.prefersFastCapture = false
            configuration.defersDelivery = false
        }
    }
}

extension CMVideoDimensions {
    func isSame(as other: CMVideoDimensions) -> Bool { width == other.width && height == other.height }

    /// Whether neither side is longer than the other's.
    func fits(in other: CMVideoDimensions) -> Bool { width <= other.width && height <= other.height }

    var isEmpty: Bool { width == 0 || height == 0 }

    /// The same shape inside limits; never larger than it is, never empty.
    func scaled(width limitWidth: Double?, height limitHeight: Double?) -> CMVideoDimensions {
        guard !isEmpty else { return self }
        let scale = min(
            (limitWidth ?? .infinity) / Double(width), (limitHeight ?? .infinity) / Double(height), 1)
        return CMVideoDimensions(
            width: max(Int32((Double(width) * scale).rounded()), 1),
            height: max(Int32((Double(height) * scale).rounded()), 1))
    }
}
