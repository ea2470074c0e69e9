import Foundation
import MissingFoundation
import MissingGraphics

/// Reads the options of files.
enum ImageOptions {
    /// A number of any type.
    static func number(_ value: Any) -> Double? {
        switch value {
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }
}
