/// Rows of samples to read. The memory belongs to the caller and must outlive the call that it is passed to.
package struct Plane {
    package var base: UnsafeRawPointer
    package var bytesPerRow: Int

    package init(_ base: UnsafeRawPointer, bytesPerRow: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
    }

    /// The same rows, starting further inside.
    package func advanced(rows: Int, bytes: Int = 0) -> Plane {
        Plane(base + rows * bytesPerRow + bytes, bytesPerRow: bytesPerRow)
    }

    var bytes: UnsafePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var words: UnsafePointer<UInt16> { base.assumingMemoryBound(to: UInt16.self) }
    var stride: Int32 { Int32(bytesPerRow) }
    var strideInWords: Int32 { Int32(bytesPerRow / 2) }
}

/// Rows of samples to write. The memory belongs to the caller and must outlive the call that it is passed to.
package struct MutablePlane {
    package var base: UnsafeMutableRawPointer
    package var bytesPerRow: Int

    package init(_ base: UnsafeMutableRawPointer, bytesPerRow: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
    }

    /// The same rows, starting further inside.
    package func advanced(rows: Int, bytes: Int = 0) -> MutablePlane {
        MutablePlane(base + rows * bytesPerRow + bytes, bytesPerRow: bytesPerRow)
    }

    /// The same rows for reading.
    package var readOnly: Plane { Plane(base, bytesPerRow: bytesPerRow) }

    var bytes: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var words: UnsafeMutablePointer<UInt16> { base.assumingMemoryBound(to: UInt16.self) }
    var stride: Int32 { Int32(bytesPerRow) }
    var strideInWords: Int32 { Int32(bytesPerRow / 2) }
}

/// Luma, and interleaved Cb and Cr at half the width and height: NV12, and P010 with 16-bit samples.
package struct BiPlanar<P> {
    package var luma: P
    package var chroma: P

    package init(luma: P, chroma: P) {
        self.luma = luma
        self.chroma = chroma
    }
}

extension BiPlanar where P == MutablePlane {
    /// The same planes for reading.
    package var readOnly: BiPlanar<Plane> { .init(luma: luma.readOnly, chroma: chroma.readOnly) }
}

/// Separate luma, Cb and Cr: I420, I422, I444, and I010 with 16-bit samples.
package struct Planar<P> {
    package var luma: P
    package var cb: P
    package var cr: P

    package init(luma: P, cb: P, cr: P) {
        self.luma = luma
        self.cb = cb
        self.cr = cr
    }
}

extension Planar where P == MutablePlane {
    /// The same planes for reading.
    package var readOnly: Planar<Plane> { .init(luma: luma.readOnly, cb: cb.readOnly, cr: cr.readOnly) }
}

/// A picture's size in pixels. A 4:2:0 picture of odd size has `halved` chroma samples, rounded up.
package struct PixelSize: Sendable, Hashable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size of the chroma planes of 4:2:0.
    package var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }

    var columns: Int32 { Int32(width) }
    var rows: Int32 { Int32(height) }
}
