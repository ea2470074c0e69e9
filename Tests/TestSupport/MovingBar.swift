import CoreVideo

/// A gradient with a bar that moves four pixels a frame, and is where it was after 32 frames.
package enum MovingBar {
    /// The luma of frame `index` at a place.
    package static func luma(_ index: Int, _ column: Int, _ row: Int) -> UInt8 {
        (column - index * 4) & 127 < 16 ? 220 : UInt8(40 + (column / 4 + row / 2) % 120)
    }

    /// Paints frame `index` into a bi-planar buffer of 8 bits. Chroma is a slow gradient; in full range the numbers are
    /// the same and mean something else.
    package static func paint(_ index: Int, on buffer: CVPixelBuffer) {
        let (width, height) = (buffer.width, buffer.height)
        buffer.withPlanes { planes in
            for row in 0..<height {
                let line = (planes[0].base + row * planes[0].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for column in 0..<width { line[column] = luma(index, column, row) }
            }
            for row in 0..<(height / 2) {
                let line = (planes[1].base + row * planes[1].bytesPerRow).assumingMemoryBound(to: UInt8.self)
                for column in 0..<(width / 2) {
                    line[column * 2] = UInt8(64 + column * 128 / width)
                    line[column * 2 + 1] = UInt8(64 + row * 128 / height)
                }
            }
        }
    }

    /// The number, 0…31, of the frame that a decoded row of luma belongs to.
    package static func number(of line: UnsafeBufferPointer<UInt8>, row: Int) -> Int {
        func difference(_ number: Int) -> Int {
            line.indices.reduce(0) { $0 + abs(Int(line[$1]) - Int(luma(number, $1, row))) }
        }
        let differences = (0..<32).map(difference)
        return differences.indices.min { differences[$0] < differences[$1] } ?? 0
    }
}
