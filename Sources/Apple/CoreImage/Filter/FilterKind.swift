import Foundation

/// A filter that is known by name: what it wants, and what it makes of it.
struct FilterKind: Sendable {
    struct Input: Sendable {
        enum Value: Sendable {
            case image
            case number(Double, ClosedRange<Double>)
            /// A number that need not be set.
            case wish
            case color(red: Double, green: Double, blue: Double, alpha: Double)
            case vector([Double])
            case transform
            case data
            case codeDescriptor
            case text(String)
            case truth(Bool)
            case colorSpace
        }

        let key: String
        let value: Value
    }

    let name: String
    let title: String
    let categories: [String]
    let inputs: [Input]
    /// `nil` without what it needs.
    let make: @Sendable (FilterValues) -> (any Recipe)?

    init(
        _ name: String, _ title: String, _ categories: [String], _ inputs: [Input],
        make: @escaping @Sendable (FilterValues) -> (any Recipe)?
    ) {
        (self.name, self.title, self.categories, self.inputs, self.make) = (name, title, categories, inputs, make)
    }

    /// All of them, by name.
    static let all: [String: FilterKind] = {
        let lists = [
            colorAdjustments, colorEffects, photoEffects, blurs, sharpeners, geometry, compositing, gradients,
            generators, styles, distortions, zooms, drawings, falseColors, colorCubes, perspectives,
            transitions, patterns, neighborBlurs, morphology, convolutions, tones, depths, tiles, gloom, hexagons,
            screens, regularPatterns, reductions, mixtures,
        ]
        return Dictionary(uniqueKeysWithValues: lists.flatMap { $0 }.map { ($0.name, $0) })
    }()
}

extension FilterKind.Input {
    static let image = Self(key: kCIInputImageKey, value: .image)
    static let background = Self(key: kCIInputBackgroundImageKey, value: .image)

    static func number(_ key: String, _ standard: Double, _ range: ClosedRange<Double>) -> Self {
        Self(key: key, value: .number(standard, range))
    }

    static func wish(_ key: String) -> Self { Self(key: key, value: .wish) }

    static func color(_ key: String, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Self {
        Self(key: key, value: .color(red: red, green: green, blue: blue, alpha: alpha))
    }

    static func vector(_ key: String, _ numbers: Double...) -> Self { Self(key: key, value: .vector(numbers)) }

    /// What it is until it is set.
    var standard: Any? {
        switch value {
        case .image, .data, .codeDescriptor, .colorSpace, .wish: nil
        case .number(let number, _): NSNumber(value: number)
        case .color(let red, let green, let blue, let alpha):
            CIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
        case .vector(let numbers): CIVector(values: numbers.map { CGFloat($0) }, count: numbers.count)
        case .transform: CGAffineTransform.identity
        case .text(let text): text
        case .truth(let truth): NSNumber(value: truth)
        }
    }

    /// What ``CIFilter/attributes`` says of it.
    var attributes: [String: Any] {
        var result: [String: Any] = [kCIAttributeClass: className, kCIAttributeDisplayName: displayName]
        result[kCIAttributeDefault] = standard
        if case .number(let standard, let range) = value {
            result[kCIAttributeSliderMin] = NSNumber(value: range.lowerBound)
            result[kCIAttributeSliderMax] = NSNumber(value: range.upperBound)
            result[kCIAttributeIdentity] = NSNumber(value: standard)
            result[kCIAttributeType] = kCIAttributeTypeScalar
        }
        return result
    }

    private var className: String {
        switch value {
        case .image: "CIImage"
        case .number, .wish, .truth: "NSNumber"
        case .color: "CIColor"
        case .vector: "CIVector"
        case .transform: "NSValue"
        case .data: "NSData"
        case .codeDescriptor: "CIBarcodeDescriptor"
        case .text: "NSString"
        case .colorSpace: "NSObject"
        }
    }

    /// `inputBackgroundImage` becomes "Background Image".
    private var displayName: String {
        key.dropFirst("input".count).reduce(into: "") { name, letter in
            if letter.isUppercase, !name.isEmpty { name.append(" ") }
            name.append(letter)
        }
    }
}

/// What the inputs of a filter are.
struct FilterValues {
    let values: [String: Any]

    func image(_ key: String = kCIInputImageKey) -> CIImage? { values[key] as? CIImage }

    func recipe(_ key: String = kCIInputImageKey) -> (any Recipe)? { image(key)?.recipe }

    func number(_ key: String) -> Double {
        let number = Self.number(values[key]) ?? 0
        // More than any picture has; it can be converted to an integer.
        return number.isFinite ? min(max(number, -1e9), 1e9) : 0
    }

    func float(_ key: String) -> Float { Float(number(key)) }

    func color(_ key: String) -> CIColor { values[key] as? CIColor ?? .black }

    func vector(_ key: String) -> CIVector {
        switch values[key] {
        case let vector as CIVector: vector
        case let point as CGPoint: CIVector(cgPoint: point)
        case let rect as CGRect: CIVector(cgRect: rect)
        default: CIVector(x: 0)
        }
    }

    func point(_ key: String) -> CGPoint {
        let point = vector(key).cgPointValue
        // As a number: finite, and no farther away than a picture can reach.
        func limited(_ value: CGFloat) -> CGFloat { value.isFinite ? min(max(value, -1e9), 1e9) : 0 }
        return CGPoint(x: limited(point.x), y: limited(point.y))
    }

    func place(_ key: String) -> SIMD2<Float> {
        let point = point(key)
        return SIMD2(Float(point.x), Float(point.y))
    }

    func data(_ key: String) -> Data? { values[key] as? Data }

    func colorSpace(_ key: String) -> CGColorSpace? { values[key] as? CGColorSpace }

    func transform(_ key: String) -> CGAffineTransform {
        (values[key] as? CIVector)?.cgAffineTransformValue ?? values[key] as? CGAffineTransform ?? .identity
    }

    static func number(_ value: Any?) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as CGFloat: Double(number)
        case let number as Int: Double(number)
        case let truth as Bool: truth ? 1 : 0
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }
}
