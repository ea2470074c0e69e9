import Foundation
import MissingFoundation

/// A session of any kind. Source: Apple, VTSession.
public typealias VTSession = CFTypeRef

/// A session whose properties can be set.
protocol PropertySession: AnyObject {
    func set(_ value: CFTypeRef?, for key: CFString) -> OSStatus
    /// The properties that it has, with their values.
    var properties: [String: Any] { get }
}

/// Sets a property of a session. Source: Apple, VTSessionSetProperty.
///
/// - value: `nil` for the usual one.
/// - Returns: `noErr`, ``kVTPropertyNotSupportedErr``, ``kVTPropertyReadOnlyErr``, ``kVTParameterErr`` for a value that the
///   property cannot have, or ``kVTInvalidSessionErr``.
@discardableResult
public func VTSessionSetProperty(_ session: VTSession, key propertyKey: CFString, value propertyValue: CFTypeRef?)
    -> OSStatus
{
    guard let session = session as? any PropertySession else { return kVTParameterErr }
    return session.set(propertyValue, for: propertyKey)
}

/// Reads a property of a session. Source: Apple, VTSessionCopyProperty.
///
/// - allocator: without effect.
/// - propertyValueOut: a pointer to a variable of the property's type, `CFTypeRef?` or any optional of it.
/// - Returns: `noErr`, ``kVTPropertyNotSupportedErr`` or ``kVTParameterErr``.
@discardableResult
public func VTSessionCopyProperty<Value>(
    _ session: VTSession, key propertyKey: CFString, allocator: CFAllocator?,
    valueOut propertyValueOut: UnsafeMutablePointer<Value?>?
) -> OSStatus {
    guard let session = session as? any PropertySession else { return kVTParameterErr }
    guard let value = session.properties[propertyKey] else { return kVTPropertyNotSupportedErr }
    guard let value = value as? Value else { return kVTParameterErr }
    propertyValueOut?.pointee = value
    return noErr
}

/// Sets several properties. Source: Apple, VTSessionSetProperties.
///
/// - Returns: the first failure; those that can be set are set all the same.
@discardableResult
public func VTSessionSetProperties(_ session: VTSession, propertyDictionary: CFDictionary) -> OSStatus {
    let statuses = propertyDictionary.sorted { $0.key < $1.key }
        .map { VTSessionSetProperty(session, key: $0.key, value: $0.value) }
    return statuses.first { $0 != noErr } ?? noErr
}

/// The properties that a session has. Source: Apple, VTSessionCopySupportedPropertyDictionary.
///
/// - supportedPropertyDictionaryOut: their names. Linux: with their values instead of descriptions.
@discardableResult
public func VTSessionCopySupportedPropertyDictionary(
    _ session: VTSession, supportedPropertyDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus {
    guard let session = session as? any PropertySession else { return kVTParameterErr }
    supportedPropertyDictionaryOut.pointee = session.properties
    return noErr
}

/// A pointer of the program's, which comes back with a frame.
struct Refcon: @unchecked Sendable {  // The program says what it points to, and on which thread it may be used.
    var pointer: UnsafeMutableRawPointer?
}

/// A number of a property or an attribute, which programs give in many types.
enum PropertyValue {
    static func number(_ value: Any?) -> Double? {
        switch value {
        case let number as Double: number
        case let number as Float: Double(number)
        case let number as Int: Double(number)
        case let number as Int32: Double(number)
        case let number as Int64: Double(number)
        case let number as UInt32: Double(number)
        case let number as NSNumber: number.doubleValue
        default: nil
        }
    }

    static func integer(_ value: Any?) -> Int? { number(value).flatMap { Int(exactly: $0.rounded()) } }

    static func numbers(_ value: Any?) -> [Double]? {
        guard let values = value as? [Any] else { return nil }
        let numbers = values.compactMap(number)
        return numbers.count == values.count ? numbers : nil
    }

    static func flag(_ value: Any?) -> Bool? { value as? Bool ?? (value as? NSNumber)?.boolValue }
}
