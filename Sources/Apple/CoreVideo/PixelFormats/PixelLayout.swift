import MissingFoundation

/// Where the planes of one picture are in one block of memory.
package struct PixelLayout: Sendable {
    package struct Plane: Sendable, Hashable {
        /// From the start of the block, in bytes.
        package var offset: Int
        /// In samples: half the picture's for the chroma of 4:2:0.
        package var width: Int
        package var height: Int
        package var bytesPerRow: Int
    }

    package let format: PixelFormatDescription
    package let width: Int
    package let height: Int
    package let planes: [Plane]
    /// The size of the whole block in bytes.
    package let size: Int

    /// The limit for both sides: sizes are computed in `Int`, and files store them in 32 bits.
    private static let maximumSide = 1 << 20

    /// Lays out a picture whose rows and planes begin at multiples of `alignment` bytes (a power of two).
    ///
    /// - Throws: the failing `CVReturn` as a ``CVError``.
    package init(width: Int, height: Int, pixelFormat: OSType, alignment: Int = 64) throws(CVError) {
        guard let format = PixelFormatDescription(pixelFormat) else { throw CVError(kCVReturnInvalidPixelFormat) }
        guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
            throw CVError(kCVReturnInvalidSize)
        }
        guard alignment > 0, alignment & (alignment - 1) == 0 else {
            throw CVError(kCVReturnInvalidPixelBufferAttributes)
        }
        var offset = 0
        planes = format.planes.map { plane in
            let width = plane.width(ofPicture: width)
            let height = plane.height(ofPicture: height)
            let bytesPerRow = Self.align(plane.bytesPerRow(width: width), to: alignment)
            defer { offset = Self.align(offset + bytesPerRow * height, to: alignment) }
            return Plane(offset: offset, width: width, height: height, bytesPerRow: bytesPerRow)
        }
        self.format = format
        self.width = width
        self.height = height
        size = offset
    }

    private static func align(_ value: Int, to alignment: Int) -> Int {
        (value + alignment - 1) & ~(alignment - 1)
    }
}

/// An unsuccessful `CVReturn`, for code that throws.
package struct CVError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: CVReturn

    package init(_ code: CVReturn) {
        self.code = code
    }

    package var description: String { "Core Video refused with \(code)" }
}
