import CoreVideo
import Foundation

/// What goes into a model, or comes out of it. Source: Apple, MLFeatureType.
public enum MLFeatureType: Int, Sendable {
    case invalid = 0
    case int64 = 1
    case double = 2
    case string = 3
    case image = 4
    case multiArray = 5
    case dictionary = 6
    case sequence = 7
    case state = 8
}

/// One value that goes into a model, or comes out of it; it does not change. Source: Apple, MLFeatureValue.
public final class MLFeatureValue: NSObject {
    private enum Value {
        case undefined
        case int64(Int64)
        case double(Double)
        case string(String)
        case image(CVPixelBuffer)
        case multiArray(MLMultiArray)
        case dictionary([AnyHashable: NSNumber])
    }

    public let type: MLFeatureType
    private let value: Value

    private init(_ type: MLFeatureType, _ value: Value) { (self.type, self.value) = (type, value) }

    public convenience init(int64 value: Int64) { self.init(.int64, .int64(value)) }

    public convenience init(double value: Double) { self.init(.double, .double(value)) }

    public convenience init(string value: String) { self.init(.string, .string(value)) }

    public convenience init(multiArray value: MLMultiArray) { self.init(.multiArray, .multiArray(value)) }

    public convenience init(pixelBuffer value: CVPixelBuffer) { self.init(.image, .image(value)) }

    /// No value, where one of a type could be.
    public convenience init(undefined type: MLFeatureType) { self.init(type, .undefined) }

    /// - Throws: ``MLModelError`` `featureType` if the keys are not all strings, or all whole numbers.
    public convenience init(dictionary value: [AnyHashable: NSNumber]) throws {
        let keys = value.keys
        guard keys.allSatisfy({ $0.base is String }) || keys.allSatisfy({ $0.base is any BinaryInteger }) else {
            throw MLModelError(.featureType, "A dictionary's keys are all strings, or all whole numbers")
        }
        self.init(.dictionary, .dictionary(value))
    }

    public var isUndefined: Bool { if case .undefined = value { true } else { false } }

    /// 0 for other types.
    public var int64Value: Int64 { if case .int64(let value) = value { value } else { 0 } }
    /// 0 for other types.
    public var doubleValue: Double { if case .double(let value) = value { value } else { 0 } }
    /// Empty for other types.
    public var stringValue: String { if case .string(let value) = value { value } else { "" } }
    public var multiArrayValue: MLMultiArray? { if case .multiArray(let value) = value { value } else { nil } }
    public var imageBufferValue: CVPixelBuffer? { if case .image(let value) = value { value } else { nil } }
    /// Empty for other types.
    public var dictionaryValue: [AnyHashable: NSNumber] {
        if case .dictionary(let value) = value { value } else { [:] }
    }

    /// Whether types and values are the same. Pictures are if they are one buffer.
    public func isEqual(to value: MLFeatureValue) -> Bool {
        switch (self.value, value.value) {
        case (.undefined, .undefined): type == value.type
        case (.int64(let one), .int64(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.string(let one), .string(let other)): one == other
        case (.image(let one), .image(let other)): one === other
        case (.multiArray(let one), .multiArray(let other)): one.isEqual(other)
        case (.dictionary(let one), .dictionary(let other)): one == other
        default: false
        }
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? MLFeatureValue).map(isEqual(to:)) ?? false }

    public override var hash: Int { type.hashValue }
}
