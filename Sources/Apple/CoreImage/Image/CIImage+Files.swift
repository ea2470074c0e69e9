import CoreVideo
import Foundation
import ImageIO
import PhotoCoding

extension CIImage {
    /// A picture from a file in memory.
    ///
    /// - Returns: `nil` for anything that is not a picture, and for a damaged one. Linux: JPEG, HEIC, PNG, and the
    ///   preview of a DNG file.
    public convenience init?(data: Data) { self.init(data: data, options: nil) }

    public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
        let wanted = options?.filter { $0.value as? Bool == true } ?? [:]
        if wanted.keys.contains(where: CIImageOption.auxiliaries.contains) { return nil }
        guard let file = StoredPicture(data) else { return nil }
        var properties = file.properties
        properties.merge(options?[.properties] as? [String: Any] ?? [:]) { $1 }
        let space = options?[.colorSpace] as? CGColorSpace
        guard let recipe = BufferRecipe(file.buffer, colorSpace: space) else { return nil }
        let light = options?[.colorSpace] is NSNull ? recipe : recipe.light
        let isNearest = options?[.nearestSampling] as? Bool ?? false
        let stored = CIImage(light, colorSpace: space ?? .srgb, properties: properties, isNearest: isNearest)
        let orientation = CGImagePropertyOrientation(rawValue: UInt32(file.orientation)) ?? .up
        guard options?[.applyOrientationProperty] as? Bool == true, orientation != .up else {
            self.init(light, colorSpace: space ?? .srgb, properties: properties, isNearest: isNearest)
            return
        }
        properties[kCGImagePropertyOrientation] = 1
        let upright = stored.oriented(orientation)
        self.init(upright.recipe, colorSpace: space ?? .srgb, properties: properties, isNearest: isNearest)
    }

    /// - Returns: `nil` for a file that cannot be read, as well.
    public convenience init?(contentsOf url: URL) { self.init(contentsOf: url, options: nil) }

    public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
        guard let data = try? Data(contentsOf: url) else { return nil }
        self.init(data: data, options: options)
    }
}

extension StoredPicture {
    fileprivate var properties: [String: Any] {
        [
            kCGImagePropertyOrientation: orientation,
            kCGImagePropertyPixelWidth: CVPixelBufferGetWidth(buffer),
            kCGImagePropertyPixelHeight: CVPixelBufferGetHeight(buffer),
        ]
    }
}
