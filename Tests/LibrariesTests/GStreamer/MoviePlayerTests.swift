import Foundation
import GStreamer
import Locking
import TestSupport
import Testing

/// Movies made by ffmpeg, played without a window.
struct MoviePlayerTests {
    private let folder = try! TemporaryFolder()

    /// What a player has shown and reported.
    private final class Audience: Sendable {
        struct Seen: Sendable {
            var frames: [MovieFrame] = []
            var properties: MoviePlayer.Properties?
            var playedTimes: [Int64] = []
            var seekCount = 0
            var endCount = 0
            var failure: String?
        }

        let seen = Monitor(Seen())
        /// Nothing else retains it.
        private let player = Mutex<MoviePlayer?>(nil)

        func opens(_ path: String) async throws -> MoviePlayer {
            try #require(await GStreamer.canPlayMovies)
            let seen = seen
            let player = MoviePlayer(
                path: path, onFrame: { frame in seen.withLock { $0.frames.append(frame) } },
                onEvent: { event in
                    seen.withLock { seen in
                        switch event {
                        case .prepared(let properties): seen.properties = properties
                        case .sought: seen.seekCount += 1
                        case .played(let time): seen.playedTimes.append(time)
                        case .stayed: break
                        case .ended: seen.endCount += 1
                        case .failed(let reason): seen.failure = reason
                        }
                    }
                })
            self.player.withLock { $0 = player }
            return try #require(player)
        }

        func letsGo() { player.withLock { $0 = nil } }

        func wait<Value: Sendable>(for value: @Sendable (Seen) -> Value?) throws -> Value {
            try #require(seen.wait(timeout: .seconds(30)) { value($0) })
        }
    }

    /// Two seconds of 10 pictures each: red above, blue below, with sound.
    private func movie(_ name: String, _ options: [String] = []) throws -> String {
        let path = folder.file(name).path
        let output = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "color=red:s=320x120:r=10:d=2", "-f", "lavfi", "-i",
                "color=blue:s=320x120:r=10:d=2", "-f", "lavfi", "-i", "sine=d=2", "-filter_complex",
                "[0][1]vstack[v]", "-map", "[v]", "-map", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac",
            ] + options + [path])
        try #require(output.status == 0, "\(output.standardError)")
        return path
    }

    /// Which of blue and red is stronger at a place, 0 to 1.
    private func isRed(_ frame: MovieFrame, _ x: Double, _ y: Double) -> Bool {
        let (column, row) = (Int(x * Double(frame.width)), Int(y * Double(frame.height)))
        let pixel = frame.pixels + row * frame.bytesPerRow + 4 * column
        return pixel.load(fromByteOffset: 2, as: UInt8.self) > pixel.load(as: UInt8.self)
    }

    @Test func aMovieIsPreparedWithItsFirstPicture() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.pause()
        let properties = try audience.wait { $0.properties }
        #expect(properties.hasSound && properties.hasPictures && properties.canSeek)
        #expect(abs(Double(properties.duration ?? 0) / 1e9 - 2) < 0.2)
        let frame = try audience.wait { $0.frames.first }
        #expect(frame.width == 320 && frame.height == 240 && frame.time == 0)
        #expect(isRed(frame, 0.5, 0.2) && !isRed(frame, 0.5, 0.8))
    }

    @Test func picturesComeInTheirOrderUntilTheEnd() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.play()
        _ = try audience.wait { $0.endCount > 0 ? true : nil }
        let times = audience.seen.withLock { $0.frames.compactMap(\.time) }
        #expect(times == times.sorted() && times.last ?? 0 > 1_700_000_000, "\(times)")
        // From the start again.
        player.play()
        _ = try audience.wait { $0.endCount > 1 ? true : nil }
    }

    @Test func picturesAreNoLargerThanTheyAreShown() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.setLargestSize(width: 100, height: 400)
        player.pause()
        let frame = try audience.wait { $0.frames.first }
        #expect(frame.width == 100 && frame.height == 75)
        // Nor are they made larger than they are.
        let larger = Audience()
        let second = try await larger.opens(movie("b.mov"))
        second.setLargestSize(width: 4000, height: 4000)
        second.pause()
        #expect(try larger.wait { $0.frames.first }.width == 320)
    }

    @Test func aMovieWhoseSizeChangesPlaysOn() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.play()
        _ = try audience.wait { $0.frames.first }
        var width = 320
        let deadline = ContinuousClock.now + .seconds(60)
        while audience.seen.withLock({ $0.endCount == 0 && $0.failure == nil }) {
            try #require(ContinuousClock.now < deadline)
            width = width > 100 ? width - 3 : 320
            player.setLargestSize(width: width, height: 400)
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(audience.seen.withLock { $0.failure } == nil)
    }

    @Test func aPausedMovieIsShownInItsNewSize() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.setLargestSize(width: 100, height: 100)
        player.pause()
        _ = try audience.wait { $0.properties }
        player.seek(to: 1_000_000_000)
        _ = try audience.wait { $0.frames.last?.time == 1_000_000_000 ? true : nil }
        for width in 101...200 { player.setLargestSize(width: width, height: 400) }
        let time = try audience.wait { $0.frames.last?.width == 200 ? $0.frames.last?.time : nil }
        #expect(time == 1_000_000_000)
    }

    @Test func transparentPixelsBecomeOpaque() async throws {
        let path = folder.file("clear.mov").path
        let output = try Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=red@0.3:s=64x64:d=1,format=argb", "-c:v", "qtrle", path])
        try #require(output.status == 0, "\(output.standardError)")
        let audience = Audience()
        let player = try await audience.opens(path)
        player.pause()
        let frame = try audience.wait { $0.frames.first }
        #expect(frame.pixels.load(fromByteOffset: 3, as: UInt8.self) == 255)
    }

    @Test func aTurnedMovieIsUpright() async throws {
        let upright = try movie("a.mov")
        let turned = folder.file("turned.mov").path
        let output = try Tool.run(
            "ffmpeg", ["-v", "error", "-i", upright, "-c", "copy", "-metadata:s:v:0", "rotate=90", turned])
        try #require(output.status == 0, "\(output.standardError)")
        let audience = Audience()
        let player = try await audience.opens(turned)
        player.pause()
        let frame = try audience.wait { $0.frames.first }
        #expect(frame.width == 240 && frame.height == 320)
        // As in ffmpeg: the top is on the left.
        #expect(isRed(frame, 0.2, 0.5) && !isRed(frame, 0.8, 0.5))
    }

    @Test func theFrameAfterASeekIsShown() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.pause()
        _ = try audience.wait { $0.properties }
        for place in 1...15 { player.seek(to: Int64(place) * 100_000_000) }
        _ = try audience.wait { $0.seekCount > 0 && $0.frames.last?.time == 1_500_000_000 ? true : nil }
        #expect(audience.seen.withLock { $0.seekCount } < 15)
    }

    @Test func soundWithoutPicturesReportsItsTime() async throws {
        let path = folder.file("a.mov").path
        let output = try Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=d=1", "-c:a", "aac", path])
        try #require(output.status == 0, "\(output.standardError)")
        let audience = Audience()
        let player = try await audience.opens(path)
        player.play()
        _ = try audience.wait { $0.endCount > 0 ? true : nil }
        let seen = audience.seen.withLock { $0 }
        #expect(seen.frames.isEmpty && seen.properties?.hasPictures == false)
        #expect(seen.playedTimes.count > 1 && seen.playedTimes == seen.playedTimes.sorted())
    }

    @Test func picturesThatNothingDecodesAreAFailure() async throws {
        let path = try movie("a.mov")
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        while let name = data.range(of: Data("avc1".utf8)) { data.replaceSubrange(name, with: Data("xyz1".utf8)) }
        let other = folder.file("other.mov")
        try data.write(to: other)
        let audience = Audience()
        let player = try await audience.opens(other.path)
        player.play()
        #expect(try audience.wait { $0.failure }.isEmpty == false)
    }

    @Test func anEndedMovieContinuesFromAnotherPosition() async throws {
        let audience = Audience()
        let player = try await audience.opens(movie("a.mov"))
        player.play()
        _ = try audience.wait { $0.endCount == 1 ? true : nil }
        player.seek(to: 1_500_000_000)
        _ = try audience.wait { $0.endCount == 2 ? true : nil }
        let times = audience.seen.withLock { $0.frames.suffix(3).compactMap(\.time) }
        #expect(times.count == 3 && times.allSatisfy { $0 >= 1_500_000_000 }, "\(times)")
    }

    @Test(arguments: ["no movie at all", ""])
    func aFileThatIsNotAMovieFails(content: String) async throws {
        let file = folder.file("a.mov")
        try Data(content.utf8).write(to: file)
        let audience = Audience()
        let player = try await audience.opens(file.path)
        player.play()
        let reason = try audience.wait { $0.failure }
        #expect(!reason.isEmpty && !reason.contains("\n"))
    }

    @Test func aReleasedPlayerEnds() async throws {
        let path = try movie("a.mov")
        for _ in 0..<5 {
            let audience = Audience()
            weak var weakPlayer: MoviePlayer?
            do {
                let player = try await audience.opens(path)
                weakPlayer = player
                player.play()
            }
            _ = try audience.wait { $0.frames.first }
            audience.letsGo()
            let deadline = ContinuousClock.now + .seconds(10)
            while weakPlayer != nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(10)) }
            #expect(weakPlayer == nil)
        }
    }

    @Test(arguments: BrightChart.Transfer.allCases)
    func highDynamicRangeIsShownAsWithoutIt(_ transfer: BrightChart.Transfer) async throws {
        let file = folder.file("bright.mov")
        try BrightChart.makeMovie(transfer, at: file)
        let audience = Audience()
        let player = try await audience.opens(file.path)
        player.pause()
        let frame = try audience.wait { $0.frames.first }
        try #require(frame.width == BrightChart.width && frame.height == BrightChart.height)
        let patches = BrightChart.patches { x, y in
            let pixel = frame.pixels + y * frame.bytesPerRow + 4 * x
            func byte(_ index: Int) -> Double { Double(pixel.load(fromByteOffset: index, as: UInt8.self)) }
            return ShownColor(byte(2), byte(1), byte(0))
        }
        let complaints = try BrightChart.complaints(patches, transfer, movie: file)
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }
}
