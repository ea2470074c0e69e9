import Foundation
import ZXing

/// Codes as pictures: a module is a pixel, black on white.
enum CodeRecipe {
    /// With a border of one module.
    ///
    /// - Parameter message: `Data`.
    /// - Returns: `nil` for a message that is too long, or a level that is none of L, M, Q, H.
    static func qr(_ message: Any?, level: String) -> (any Recipe)? {
        guard let bytes = message as? Data, let letter = level.first, level.count == 1,
            let modules = CodeWriter.modules(of: .qr, bytes, correctionLevel: letter)
        else { return nil }
        return picture(modules, margin: (1, 1))
    }

    /// - Parameter message: `Data` of ASCII characters.
    /// - Returns: `nil` for other characters, and a message that is too long.
    static func code128(_ message: Any?, quietSpace: Int, height: Int) -> (any Recipe)? {
        guard let bytes = message as? Data, let modules = CodeWriter.modules(of: .code128, bytes),
            let bars = modules.first
        else { return nil }
        let rows = [[Bool]](repeating: bars, count: min(max(height, 1), 1 << 12))
        return picture(rows, margin: (min(max(quietSpace, 0), 1 << 12), 0))
    }

    private static func picture(_ rows: [[Bool]], margin: (x: Int, y: Int)) -> (any Recipe)? {
        let width = (rows.first?.count ?? 0) + 2 * margin.x
        let border = [UInt8](repeating: 255, count: margin.y * width)
        let side = [UInt8](repeating: 255, count: margin.x)
        let gray = border + rows.flatMap { side + $0.map { $0 ? 0 : 255 } + side } + border
        let image = CGDataProvider(data: Data(gray)).flatMap { provider in
            CGImage(
                width: width, height: rows.count + 2 * margin.y, bitsPerComponent: 8, bitsPerPixel: 8,
                bytesPerRow: width, space: CGColorSpaceCreateDeviceGray(), bitmapInfo: [], provider: provider,
                decode: nil, shouldInterpolate: false, intent: .defaultIntent)
        }
        return image.map { BitmapRecipe($0).light(nil) }
    }
}
