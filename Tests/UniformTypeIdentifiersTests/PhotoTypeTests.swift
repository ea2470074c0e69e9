import PhotoCoding
import Testing
import UniformTypeIdentifiers

/// The types of the files that photos are made as.
struct PhotoTypeTests {
    @Test(arguments: PhotoFileFormat.all.map(\.id.rawValue)) func eachFormatOfPhotosHasAType(id: String) throws {
        let format = try #require(PhotoFileFormat.all.first { $0.id.rawValue == id })
        let type = try #require(UTType(format.type))
        #expect(type.conforms(to: .image))
        #expect(type.conforms(to: .rawImage) == (format.raw != nil))
        #expect(UTType(filenameExtension: format.reading.fileExtensions[0]) != nil)
    }
}
