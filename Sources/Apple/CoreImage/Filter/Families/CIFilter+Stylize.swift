import Foundation

// Glow, cells and masks.

/// The inputs of a filter. Source: Apple, CIGloom.
public protocol CIGloom: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var intensity: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIHexagonalPixellate.
public protocol CIHexagonalPixellate: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var center: CGPoint { get set }
    var scale: Float { get set }
}

/// The inputs of a filter. Source: Apple, CIPointillize.
public protocol CIPointillize: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var radius: Float { get set }
    var center: CGPoint { get set }
}

/// The inputs of a filter. Source: Apple, CIMix.
public protocol CIMix: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var backgroundImage: CIImage? { get set }
    /// From 0, the background, to 1, the picture.
    var amount: Float { get set }
}

extension CIFilter {
    public class func pointillize() -> CIFilter & CIPointillize { BuiltInFilter(named: "CIPointillize") }
    public class func mix() -> CIFilter & CIMix { BuiltInFilter(named: "CIMix") }
    public class func gloom() -> CIFilter & CIGloom { BuiltInFilter(named: "CIGloom") }
    public class func hexagonalPixellate() -> CIFilter & CIHexagonalPixellate {
        BuiltInFilter(named: "CIHexagonalPixellate")
    }
    public class func blendWithRedMask() -> CIFilter & CIBlendWithMask { BuiltInFilter(named: "CIBlendWithRedMask") }
    public class func blendWithBlueMask() -> CIFilter & CIBlendWithMask { BuiltInFilter(named: "CIBlendWithBlueMask") }
}

extension BuiltInFilter: CIGloom, CIHexagonalPixellate, CIPointillize, CIMix {}
