internal import CMotion
import CoreVideo
import YUV

/// How the contents of a picture moved: turned around its middle, then shifted.
struct PictureMotion: Sendable, Equatable {
    static let none = PictureMotion()

    /// In pixels, to the right.
    var x = 0.0
    /// In pixels, down.
    var y = 0.0
    /// In radians, clockwise.
    var angle = 0.0
}

/// Finds how the camera moved from frame to frame: one shift and one rotation of the whole picture.
///
/// Compares small copies of the luma, the smallest first. What moves in front of the camera has little effect unless it
/// fills most of the picture, and neither has a change of brightness. Shifts of up to a twentieth of the picture's width
/// are found, and larger ones while the camera keeps its speed.
///
/// Takes 4 ms for a frame of 1080p.
final class MotionEstimator {
    /// The largest copy is no wider and no higher than this.
    private static let largestSide = 640
    /// The smallest copy is not smaller than this.
    private static let smallestSide = 48
    /// When fewer of the points are found again, the frames show different things.
    private static let leastAgreement = 0.3

    private var last: LumaCopies?
    /// Memory for the next frame's copies.
    private var spare: LumaCopies?
    private var points: [motion_point] = []
    private var lastMotion = motion()

    /// How the picture moved since the frame before.
    ///
    /// - Parameter frame: bi-planar, of 8 or 10 bits.
    /// - Returns: ``PictureMotion/none`` for the first frame, after a change of size, and when the frames show
    ///   different things.
    func next(_ frame: CVPixelBuffer) -> PictureMotion {
        let size = frame.pixelSize
        let copies = spare.flatMap { $0.source == size ? $0 : nil } ?? LumaCopies(of: size, Self.sides)
        copies.fill(from: frame)
        defer { (last, spare) = (copies, last) }
        guard let last, last.source == size, let found = align(copies, with: last) else {
            lastMotion = motion()
            return .none
        }
        lastMotion = found
        let scale = Double(copies.factor)
        return PictureMotion(x: found.x * scale, y: found.y * scale, angle: found.angle)
    }

    private static let sides = smallestSide...largestSide

    /// - Returns: the motion in pixels of the largest copy; `nil` if the pictures do not fit.
    private func align(_ copies: LumaCopies, with last: LumaCopies) -> motion? {
        let coarsest = copies.levels.count - 1
        let scale = Double(1 << coarsest)
        takePoints(of: last, level: coarsest)
        // A camera that keeps its speed, and one that stands still.
        let starts = [motion(x: lastMotion.x / scale, y: lastMotion.y / scale, angle: lastMotion.angle), motion()]
        var best = (motion: motion(), agreement: -1.0)
        for start in starts {
            var motion = start
            let agreement = align(&motion, copies.levels[coarsest])
            if agreement > best.agreement { best = (motion, agreement) }
        }
        for level in (0..<coarsest).reversed() {
            best.motion.x *= 2
            best.motion.y *= 2
            takePoints(of: last, level: level)
            best.agreement = align(&best.motion, copies.levels[level])
        }
        return best.agreement >= Self.leastAgreement ? best.motion : nil
    }

    private func takePoints(of copies: LumaCopies, level: Int) {
        let plane = copies.levels[level]
        // One point for so many pixels in each direction; the small copies need all that there are.
        let cell: Int32 = level == 0 ? 4 : 2
        let room = Int((plane.width / cell) * (plane.height / cell))
        points = Array(unsafeUninitializedCapacity: room) { memory, count in
            count = memory.baseAddress.map { Int(motion_points(plane, cell, $0)) } ?? 0
        }
    }

    private func align(_ motion: inout motion, _ plane: motion_plane) -> Double {
        motion_align(points, Int32(points.count), plane, &motion)
    }
}

/// A frame's luma in 8 bits at several sizes, each half as wide and high as the one before.
private final class LumaCopies {
    let source: PixelSize
    /// How many pixels of the frame make one of the largest copy, in each direction.
    let factor: Int
    let levels: [motion_plane]
    private let memory: [UnsafeMutablePointer<UInt8>]

    init(of size: PixelSize, _ sides: ClosedRange<Int>) {
        source = size
        var factor = 1
        while factor < 8, max(size.width, size.height) / factor > sides.upperBound { factor *= 2 }
        self.factor = factor
        var sizes = [PixelSize(width: size.width / factor, height: size.height / factor)]
        while let last = sizes.last, min(last.width, last.height) / 2 >= sides.lowerBound / 2,
            max(last.width, last.height) / 2 >= sides.lowerBound
        {
            // An odd row or column is left out.
            sizes.append(PixelSize(width: last.width / 2, height: last.height / 2))
        }
        memory = sizes.map { UnsafeMutablePointer.allocate(capacity: max($0.width * $0.height, 1)) }
        levels = zip(sizes, memory).map { size, base in
            motion_plane(base: base, stride: size.width, width: Int32(size.width), height: Int32(size.height))
        }
    }

    deinit {
        for base in memory { base.deallocate() }
    }

    func fill(from frame: CVPixelBuffer) {
        frame.withPlanes { planes in
            let luma = motion_plane(planes[0])
            let shrink = frame.hasWideSamples ? motion_shrink_16 : motion_shrink_8
            shrink(luma, Int32(factor), levels[0])
        }
        for (larger, smaller) in zip(levels, levels.dropFirst()) { motion_shrink_8(larger, 2, smaller) }
    }
}

extension CVPixelBuffer {
    /// Whether samples take two bytes.
    var hasWideSamples: Bool { format.planes[0].bytesPerBlock == 2 }
}

extension motion_plane {
    init(_ plane: CVPixelBuffer.Plane) {
        self.init(
            base: plane.base.assumingMemoryBound(to: UInt8.self), stride: plane.bytesPerRow,
            width: Int32(plane.width), height: Int32(plane.height))
    }
}
