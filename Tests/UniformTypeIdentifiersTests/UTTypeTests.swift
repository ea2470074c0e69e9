import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
    @Test(arguments: [
        ("JPG", UTType.jpeg), ("jpeg", .jpeg), ("heic", .heic), ("mov", .quickTimeMovie), ("dng", .dng),
        ("mp4", .mpeg4Movie),
    ])
    func extensionsDetermineTheType(filenameExtension: String, type: UTType) {
        #expect(UTType(filenameExtension: filenameExtension) == type)
    }

    @Test func mimeTypesDetermineTheType() {
        #expect(UTType(mimeType: "image/heic") == .heic)
        #expect(UTType.quickTimeMovie.preferredMIMEType == "video/quicktime")
        #expect(UTType(mimeType: "image/nothing") == nil)
    }

    @Test func extensionsAreSearchedAmongTheSupertypesKinds() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .movie) == nil)
    }

    @Test func conformanceIsTransitive() {
        #expect(UTType.dng.conforms(to: .rawImage))
        #expect(UTType.dng.conforms(to: .image))
        #expect(UTType.quickTimeMovie.conforms(to: .audiovisualContent))
        #expect(!UTType.jpeg.conforms(to: .movie))
        #expect(UTType.image.isSupertype(of: .heic))
    }

    @Test func everyParentIsDeclaredAndEveryConstantIsKnown() {
        for type in [UTType.jpeg, .heic, .dng, .quickTimeMovie, .mpeg4Movie, .png, .svg, .mp3, .livePhoto] {
            #expect(type.isDeclared)
            let undeclared = type.supertypes.filter { !$0.isDeclared }
            #expect(undeclared.isEmpty)
        }
        #expect(UTType("org.example.unknown") == nil)
    }
}
