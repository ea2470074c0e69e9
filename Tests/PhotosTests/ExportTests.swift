// Nothing else is imported here, as in programs for iOS that only look at a library.
import Photos
import Testing

@Suite struct ExportTests {
    @Test func aFileThatImportsPhotosSeesAVFoundationAndWhatItShows() {
        let types: [AVMediaType] = [.video, .audio]
        #expect(types.map(\.rawValue) == ["vide", "soun"])
        #expect(AVFileType.jpg.rawValue == "public.jpeg")
        #expect(CMTime(value: 1, timescale: 2).seconds == 0.5)
        #expect(CLLocationCoordinate2D(latitude: 48, longitude: 11).latitude == 48)
        #expect(PHAssetMediaType.image.rawValue == 1)
    }
}
