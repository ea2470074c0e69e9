import CoreVideo
import Foundation

/// How code values relate to light: tables for each of 1024 codes, and back.
struct LightCurve: @unchecked Sendable {  // the tables are made once, and neither changed nor freed
    /// The light of each 10-bit code; 1 is the brightest that a picture can hold.
    private let lights: UnsafePointer<Float>
    /// The code for each square root of light, because the eye and every curve divide the dark more finely.
    private let codes: UnsafePointer<Float>

    private static let last = 1023
    private static let finest: Float = 4095

    /// - Returns: `nil` for a curve that belongs to a screen, not to a camera.
    static func of(_ buffer: CVPixelBuffer) -> LightCurve? {
        switch DynamicRange(buffer) {
        case .standard: standard
        case .hlg: hlg
        case .pq: nil
        }
    }

    /// Source: ITU-R BT.709-6, 1.2.
    private static let standard = LightCurve {
        $0 < 0.081 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45)
    } code: {
        $0 < 0.018 ? $0 * 4.5 : 1.099 * pow($0, 0.45) - 0.099
    }

    /// Source: ITU-R BT.2100-2, table 5 (HLG OETF).
    private static let hlg: LightCurve = {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        return LightCurve {
            $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - c) / a) + b) / 12
        } code: {
            $0 <= 1 / 12.0 ? (3 * $0).squareRoot() : a * log(12 * $0 - b) + c
        }
    }()

    private init(light: (Double) -> Double, code: (Double) -> Double) {
        lights = Self.table(0...Self.last) { light(Double($0) / Double(Self.last)) }
        codes = Self.table(0...Int(Self.finest)) { index in
            let root = Double(index) / Double(Self.finest)
            return code(root * root) * Double(Self.last)
        }
    }

    private static func table(_ range: ClosedRange<Int>, _ value: (Int) -> Double) -> UnsafePointer<Float> {
        let table = UnsafeMutablePointer<Float>.allocate(capacity: range.count)
        for index in range { table[index] = Float(value(index)) }
        return UnsafePointer(table)
    }

    /// The light of red, green and blue codes, 0…1023.
    @inline(__always)
    func light(_ codes: LightColor) -> LightColor {
        LightColor(red: light(codes.red), green: light(codes.green), blue: light(codes.blue))
    }

    @inline(__always)
    private func light(_ code: Float) -> Float { lights[Int(min(max(code, 0), 1023) + 0.5)] }

    @inline(__always)
    func code(_ light: LightColor) -> LightColor {
        LightColor(red: code(light.red), green: code(light.green), blue: code(light.blue))
    }

    @inline(__always)
    private func code(_ light: Float) -> Float {
        codes[Int(min(max(light, 0), 1).squareRoot() * Self.finest + 0.5)]
    }

    /// How much light one 8-bit step is at a given brightness.
    func step(at light: Float) -> Float {
        let lower = min(max(Int(code(light)), 0), Self.last - 4)
        return lights[lower + 4] - lights[lower]
    }
}
