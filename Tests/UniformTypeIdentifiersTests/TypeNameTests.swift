import MobileCoreServices
import Testing

struct TypeNameTests {
    @Test func theOlderNamesAreTheIdentifiersOfTheTypes() {
        #expect(kUTTypeImage as String == "public.image" && kUTTypeMovie as String == "public.movie")
        #expect(kUTTypeJPEG == "public.jpeg" && kUTTypePNG == "public.png" && kUTTypeGIF == "com.compuserve.gif")
        #expect(kUTTypeQuickTimeMovie == UTType.quickTimeMovie.identifier && kUTTypeMPEG4 == "public.mpeg-4")
        #expect([kUTTypeImage as String, kUTTypeMovie as String].compactMap { UTType($0) } == [.image, .movie])
    }

    @Test func theOlderFunctionsKnowExtensionsMIMETypesAndKinds() throws {
        let type = UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "MOV", nil)
        let identifier: CFString = try #require(type?.takeRetainedValue())
        #expect(identifier == "com.apple.quicktime-movie")
        #expect(UTTypeConformsTo(identifier, kUTTypeMovie) && !UTTypeConformsTo(identifier, kUTTypeImage))
        #expect(
            UTTypeCopyPreferredTagWithClass(identifier, kUTTagClassMIMEType)?.takeRetainedValue() == "video/quicktime")
        #expect(
            UTTypeCopyPreferredTagWithClass(kUTTypeJPEG, kUTTagClassFilenameExtension)?.takeRetainedValue() == "jpeg")
        let picture = UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "image/png", kUTTypeImage)
        #expect(picture?.takeUnretainedValue() == "public.png")
        #expect(UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "image/png", kUTTypeMovie) == nil)
        #expect(UTTypeCreatePreferredIdentifierForTag(kUTTagClassFilenameExtension, "unheard-of", nil) == nil)
        #expect(UTTypeEqual("Public.PNG", kUTTypePNG) && UTTypeIsDeclared(kUTTypePNG) && !UTTypeIsDeclared("a.b"))
    }
}
