import CaptureEngine
import Glibc

/// Makes the frames of one camera, and its stills.
final class CameraMaker: SampleMaker {
    let step: CMTime
    let delay: Int64 = 0
    let backlog: Int64 = 12

    /// How many frames may be in use at the same time.
    private static let maximumFrames = SinkCapacity.total + 1
    /// The frames that one photo or a preview needs. Making all of them would delay the first frame too long.
    private static let initialFrames = 2

    private let camera: SimulatedCamera
    private let format: SourceFormat
    private let phone: SimulatedPhone
    private let settings: () -> CameraSettings
    private let depthRequest: () -> DepthRequest?
    private var depthPace = DepthPace()
    private var depthSamples = DepthSamples()
    /// `nil` before the first map.
    private var depthMaker: DepthMaker?
    private let control: SensorControl
    private let seed: UInt64
    private var stream: SensorPicture?
    private var stills: StillMaker?
    /// What the newest frame shows.
    private var state: SensorState?

    /// - Parameters:
    ///   - settings: the current ones.
    ///   - depthRequest: the current one.
    init(
        _ camera: SimulatedCamera, _ configuration: SourceConfiguration, phone: SimulatedPhone,
        settings: @escaping () -> CameraSettings, depthRequest: @escaping () -> DepthRequest?
    ) {
        self.camera = camera
        self.phone = phone
        self.settings = settings
        self.depthRequest = depthRequest
        format = configuration.format
        step = configuration.frameDuration ?? configuration.format.frameDurations[0].lowerBound
        control = SensorControl(camera, step: step)
        seed = camera.name.utf8.reduce(0) { NoiseField.hash($0 ^ UInt64($1)) }
    }

    func prepare() {
        stream = SensorPicture(
            format.description.dimensions, format, view: camera.view, capacity: Self.maximumFrames,
            initialCount: Self.initialFrames)
    }

    /// Hardly any comes through a cover.
    private var light: SceneLight { phone.isCovered(camera.name) ? SceneLight(brightness: 1e-6) : phone.light }

    func sample(_ tick: Tick) -> CMSampleBuffer? {
        var state = control.next(settings(), light: light)
        state.conditions.isCovered = phone.isCovered(camera.name)
        self.state = state
        guard let stream, let frame = stream.picture(of: moment(tick), state, noiseSeed: noiseSeed(tick)) else {
            return nil
        }
        if tick.isCorrupt { loseLowerHalf(of: frame) }
        let sample = CMSampleBuffer.frame(
            frame, format: stream.format, presentationTimeStamp: CMTime(nanoseconds: tick.timestamp), duration: step)
        sample.conditions = state.conditions
        return sample
    }

    /// The depth that is due with a frame: of the newest one, or of one that is lost.
    ///
    /// - Returns: `nil` if none is due.
    func depth(_ tick: Tick, lost reason: DropReason? = nil) -> SourceEvent? {
        let time = CMTime(nanoseconds: tick.timestamp)
        guard let request = depthRequest(), depthPace.takes(time, request, frameDuration: step) else { return nil }
        if let reason { return .depthDropped(timestamp: time, reason: reason) }
        if depthMaker == nil { depthMaker = DepthMaker(camera, format, capacity: SinkCapacity.depth) }
        guard let state, let map = depthMaker?.map(request.format, of: moment(tick), state),
            let sample = depthSamples.sample(map, at: time, duration: step)
        else { return .depthDropped(timestamp: time, reason: .outOfBuffers) }
        return .depth(sample)
    }

    /// Makes a still at the time of the newest frame.
    ///
    /// - Returns: `nil` if every picture of that size is in use.
    func still(_ request: StillRequest, _ tick: Tick) throws(CaptureError) -> StillFrame? {
        let settings = settings()
        let light = light
        guard let state = state else { return nil }
        if stills == nil { stills = StillMaker(camera, format, step: step) }
        return try stills?.still(
            request, moment(tick), control.still(request, state, settings, light: light), zoom: settings.zoom,
            time: CMTime(nanoseconds: tick.timestamp), noiseSeed: noiseSeed(tick).map { NoiseField.hash($0) })
    }

    private func moment(_ tick: Tick) -> SceneMoment {
        SceneMoment(
            frameNumber: UInt32(truncatingIfNeeded: tick.number),
            milliseconds: UInt32(truncatingIfNeeded: tick.timestamp / 1_000_000), phoneNanoseconds: tick.phoneTime,
            millisecondsOfDay: phone.timeOfDay(at: tick.timestamp), head: camera.view.showsPortrait ? phone.head : nil,
            shake: phone.shake.motion(at: tick.phoneTime))
    }

    private func noiseSeed(_ tick: Tick) -> UInt64? {
        phone.isNoisy ? NoiseField.hash(seed ^ UInt64(bitPattern: tick.number)) : nil
    }

    /// What a USB camera shows after losing the rest of a transfer: zeroes, which are green.
    private func loseLowerHalf(of frame: CVPixelBuffer) {
        frame.withPlanes { planes in
            for plane in planes {
                let top = plane.height / 2
                memset(plane.base + top * plane.bytesPerRow, 0, (plane.height - top) * plane.bytesPerRow)
            }
        }
    }
}

extension SceneReader {
    /// Reads a bi-planar 4:2:0 frame of 8 or 10 bits or a BGRA frame; `nil` for other formats.
    package static func read(_ buffer: CVPixelBuffer) -> Reading? {
        let isBGRA = CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA
        guard isBGRA || CVPixelBufferGetPlaneCount(buffer) == 2 else { return nil }
        // The high byte of a sample of 10 bits in 16 is the 8-bit picture.
        let isWide = !isBGRA && buffer.format.planes[0].bytesPerBlock == 2
        return buffer.withPlanes { planes in
            read(
                luma: planes[0].base + (isBGRA || isWide ? 1 : 0), bytesPerRow: planes[0].bytesPerRow,
                width: buffer.width, height: buffer.height, bytesPerPixel: isBGRA ? 4 : isWide ? 2 : 1)
        }
    }
}
