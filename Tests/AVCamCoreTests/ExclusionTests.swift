import Testing

@testable import AVCamCore

/// A choice ends the earlier ones that it excludes, and no others.
struct ExclusionTests {
    private var bracketed: PhotoFeatures {
        var features = PhotoFeatures()
        features.choose(bracket: [-1, 0, 1])
        return features
    }

    @Test func aBracketEndsFlashAndLivePhotos() {
        var features = PhotoFeatures()
        features.choose(flash: .on)
        features.choose(livePhotos: true)
        features.choose(bracket: [])
        #expect(features.flashMode == .on && features.isLivePhotoEnabled)
        features.choose(bracket: [-1, 0, 1])
        #expect(features.flashMode == .off && !features.isLivePhotoEnabled && features.bracket == [-1, 0, 1])
    }

    @Test func flashAndLivePhotosEndABracket() {
        var features = bracketed
        features.choose(flash: .off)
        features.choose(livePhotos: false)
        #expect(features == bracketed)
        features.choose(flash: .auto)
        #expect(features.bracket.isEmpty)
        features = bracketed
        features.choose(livePhotos: true)
        #expect(features.bracket.isEmpty)
    }

    @Test func aCameraTakesBracketsWithinItsLimits() {
        var capabilities = CaptureCapabilities()
        #expect(!capabilities.canTake(bracket: [0]))
        capabilities.maxBracketCount = 3
        capabilities.exposureBias = -2...2
        #expect(capabilities.canTake(bracket: [-2, 0, 2]))
        #expect(!capabilities.canTake(bracket: [-3, 0, 2]) && !capabilities.canTake(bracket: [-2, -1, 0, 1]))
    }
}
