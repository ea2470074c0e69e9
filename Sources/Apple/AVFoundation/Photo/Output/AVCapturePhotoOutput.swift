import CaptureEngine
import Foundation
import Locking
import MovieCoding

/// Takes photos.
///
/// A photo is the frame whose time is nearest to the call of ``capturePhoto(with:delegate:)``: the newest one that the
/// camera has delivered, or the next. For what a stream does not have (flash, RAW data, depth, a larger size, another
/// exposure) the camera makes a still.
///
/// Source: Apple, AVCapturePhotoOutput.
open class AVCapturePhotoOutput: AVCaptureOutput, @unchecked Sendable {  // the state is in Mutexes
    /// How much time a photo may take for the sake of quality. Source: Apple,
    /// AVCapturePhotoOutput.QualityPrioritization.
    public enum QualityPrioritization: Int, Sendable {
        /// One frame, as it is.
        case speed = 1
        /// Three frames, merged if noise would be visible.
        case balanced = 2
        /// Six frames, merged if noise would be visible.
        case quality = 3
    }

    let configuration = Mutex(PhotoOutputConfiguration())
    let readiness = Mutex(PhotoReadiness())
    /// How long recent photos took to process.
    let pace = Mutex(PhotoPace())
    let flashScene = FlashScene()
    let livePhoto = Mutex(LivePhotoState())
    let livePhotoRecorder = LivePhotoRecorder()
    let recentFrames: RecentFrames
    let stillExposer = StillExposer()
    let watchLimits = Mutex(PhotoWatch.Limits())
    /// Delegates are called here, one call at a time.
    let delegateQueue = DispatchQueue(label: "AVCapturePhotoOutput.delegate")
    /// Photos are encoded here.
    let processor = PhotoProcessor()

    public override init() {
        recentFrames = RecentFrames { [flashScene] in flashScene.see($0) }
        super.init()
        flashScene.onChange { [weak self] in self?.flashSceneChanged() }
        recentFrames.depth = PhotoOutputConfiguration().ringDepth
    }

    override var acceptedMediaTypes: [AVMediaType] { wantsSound ? [.video, .audio] : [.video] }

    override var takesPhotos: Bool { true }

    override func sink(for connection: AVCaptureConnection) -> (any FrameSink)? {
        connection.mediaType == .audio ? livePhotoRecorder.soundInlet : sink(beside: recentFrames)
    }

    /// The camera that photos are taken with; `nil` while the output has no connection.
    var device: AVCaptureDevice? { connection(with: .video)?.inputPorts.first?.device }

    // MARK: Taking photos

    /// Takes a photo.
    ///
    /// The delegate is kept until it has had its last call, `photoOutput(_:didFinishCaptureFor:error:)`, which comes
    /// exactly once, whatever happens.
    /// - `settings`: must not have been used before; ``AVCapturePhotoSettings/init(from:)`` makes a copy that can be
    ///   used. Settings that the output does not support stop the process.
    open func capturePhoto(with settings: AVCapturePhotoSettings, delegate: any AVCapturePhotoCaptureDelegate) {
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
        PhotoWatch.follow(request)
        // The camera may have been lost since the check above.
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

    // MARK: What the session does

    /// Ends the pending requests if no route delivers frames: a request made after the end of its route would wait
    /// forever.
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

    /// Resets the sizes and features that the current camera and format do not have.
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

    /// The same aspect ratio within limits; never enlarged, never empty.
    func scaled(width limitWidth: Double?, height limitHeight: Double?) -> CMVideoDimensions {
        guard !isEmpty else { return self }
        let scale = min(
            (limitWidth ?? .infinity) / Double(width), (limitHeight ?? .infinity) / Double(height), 1)
        return CMVideoDimensions(
            width: max(Int32((Double(width) * scale).rounded()), 1),
            height: max(Int32((Double(height) * scale).rounded()), 1))
    }
}
