import CaptureEngine
import Foundation
import Glibc
import TestSupport
import Testing

@testable import MovieCoding

/// What happens to a movie when the disk is full, and how a file system's failures are reported.
@Suite struct MovieDiskTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A separate file system of a given size; removed with its last reference.
    final class SmallDisk {
        let url: URL

        /// `nil` if mounting is not permitted.
        init?(_ folder: URL, bytes: Int) {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
            url = folder
        }

        deinit { umount2(url.path, Int32(MNT_DETACH)) }
    }

    static let canMount: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder() else { return false }
        return TestSupport.SmallDisk.isRequired || SmallDisk(folder.file("disk"), bytes: 65_536) != nil
    }()

    /// Records noise, which does not compress, until the disk is full.
    private func fill(_ movie: MovieFile, _ scene: MovieScene) -> CaptureError? {
        var generator = SystemRandomNumberGenerator()
        for index in 0..<3_000 {
            let picture = scene.frame(index)
            CVPixelBufferLockBaseAddress(picture, [])
            let luma = CVPixelBufferGetBaseAddressOfPlane(picture, 0)!
            let size = CVPixelBufferGetBytesPerRowOfPlane(picture, 0) * scene.height
            for offset in stride(from: 0, to: size - 8, by: 8) {
                luma.storeBytes(of: generator.next() & 0x3f3f_3f3f_3f3f_3f3f, toByteOffset: offset, as: UInt64.self)
            }
            CVPixelBufferUnlockBaseAddress(picture, [])
            do { try movie.append(scene.sample(picture, at: MovieScene.time(index)), to: .video) } catch {
                return error
            }
        }
        return nil
    }

    @Test(
        .enabled(if: canMount, "mounting a small file system needs root"), arguments: [700_000, 1_200_000, 1_250_000])
    func aFullDiskLeavesAMovieThatPlays(bytes: Int) throws {
        let disk = try #require(SmallDisk(folder.file("disk"), bytes: bytes))
        let url = disk.url.appendingPathComponent("movie.mov")
        let scene = MovieScene()
        let movie = try MovieFile(scene.configuration(url, sound: false))
        let error = try #require(fill(movie, scene))
        #expect(error.code == .diskFull)
        #expect(error.message == "there is no space left for \(url.path)")
        // What follows the failure fails in the same way.
        let again = #expect(throws: CaptureError.self) {
            try movie.append(scene.sample(scene.frame(0), at: MovieScene.seconds(200)), to: .video)
        }
        #expect(again?.code == .diskFull)

        // There may be too little room for the index; then the fragments stay, which play as well.
        let isComplete = (try? movie.finish(at: MovieScene.seconds(201))) != nil
        let probe = try MovieProbe(url)
        #expect(probe.complaints == "")
        let packets = probe.packets(.video)
        #expect(packets.count >= 30 && packets.count % 30 == 0, "whole fragments of a second")
        #expect(try probe.decodingComplaints() == "")
        #expect(abs(probe.format.durationSeconds - Double(packets.count) / 30) < 0.04)
        #expect(try MovieProbe.boxes(url).contains("moof") != isComplete)
    }

    @Test(.enabled(if: canMount, "mounting a small file system needs root"))
    func aDiskTooFullForTheIndexLeavesTheFragments() throws {
        let disk = try #require(SmallDisk(folder.file("disk"), bytes: 4_000_000))
        let url = disk.url.appendingPathComponent("movie.mov")
        let scene = MovieScene()
        let movie = try MovieFile(scene.configuration(url, sound: false))
        try scene.record(to: movie, frames: 0..<91, sound: false)
        // Another program takes the rest of the disk: not even the last fragment fits.
        let rest = disk.url.appendingPathComponent("rest")
        try Data().write(to: rest)
        let handle = try FileHandle(forWritingTo: rest)
        #expect(throws: (any Error).self) { while true { try handle.write(contentsOf: Data(count: 4096)) } }
        try handle.close()

        let error = #expect(throws: CaptureError.self) { try movie.finish(at: MovieScene.time(91)) }
        #expect(error?.code == .diskFull)
        #expect(try MovieProbe(url).packets(.video).count >= 90)
    }

    @Test(.enabled(if: canMount, "mounting a small file system needs root"))
    func aDiskTooFullForAnythingLeavesNoFile() throws {
        let disk = try #require(SmallDisk(folder.file("disk"), bytes: 8_192))
        let url = disk.url.appendingPathComponent("movie.mov")
        let scene = MovieScene()
        let movie = try MovieFile(scene.configuration(url, sound: false))
        let error = try #require(fill(movie, scene))
        #expect(error.code == .diskFull)
        let atEnd = #expect(throws: CaptureError.self) { try movie.finish(at: MovieScene.seconds(2)) }
        #expect(atEnd?.code == .diskFull)
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    /// The start of a movie fits beside the old one, and no fragment does.
    @Test(.enabled(if: canMount, "mounting a small file system needs root"))
    func aDiskTooFullForAnythingKeepsTheMovieThatWasToBeReplaced() throws {
        let disk = try #require(SmallDisk(folder.file("disk"), bytes: 8_192))
        let url = disk.url.appendingPathComponent("movie.mov")
        try Data("old".utf8).write(to: url)
        let scene = MovieScene()
        var configuration = scene.configuration(url, sound: false)
        configuration.replacesFile = true
        let movie = try MovieFile(configuration)
        #expect(try #require(fill(movie, scene)).code == .diskFull)
        #expect(throws: CaptureError.self) { try movie.finish(at: MovieScene.seconds(2)) }
        #expect(try Data(contentsOf: url) == Data("old".utf8))
    }

    @Test func aFileInPlaceOfAFolderIsNamed() throws {
        let file = try folder.file("plain", contents: Data())
        let error = #expect(throws: CaptureError.self) {
            try MovieOutputFile(path: file.appendingPathComponent("movie.mov").path)
        }
        #expect(error?.code == .fileUnwritable)
        #expect(error?.message.hasSuffix("cannot be written: Not a directory") == true)
    }

    @Test func aFileHasNoNameBeforeItsFirstBytes() throws {
        let url = folder.file("movie.mov")
        let file = try MovieOutputFile(path: url.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        try file.append([[1]])
        #expect(try Data(contentsOf: url) == Data([1]))
        file.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func aReplacedFileIsWholeUntilTheFirstBytes() throws {
        let url = try folder.file("movie.mov", contents: Data("old".utf8))
        let unfinished = try MovieOutputFile(path: url.path, replacing: true)
        unfinished.remove()
        #expect(try Data(contentsOf: url) == Data("old".utf8))
        let file = try MovieOutputFile(path: url.path, replacing: true)
        try file.append([[1]])
        #expect(try Data(contentsOf: url) == Data([1]))
        file.closeFile()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["movie.mov"])
    }

    @Test func aFileThatSomebodyMadeMeanwhileIsLeftAlone() throws {
        let url = folder.file("movie.mov")
        let file = try MovieOutputFile(path: url.path)
        try Data("other".utf8).write(to: url)
        let error = #expect(throws: CaptureError.self) { try file.append([[1]]) }
        #expect(error?.code == .fileExists)
        file.remove()
        #expect(try Data(contentsOf: url) == Data("other".utf8))
    }

    @Test func aFileThatWasRemovedTakesNothingMore() throws {
        let url = folder.file("movie.mov")
        let file = try MovieOutputFile(path: url.path)
        try file.append([[1]])
        try FileManager.default.removeItem(at: url)
        let error = #expect(throws: CaptureError.self) { try file.append([[2]]) }
        #expect(error?.message == "\(url.path) is gone: it was removed during the recording; record again")
        file.closeFile()
    }

    @Test func aWriteIsAllOrNothing() throws {
        let file = try MovieOutputFile(path: folder.file("movie.mov").path)
        try file.append([[1, 2], [], [3]])
        #expect(file.size == 3)
        try file.overwrite([9], at: 1)
        file.syncInBackground()
        try file.sync()
        file.closeFile()
        #expect(try Data(contentsOf: folder.file("movie.mov")) == Data([1, 9, 3]))
    }
}
