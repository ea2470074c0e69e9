import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let transitions: [FilterKind] = [
        FilterKind(
            "CIDissolveTransition", "Dissolve", [kCICategoryTransition] + picture,
            [.image, .init(key: kCIInputTargetImageKey, value: .image), .number(kCIInputTimeKey, 0, 0...1)]
        ) { values in
            guard let from = values.recipe() else { return nil }
            guard let to = values.recipe(kCIInputTargetImageKey) else { return from }
            let part = max(0, min(1, values.number(kCIInputTimeKey)))
            let mask = ColorRecipe(CIColor(red: 0, green: 0, blue: 0, alpha: CGFloat(part)))
            return MaskRecipe(upper: to, lower: from, mask: mask)
        }
    ]

    static let patterns: [FilterKind] = [
        FilterKind("CIRandomGenerator", "Random Generator", [kCICategoryGenerator] + picture, []) { _ in
            NoiseRecipe()
        },
        FilterKind(
            "CIRoundedRectangleGenerator", "Rounded Rectangle Generator", [kCICategoryGenerator] + picture,
            [
                .vector(kCIInputExtentKey, 0, 0, 100, 100), .number(kCIInputRadiusKey, 10, 0...100),
                .color(kCIInputColorKey, 1, 1, 1),
            ]
        ) { values in
            let rect = values.vector(kCIInputExtentKey).cgRectValue
            guard rect.width > 0, rect.height > 0, !rect.isUnbounded else { return EmptyRecipe() }
            let radius = max(0, min(values.number(kCIInputRadiusKey), Double(min(rect.width, rect.height)) / 2))
            let filled = MaskRecipe(
                upper: values.color(kCIInputColorKey).recipe, lower: EmptyRecipe(),
                mask: RoundedRectangleRecipe(rect: rect, radius: Float(radius)))
            return CropRecipe(filled, rect)
        },
    ]
}
