import Foundation

/// What an array's numbers are. Source: Apple, MLMultiArrayDataType.
public enum MLMultiArrayDataType: Int, Sendable {
    case double = 0x10040
    case float32 = 0x10020
    case float16 = 0x10010
    case int32 = 0x20020

    public static let float64 = MLMultiArrayDataType.double
    public static let float = MLMultiArrayDataType.float32

    var size: Int {
        switch self {
        case .double: 8
        case .float32, .int32: 4
        case .float16: 2
        }
    }
}

/// Numbers of one type in any number of dimensions.
///
/// One thread at a time changes it.
/// Source: Apple, MLMultiArray.
public final class MLMultiArray: NSObject {
    public let dataType: MLMultiArrayDataType
    /// How many there are in each dimension.
    public let shape: [NSNumber]
    /// How far it is to the next one in each dimension, in numbers.
    public let strides: [NSNumber]
    public let count: Int
    /// The first number. Valid as long as the array is.
    public let dataPointer: UnsafeMutableRawPointer

    private let sizes: [Int]
    private let steps: [Int]
    private let deallocator: ((UnsafeMutableRawPointer) -> Void)?

    /// An array of zeros, the last dimension's numbers side by side.
    ///
    /// - Throws: ``MLModelError`` `parameters` if a dimension is negative, or there are too many numbers.
    public convenience init(shape: [NSNumber], dataType: MLMultiArrayDataType) throws {
        let sizes = shape.map(\.intValue)
        let bytes = try Self.product(sizes + [dataType.size])
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes, 1), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
        var (steps, step) = ([Int](), 1)
        for size in sizes.reversed() {
            steps.insert(step, at: 0)
            step *= size
        }
        try self.init(
            dataPointer: memory, shape: shape, dataType: dataType, strides: steps.map { NSNumber(value: $0) },
            deallocator: { $0.deallocate() })
    }

    /// An array in memory of the program's own.
    ///
    /// - Parameters:
    ///   - dataPointer: of as many bytes as shape and strides reach.
    ///   - shape: the length of each dimension, in numbers.
    ///   - dataType: of each number.
    ///   - strides: in numbers, one for each dimension.
    ///   - deallocator: is called once, when the array goes; not if this throws.
    /// - Throws: ``MLModelError`` `parameters` if shape and strides do not belong together.
    public init(
        dataPointer: UnsafeMutableRawPointer, shape: [NSNumber], dataType: MLMultiArrayDataType, strides: [NSNumber],
        deallocator: ((UnsafeMutableRawPointer) -> Void)? = nil
    ) throws {
        (sizes, steps) = (shape.map(\.intValue), strides.map(\.intValue))
        guard sizes.count == steps.count else {
            throw MLModelError(.parameters, "\(sizes.count) dimensions have \(steps.count) strides")
        }
        guard steps.allSatisfy({ $0 >= 0 }) else {
            throw MLModelError(.parameters, "There are no strides such as \(steps)")
        }
        count = try Self.product(sizes)
        (self.dataPointer, self.dataType, self.shape, self.strides) = (dataPointer, dataType, shape, strides)
        self.deallocator = deallocator
    }

    /// One dimension of numbers.
    public convenience init(_ data: some Collection<Double>) throws { try self.init(data, .double) }

    /// One dimension of numbers.
    public convenience init(_ data: some Collection<Float>) throws { try self.init(data, .float32) }

    /// One dimension of numbers.
    public convenience init(_ data: some Collection<Int32>) throws { try self.init(data, .int32) }

    private convenience init<Number>(_ data: some Collection<Number>, _ type: MLMultiArrayDataType) throws {
        try self.init(shape: [NSNumber(value: data.count)], dataType: type)
        let numbers = UnsafeMutableBufferPointer(
            start: dataPointer.assumingMemoryBound(to: Number.self), count: count)
        _ = numbers.update(fromContentsOf: data)
    }

    deinit { deallocator?(dataPointer) }

    private static func product(_ sizes: [Int]) throws -> Int {
        try sizes.reduce(1) { product, size in
            let (next, overflows) = product.multipliedReportingOverflow(by: size)
            guard size >= 0, !overflows else { throw MLModelError(.parameters, "There is no array of shape \(sizes)") }
            return next
        }
    }

    // MARK: Numbers

    /// The number at a place that is counted through the whole array, the last dimension first.
    public subscript(index: Int) -> NSNumber {
        get {
            precondition(index >= 0 && index < count, "index \(index) is beyond the array's \(count) numbers")
            return number(at: offset(of: index))
        }
        set {
            precondition(index >= 0 && index < count, "index \(index) is beyond the array's \(count) numbers")
            set(newValue, at: offset(of: index))
        }
    }

    /// The number at a place with one index for each dimension.
    public subscript(key: [NSNumber]) -> NSNumber {
        get { number(at: offset(of: key)) }
        set { set(newValue, at: offset(of: key)) }
    }

    private func offset(of index: Int) -> Int {
        var (rest, offset) = (index, 0)
        for (size, step) in zip(sizes, steps).reversed() {
            offset += rest % size * step
            rest /= size
        }
        return offset
    }

    private func offset(of key: [NSNumber]) -> Int {
        precondition(key.count == sizes.count, "\(key.count) indices for \(sizes.count) dimensions")
        var offset = 0
        for (index, (size, step)) in zip(key.map(\.intValue), zip(sizes, steps)) {
            precondition(index >= 0 && index < size, "index \(index) is beyond a dimension of \(size)")
            offset += index * step
        }
        return offset
    }

    private func number(at offset: Int) -> NSNumber {
        let place = dataPointer + offset * dataType.size
        switch dataType {
        case .double: return NSNumber(value: place.load(as: Double.self))
        case .float32: return NSNumber(value: place.load(as: Float.self))
        case .float16: return NSNumber(value: Float(place.load(as: Float16.self)))
        case .int32: return NSNumber(value: place.load(as: Int32.self))
        }
    }

    private func set(_ number: NSNumber, at offset: Int) {
        let place = dataPointer + offset * dataType.size
        switch dataType {
        case .double: place.storeBytes(of: number.doubleValue, as: Double.self)
        case .float32: place.storeBytes(of: number.floatValue, as: Float.self)
        case .float16: place.storeBytes(of: Float16(number.floatValue), as: Float16.self)
        case .int32: place.storeBytes(of: number.int32Value, as: Int32.self)
        }
    }

    // MARK: Memory

    /// From the first number to the last, with what strides leave out between them.
    private var reach: Int {
        count == 0 ? 0 : zip(sizes, steps).reduce(1) { $0 + ($1.0 - 1) * $1.1 }
    }

    /// - Parameter body: gets the bytes, valid while it runs.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: dataPointer, count: reach * dataType.size))
    }

    /// - Parameter body: gets the bytes, valid while it runs, and the strides.
    public func withUnsafeMutableBytes<R>(
        _ body: (UnsafeMutableRawBufferPointer, [Int]) throws -> R
    ) rethrows -> R {
        try body(UnsafeMutableRawBufferPointer(start: dataPointer, count: reach * dataType.size), steps)
    }

    /// - Parameters:
    ///   - type: that of the array's numbers.
    ///   - body: gets the numbers, valid while it runs.
    public func withUnsafeBufferPointer<S: MLShapedArrayScalar, R>(
        ofType type: S.Type, _ body: (UnsafeBufferPointer<S>) throws -> R
    ) rethrows -> R {
        precondition(S.multiArrayDataType == dataType, "the array's numbers are not of type \(type)")
        return try body(UnsafeBufferPointer(start: dataPointer.assumingMemoryBound(to: S.self), count: reach))
    }

    /// Whether shapes and numbers are the same, whatever their type and strides.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MLMultiArray, sizes == other.sizes else { return false }
        return (0..<count).allSatisfy { self[$0] == other[$0] }
    }

    public override var hash: Int { sizes.hashValue }
}

/// A number that an array can have. Source: Apple, MLShapedArrayScalar.
public protocol MLShapedArrayScalar {
    static var multiArrayDataType: MLMultiArrayDataType { get }
}

extension Double: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .double }
}

extension Float: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .float32 }
}

extension Float16: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .float16 }
}

extension Int32: MLShapedArrayScalar {
    public static var multiArrayDataType: MLMultiArrayDataType { .int32 }
}
