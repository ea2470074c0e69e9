internal import CFilters
import Foundation

/// What happens to each pixel by itself.
enum PointOperation: Sendable {
    /// From codes to light.
    case toLight(CodeCurve)
    /// From light to sRGB's codes.
    case toCode
    /// Between primaries; part of color management.
    case primaries(ColorMatrix)
    case matrix(ColorMatrix)
    /// Alpha too: four rows of factors for red, green, blue, alpha and 1.
    case fullMatrix([Float])
    case power(Float)
    /// Cubic polynomials for red, green and blue.
    case cubic([Float])
    case clamp(least: SIMD4<Float>, greatest: SIMD4<Float>)
    case vibrance(Float)
    case highlightsAndShadows(Float, Float)
    case posterize(Float)
    case cube(ColorCube)
    case vignette(Circle)
    case opaque
    case premultiply
    case unpremultiply
    /// Alpha becomes the light of the pixel.
    case maskFromGray

    /// How samples encode light.
    enum CodeCurve: Sendable { case srgb, hlg, pq }

    struct Circle: Sendable {
        var center: CGPoint
        var inner: CGFloat
        var outer: CGFloat
        var amount: CGFloat = 0

        /// For a run that begins at a pixel.
        func at(_ x: Int, _ y: Int) -> filters_circle {
            filters_circle(
                x: Float(CGFloat(x) + 0.5 - center.x), y: Float(CGFloat(y) + 0.5 - center.y), center_x: 0, center_y: 0,
                inner: Float(inner), outer: Float(outer), amount: Float(amount))
        }
    }

    /// Whether it wants colors that are not multiplied by alpha.
    private var wantsStraight: Bool {
        switch self {
        case .toLight, .toCode, .fullMatrix, .power, .cubic, .clamp, .vibrance, .highlightsAndShadows, .posterize,
            .cube:
            true
        case .primaries, .matrix, .vignette, .opaque, .premultiply, .unpremultiply, .maskFromGray: false
        }
    }

    private var changesAlpha: Bool {
        switch self {
        case .fullMatrix, .clamp, .cube, .opaque, .maskFromGray: true
        default: false
        }
    }

    /// Whether it is part of color management.
    private var isConversion: Bool {
        switch self {
        case .toLight, .toCode, .primaries: true
        default: false
        }
    }

    /// The shortest list with the same result: what cancels out is left out, and adjacent matrices become one.
    static func simplified(_ operations: [PointOperation], _ rendering: Rendering) -> [PointOperation] {
        var result: [PointOperation] = []
        for operation in operations where rendering.isColorManaged || !operation.isConversion {
            switch (result.last, operation) {
            case (.toCode, .toLight(.srgb)), (.toLight(.srgb), .toCode): result.removeLast()
            case (.matrix(let first), .matrix(let second)), (.primaries(let first), .matrix(let second)),
                (.matrix(let first), .primaries(let second)), (.primaries(let first), .primaries(let second)):
                result[result.count - 1] = .matrix(first.followed(by: second))
            default: result.append(operation)
            }
        }
        return result
    }

    /// Applies operations to a run.
    static func apply(_ operations: [PointOperation], to run: Run, _ x: Int, _ y: Int, _ count: Int) {
        guard !operations.isEmpty else { return }
        let length = Int32(count)
        var isOpaque = filters_is_opaque(run.component(3), length)
        var isStraight = false
        for operation in operations {
            if operation.wantsStraight != isStraight, !isOpaque {
                isStraight.toggle()
                if isStraight {
                    filters_unpremultiply(run.base, run.plane, length)
                } else {
                    filters_premultiply(run.base, run.plane, length)
                }
            }
            operation.apply(to: run, x, y, length)
            if operation.changesAlpha {
                isStraight = isStraight || (isOpaque && operation.wantsStraight)
                isOpaque = !isStraight && filters_is_opaque(run.component(3), length)
            }
        }
        if isStraight { filters_premultiply(run.base, run.plane, length) }
    }

    private func apply(to run: Run, _ x: Int, _ y: Int, _ count: Int32) {
        let (base, plane) = (run.base, run.plane)
        switch self {
        case .toLight(let curve): filters_to_light(curve.kernel, base, plane, count)
        case .toCode: filters_to_code(base, plane, count)
        case .primaries(let matrix), .matrix(let matrix): filters_matrix(matrix.factors, base, plane, count)
        case .fullMatrix(let factors): filters_matrix_5(factors, base, plane, count)
        case .power(let power): filters_power(power, base, plane, count)
        case .cubic(let factors): filters_cubic(factors, base, plane, count)
        case .clamp(let least, let greatest):
            let (low, high) = ((0..<4).map { least[$0] }, (0..<4).map { greatest[$0] })
            filters_clamp(low, high, base, plane, count)
        case .vibrance(let amount): filters_vibrance(amount, base, plane, count)
        case .highlightsAndShadows(let highlights, let shadows):
            filters_highlights_shadows(highlights, shadows, base, plane, count)
        case .posterize(let levels): filters_posterize(levels, base, plane, count)
        case .cube(let cube): cube.apply(to: run, Int(count))
        case .vignette(let circle):
            var place = circle.at(x, y)
            filters_vignette(&place, base, plane, count)
        case .opaque: filters_fill(run.component(3), 1, count)
        case .premultiply: filters_premultiply(base, plane, count)
        case .unpremultiply: filters_unpremultiply(base, plane, count)
        case .maskFromGray: filters_mask_from_gray(base, plane, count)
        }
    }
}

extension PointOperation.CodeCurve {
    fileprivate var kernel: filters_curve {
        switch self {
        case .srgb: filters_srgb
        case .hlg: filters_hlg
        case .pq: filters_pq
        }
    }
}

/// Three rows of factors for red, green, blue and a constant.
struct ColorMatrix: Sendable, Hashable {
    var factors: [Float]

    init(_ factors: [Float]) {
        precondition(factors.count == 12, "a color matrix has three rows of four")
        self.factors = factors
    }

    static let identity = ColorMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])

    /// Without constants.
    init(rows: [[Double]]) { self.init(rows.flatMap { $0.map(Float.init) + [0] }) }

    static func scale(_ red: Float, _ green: Float, _ blue: Float) -> ColorMatrix {
        ColorMatrix([red, 0, 0, 0, 0, green, 0, 0, 0, 0, blue, 0])
    }

    /// ITU-R BT.709's shares of luminance.
    static let luminance: [Float] = [0.2126, 0.7152, 0.0722]

    /// 0 leaves gray, 1 everything.
    static func saturation(_ amount: Float) -> ColorMatrix {
        var factors: [Float] = []
        for row in 0..<3 {
            for column in 0..<3 {
                let own: Float = column == row ? amount : 0
                factors.append(luminance[column] * (1 - amount) + own)
            }
            factors.append(0)
        }
        return ColorMatrix(factors)
    }

    /// This matrix, then another.
    func followed(by next: ColorMatrix) -> ColorMatrix {
        var result = [Float](repeating: 0, count: 12)
        for row in 0..<3 {
            for column in 0..<4 {
                var sum: Float = column == 3 ? next.factors[row * 4 + 3] : 0
                for index in 0..<3 {
                    let factor: Float = next.factors[row * 4 + index]
                    sum += factor * factors[index * 4 + column]
                }
                result[row * 4 + column] = sum
            }
        }
        return ColorMatrix(result)
    }

    /// A part of this matrix: at 0 nothing changes.
    func mixed(_ amount: Float) -> ColorMatrix {
        ColorMatrix(zip(factors, Self.identity.factors).map { $1 + ($0 - $1) * amount })
    }
}
