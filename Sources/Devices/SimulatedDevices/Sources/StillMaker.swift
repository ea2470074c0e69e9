import CaptureEngine
import Glibc

/// Makes the stills of one running camera: large pictures, mosaics, depth and mattes. Used by one thread.
final class StillMaker {
    /// How many stills of one size may be in use at the same time.
    private static let capacity = 8

    private let camera: SimulatedCamera
    private let format: SourceFormat
    private let step: CMTime
    /// For the size that was requested last.
    private var picture: SensorPicture?
    private var mosaics: CVPixelBufferPool?
    private var blur = LensBlur()
    private let depth: DepthMaker

    init(_ camera: SimulatedCamera, _ format: SourceFormat, step: CMTime) {
        self.camera = camera
        self.format = format
        self.step = step
        depth = DepthMaker(camera, format, capacity: SinkCapacity.depth)
    }

    /// - Returns: `nil` if every picture of that size is in use.
    /// - Throws: `formatUnsupported` if the format does not offer what is requested.
    func still(
        _ request: StillRequest, _ moment: SceneMoment, _ state: SensorState, zoom: Double, time: CMTime,
        noiseSeed: UInt64?
    ) throws(CaptureError) -> StillFrame? {
        try check(request)
        let picture = sizedPicture(request.dimensions ?? format.description.dimensions)
        func frame(_ state: SensorState, _ salt: UInt64) -> CMSampleBuffer? {
            picture.picture(of: moment, state, noiseSeed: noiseSeed.map { NoiseField.hash($0 ^ salt) }).map {
                sample($0, picture.format, state, time)
            }
        }
        guard let main = frame(state, 0) else { return nil }
        var still = StillFrame(frame: main)
        if request.rawPixelFormat != nil {
            guard let raw = mosaic(moment, state, noiseSeed: noiseSeed, time: time) else { return nil }
            still.raw = raw
        }
        for (index, lens) in request.constituents.compactMap(camera.lens).enumerated() {
            var own = state
            own.scale = lens.scale
            own.conditions.zoom = 1
            own.conditions.constituent = camera.lenses.firstIndex { $0.name == lens.name } ?? 0
            guard let frame = frame(own, UInt64(index + 1)) else { return nil }
            still.constituents.append(frame)
        }
        if request.wantsDepth, let wanted = request.depthFormat ?? format.depthFormats.first {
            guard let map = depth.map(wanted, of: moment, state) else { return nil }
            still.depth = map
        }
        if request.wantsPortraitMatte, camera.hasPortraitMatte { still.portraitMatte = matte(moment, state) }
        return still
    }

    private func check(_ request: StillRequest) throws(CaptureError) {
        let size = format.description.dimensions
        let sizes = format.photoDimensions + [size]
        let isSizeKnown = request.dimensions.map { wanted in
            sizes.contains { $0.width == wanted.width && $0.height == wanted.height }
        }
        guard isSizeKnown ?? true, request.rawPixelFormat.map(format.rawPixelFormats.contains) ?? true,
            !request.wantsDepth || !format.depthFormats.isEmpty,
            request.depthFormat.map(format.depthFormats.contains) ?? true,
            request.constituents.allSatisfy({ camera.lens(of: $0) != nil })
        else {
            throw CaptureError(.formatUnsupported, "simulated:\(camera.name) cannot make such a still in this format")
        }
    }

    private func sizedPicture(_ size: CMVideoDimensions) -> SensorPicture {
        if let picture, picture.dimensions.width == size.width, picture.dimensions.height == size.height {
            return picture
        }
        let new = SensorPicture(size, format, view: camera.view, capacity: Self.capacity, initialCount: 1)
        picture = new
        return new
    }

    private func sample(
        _ buffer: CVPixelBuffer, _ format: CMFormatDescription, _ state: SensorState, _ time: CMTime
    ) -> CMSampleBuffer {
        let sample = CMSampleBuffer.frame(buffer, format: format, presentationTimeStamp: time, duration: step)
        sample.conditions = state.conditions
        return sample
    }

    /// The whole sensor, whatever the zoom.
    private func mosaic(
        _ moment: SceneMoment, _ state: SensorState, noiseSeed: UInt64?, time: CMTime
    ) -> CMSampleBuffer? {
        guard let sensor = SimulatedFormats.sensor(of: camera), let pixelFormat = format.rawPixelFormats.first else {
            return nil
        }
        if mosaics == nil {
            mosaics = try? CVPixelBufferPool.make(
                width: Int(sensor.width), height: Int(sensor.height), pixelFormat: pixelFormat,
                capacity: Self.capacity, initialCount: 1)
        }
        guard let buffer = mosaics?.makeBuffer(), let description = try? CMFormatDescription(imageBuffer: buffer)
        else { return nil }
        let scene = SceneBackground(
            view: camera.view, subtitle: "\(sensor.width)X\(sensor.height) RAW", headMoves: moment.headMoves)
        let levels = state.levels
        buffer.withPlanes { planes in
            let surface = MosaicSurface(planes[0], levels: levels)
            let lens = camera.lenses[state.conditions.constituent]
            let canvas = SceneCanvas(surface, scale: lens.scale, tone: state.rawTone)
            paint(scene, moment, on: canvas, planes, focus: state.focus)
            moment.paintBlocks(on: canvas.overlay)
            if let noiseSeed { NoiseField.apply(to: planes[0], levels: levels, seed: noiseSeed) }
        }
        let sample = sample(buffer, description, state, time)
        sample.rawDescription = levels.description(state.conditions.whiteBalanceGains)
        return sample
    }

    /// The scene, with what is out of focus blurred, as in ``SensorPicture``.
    private func paint(
        _ scene: SceneBackground, _ moment: SceneMoment, on canvas: SceneCanvas, _ planes: [CVPixelBuffer.Plane],
        focus: Float
    ) {
        func radius(at distance: Float) -> Int {
            LensBlur.radius(at: distance, focus: focus, scale: canvas.scale, height: canvas.height)
        }
        func paintNearBoard() {
            scene.paintNearBoard(on: canvas)
            blur.applyToNearBoard(of: planes, .mosaic, on: canvas, radius: radius(at: SceneLayout.nearDistance))
        }
        let farRadius = radius(at: SceneLayout.chartDistance)
        scene.paint(on: canvas)
        if farRadius == 0 { paintNearBoard() }
        moment.paint(on: canvas)
        guard farRadius > 0 else { return }
        let all = PixelRectangle(x: 0, y: 0, width: canvas.width / 2 * 2, height: canvas.height / 2 * 2)
        blur.apply(to: planes, .mosaic, in: all, radius: farRadius)
        paintNearBoard()
    }

    private func matte(_ moment: SceneMoment, _ state: SensorState) -> CVPixelBuffer? {
        let size = format.description.dimensions
        let width = min(Int(size.width) / 2, 1544)
        let height = width * Int(size.height) / Int(size.width)
        guard
            let buffer = try? CVPixelBuffer(
                width: width, height: height, pixelFormat: kCVPixelFormatType_OneComponent8)
        else { return nil }
        buffer.withPlanes { planes in
            let canvas = SceneCanvas(MatteSurface(planes[0]), scale: state.scale)
            SceneBackground(view: camera.view, subtitle: "", headMoves: moment.headMoves).paintAll(on: canvas)
            moment.paintHead(on: canvas)
        }
        return buffer
    }
}
