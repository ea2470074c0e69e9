import Foundation
import Photos
import TestSupport
import Testing

struct FetchingTests {
    let fixture: LibraryFixture

    /// Three photos from 2001, 2002 and 2003, saved in another order, and a video from 2004.
    init() throws {
        fixture = try LibraryFixture()
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        for year in [2002, 2001, 2003] {
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.creationDate = Self.date(year)
            }
        }
        try fixture.saving {
            $0.addResource(with: .video, fileURL: movie, options: nil)
            $0.creationDate = Self.date(2004)
            $0.isFavorite = true
        }
    }

    static func date(_ year: Int) -> Date { Date(timeIntervalSince1970: Double(year - 1970) * 31_556_952) }

    private func dates(_ options: PHFetchOptions?, mediaType: PHAssetMediaType? = nil) -> [Date?] {
        let result = fixture.library.fetch(options, mediaType: mediaType)
        return (0..<result.count).map { result[$0].creationDate }
    }

    @Test func assetsComeOldestFirst() {
        #expect(dates(nil) == [2001, 2002, 2003, 2004].map(Self.date))
        #expect(dates(nil, mediaType: .image) == [2001, 2002, 2003].map(Self.date))
        #expect(dates(nil, mediaType: .video) == [Self.date(2004)])
    }

    @Test func anAssetsPropertiesHaveNames() throws {
        let video = try #require(fixture.library.fetch(nil, mediaType: .video).firstObject)
        #expect(video.value(forKey: "creationDate") as? Date == Self.date(2004))
        #expect(video.value(forKey: "isFavorite") as? Bool == true)
        #expect(video.value(forKey: "mediaType") as? Int == PHAssetMediaType.video.rawValue)
        #expect(video.value(forKey: "pixelWidth") as? Int == video.pixelWidth && video.pixelWidth > 0)
        #expect(video.value(forKey: "burstIdentifier") == nil)
        let name = try #require(video.value(forKey: "filename") as? String)
        #expect(PHAssetResource.assetResources(for: video).map(\.fileURL.lastPathComponent) == [name])
        #expect(name.hasSuffix(".mov"))
    }

    @available(*, deprecated) @Test func thereAreNoMoments() {
        #expect(PHAssetCollection.fetchMoments(with: nil).count == 0)
    }

    @Test func objectsAreEnumeratedInBothDirectionsAndInPart() {
        let result = fixture.library.fetch(nil, mediaType: nil)
        func years(_ indexes: IndexSet?, _ options: NSEnumerationOptions, stopAfter count: Int = 9) -> [Int] {
            var found: [Int] = []
            let body = { (asset: PHAsset, index: Int, stop: UnsafeMutablePointer<ObjCBool>) in
                #expect(result[index] === asset)
                found.append(2001 + index)
                if found.count == count { stop.pointee = true }
            }
            if let indexes {
                result.enumerateObjects(at: indexes, options: options, using: body)
            } else {
                result.enumerateObjects(options: options, using: body)
            }
            return found
        }
        #expect(years(nil, []) == [2001, 2002, 2003, 2004] && years(nil, .reverse) == [2004, 2003, 2002, 2001])
        #expect(years([1, 3], []) == [2002, 2004] && years([1, 3], .reverse) == [2004, 2002])
        #expect(years(nil, .reverse, stopAfter: 2) == [2004, 2003])
    }

    @Test func aResultWithoutAFetchIsEmpty() {
        let result = PHFetchResult<PHAsset>()
        #expect(result.count == 0 && result.firstObject == nil)
    }

    @Test func thereAreNoFoldersOfAlbums() {
        #expect(PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil).count == 0)
        #expect(PHCollectionList.fetchCollectionLists(withLocalIdentifiers: ["1"], options: nil).count == 0)
    }

    @Test func sortDescriptorsAndLimitGiveTheLatestPhoto() {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.fetchLimit = 2
        #expect(dates(options) == [2004, 2003].map(Self.date))
        options.sortDescriptors = [
            NSSortDescriptor(key: "isFavorite", ascending: false),
            NSSortDescriptor(keyPath: \PHAsset.duration, ascending: true),
            NSSortDescriptor(key: "creationDate", ascending: true),
        ]
        #expect(dates(options) == [2004, 2001].map(Self.date))
    }

    @Test func anAssetThatWasFetchedAgainIsTheSame() {
        let (result, again) = (fixture.library.fetch(nil), fixture.library.fetch(nil))
        #expect((0..<result.count).map { result.index(of: again[$0]) } == [0, 1, 2, 3])
        #expect(result.contains(again[2]) && !fixture.library.fetch(nil, mediaType: .video).contains(again[2]))
    }

    @Test func aPredicateChooses() {
        let options = PHFetchOptions()
        options.predicate = NSPredicate { asset, _ in (asset as? PHAsset)?.isFavorite == true }
        #expect(dates(options) == [Self.date(2004)])
    }

    @Test func hiddenAssetsAreGivenOnlyWhenAskedFor() throws {
        let asset = try #require(fixture.library.fetch(nil).firstObject)
        try fixture.library.performChangesAndWait { PHAssetChangeRequest(for: asset).isHidden = true }
        #expect(dates(nil) == [2002, 2003, 2004].map(Self.date))
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        #expect(dates(options).count == 4)
    }

    @Test func aChangeIsSeenByTheNextFetchOnly() throws {
        let asset = try #require(fixture.library.fetch(nil).firstObject)
        try fixture.library.performChangesAndWait {
            let request = PHAssetChangeRequest(for: asset)
            request.creationDate = Self.date(2010)
            request.isFavorite = true
        }
        #expect(asset.creationDate == Self.date(2001) && !asset.isFavorite)
        let changed = try #require(fixture.library.fetch(nil, identifiers: [asset.localIdentifier]).firstObject)
        #expect(changed.creationDate == Self.date(2010) && changed.isFavorite && changed == asset)
    }

    @Test func aResultIsAListOfObjects() throws {
        let result = fixture.library.fetch(nil)
        let second = result.object(at: 1)
        #expect(result.contains(second) && result.index(of: second) == 1)
        #expect(result.firstObject == result[0] && result.lastObject == result[3])
        #expect(result.objects(at: IndexSet([1, 3])) == [result[1], result[3]])
        #expect(result.countOfAssets(with: .image) == 3)
        var seen: [Int] = []
        result.enumerateObjects { _, index, stop in
            seen.append(index)
            if index == 1 { stop.pointee = true }
        }
        #expect(seen == [0, 1])
    }
}
