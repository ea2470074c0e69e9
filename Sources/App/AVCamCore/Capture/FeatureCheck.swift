import AVFoundation

/// Checks whether a camera can take photos with some features.
struct FeatureCheck {
    let capabilities: CaptureCapabilities
    /// The camera's name, for the error message.
    let name: String

    /// - Throws: ``CameraError/featureNotSupported(_:)``, which says what to do.
    func check(_ features: PhotoFeatures) throws(CameraError) {
        let problem =
            format(features) ?? flash(features) ?? constantColor(features) ?? bracket(features) ?? livePhoto(features)
            ?? size(features)
        if let problem { throw .featureNotSupported(problem) }
    }

    private func format(_ features: PhotoFeatures) -> Message? {
        if capabilities.photoFormats.contains(features.format) { return nil }
        if features.format.hasRaw, !capabilities.photoFormats.contains(where: \.hasRaw) {
            return .noRaw(name)
        }
        let formats = capabilities.photoFormats.map(\.label).joined(separator: ", ")
        return Message(
            translatable("%s takes no photos in the format %s; choose one of these: %s."), name, features.format.label,
            formats)
    }

    private func flash(_ features: PhotoFeatures) -> Message? {
        if capabilities.flashModes.contains(features.flashMode) { return nil }
        return Message(translatable("%s has no flash; take the photo without it, or with another camera."), name)
    }

    private func constantColor(_ features: PhotoFeatures) -> Message? {
        guard features.hasConstantColor else { return nil }
        if !capabilities.isConstantColorSupported {
            return Message(
                translatable(
                    "%s does not support constant color; take the photo without it."),
                name)
        }
        if features.format.hasRaw {
            return Message(translatable("RAW photos cannot have constant color; choose a format without RAW."))
        }
        if features.bracket.isEmpty { return nil }
        return Message(translatable("A bracket cannot use the flash; turn one of them off."))
    }

    private func bracket(_ features: PhotoFeatures) -> Message? {
        if features.bracket.isEmpty { return nil }
        if capabilities.maxBracketCount == 0 {
            return Message(
                translatable(
                    "The exposure of %s cannot be set; take the photo without a bracket, or with another camera."),
                name)
        }
        if features.bracket.count > capabilities.maxBracketCount {
            return Message(
                translatable("A bracket with %s has at most %s exposures, not %s; leave some out."), name,
                capabilities.maxBracketCount, features.bracket.count)
        }
        let range = capabilities.exposureBias
        if let value = features.bracket.first(where: { !range.contains($0) }) {
            return Message(
                translatable("%s can expose from %s to %s EV; %s is out of range, so choose another."), name,
                range.lowerBound,
                range.upperBound, value)
        }
        if features.flashMode == .off { return nil }
        return Message(translatable("A bracket cannot use the flash; turn one of them off."))
    }

    private func livePhoto(_ features: PhotoFeatures) -> Message? {
        guard features.isLivePhotoEnabled else { return nil }
        if !features.bracket.isEmpty {
            return Message(
                translatable("A Live Photo has only one exposure; turn off either the Live Photo or the bracket."))
        }
        if features.format.picture == nil {
            return Message(
                translatable(
                    "A Live Photo needs a picture; choose another format than RAW, or turn the Live Photo off."))
        }
        return capabilities.isLivePhotoCaptureSupported ? nil : .noLivePhotos(name)
    }

    private func size(_ features: PhotoFeatures) -> Message? {
        guard let limit = features.maxSize, !capabilities.photoSizes.isEmpty,
            !capabilities.photoSizes.contains(where: { $0.fits(in: limit) })
        else { return nil }
        let sizes = capabilities.photoSizes.map(\.description).joined(separator: ", ")
        return Message(translatable("%s takes no photos of %s or smaller here; it offers %s."), name, limit, sizes)
    }
}

extension Message {
    static func noRaw(_ camera: String) -> Message {
        Message(
            translatable("%s does not deliver its sensor's raw data; choose a format without RAW, or another camera."),
            camera)
    }

    static func noLivePhotos(_ camera: String) -> Message {
        Message(translatable("%s takes no Live Photos in this mode; turn them off, or record a movie."), camera)
    }
}
