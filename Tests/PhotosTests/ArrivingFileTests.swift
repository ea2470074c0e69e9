import Foundation
import Photos
import TestSupport
import Testing

/// Files that another program copies into the library's folder while it is being read.
struct ArrivingFileTests {
    let fixture: LibraryFixture

    init() throws {
        fixture = try LibraryFixture()
        try fixture.save(Data(contentsOf: fixture.jpeg()))
    }

    private func assets() throws -> [PHAsset] { try fixture.library.assets() }

    /// A movie's header may be at its end, and the folder's time only shows when it began.
    @Test func aMovieIsThereOnceItIsComplete() throws {
        let movie = try Data(contentsOf: fixture.movie())
        let file = fixture.library.folderURL.appendingPathComponent("party.mov")
        try movie.prefix(1000).write(to: file)
        #expect(try assets().count == 1)
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: movie.dropFirst(1000))
        try handle.close()
        #expect(try assets().count == 2)
        #expect(try fixture.reopened().assets().count == 2)
    }

    @Test(arguments: [["trip.jpg", "trip.mov"], ["trip.mov", "trip.jpg"]])
    func theHalvesOfALivePhotoAreOneAssetInWhateverOrderTheyCome(names: [String]) throws {
        let halves = ["trip.jpg": try fixture.jpeg("half.jpg"), "trip.mov": try fixture.movie()]
        for name in names {
            try FileManager.default.copyItem(
                at: #require(halves[name]), to: fixture.library.folderURL.appendingPathComponent(name))
            #expect(try assets().count == 2)
        }
        #expect(try assets().filter { $0.mediaSubtypes.contains(.photoLive) }.count == 1)
    }

    /// Reads that change nothing write nothing, because a write wakes observers.
    @Test func aMovieThatIsNotCompleteYetLeavesItsPhotoAndTheCatalogueAlone() throws {
        let movie = fixture.library.folderURL.appendingPathComponent("IMG_0001.mov")
        let before = try assets()
        try Data(contentsOf: fixture.movie()).prefix(1000).write(to: movie)
        #expect(try assets() == before)
        let written = try catalogue()
        for _ in 0..<5 { #expect(try assets() == before) }
        #expect(try catalogue() == written)
    }

    private func catalogue() throws -> [Data] {
        try ["", "-wal"].map { suffix in
            try Data(contentsOf: fixture.library.folderURL.appendingPathComponent(".avcam/catalogue.sqlite\(suffix)"))
        }
    }

    @Test func aLivePhotoStaysWholeWhenAnotherPictureOfItsNameComes() throws {
        let folder = fixture.library.folderURL
        try FileManager.default.copyItem(at: fixture.movie(), to: folder.appendingPathComponent("IMG_0001.mov"))
        let before = try #require(try assets().first)
        let export = folder.appendingPathComponent("IMG_0001.jpeg")
        try FileManager.default.copyItem(at: fixture.jpeg("export.jpg"), to: export)
        #expect(try assets().count == 2)
        let after = try #require(try assets().first { $0.localIdentifier == before.localIdentifier })
        #expect(after.mediaSubtypes.contains(.photoLive))
        #expect(
            PHAssetResource.assetResources(for: after).map(\.originalFilename).sorted() == [
                "IMG_0001.jpg", "IMG_0001.mov",
            ])
    }

    @Test func thePhotoKeepsItsIdentifierWhenItsMovieComes() throws {
        let before = try #require(try assets().first)
        let movie = fixture.library.folderURL.appendingPathComponent("IMG_0001.mov")
        try FileManager.default.copyItem(at: fixture.movie(), to: movie)
        let after = try assets()
        #expect(after.map(\.localIdentifier) == [before.localIdentifier])
        #expect(after.first?.mediaSubtypes.contains(.photoLive) == true)
    }
}
