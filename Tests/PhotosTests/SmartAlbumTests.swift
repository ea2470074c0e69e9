import CaptureEngine
import CoreVideo
import Foundation
import PhotoCoding
import TestSupport
import Testing

@testable import Photos

extension PhotoFileFormat {
    /// A RAW format that only this file knows.
    fileprivate static let mosaic = PhotoFileFormat(
        id: ID(rawValue: "mosaic"), type: "org.example.mosaic", encoding: .raw { _ in Data() },
        reading: Reading(
            fileExtensions: ["mos"], recognizes: { _ in false }, facts: { _ in nil },
            decode: { (_, _) throws(CaptureError) in throw CaptureError(.fileUnreadable, "not read here") }))
}

struct SmartAlbumTests {
    let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    private func identifiers(in album: PHAssetCollectionSubtype) -> [String] {
        let result = PHAsset.fetchAssets(in: PHAssetCollection(album, in: fixture.library), options: nil)
        return (0..<result.count).map { result[$0].localIdentifier }
    }

    private func dng() throws -> Data {
        let preview = try ReferencePicture(width: 64, height: 48).pixelBuffer(
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, .rec601)
        let photo = RawPhoto(
            mosaic: try .blank(64, 48, kCVPixelFormatType_14Bayer_RGGB), color: RawColor(gains: nil), preview: preview,
            metadata: PhotoMetadata())
        let encode = try #require(PhotoFileFormat.dng.raw)
        return try encode(photo)
    }

    @Test func theAlbumOfRawPhotosHasThoseWithRawData() throws {
        let (jpeg, dng) = (try Data(contentsOf: fixture.jpeg()), try dng())
        try fixture.save(jpeg)
        let raw = try #require(try fixture.save(dng))
        let both = try #require(
            try fixture.saving {
                $0.addResource(with: .photo, data: jpeg, options: nil)
                $0.addResource(with: .alternatePhoto, data: dng, options: nil)
            })
        #expect(Set(identifiers(in: .smartAlbumRAW)) == [raw.localIdentifier, both.localIdentifier])
        #expect(identifiers(in: .smartAlbumUserLibrary).count == 3)
        try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: raw).isHidden = true }
        #expect(identifiers(in: .smartAlbumRAW) == [both.localIdentifier])
        #expect(identifiers(in: .smartAlbumAllHidden) == [raw.localIdentifier])
    }

    @Test func whatTheLibraryDoesNotPutTogetherIsNotFound() {
        for subtype in [PHAssetCollectionSubtype.smartAlbumPanoramas, .smartAlbumScreenshots, .smartAlbumSlomoVideos] {
            #expect(fixture.library.fetchCollections(.smartAlbum, subtype, nil).count == 0)
        }
        #expect(fixture.library.fetchCollections(.album, .albumImported, nil).count == 0)
        #expect(fixture.library.fetchCollections(.smartAlbum, .smartAlbumFavorites, nil).count == 1)
        let all = fixture.library.fetchCollections(.smartAlbum, .any, nil)
        #expect((0..<all.count).allSatisfy { all[$0].localizedTitle?.isEmpty == false })
    }

    @Test func eachRawFormatOfTheListBelongsThere() {
        let album = PHAssetCollectionSubtype.smartAlbumRAW
        #expect(
            album.condition(among: [MediaFileFormat(.jpeg), MediaFileFormat(.dng), MediaFileFormat(.mosaic)])
                .hasSuffix("IN ('com.adobe.raw-image', 'org.example.mosaic'))"))
    }

    @Test func theOtherAlbumsHaveTheirKind() throws {
        let photo = try #require(try fixture.save(Data(contentsOf: fixture.jpeg())))
        let movie = try fixture.movie()
        let video = try #require(try fixture.saving { $0.addResource(with: .video, fileURL: movie, options: nil) })
        try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: photo).isFavorite = true }
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: video).creationDate = Date(timeIntervalSinceNow: -40 * 86_400)
        }
        #expect(identifiers(in: .smartAlbumVideos) == [video.localIdentifier])
        #expect(identifiers(in: .smartAlbumFavorites) == [photo.localIdentifier])
        #expect(identifiers(in: .smartAlbumRecentlyAdded) == [photo.localIdentifier])
        for album in [PHAssetCollectionSubtype.smartAlbumRAW, .smartAlbumLivePhotos, .smartAlbumBursts] {
            #expect(identifiers(in: album).isEmpty)
        }
    }
}
