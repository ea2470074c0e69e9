/// Three columns of three numbers. Source: Apple, simd, simd_float3x3.
public struct simd_float3x3: Sendable, Equatable {
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    public init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>) {
        columns = (first, second, third)
    }

    public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) {
        self.columns = columns
    }

    public static func == (one: Self, other: Self) -> Bool { one.columns == other.columns }
}

/// Four columns of three numbers. Source: Apple, simd, simd_float4x3.
public struct simd_float4x3: Sendable, Equatable {
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    public init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>, _ fourth: SIMD3<Float>) {
        columns = (first, second, third, fourth)
    }

    public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) {
        self.columns = columns
    }

    public static func == (one: Self, other: Self) -> Bool { one.columns == other.columns }
}

/// Source: Apple, simd, matrix_float3x3.
public typealias matrix_float3x3 = simd_float3x3
/// Source: Apple, simd, matrix_float4x3.
public typealias matrix_float4x3 = simd_float4x3
