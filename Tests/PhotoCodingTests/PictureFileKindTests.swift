import Testing

@testable import PhotoCoding

struct PictureFileKindTests {
    @Test(arguments: PhotoFileFormat.all.map(\.id.rawValue)) func everyFormatOfPhotosIsReadAsAPicture(id: String) throws
    {
        let format = try #require(PhotoFileFormat.all.first { $0.id.rawValue == id })
        let kind = try #require(PictureFile.Kind.photos[format.id])
        #expect(kind.type == format.type)
    }
}
