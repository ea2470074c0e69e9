import Foundation
import Locking
import SQLite
import TestSupport
import Testing

@testable import Photos

/// Libraries with more files than are read, written or listed in one step. Benchmarks/library.py measures them.
struct LargeLibraryTests {
    let fixture: LibraryFixture
    private let photo: URL

    init() throws {
        fixture = try LibraryFixture()
        photo = try fixture.jpeg(size: "64x48")
    }

    private var folder: URL { fixture.library.folderURL }

    /// Puts files into the folder that no catalogue knows, as another program would.
    ///
    /// - Parameter name: of each number.
    private func add(_ count: Int, _ name: (Int) -> String) throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
        for number in 0..<count {
            try #require(link(photo.path, folder.appendingPathComponent(name(number)).path) == 0)
        }
    }

    /// The files in the order in which they came into the catalogue.
    private func arrivals(in library: PHPhotoLibrary) throws -> [String] {
        try library.store.reading { access in
            try access.connection.rows("SELECT filename FROM resource ORDER BY asset").map { row in
                try row.value(String.self, at: 0)
            }
        }
    }

    @Test func theFirstScanBeginsWithTheNewest() throws {
        try add(1200) { "A\($0).jpg" }
        // Files of their own, as links share their dates.
        for number in 0..<5 {
            let file = folder.appendingPathComponent("new\(number).jpg")
            try FileManager.default.copyItem(at: photo, to: file)
            let date = Date(timeIntervalSinceNow: Double(1000 + number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        #expect(try fixture.library.countOfAssets() == 1205)
        let first = try arrivals(in: fixture.library).prefix(5)
        #expect(Array(first) == (0..<5).reversed().map { "new\($0).jpg" })
    }

    /// Pages end in the middle of assets of the same date.
    @Test func eachAssetIsListedOnceAndTheCatalogueIsFreeMeanwhile() throws {
        try add(2500) { "B\($0).jpg" }
        let data = try Data(contentsOf: photo)
        let other = PHPhotoLibrary(folderURL: folder)
        var names: [String] = []
        try fixture.library.forEachAsset { _, resources in
            names.append(URL(fileURLWithPath: resources[0].path).lastPathComponent)
            if names.count != 10 { return }
            try other.performChangesAndWait {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
            }
        }
        let listed = names.filter { $0.hasPrefix("B") }
        #expect(listed.count == 2500 && Set(listed).count == 2500)
        // The photo is newer than the page that was being listed.
        #expect(names.last == "IMG_0001.jpg")
    }

    /// A photo that is saved during the first scan comes between the files of the scan, and not after all of them.
    @Test func aPhotoDoesNotWaitForTheFirstScan() throws {
        let data = try Data(contentsOf: photo)
        var isBetween = false
        // However fast the scan is, and however slow the disk: a library that is large enough shows it.
        for round in 0..<3 where !isBetween {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(".avcam"))
            try add(2000 << (2 * round)) { "C\(round)-\($0).jpg" }
            let (scanning, saving) = (PHPhotoLibrary(folderURL: folder), PHPhotoLibrary(folderURL: folder))
            let isOver = Mutex(false)
            let isDone = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = try? scanning.countOfAssets()
                isOver.withLock { $0 = true }
                isDone.signal()
            }
            while !isOver.withLock({ $0 }) {
                try saving.performChangesAndWait {
                    PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
                }
            }
            isDone.wait()
            let arrivals = try arrivals(in: saving)
            // Photos of an earlier round are the newest of the scan.
            let first = try #require(arrivals.firstIndex { $0.hasPrefix("C") })
            let last = try #require(arrivals.lastIndex { $0.hasPrefix("C") })
            isBetween = arrivals[first...last].contains { $0.hasPrefix("IMG_") }
        }
        #expect(isBetween)
    }
}
