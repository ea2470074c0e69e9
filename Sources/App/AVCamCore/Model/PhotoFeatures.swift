import AVFoundation

/// What a person has chosen for the next photos.
package struct PhotoFeatures: Sendable, Equatable {
    /// How much time a photo may take for its quality.
    package enum Quality: String, Sendable, Codable, CaseIterable {
        case speed
        case balanced
        case quality

        var prioritization: AVCapturePhotoOutput.QualityPrioritization {
            switch self {
            case .speed: .speed
            case .balanced: .balanced
            case .quality: .quality
            }
        }
    }

    package var quality: Quality = .quality
    package var format = PhotoFormat.jpeg
    /// Whether a photo comes with a movie of the moments around it.
    package var isLivePhotoEnabled = false
    package var flashMode = FlashMode.off
    /// Whether colors look as they do in the flash's light. The flash then fires whatever ``flashMode`` says.
    package var hasConstantColor = false
    /// The exposures of a bracket, in EV relative to the automatic one, or to the one that a person has set; empty for a
    /// single photo.
    package var bracket: [Float] = []
    /// The largest size that a photo may have; `nil` for the camera's largest.
    package var maxSize: PictureSize?
    /// The aspect ratio of the picture. A raw file keeps all that the sensor saw, and says which part to show.
    package var aspect = PhotoAspect.full
    /// Whether a photo may be delivered as a proxy at once, and in its final version later.
    package var isDeferred = false
    /// Shared by the photos of a burst; `nil` for a photo of its own.
    package var burstID: String?

    package init(quality: Quality = .quality) {
        self.quality = quality
    }

    /// How many photos one press makes.
    package var photoCount: Int { max(bracket.count, 1) }

    /// Chooses the exposures of a bracket. It cannot use the flash, and a Live Photo has only one exposure.
    package mutating func choose(bracket: [Float]) {
        self.bracket = bracket
        guard !bracket.isEmpty else { return }
        flashMode = .off
        hasConstantColor = false
        isLivePhotoEnabled = false
    }

    /// Chooses the flash, which a bracket cannot use.
    package mutating func choose(flash: FlashMode) {
        flashMode = flash
        if flash != .off { bracket = [] }
    }

    /// Chooses Live Photos, which have no bracket.
    package mutating func choose(livePhotos isEnabled: Bool) {
        isLivePhotoEnabled = isEnabled
        if isEnabled { bracket = [] }
    }

    /// The same features without those that make one photo after the other impossible, or several of one press.
    ///
    /// - Parameter id: shared by the photos of the burst, and by no others.
    func inBurst(_ id: String) -> PhotoFeatures {
        var features = besideMovie
        features.quality = .speed
        features.isLivePhotoEnabled = false
        features.isDeferred = false
        features.burstID = id
        return features
    }

    /// What of the features the photos of a burst lack although a person has chosen it; `nil` if there is nothing. A flash
    /// on automatic is left to the camera.
    package var lossInBurst: Message? {
        var losses: [String] = []
        if format.hasRaw { losses.append(translatable("A burst has no RAW photos.")) }
        if flashMode == .on { losses.append(translatable("The flash does not fire in a burst.")) }
        if !bracket.isEmpty { losses.append(translatable("A burst has no bracket.")) }
        guard let first = losses.first else { return nil }
        var message = Message(first)
        // Three are not possible: a bracket turns the flash off.
        message.outcome = losses.dropFirst().first.map { Message($0) }
        return message
    }

    /// The same features without those that would be seen in a movie that is being recorded, or interrupt it.
    var besideMovie: PhotoFeatures {
        var features = self
        features.format = PhotoFormat(format.picture ?? .jpeg)
        features.flashMode = .off
        features.hasConstantColor = false
        features.bracket = []
        return features
    }

    /// The same features without those that a camera lacks.
    package func limited(to capabilities: CaptureCapabilities) -> PhotoFeatures {
        var features = self
        features.format = capabilities.nearest(to: format)
        if !capabilities.flashModes.contains(flashMode) { features.flashMode = .off }
        if !capabilities.isLivePhotoCaptureSupported || features.format.picture == nil {
            features.isLivePhotoEnabled = false
        }
        // A part of a bracket is not what was asked for.
        let canTakeBracket =
            bracket.count <= capabilities.maxBracketCount && bracket.allSatisfy(capabilities.exposureBias.contains)
        if !canTakeBracket { features.bracket = [] }
        if !capabilities.isConstantColorSupported || features.format.hasRaw || !features.bracket.isEmpty {
            features.hasConstantColor = false
        }
        if let maxSize, !capabilities.photoSizes.contains(where: { $0.fits(in: maxSize) }) { features.maxSize = nil }
        return features
    }
}

/// The app remembers the features from one launch to the next. A value that an older version did not write, or that
/// this one cannot read, gets its default; the rest is kept.
extension PhotoFeatures: Codable {
    private enum Key: String, CodingKey {
        case quality, format, isLivePhotoEnabled, flashMode, bracket, maxSize, aspect, isDeferred
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        container.read(.quality, into: &quality)
        container.read(.format, into: &format)
        container.read(.isLivePhotoEnabled, into: &isLivePhotoEnabled)
        container.read(.flashMode, into: &flashMode)
        container.read(.bracket, into: &bracket)
        container.read(.maxSize, into: &maxSize)
        container.read(.aspect, into: &aspect)
        container.read(.isDeferred, into: &isDeferred)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(quality, forKey: .quality)
        try container.encode(format, forKey: .format)
        try container.encode(isLivePhotoEnabled, forKey: .isLivePhotoEnabled)
        try container.encode(flashMode, forKey: .flashMode)
        try container.encode(bracket, forKey: .bracket)
        try container.encodeIfPresent(maxSize, forKey: .maxSize)
        try container.encode(aspect, forKey: .aspect)
        try container.encode(isDeferred, forKey: .isDeferred)
    }
}
