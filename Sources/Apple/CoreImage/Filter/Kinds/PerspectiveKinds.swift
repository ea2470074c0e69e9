import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let perspectives: [FilterKind] = [
        FilterKind(
            "CIPerspectiveCorrection", "Perspective Correction", [kCICategoryGeometryAdjustment] + picture,
            [.image] + corners + [.init(key: "inputCrop", value: .truth(true))]
        ) { values in
            guard let source = values.recipe() else { return nil }
            let quad = values.corners
            guard let unit = Perspective(unitSquareTo: quad) else { return EmptyRecipe() }
            let size = CGSize(width: max(1, quad.size.width.rounded()), height: max(1, quad.size.height.rounded()))
            let back = unit.after(CGAffineTransform(scaleX: 1 / size.width, y: 1 / size.height))
            let page = CGRect(origin: .zero, size: size)
            if values.number("inputCrop") != 0 {
                return PerspectiveRecipe(source: source, back: back, extent: page)
            }
            // Beyond the horizon there is nothing that could be shown.
            let whole = source.extent.isUnbounded ? nil : back.inverted.box(of: source.extent)
            return PerspectiveRecipe(source: source, back: back, extent: whole ?? page)
        },
        FilterKind(
            "CIPerspectiveTransform", "Perspective Transform", [kCICategoryGeometryAdjustment] + picture,
            [.image] + corners
        ) { values in values.recipe().flatMap { transformed($0, values, from: $0.extent) } },
        FilterKind(
            "CIPerspectiveTransformWithExtent", "Perspective Transform with Extent",
            [kCICategoryGeometryAdjustment] + picture,
            [.image, .vector(kCIInputExtentKey, 0, 0, 300, 300)] + corners
        ) { values in
            values.recipe().flatMap { transformed($0, values, from: values.vector(kCIInputExtentKey).cgRectValue) }
        },
    ]

    private static let corners: [Input] = [
        .vector("inputTopLeft", 118, 484), .vector("inputTopRight", 646, 507), .vector("inputBottomRight", 548, 140),
        .vector("inputBottomLeft", 155, 153),
    ]

    /// The corners of a rectangle come to four places, and the rest with them.
    private static func transformed(_ source: any Recipe, _ values: FilterValues, from rect: CGRect) -> (any Recipe)? {
        guard !rect.isNull, !rect.isUnbounded, rect.width > 0, rect.height > 0,
            let unit = Perspective(unitSquareTo: values.corners)
        else { return EmptyRecipe() }
        let toUnit = CGAffineTransform(scaleX: 1 / rect.width, y: 1 / rect.height)
            .translatedBy(x: -rect.minX, y: -rect.minY)
        let map = unit.after(toUnit)
        let shown = source.extent.isUnbounded ? rect : source.extent
        guard let extent = map.box(of: shown) ?? map.box(of: rect) else { return EmptyRecipe() }
        return PerspectiveRecipe(source: source, back: map.inverted, extent: extent)
    }
}

extension FilterValues {
    fileprivate var corners: Corners {
        Corners(
            bottomLeft: point("inputBottomLeft"), bottomRight: point("inputBottomRight"),
            topRight: point("inputTopRight"), topLeft: point("inputTopLeft"))
    }
}
