import CaptureEngine
import Foundation
import TestSupport
import Testing

@testable import MovieCoding

/// A movie that another program changes while it is recorded: nobody may be told that it was saved.
@Suite struct ForeignChangeTests {
    let folder: TemporaryFolder
    let scene = MovieScene()

    init() throws { folder = try TemporaryFolder() }

    enum Change: String, CaseIterable {
        case emptied, truncated, overwritten, grown

        func make(_ url: URL) throws {
            switch self {
            case .emptied: try #require(truncate(url.path, 0) == 0)
            case .truncated: try #require(truncate(url.path, 2000) == 0)
            case .overwritten:
                let handle = try FileHandle(forWritingTo: url)
                let size = try handle.seekToEnd()
                try handle.seek(toOffset: size - 20)
                try handle.write(contentsOf: Data("another program's".utf8))
                try handle.close()
            // As a copy over it does.
            case .grown: try FileHandle(forWritingTo: url).write(contentsOf: Data(repeating: 7, count: 1_000_000))
            }
        }
    }

    /// - Parameter isAtEnd: whether no more frames come after the change.
    @Test(arguments: Change.allCases, [false, true])
    func theEndSaysWhatHappened(_ change: Change, isAtEnd: Bool) throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url, sound: false))
        try scene.record(to: movie, frames: 0..<40, sound: false)
        try change.make(url)
        let left = try Data(contentsOf: url)
        if !isAtEnd {
            let error = #expect(throws: CaptureError.self) {
                try scene.record(to: movie, frames: 40..<100, sound: false)
            }
            #expect(error?.code == .fileLost)
        }
        let error = #expect(throws: CaptureError.self) { try movie.finish(at: MovieScene.time(100)) }
        #expect(error?.code == .fileLost)
        let message = try #require(error?.message)
        #expect(message.hasPrefix("Another program changed \(url.path) during the recording: it "), "\(message)")
        let isShorter = change == .emptied || change == .truncated
        #expect(
            message.contains(isShorter ? "truncated it to \(left.count) of " : "wrote something else"), "\(message)")
        // It is the other program's now.
        #expect(try Data(contentsOf: url) == left)
    }

    @Test func aFileThatTakesItsPlaceIsToldFromIt() throws {
        let url = folder.file("movie.mov")
        let movie = try MovieFile(scene.configuration(url, sound: false))
        try scene.record(to: movie, frames: 0..<40, sound: false)
        let other = try folder.file("other", contents: Data("other".utf8))
        try #require(rename(other.path, url.path) == 0)
        let error = #expect(throws: CaptureError.self) { try movie.finish(at: MovieScene.time(40)) }
        #expect(error?.code == .fileLost)
        #expect(
            error?.message.hasPrefix("Another file has taken the place of \(url.path) ") == true,
            "\(error?.message ?? "")")
        #expect(try Data(contentsOf: url) == Data("other".utf8))
    }
}
