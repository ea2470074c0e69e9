/// A frame seen through its shift: rows and columns are those of the reference.
struct AlignedPicture: @unchecked Sendable {  // frames are not written while they are merged
    /// One of its planes.
    struct Plane {
        private let plane: MergePicture.Plane
        /// Whole pixels, and eighths.
        private let x: Int
        private let y: Int
        private let eighthsX: Int
        private let eighthsY: Int
        /// The positions that exist, in pixels.
        let columns: Range<Int>
        let rows: Range<Int>

        /// - Parameter shift: in eighths of the plane's pixels.
        fileprivate init(_ plane: MergePicture.Plane, shift: FrameShift) {
            self.plane = plane
            (x, y) = (shift.x >> 3, shift.y >> 3)
            (eighthsX, eighthsY) = (shift.x & 7, shift.y & 7)
            columns = Self.places(plane.width, x, needsNext: eighthsX != 0)
            rows = Self.places(plane.height, y, needsNext: eighthsY != 0)
        }

        private static func places(_ size: Int, _ shift: Int, needsNext: Bool) -> Range<Int> {
            let first = min(max(-shift, 0), size)
            return first..<max(first, min(size, size - shift - (needsNext ? 1 : 0)))
        }

        /// Rows of ``columns``, all within ``rows``, with the first sample of column 0 at `base`.
        ///
        /// - Parameter scratch: memory for them, in rows of `scratchStride` bytes; used for fractional shifts.
        func get(
            _ first: Int, count: Int, scratch: UnsafeMutablePointer<UInt8>, scratchStride: Int
        ) -> (base: UnsafePointer<UInt8>, stride: Int) {
            if eighthsX == 0, eighthsY == 0 {
                return (UnsafePointer(plane.at(x, first + y)), plane.bytesPerRow)
            }
            let offset = columns.lowerBound * plane.step * plane.kind.bytes
            for row in 0..<count {
                plane.kind.between(
                    plane.at(columns.lowerBound + x, first + row + y), plane.bytesPerRow, step: plane.step,
                    x: eighthsX, y: eighthsY, count: columns.count * plane.step,
                    to: scratch + row * scratchStride + offset)
            }
            return (UnsafePointer(scratch), scratchStride)
        }
    }

    let luma: Plane
    let chroma: Plane
    /// Keeps the memory alive.
    private let picture: MergePicture

    init(_ picture: MergePicture, shift: FrameShift) {
        self.picture = picture
        luma = Plane(picture.luma, shift: FrameShift(x: 2 * shift.x, y: 2 * shift.y))
        // A quarter of a luma pixel is an eighth of a chroma pixel.
        chroma = Plane(picture.chroma, shift: shift)
    }
}
