internal import CFilters
import Foundation

private let picture = [kCICategoryVideo, kCICategoryStillImage]

extension FilterKind {
    static let blurs: [FilterKind] = [
        FilterKind(
            "CIGaussianBlur", "Gaussian Blur", [kCICategoryBlur] + picture,
            [.image, .number(kCIInputRadiusKey, 10, 0...100)]
        ) { values in values.image()?.applyingGaussianBlur(sigma: values.number(kCIInputRadiusKey)).recipe },
        FilterKind(
            "CIBoxBlur", "Box Blur", [kCICategoryBlur] + picture, [.image, .number(kCIInputRadiusKey, 10, 1...100)]
        ) { values in
            let radius = values.number(kCIInputRadiusKey)
            return values.recipe().map { radius > 0 ? BlurRecipe(source: $0, shape: .box(radius)) : $0 }
        },
    ]

    static let sharpeners: [FilterKind] = [
        FilterKind(
            "CISharpenLuminance", "Sharpen Luminance", [kCICategorySharpen] + picture,
            [.image, .number(kCIInputSharpnessKey, 0.4, 0...2), .number(kCIInputRadiusKey, 1.69, 0...20)]
        ) { values in
            detail(values, .sharpenLuminance(values.float(kCIInputSharpnessKey)))
        },
        FilterKind(
            "CIUnsharpMask", "Unsharp Mask", [kCICategorySharpen] + picture,
            [.image, .number(kCIInputRadiusKey, 2.5, 0...100), .number(kCIInputIntensityKey, 0.5, 0...1)]
        ) { values in
            detail(values, .sharpen(values.float(kCIInputIntensityKey)))
        },
    ]

    /// Blurred without dark edges, and combined with the picture.
    private static func detail(_ values: FilterValues, _ mode: DetailRecipe.Mode) -> (any Recipe)? {
        let radius = values.number(kCIInputRadiusKey)
        return values.recipe().map { recipe in
            guard radius > 0 else { return recipe }
            let blurred = BlurRecipe(source: ClampRecipe(source: recipe), shape: .gaussian(radius))
            return CropRecipe(DetailRecipe(source: recipe, blurred: blurred, mode: mode), recipe.extent)
        }
    }

    static let styles: [FilterKind] = [
        FilterKind(
            "CIBloom", "Bloom", [kCICategoryStylize] + picture,
            [.image, .number(kCIInputRadiusKey, 10, 0...100), .number(kCIInputIntensityKey, 0.5, 0...1)]
        ) { values in
            let radius = values.number(kCIInputRadiusKey)
            return values.recipe().map { recipe in
                guard radius > 0 else { return recipe }
                let blurred = BlurRecipe(source: recipe, shape: .gaussian(radius))
                return DetailRecipe(source: recipe, blurred: blurred, mode: .glow(values.float(kCIInputIntensityKey)))
            }
        },
        FilterKind(
            "CIEdges", "Edges", [kCICategoryStylize] + picture, [.image, .number(kCIInputIntensityKey, 1, 0...10)]
        ) { values in
            let amount = values.float(kCIInputIntensityKey)
            // Beyond the edges, the picture goes on as it ends: they are no edges of something in it.
            return values.recipe().map { recipe in
                NearbyRecipe(recipe, reach: SIMD2(1, 1)) { from, step, to, count in
                    filters_edges(
                        amount, from.base + step - 1, from.base - step - 1, from.plane, to.base, to.plane, count)
                    to.component(3).update(from: from.component(3), count: Int(count))
                }
            }
        },
        FilterKind(
            "CIPixellate", "Pixelate", [kCICategoryStylize] + picture,
            [.image, .vector(kCIInputCenterKey, 150, 150), .number(kCIInputScaleKey, 8, 1...100)]
        ) { values in
            let side = Int(max(1, min(4096, values.number(kCIInputScaleKey).rounded())))
            let center = PixelRect(
                around: CGRect(origin: values.point(kCIInputCenterKey), size: .init(width: 1, height: 1)))
            return values.recipe().map { PixellateRecipe(source: $0, side: side, corner: (center.x, center.y)) }
        },
        FilterKind(
            "CIBlendWithMask", "Blend With Mask", [kCICategoryStylize] + picture,
            [.image, .background, .init(key: kCIInputMaskImageKey, value: .image)]
        ) { masked($0, [.maskFromGray]) },
        FilterKind(
            "CIBlendWithAlphaMask", "Blend With Alpha Mask", [kCICategoryStylize] + picture,
            [.image, .background, .init(key: kCIInputMaskImageKey, value: .image)]
        ) { masked($0, []) },
        channelMask("CIBlendWithRedMask", "Blend With Red Mask", 0),
        channelMask("CIBlendWithBlueMask", "Blend With Blue Mask", 2),
    ]

    /// One component of the mask decides.
    private static func channelMask(_ name: String, _ title: String, _ component: Int) -> FilterKind {
        var factors = [Float](repeating: 0, count: 20)
        factors[15 + component] = 1
        return FilterKind(
            name, title, [kCICategoryStylize] + picture,
            [.image, .background, .init(key: kCIInputMaskImageKey, value: .image)]
        ) { [factors] in masked($0, [.fullMatrix(factors)]) }
    }

    /// Without a mask the picture itself, without a background a clear one.
    private static func masked(_ values: FilterValues, _ operations: [PointOperation]) -> (any Recipe)? {
        guard let image = values.recipe() else { return nil }
        guard let mask = values.recipe(kCIInputMaskImageKey) else { return image }
        let lower = values.recipe(kCIInputBackgroundImageKey) ?? EmptyRecipe()
        return MaskRecipe(
            upper: image, lower: lower, mask: operations.isEmpty ? mask : PointRecipe(mask, operations))
    }

    static let geometry: [FilterKind] = [
        FilterKind(
            "CILanczosScaleTransform", "Lanczos Scale Transform", [kCICategoryGeometryAdjustment] + picture,
            [.image, .number(kCIInputScaleKey, 1, 0.05...1.5), .number(kCIInputAspectRatioKey, 1, 0.5...2)]
        ) { values in
            guard let recipe = values.recipe() else { return nil }
            let scale = values.number(kCIInputScaleKey)
            let across = scale * values.number(kCIInputAspectRatioKey)
            let extent = recipe.extent
            guard scale > 0, across > 0, !extent.isNull, !extent.isUnbounded else { return recipe }
            // Below a pixel nothing is left.
            guard extent.width * across >= 1, extent.height * scale >= 1 else { return EmptyRecipe() }
            return ResampleRecipe(source: recipe, scaleX: across, scaleY: scale)
        },
        FilterKind(
            "CIAffineTransform", "Affine Transform", [kCICategoryGeometryAdjustment] + picture,
            [.image, .init(key: kCIInputTransformKey, value: .transform)]
        ) { values in values.image()?.transformed(by: values.transform(kCIInputTransformKey)).recipe },
        FilterKind(
            "CIAffineClamp", "Affine Clamp", [kCICategoryGeometryAdjustment] + picture,
            [.image, .init(key: kCIInputTransformKey, value: .transform)]
        ) { values in
            values.image()?.transformed(by: values.transform(kCIInputTransformKey)).clampedToExtent().recipe
        },
        FilterKind(
            "CICrop", "Crop", [kCICategoryGeometryAdjustment] + picture,
            [.image, .vector("inputRectangle", -8.98847e307, -8.98847e307, 1.797693e308, 1.797693e308)]
        ) { values in values.image()?.cropped(to: values.vector("inputRectangle").cgRectValue).recipe },
        FilterKind(
            "CIStraightenFilter", "Straighten", [kCICategoryGeometryAdjustment] + picture,
            [.image, .number(kCIInputAngleKey, 0, -Double.pi...Double.pi)]
        ) { values in
            values.image().map { straightened($0, values.number(kCIInputAngleKey)) }
        },
    ]

    /// Turned about its middle, and enlarged until it fills its extent again.
    private static func straightened(_ image: CIImage, _ angle: Double) -> any Recipe {
        let extent = image.extent
        guard angle != 0, !extent.isNull, !extent.isUnbounded else { return image.recipe }
        let (c, s) = (abs(cos(angle)), abs(sin(angle)))
        let scale = max(
            (extent.width * c + extent.height * s) / extent.width,
            (extent.width * s + extent.height * c) / extent.height)
        let turn = CGAffineTransform(translationX: extent.midX, y: extent.midY)
            .rotated(by: CGFloat(angle)).scaledBy(x: scale, y: scale)
            .translatedBy(x: -extent.midX, y: -extent.midY)
        return image.transformed(by: turn).cropped(to: extent).recipe
    }

    static let compositing: [FilterKind] = [
        ("CISourceOverCompositing", "Source Over", .over), ("CISourceInCompositing", "Source In", .in),
        ("CISourceOutCompositing", "Source Out", .out), ("CISourceAtopCompositing", "Source Atop", .atop),
        ("CIAdditionCompositing", "Addition", .add), ("CIMultiplyCompositing", "Multiply", .multiplyColors),
        ("CIMaximumCompositing", "Maximum", .maximum), ("CIMinimumCompositing", "Minimum", .minimum),
        ("CIMultiplyBlendMode", "Multiply Blend Mode", .multiply), ("CIScreenBlendMode", "Screen Blend Mode", .screen),
        ("CIOverlayBlendMode", "Overlay Blend Mode", .overlay), ("CIDarkenBlendMode", "Darken Blend Mode", .darken),
        ("CILightenBlendMode", "Lighten Blend Mode", .lighten),
        ("CIColorDodgeBlendMode", "Color Dodge Blend Mode", .colorDodge),
        ("CIColorBurnBlendMode", "Color Burn Blend Mode", .colorBurn),
        ("CIHardLightBlendMode", "Hard Light Blend Mode", .hardLight),
        ("CISoftLightBlendMode", "Soft Light Blend Mode", .softLight),
        ("CIDifferenceBlendMode", "Difference Blend Mode", .difference),
        ("CIExclusionBlendMode", "Exclusion Blend Mode", .exclusion),
        ("CILinearBurnBlendMode", "Linear Burn Blend Mode", .linearBurn),
        ("CILinearDodgeBlendMode", "Linear Dodge Blend Mode", .linearDodge),
        ("CISubtractBlendMode", "Subtract Blend Mode", .subtract), ("CIDivideBlendMode", "Divide Blend Mode", .divide),
        ("CIPinLightBlendMode", "Pin Light Blend Mode", .pinLight),
        ("CILinearLightBlendMode", "Linear Light Blend Mode", .linearLight),
        ("CIVividLightBlendMode", "Vivid Light Blend Mode", .vividLight),
        ("CIHueBlendMode", "Hue Blend Mode", .hue), ("CISaturationBlendMode", "Saturation Blend Mode", .saturation),
        ("CIColorBlendMode", "Color Blend Mode", .color),
        ("CILuminosityBlendMode", "Luminosity Blend Mode", .luminosity),
    ].map { (entry: (name: String, title: String, mode: BlendMode)) in
        FilterKind(entry.name, entry.title, [kCICategoryCompositeOperation] + picture, [.image, .background]) {
            values in
            guard let upper = values.recipe() else { return nil }
            guard let lower = values.recipe(kCIInputBackgroundImageKey) else { return upper }
            return BlendRecipe(upper: upper, lower: lower, mode: entry.mode)
        }
    }

    static let gradients: [FilterKind] = [
        linear("CILinearGradient", "Linear Gradient", isSmooth: false),
        linear("CISmoothLinearGradient", "Smooth Linear Gradient", isSmooth: true),
        FilterKind(
            "CIRadialGradient", "Radial Gradient", [kCICategoryGradient] + picture,
            [
                .vector(kCIInputCenterKey, 150, 150), .number(kCIInputRadius0Key, 5, 0...800),
                .number(kCIInputRadius1Key, 100, 0...800), .color(kCIInputColor0Key, 1, 1, 1),
                .color(kCIInputColor1Key, 0, 0, 0),
            ]
        ) { values in
            let circle = PointOperation.Circle(
                center: values.point(kCIInputCenterKey), inner: CGFloat(values.number(kCIInputRadius0Key)),
                outer: CGFloat(values.number(kCIInputRadius1Key)))
            return gradient(.radial(circle), values)
        },
    ]

    private static func linear(_ name: String, _ title: String, isSmooth: Bool) -> FilterKind {
        FilterKind(
            name, title, [kCICategoryGradient] + picture,
            [
                .vector(kCIInputPoint0Key, 0, 0), .vector(kCIInputPoint1Key, 200, 200),
                .color(kCIInputColor0Key, 1, 1, 1), .color(kCIInputColor1Key, 0, 0, 0),
            ]
        ) { values in
            gradient(
                .linear(values.point(kCIInputPoint0Key), values.point(kCIInputPoint1Key), isSmooth: isSmooth), values)
        }
    }

    private static func gradient(_ shape: GradientRecipe.Shape, _ values: FilterValues) -> any Recipe {
        let (from, to) = (values.color(kCIInputColor0Key), values.color(kCIInputColor1Key))
        return PointRecipe(GradientRecipe(shape, from: from, to: to), [.toLight(.srgb)])
    }

    static let generators: [FilterKind] = [
        FilterKind(
            "CIConstantColorGenerator", "Constant Color", [kCICategoryGenerator] + picture,
            [.color(kCIInputColorKey, 1, 0, 0)]
        ) { $0.color(kCIInputColorKey).recipe },
        FilterKind(
            "CIAreaAverage", "Area Average", [kCICategoryReduction] + picture,
            [.image, .vector(kCIInputExtentKey, 0, 0, 640, 80)]
        ) { values in
            values.recipe().map { AverageRecipe(source: $0, area: values.vector(kCIInputExtentKey).cgRectValue) }
        },
        FilterKind(
            "CIQRCodeGenerator", "QR Code Generator", [kCICategoryGenerator, kCICategoryStillImage],
            [
                .init(key: "inputMessage", value: .data), .init(key: "inputCorrectionLevel", value: .text("M")),
            ]
        ) { values in
            CodeRecipe.qr(values.values["inputMessage"], level: values.values["inputCorrectionLevel"] as? String ?? "M")
        },
        FilterKind(
            "CIBarcodeGenerator", "Barcode Generator", [kCICategoryGenerator, kCICategoryStillImage],
            [.init(key: "inputBarcodeDescriptor", value: .codeDescriptor)]
        ) { CodeRecipe.code($0.values["inputBarcodeDescriptor"]) },
        FilterKind(
            "CICode128BarcodeGenerator", "Code 128 Barcode Generator", [kCICategoryGenerator, kCICategoryStillImage],
            [
                .init(key: "inputMessage", value: .data), .number("inputQuietSpace", 10, 0...100),
                .number("inputBarcodeHeight", 32, 1...500),
            ]
        ) { values in
            CodeRecipe.code128(
                values.values["inputMessage"], quietSpace: Int(values.number("inputQuietSpace")),
                height: Int(values.number("inputBarcodeHeight")))
        },
        FilterKind(
            "CIAztecCodeGenerator", "Aztec Code Generator", [kCICategoryGenerator, kCICategoryStillImage],
            [
                .init(key: "inputMessage", value: .data), .number("inputCorrectionLevel", 23, 5...95),
                .wish("inputLayers"), .wish("inputCompactStyle"),
            ]
        ) { CodeRecipe.aztec($0) },
        FilterKind(
            "CIPDF417BarcodeGenerator", "PDF417 Barcode Generator", [kCICategoryGenerator, kCICategoryStillImage],
            [.init(key: "inputMessage", value: .data)]
                + [
                    "MinWidth", "MaxWidth", "MinHeight", "MaxHeight", "DataColumns", "Rows", "PreferredAspectRatio",
                    "CompactionMode", "CompactStyle", "CorrectionLevel", "AlwaysSpecifyCompaction",
                ].map { .wish("input" + $0) }
        ) { CodeRecipe.pdf417($0) },
    ]
}
