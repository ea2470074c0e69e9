import CoreVideo
import Foundation

/// Values by name: what a model takes, and what it gives. Source: Apple, MLFeatureProvider.
public protocol MLFeatureProvider {
    var featureNames: Set<String> { get }
    /// - Returns: `nil` for an unknown name.
    func featureValue(for featureName: String) -> MLFeatureValue?
}

/// Values in a dictionary. Source: Apple, MLDictionaryFeatureProvider.
public final class MLDictionaryFeatureProvider: NSObject, MLFeatureProvider {
    public let dictionary: [String: MLFeatureValue]

    /// - Parameter dictionary: by name a value, or what one can be made of: a number, a string, a picture, an array, a
    ///   dictionary of numbers.
    /// - Throws: ``MLModelError`` `featureType` for anything else.
    public init(dictionary: [String: Any]) throws {
        self.dictionary = try dictionary.mapValues { try Self.value($0) }
    }

    private static func value(_ value: Any) throws -> MLFeatureValue {
        switch value {
        case let value as MLFeatureValue: value
        case let array as MLMultiArray: MLFeatureValue(multiArray: array)
        case let picture as CVPixelBuffer: MLFeatureValue(pixelBuffer: picture)
        case let words as String: MLFeatureValue(string: words)
        case let number as any BinaryInteger: MLFeatureValue(int64: Int64(truncatingIfNeeded: number))
        case let number as any BinaryFloatingPoint: MLFeatureValue(double: Double(number))
        case let number as NSNumber: MLFeatureValue(double: number.doubleValue)
        case let numbers as [AnyHashable: NSNumber]: try MLFeatureValue(dictionary: numbers)
        default: throw MLModelError(.featureType, "No model takes a value of type \(type(of: value))")
        }
    }

    public var featureNames: Set<String> { Set(dictionary.keys) }

    public func featureValue(for featureName: String) -> MLFeatureValue? { dictionary[featureName] }

    public subscript(featureName: String) -> MLFeatureValue? { dictionary[featureName] }
}
