import TurboJPEG
import YUV

/// How a large picture is divided so that its parts can be compressed in parallel: into strips of equal height,
/// separated by restart markers in the file.
///
/// Only the size matters, so a picture becomes the same file on every machine.
///
/// Source: ITU-T T.81, B.2.4.4 (the restart interval is counted in minimum coded units) and F.1.1.5.
struct JPEGStrips {
    /// In pixels; the last strip may be shorter.
    let stripHeight: Int
    let count: Int
    /// Minimum coded units per strip; 0 for a picture in one piece.
    let restartInterval: Int

    /// Below this, setup costs more than it saves.
    private static let leastPixels = 1_000_000
    /// More processors than this are rarely free, and a busy one should not delay the picture for long.
    private static let usualCount = 4

    init(_ size: PixelSize, _ subsampling: JPEGSubsampling) {
        let factors = subsampling.factors
        let (unitWidth, unitHeight) = (8 * factors.horizontal, 8 * factors.vertical)
        let columns = (size.width + unitWidth - 1) / unitWidth
        let rows = (size.height + unitHeight - 1) / unitHeight
        // The interval is stored in 16 bits.
        let rowsPerStrip = min((rows + Self.usualCount - 1) / Self.usualCount, 0xFFFF / max(columns, 1))
        guard size.width * size.height >= Self.leastPixels, rowsPerStrip > 0, rowsPerStrip < rows else {
            (stripHeight, count, restartInterval) = (size.height, 1, 0)
            return
        }
        stripHeight = rowsPerStrip * unitHeight
        count = (rows + rowsPerStrip - 1) / rowsPerStrip
        restartInterval = rowsPerStrip * columns
    }
}

extension JPEGContent {
    /// Of the resulting file.
    var subsampling: JPEGSubsampling {
        switch self {
        case .planes(_, let subsampling): subsampling
        case .pixels: .yuv420
        }
    }

    /// The same from a row on, which must begin a minimum coded unit.
    func from(row: Int) -> JPEGContent {
        switch self {
        case .pixels(let pixels):
            return .pixels(pixels.advanced(rows: row))
        case .planes(let planes, let subsampling):
            let vertical = subsampling.factors.vertical
            let rows = planes.enumerated().map { $1.advanced(rows: $0 == 0 ? row : row / vertical) }
            return .planes(rows, subsampling)
        }
    }
}
