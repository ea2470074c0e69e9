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
        // Of the first step, the oldest come first.
        let first = try arrivals(in: fixture.library).prefix(512).suffix(5)
        #expect(Array(first) == (0..<5).map { "new\($0).jpg" })
    }

    /// A burst whose older half comes with another step, and files that have all the same date.
    @Test func assetsOfOneDateAreListedInOrderAlthoughAStepEndsBetweenThem() throws {
        func add(_ names: [String], at date: Date) throws {
            for name in names {
                let file = folder.appendingPathComponent(name)
                try FileManager.default.copyItem(at: photo, to: file)
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
            }
        }
        func names(_ letter: String, _ count: Int) -> [String] { (1000..<1000 + count).map { "\(letter)\($0).jpg" } }
        let start = Date(timeIntervalSince1970: 1_600_000_000)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
        try add(names("A", 1100), at: start)
        try add(names("B", 10), at: start + 10)
        for (number, name) in names("C", 507).enumerated() { try add([name], at: start + 20 + Double(number)) }
        var listed: [String] = []
        try fixture.library.forEachAsset { _, resources in
            listed.append(URL(fileURLWithPath: resources[0].path).lastPathComponent)
        }
        let expected = names("A", 1100) + names("B", 10) + names("C", 507)
        let wrong = zip(listed, expected).first { $0 != $1 }
        #expect(wrong == nil && listed.count == expected.count, "\(wrong.map { "\($0.0) for \($0.1)" } ?? "")")
    }

    /// Random ones would be all over the index that finds assets by them.
    @Test func aStepOfAScanGivesIdentifiersThatAreBesideEachOther() throws {
        try add(1500) { "G\($0).jpg" }
        #expect(try fixture.library.countOfAssets() == 1500)
        let identifiers = try fixture.library.store.reading { access in
            try access.connection.rows("SELECT uuid FROM asset ORDER BY id").map { try $0.value(String.self, at: 0) }
        }
        let steps = [identifiers[..<512], identifiers[512..<1024], identifiers[1024...]]
        #expect(steps[0].max()! < steps[1].min()! && steps[1].max()! < steps[2].min()!)
        #expect(Set(identifiers).count == 1500 && identifiers.allSatisfy { UUID(uuidString: $0) != nil })
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

    /// What a scan and the lists after it do, for libraries of two sizes.
    private func work(_ count: Int) throws -> (scan: DatabaseWork.Count, list: DatabaseWork.Count) {
        let fixture = try LibraryFixture()
        let folder = fixture.library.folderURL
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
        for number in 0..<count {
            try #require(link(photo.path, folder.appendingPathComponent("D\(number).jpg").path) == 0)
        }
        let work = try #require(DatabaseWork(in: folder))
        var found = 0
        let scan = try work.count { found = try fixture.library.countOfAssets() }
        var listed = 0
        let list = try work.count { try fixture.reopened().forEachAsset { _, _ in listed += 1 } }
        #expect(found == count && listed == count)
        return (scan, list)
    }

    /// A page of a list is a few statements, and not one for each asset.
    @Test func aListTakesAFewStatementsForEachThousandAssets() throws {
        let (small, large) = try (work(1500).list, work(4500).list)
        #expect(small.statements > 0 && large.statements - small.statements <= 3 * 6, "\(small) \(large)")
        #expect(large.steps < small.steps * 4, "\(small) \(large)")
    }

    @Test func theWorkOfAScanGrowsAsTheNumberOfFiles() throws {
        let (small, large) = try (work(1500).scan, work(4500).scan)
        #expect(small.steps > 0 && large.steps < small.steps * 4, "\(small) \(large)")
        #expect(large.statements < small.statements * 4, "\(small) \(large)")
    }

    @Test func aScanOpensEachFileOnceAndALaterListNone() throws {
        try add(1500) { "E\($0).jpg" }
        let watch = try OpenedFiles(in: folder)
        #expect(try fixture.library.countOfAssets() == 1500)
        let opened = try watch.take()
        #expect(opened.count == 1500 && Set(opened).count == 1500)
        var listed = 0
        try fixture.reopened().forEachAsset { _, _ in listed += 1 }
        #expect(try watch.take().isEmpty && listed == 1500)
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
            let deadline = ContinuousClock.now + .seconds(300)
            while !isOver.withLock({ $0 }) {
                try #require(ContinuousClock.now < deadline)
                try saving.performChangesAndWait {
                    PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
                }
            }
            #expect(isDone.wait(timeout: .now() + 60) == .success)
            let arrivals = try arrivals(in: saving)
            // Photos of an earlier round are the newest of the scan.
            let first = try #require(arrivals.firstIndex { $0.hasPrefix("C") })
            let last = try #require(arrivals.lastIndex { $0.hasPrefix("C") })
            isBetween = arrivals[first...last].contains { $0.hasPrefix("IMG_") }
        }
        #expect(isBetween)
    }
}

/// A first scan that takes longer than anybody wants to wait.
@Suite struct VeryLargeLibraryTests {
    private static let count = 12_000
    let fixture: LibraryFixture

    /// Hard links of one photo, and the five newest photos.
    init() throws {
        fixture = try LibraryFixture()
        let folder = fixture.library.folderURL
        let photo = try fixture.jpeg(size: "64x48")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(".avcam"), withIntermediateDirectories: true)
        for number in 5..<Self.count {
            try #require(link(photo.path, folder.appendingPathComponent("F\(number).jpg").path) == 0)
        }
        for number in 0..<5 {
            let file = folder.appendingPathComponent("new\(number).jpg")
            try FileManager.default.copyItem(at: photo, to: file)
            let date = Date(timeIntervalSinceNow: Double(1000 + number))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
    }

    private func name(_ asset: PHAsset) -> String { PHAssetResource.assetResources(for: asset)[0].originalFilename }

    private func names(_ assets: PHFetchResult<PHAsset>) -> Set<String> {
        Set((0..<assets.count).map { name(assets[$0]) })
    }

    private final class Observer: NSObject, PHPhotoLibraryChangeObserver, Sendable {
        let changes = Monitor<[PHChange]>([])

        func photoLibraryDidChange(_ changeInstance: PHChange) { changes.withLock { $0.append(changeInstance) } }

        /// Waits for a change of a fetch.
        func next(of fetch: PHFetchResult<PHAsset>) -> PHFetchResult<PHAsset>? {
            let change = changes.wait(timeout: .seconds(120)) { $0.isEmpty ? nil : $0.removeFirst() }
            return change.map { $0.changeDetails(for: fetch)?.fetchResultAfterChanges ?? fetch }
        }
    }

    @Test func aFetchWaitsForTheNewestOnlyAndAnObserverHearsOfTheOthers() throws {
        let before = fixture.library.fetch(nil)
        #expect(before.count < 1000)
        #expect(names(before).isSuperset(of: (0..<5).map { "new\($0).jpg" }))
        let observer = Observer()
        fixture.library.register(observer)
        defer { fixture.library.unregisterChangeObserver(observer) }
        // Unless all came while it was registered.
        var shown = fixture.library.fetch(nil)
        while shown.count < Self.count { shown = try #require(observer.next(of: shown)) }
        #expect(shown.count == Self.count)
    }

    @Test func aPhotoThatIsSavedDuringTheScanIsThere() throws {
        let data = try Data(contentsOf: fixture.jpeg("other.jpg"))
        #expect(fixture.library.fetch(nil).count < 1000)
        let asset = try #require(try fixture.save(data))
        #expect(names(fixture.library.fetch(nil)).contains(name(asset)))
        #expect(try fixture.library.countOfAssets() == Self.count + 1)
    }

    @Test func aListWaitsForAll() throws {
        #expect(fixture.library.fetch(nil).count < 1000)
        #expect(try fixture.library.countOfAssets() == Self.count)
        #expect(fixture.library.fetch(nil).count == Self.count)
    }
}

/// Who waits for whose scan.
struct ScanTurnTests {
    /// One thread scans for long, until it is let go.
    private func whileScanning(_ turn: ScanTurn, then: @escaping @Sendable () -> Void = {}, _ body: () throws -> Void)
        rethrows
    {
        let (isLong, mayEnd, hasEnded) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread.detachNewThread {
            _ = turn.take(waitsForBackground: true) {
                turn.takesLong()
                isLong.signal()
                mayEnd.wait()
            } then: {
                then()
            }
            hasEnded.signal()
        }
        #expect(isLong.wait(timeout: .now() + 60) == .success)
        defer {
            mayEnd.signal()
            #expect(hasEnded.wait(timeout: .now() + 60) == .success)
        }
        try body()
    }

    @Test func aFetchDoesNotWaitForAListThatReadsVeryManyFiles() {
        let turn = ScanTurn()
        whileScanning(turn) {
            #expect(turn.isInBackground)
            #expect(
                turn.take(waitsForBackground: false) {
                    true
                } then: {
                } == nil)
        }
        #expect(
            !turn.isInBackground
                && turn.take(waitsForBackground: false) {
                    true
                } then: {
                } == true)
    }

    @Test func onlyTheEndOfALongScanIsReported() {
        let turn = ScanTurn()
        let ends = Mutex(0)
        _ = turn.take(waitsForBackground: false) {
        } then: {
            ends.withLock { $0 += 1 }
        }
        #expect(ends.withLock { $0 } == 0 && turn.longScans == 0)
        whileScanning(turn, then: { ends.withLock { $0 += 1 } }) {}
        #expect(ends.withLock { $0 } == 1 && turn.longScans == 1)
    }

    @Test func aRequestForEverythingWaitsForALongScan() {
        let turn = ScanTurn()
        let isBeside = Mutex(false)
        let hasBegun = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        whileScanning(turn) {
            Thread.detachNewThread {
                hasBegun.signal()
                // A long turn is counted before the next one begins.
                let scans = turn.take(waitsForBackground: true) {
                    turn.longScans
                } then: {
                }
                isBeside.withLock { $0 = scans != 1 }
                isDone.signal()
            }
            #expect(hasBegun.wait(timeout: .now() + 60) == .success)
        }
        #expect(isDone.wait(timeout: .now() + 60) == .success)
        #expect(isBeside.withLock { $0 } == false)
    }
}

/// Which files in a folder are opened, by anybody.
private final class OpenedFiles {
    /// With the closing, as the kernel makes one event of two that are the same.
    private static let events = UInt32(IN_OPEN) | UInt32(IN_CLOSE)
    private let descriptor: Int32

    init(in folder: URL) throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        try #require(descriptor >= 0 && inotify_add_watch(descriptor, folder.path, Self.events) >= 0)
    }

    deinit { close(descriptor) }

    /// The names since the last time, one for each opening.
    func take() throws -> [String] {
        var names: [String] = []
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
        defer { bytes.deallocate() }
        while true {
            let count = read(descriptor, bytes.baseAddress, bytes.count)
            if count < 0, errno == EAGAIN { return names }
            try #require(count > 0)
            var place = 0
            while place < count {
                let event = bytes.load(fromByteOffset: place, as: inotify_event.self)
                try #require(event.mask & UInt32(IN_Q_OVERFLOW) == 0)
                let name = place + MemoryLayout<inotify_event>.size
                if event.len > 0, event.mask & UInt32(IN_ISDIR) == 0, event.mask & UInt32(IN_OPEN) != 0 {
                    let text = bytes.baseAddress!.advanced(by: name).assumingMemoryBound(to: CChar.self)
                    names.append(String(cString: text))
                }
                place = name + Int(event.len)
            }
        }
    }
}
