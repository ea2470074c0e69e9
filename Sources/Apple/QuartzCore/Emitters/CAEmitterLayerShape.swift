import Foundation

/// Where an emitter's particles begin. Source: Apple, CAEmitterLayerEmitterShape.
///
/// Linux: all shapes are flat.
public struct CAEmitterLayerEmitterShape: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let point = CAEmitterLayerEmitterShape(rawValue: "point")
    /// As wide as the emitter's size.
    public static let line = CAEmitterLayerEmitterShape(rawValue: "line")
    public static let rectangle = CAEmitterLayerEmitterShape(rawValue: "rectangle")
    /// Linux: as ``rectangle``.
    public static let cuboid = CAEmitterLayerEmitterShape(rawValue: "cuboid")
    /// Its radius is the width of the emitter's size.
    public static let circle = CAEmitterLayerEmitterShape(rawValue: "circle")
    /// Linux: as ``circle``.
    public static let sphere = CAEmitterLayerEmitterShape(rawValue: "sphere")
}

/// In which part of the shape particles begin. Source: Apple, CAEmitterLayerEmitterMode.
public struct CAEmitterLayerEmitterMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// At corners and ends; of a circle, as ``outline``.
    public static let points = CAEmitterLayerEmitterMode(rawValue: "points")
    /// On the edge. From a circle, particles fly outwards.
    public static let outline = CAEmitterLayerEmitterMode(rawValue: "outline")
    /// Inside. From a circle, particles fly outwards.
    public static let surface = CAEmitterLayerEmitterMode(rawValue: "surface")
    /// Inside.
    public static let volume = CAEmitterLayerEmitterMode(rawValue: "volume")
}

/// How particles are drawn over each other. Source: Apple, CAEmitterLayerRenderMode.
public struct CAEmitterLayerRenderMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Linux: as ``oldestFirst``.
    public static let unordered = CAEmitterLayerRenderMode(rawValue: "unordered")
    public static let oldestFirst = CAEmitterLayerRenderMode(rawValue: "oldestFirst")
    public static let oldestLast = CAEmitterLayerRenderMode(rawValue: "oldestLast")
    /// Linux: as ``oldestFirst``; all particles are equally far.
    public static let backToFront = CAEmitterLayerRenderMode(rawValue: "backToFront")
    /// Colors are added, to those behind the layer, too.
    public static let additive = CAEmitterLayerRenderMode(rawValue: "additive")
}
