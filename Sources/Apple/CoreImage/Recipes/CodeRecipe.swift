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

    /// The code that was described, with a border of one module.
    ///
    /// - Parameter descriptor: a `CIQRCodeDescriptor`.
    /// - Returns: `nil` for another one, and for a payload that such a code does not have.
    static func code(_ descriptor: Any?) -> (any Recipe)? {
        (descriptor as? CIQRCodeDescriptor)?.symbol.flatMap { picture($0.modules(), margin: (1, 1)) }
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

    /// With a border of one module. What cannot be had as it is wanted is not made.
    ///
    /// The code is as small as possible.
    ///
    /// - Returns: `nil` for a message that is too long, and for a code that does not have the wanted number of layers
    ///   or is not of the wanted kind.
    static func aztec(_ values: FilterValues) -> (any Recipe)? {
        let percent = values.number("inputCorrectionLevel")
        guard let bytes = values.data("inputMessage"), (0...100).contains(percent),
            let modules = CodeWriter.modules(of: .aztec, bytes, level: Int((percent * 8 / 100).rounded(.up)))
        else { return nil }
        let (layers, isCompact) = AztecShape.layers(of: modules)
        let wanted = values.number("inputLayers")
        if wanted != 0, wanted != Double(layers) { return nil }
        if values.values["inputCompactStyle"] != nil, (values.number("inputCompactStyle") != 0) != isCompact {
            return nil
        }
        return picture(modules, margin: (1, 1))
    }

    /// With a border of two modules. What cannot be had as it is wanted is not made.
    ///
    /// - Returns: `nil` for a message that is too long; and if the code does not have the wanted size, columns or rows, or
    ///   is to be encoded in a wanted way.
    static func pdf417(_ values: FilterValues) -> (any Recipe)? {
        let level = values.values["inputCorrectionLevel"] == nil ? 2 : values.number("inputCorrectionLevel")
        let isPlain = ["inputCompactionMode", "inputCompactStyle", "inputAlwaysSpecifyCompaction"].allSatisfy {
            values.number($0) == 0
        }
        guard isPlain, let bytes = values.data("inputMessage"), (0...8).contains(level),
            let modules = CodeWriter.modules(of: .pdf417, bytes, level: Int(level)), let width = modules.first?.count
        else { return nil }
        // Source: ISO/IEC 15438: start, two indicators and stop have 69 modules, a data column 17. The writer makes a row
        // four modules high.
        let made = ["inputDataColumns": (width - 69) / 17, "inputRows": modules.count / 4]
        for (key, number) in made where ![0, Double(number)].contains(values.number(key)) { return nil }
        let border = 2
        for (side, length) in [("Width", width + 2 * border), ("Height", modules.count + 2 * border)] {
            let (low, high) = (values.number("inputMin" + side), values.number("inputMax" + side))
            if Double(length) < low || high > 0 && Double(length) > high { return nil }
        }
        return picture(modules, margin: (border, border))
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

/// What an Aztec code says by its shape. Source: ISO/IEC 24778.
private enum AztecShape {
    /// - Parameter modules: a square with an odd number of modules on each side, without a border.
    static func layers(of modules: [[Bool]]) -> (Int, isCompact: Bool) {
        let middle = modules.count / 2
        // Five modules from the middle, a large code has a white ring, and a compact one its mode.
        let ring = (-5...5).flatMap { [(5, $0), (-5, $0), ($0, 5), ($0, -5)] }
        let isCompact = ring.contains { modules[middle + $0.0][middle + $0.1] }
        if isCompact { return ((modules.count - 11) / 4, true) }
        // Beyond the first layers, lines of reference lie between them.
        let layers = (1...32).first { layers in
            let plain = 14 + 4 * layers
            return plain + 1 + 2 * ((plain / 2 - 1) / 15) == modules.count
        }
        return (layers ?? 0, false)
    }
}
