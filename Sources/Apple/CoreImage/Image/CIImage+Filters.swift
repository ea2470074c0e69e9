import Foundation

extension CIImage {
    /// This picture over another.
    public func composited(over dest: CIImage) -> CIImage {
        CIImage(BlendRecipe(upper: recipe, lower: dest.recipe, mode: .over))
    }

    /// The picture that a filter makes of this one.
    ///
    /// - Parameters:
    ///   - filterName: Linux: without such a filter, the result is a picture without pixels.
    ///   - params: the filter's other inputs.
    public func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
        guard let filter = CIFilter(name: filterName) else { return .empty() }
        if filter.inputKeys.contains(kCIInputImageKey) { filter.setValue(self, forKey: kCIInputImageKey) }
        for (key, value) in params { filter.setValue(value, forKey: key) }
        return filter.outputImage ?? .empty()
    }

    public func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

    /// - Parameter sigma: the standard deviation in pixels; the result is larger by three times that on each side.
    public func applyingGaussianBlur(sigma: Double) -> CIImage {
        guard sigma > 0, sigma.isFinite, !extent.isNull else { return self }
        return CIImage(BlurRecipe(source: recipe, shape: .gaussian(sigma)))
    }

    /// Opaque in a part of the picture; clear outside.
    public func settingAlphaOne(in extent: CGRect) -> CIImage {
        let below = CIImage(CropRecipe(ColorRecipe(premultiplied: [0, 0, 0, 1]), extent))
        let part = cropped(to: extent)
        let opaque = CIImage(CropRecipe(PointRecipe(part.composited(over: below).recipe, [.opaque]), extent))
        return opaque.composited(over: self)
    }

    /// Colors are multiplied by alpha.
    public func premultiplyingAlpha() -> CIImage { CIImage(PointRecipe(recipe, [.premultiply])) }

    /// Colors are divided by alpha.
    public func unpremultiplyingAlpha() -> CIImage { CIImage(PointRecipe(recipe, [.unpremultiply])) }

    /// Linux: the picture itself; what is computed is kept nowhere.
    public func insertingIntermediate() -> CIImage { self }

    /// The picture with other properties.
    public func settingProperties(_ properties: [AnyHashable: Any]) -> CIImage {
        let texts = properties.compactMap { key, value in (key as? String).map { ($0, value) } }
        return CIImage(
            recipe, pixelBuffer: pixelBuffer, cgImage: cgImage, colorSpace: colorSpace,
            properties: Dictionary(texts) { $1 }, isNearest: isNearest)
    }
}
