import CaptureEngine
import Glibc

/// Makes pictures of one size: copies the part of the scene that stands still and paints the rest over it.
///
/// Copying a whole 4K frame takes half a millisecond, and makes each frame right whatever its buffer held before. What
/// stands still is painted again when the camera sees it differently. Used by one thread.
final class SensorPicture {
    let dimensions: CMVideoDimensions
    let format: CMFormatDescription
    private let encoding: PictureEncoding
    private var scene: SceneBackground
    private let pool: CVPixelBufferPool?
    private let background: CVPixelBuffer?
    /// How the background is painted.
    private var painted: SensorState?
    private var blur = LensBlur()
    private var noise: NoiseField?
    private let source: SourceFormat
    /// `nil` until a hand has shaken the phone.
    private var shaken: ShakenScene?

    /// - Parameters:
    ///   - subtitle: the second line of text in the picture; by default, what it says of itself.
    ///   - capacity: how many pictures may be in use at the same time; memory for `initialCount` of them is allocated at
    ///     once.
    init(
        _ dimensions: CMVideoDimensions, _ source: SourceFormat, view: SceneBackground.View, subtitle: String? = nil,
        capacity: Int, initialCount: Int
    ) {
        let pixelFormat = source.description.mediaSubType.rawValue
        self.dimensions = dimensions
        self.source = source
        encoding = PictureEncoding(pixelFormat)
        scene = SceneBackground(
            view: view,
            subtitle: subtitle ?? "\(dimensions.width)X\(dimensions.height) \(source.native.uppercased())")
        let (width, height) = (Int(dimensions.width), Int(dimensions.height))
        let size = source.description.dimensions
        format =
            size.width == dimensions.width && size.height == dimensions.height
            ? source.description
            : .video(pixelFormat: pixelFormat, width: width, height: height, color: encoding.attachments)
        pool = try? CVPixelBufferPool.make(
            width: width, height: height, pixelFormat: pixelFormat, capacity: capacity, initialCount: initialCount,
            attachments: encoding.attachments)
        background = try? CVPixelBuffer(width: width, height: height, pixelFormat: pixelFormat)
    }

    /// A picture of a moment; `nil` if all of them are in use.
    ///
    /// - Parameter noiseSeed: this frame's own; with `nil` there is no noise.
    func picture(of moment: SceneMoment, _ state: SensorState, noiseSeed: UInt64?) -> CVPixelBuffer? {
        guard background != nil, let picture = pool?.makeBuffer() else { return nil }
        if let shake = moment.shake {
            if shaken == nil { shaken = ShakenScene(dimensions, source, view: scene.view, subtitle: scene.subtitle) }
            shaken?.paint(moment, state, shake, on: picture)
        } else {
            paintScene(on: picture, moment, state)
        }
        picture.withPlanes { planes in
            moment.paintBlocks(on: canvas(state)(PictureSurface(planes, encoding: encoding)).overlay)
            if let noiseSeed { spoil(planes, state, seed: noiseSeed) }
        }
        return picture
    }

    /// Paints what the lens shows, without what the electronics add.
    func paintScene(on picture: CVPixelBuffer, _ moment: SceneMoment, _ state: SensorState) {
        guard let background else { return }
        if scene.headMoves != moment.headMoves {
            scene.headMoves = moment.headMoves
            painted = nil
        }
        if painted.map({ !$0.looks(like: state) }) ?? true {
            paintBackground(background, state)
            painted = state
        }
        copy(background, to: picture)
        let farRadius = blurRadius(at: SceneLayout.chartDistance, state)
        picture.withPlanes { planes in
            moment.paint(on: canvas(state)(PictureSurface(planes, encoding: encoding)))
            if farRadius > 0 {
                blur.apply(
                    to: planes, LensBlur.Samples(encoding),
                    in: PixelRectangle(x: 0, y: 0, width: picture.width, height: picture.height),
                    radius: farRadius)
                paintNearBoard(planes, state)
            }
        }
    }

    private func canvas(_ state: SensorState) -> (any SceneSurface) -> SceneCanvas {
        { SceneCanvas($0, scale: state.scale, tone: state.tone) }
    }

    private func paintBackground(_ background: CVPixelBuffer, _ state: SensorState) {
        background.withPlanes { planes in
            scene.paint(on: canvas(state)(PictureSurface(planes, encoding: encoding)))
            if blurRadius(at: SceneLayout.chartDistance, state) == 0 { paintNearBoard(planes, state) }
        }
    }

    private func paintNearBoard(_ planes: [CVPixelBuffer.Plane], _ state: SensorState) {
        let canvas = canvas(state)(PictureSurface(planes, encoding: encoding))
        scene.paintNearBoard(on: canvas)
        blur.applyToNearBoard(
            of: planes, LensBlur.Samples(encoding), on: canvas,
            radius: blurRadius(at: SceneLayout.nearDistance, state))
    }

    private func blurRadius(at distance: Float, _ state: SensorState) -> Int {
        LensBlur.radius(at: distance, focus: state.focus, scale: state.scale, height: Int(dimensions.height))
    }

    private func spoil(_ planes: [CVPixelBuffer.Plane], _ state: SensorState, seed: UInt64) {
        // In steps, so that a slowly changing exposure does not make a new field for each frame.
        let deviation = (state.levels.deviation * 8).rounded() / 8
        guard deviation > 0 else { return }
        if noise?.deviation != deviation { noise = NoiseField(deviation: deviation) }
        let sampleBytes = encoding.bits > 8 ? 2 : 1
        noise?.apply(
            to: planes, rowBytes: [planes[0].width * sampleBytes, planes[1].width * 2 * sampleBytes],
            isWide: encoding.bits > 8, seed: seed)
    }

    private func copy(_ source: CVPixelBuffer, to target: CVPixelBuffer) {
        source.withPlanes { from in
            target.withPlanes { to in
                // Equal strides: both were laid out for the same size.
                for (from, to) in zip(from, to) { memcpy(to.base, from.base, from.bytesPerRow * from.height) }
            }
        }
    }
}
