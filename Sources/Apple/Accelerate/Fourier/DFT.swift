/// Source: Apple, vDSP_DFT_Direction.
public enum vDSP_DFT_Direction: Int32, Sendable {
    case FORWARD = 1
    case INVERSE = -1
}

/// A transform of one length and direction; any thread may use it. Source: Apple, vDSP_DFT_Setup.
public typealias vDSP_DFT_Setup = OpaquePointer
/// A ``vDSP_DFT_Setup`` for double precision. Source: Apple, vDSP_DFT_SetupD.
public typealias vDSP_DFT_SetupD = OpaquePointer

/// Prepares a transform of complex numbers. Source: Apple, vDSP_DFT_zop_CreateSetup.
///
/// - Parameters:
///   - previous: without effect; setups share nothing.
///   - length: 1, 3, 5 or 15 times a power of two from 8 on.
///   - direction: neither direction scales.
/// - Returns: a setup for `vDSP_DFT_DestroySetup`; `nil` for any other length.
public func vDSP_DFT_zop_CreateSetup(
    _ previous: vDSP_DFT_Setup?, _ length: vDSP_Length, _ direction: vDSP_DFT_Direction
) -> vDSP_DFT_Setup? {
    let transform = DiscreteTransform<Float>(length: length, isInverse: direction == .INVERSE)
    return transform.map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

/// `vDSP_DFT_zop_CreateSetup` with numbers of double precision.
public func vDSP_DFT_zop_CreateSetupD(
    _ previous: vDSP_DFT_SetupD?, _ length: vDSP_Length, _ direction: vDSP_DFT_Direction
) -> vDSP_DFT_SetupD? {
    let transform = DiscreteTransform<Double>(length: length, isInverse: direction == .INVERSE)
    return transform.map { OpaquePointer(Unmanaged.passRetained($0).toOpaque()) }
}

/// Transforms real parts `Ir` and imaginary parts `Ii` into `Or` and `Oi`, which may be the same memory.
/// Source: Apple, vDSP_DFT_Execute.
public func vDSP_DFT_Execute(
    _ setup: vDSP_DFT_Setup, _ Ir: UnsafePointer<Float>, _ Ii: UnsafePointer<Float>, _ Or: UnsafeMutablePointer<Float>,
    _ Oi: UnsafeMutablePointer<Float>
) {
    let transform = Unmanaged<DiscreteTransform<Float>>.fromOpaque(UnsafeRawPointer(setup)).takeUnretainedValue()
    transform.execute(Ir, Ii, Or, Oi)
}

/// `vDSP_DFT_Execute` with numbers of double precision.
public func vDSP_DFT_ExecuteD(
    _ setup: vDSP_DFT_SetupD, _ Ir: UnsafePointer<Double>, _ Ii: UnsafePointer<Double>,
    _ Or: UnsafeMutablePointer<Double>,
    _ Oi: UnsafeMutablePointer<Double>
) {
    let transform = Unmanaged<DiscreteTransform<Double>>.fromOpaque(UnsafeRawPointer(setup)).takeUnretainedValue()
    transform.execute(Ir, Ii, Or, Oi)
}

/// Frees a setup, which nothing may use any more. Source: Apple, vDSP_DFT_DestroySetup.
public func vDSP_DFT_DestroySetup(_ setup: vDSP_DFT_Setup?) {
    if let setup { Unmanaged<DiscreteTransform<Float>>.fromOpaque(UnsafeRawPointer(setup)).release() }
}

/// `vDSP_DFT_DestroySetup` with numbers of double precision.
public func vDSP_DFT_DestroySetupD(_ setup: vDSP_DFT_SetupD?) {
    if let setup { Unmanaged<DiscreteTransform<Double>>.fromOpaque(UnsafeRawPointer(setup)).release() }
}
