import CaptureEngine
import Glibc

/// Measures the distances of the scene, as two lenses side by side do: what only one of them sees has no distance.
///
/// Used by one thread.
final class DepthMaker {
    /// What the background shows.
    private struct Painted: Equatable {
        var scale: Double
        var headMoves: Bool
    }

    /// How far apart the lenses are, in meters.
    private static let baseline: Float = 0.01

    private let camera: SimulatedCamera
    private let source: SourceFormat
    private let capacity: Int
    private var format: DepthFormat?
    private var pool: CVPixelBufferPool?
    /// The distances of what stands still, and those of the moment.
    private var background: CVPixelBuffer?
    private var scratch: CVPixelBuffer?
    private var painted: Painted?

    /// - Parameter capacity: how many maps may be in use at the same time.
    init(_ camera: SimulatedCamera, _ source: SourceFormat, capacity: Int) {
        self.camera = camera
        self.source = source
        self.capacity = capacity
    }

    /// The distances at a moment, NaN in the shadows; `nil` if every map is in use.
    func map(_ format: DepthFormat, of moment: SceneMoment, _ state: SensorState) -> DepthMap? {
        if self.format != format { prepare(format) }
        guard let background, let scratch, let buffer = pool?.makeBuffer() else { return nil }
        let wanted = Painted(scale: state.scale, headMoves: moment.headMoves)
        if painted != wanted {
            background.withPlanes { planes in
                let canvas = SceneCanvas(DepthSurface(planes[0]), scale: state.scale)
                SceneBackground(view: camera.view, subtitle: "", headMoves: moment.headMoves).paintAll(on: canvas)
            }
            painted = wanted
        }
        background.withPlanes { still in
            scratch.withPlanes { planes in
                memcpy(planes[0].base, still[0].base, still[0].bytesPerRow * still[0].height)
                moment.paint(on: SceneCanvas(DepthSurface(planes[0]), scale: state.scale))
                buffer.withPlanes { measure(planes[0], $0[0], shift: shift(state)) }
            }
        }
        var map = DepthMap(buffer: buffer, calibration: calibration(state))
        map.isFiltered = false
        return map
    }

    private func prepare(_ format: DepthFormat) {
        let (width, height) = (Int(format.dimensions.width), Int(format.dimensions.height))
        self.format = format
        pool = try? CVPixelBufferPool.make(
            width: width, height: height, pixelFormat: format.pixelFormat, capacity: capacity, initialCount: 1)
        background = try? CVPixelBuffer(width: width, height: height, pixelFormat: kCVPixelFormatType_DepthFloat32)
        scratch = try? CVPixelBuffer(width: width, height: height, pixelFormat: kCVPixelFormatType_DepthFloat32)
        painted = nil
    }

    /// Writes the distances that both lenses see.
    ///
    /// - Parameter shift: by how many pixels the second lens sees something to the left that is a meter away.
    private func measure(_ distances: CVPixelBuffer.Plane, _ target: CVPixelBuffer.Plane, shift: Float) {
        let isHalf = format?.pixelFormat == kCVPixelFormatType_DepthFloat16
        for y in 0..<distances.height {
            let row = (distances.base + y * distances.bytesPerRow).assumingMemoryBound(to: Float.self)
            let out = target.base + y * target.bytesPerRow
            // Where the second lens sees the leftmost of what lies to the right.
            var covered = Float.infinity
            for x in stride(from: distances.width - 1, through: 0, by: -1) {
                let seen = Float(x) - shift / row[x]
                let value = seen < covered ? row[x] : .nan
                covered = min(covered, seen)
                if isHalf {
                    out.storeBytes(of: Float16(value), toByteOffset: 2 * x, as: Float16.self)
                } else {
                    out.storeBytes(of: value, toByteOffset: 4 * x, as: Float.self)
                }
            }
        }
    }

    private func shift(_ state: SensorState) -> Float {
        Self.baseline * focalLength(width: Float(format?.dimensions.width ?? 0), state)
    }

    /// In pixels of a picture of that width: the field of view says how many pixels away the lens is.
    private func focalLength(width: Float, _ state: SensorState) -> Float {
        let half = source.fieldOfView / 2 * .pi / 180
        return width / 2 / tan(half) * Float(state.scale / camera.lenses[0].scale)
    }

    /// The calibration of the whole sensor.
    private func calibration(_ state: SensorState) -> DepthMap.Calibration? {
        guard let sensor = SimulatedFormats.sensor(of: camera) else { return nil }
        let (width, height) = (Float(sensor.width), Float(sensor.height))
        return DepthMap.Calibration(
            focalLength: focalLength(width: width, state), principalPoint: (width / 2, height / 2),
            referenceDimensions: sensor, pixelSize: 0.0014)
    }
}
