import AVFoundation

/// What a person has chosen for the next photos.
package struct PhotoFeatures: Sendable, Equatable, Codable {
    /// How much time a photo may cost for its quality.
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

    package init(quality: Quality = .quality) {
        self.quality = quality
    }
}
