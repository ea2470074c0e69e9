import Foundation

// Pictures without end from one picture.

/// The inputs of a filter. Source: Apple, CIAffineTile.
public protocol CIAffineTile: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var transform: CGAffineTransform { get set }
}

/// The inputs of a filter. Source: Apple, CIKaleidoscope.
public protocol CIKaleidoscope: CIFilterProtocol {
    var inputImage: CIImage? { get set }
    var count: Int { get set }
    var center: CGPoint { get set }
    var angle: Float { get set }
}

extension CIFilter {
    public class func affineTile() -> CIFilter & CIAffineTile { BuiltInFilter(named: "CIAffineTile") }
    public class func kaleidoscope() -> CIFilter & CIKaleidoscope { BuiltInFilter(named: "CIKaleidoscope") }
}

extension BuiltInFilter: CIAffineTile, CIKaleidoscope {
    var count: Int {
        get { Int(current.number("inputCount")) }
        set { setValue(NSNumber(value: newValue), forKey: "inputCount") }
    }
}
