import AVFoundation
import CaptureEngine
import Foundation
import Locking
import TestSupport
import Testing

/// A player shows and sounds what is in a file, judged by what ffmpeg decodes.
@Suite struct PlayerTests {
    private func bytes(of frame: CVPixelBuffer) -> Data {
        frame.withPlanes { planes in
            var data = Data()
            for (plane, rows) in [(planes[0], frame.height), (planes[1], frame.height / 2)] {
                for row in 0..<rows {
                    data.append(Data(bytes: plane.base + row * plane.bytesPerRow, count: frame.width))
                }
            }
            return data
        }
    }

    @Test func aFileIsPlayedAsFFmpegDecodesIt() throws {
        let scene = try PlayerScene()
        let url = try scene.movies.foreign("movie.mp4", seconds: 1, ["-bf", "2"])
        let item = scene.item(url)
        #expect(item.status == .unknown && item.duration.isIndefinite && item.loadedTimeRanges.isEmpty)
        let (player, output) = scene.player(item)
        #expect(player.status == .readyToPlay && player.timeControlStatus == .paused)
        #expect(item.error == nil)
        #expect(item.presentationSize == CGSize(width: 320, height: 240))
        #expect(abs(item.duration.seconds - 1) < 0.05)
        #expect(item.loadedTimeRanges.first?.timeRangeValue.end == item.duration)
        let ended = NotificationCounter(AVPlayerItem.didPlayToEndTimeNotification, item)
        let shown = try scene.play(player, output, frames: 30)
        #expect(player.rate == 1 && player.currentTime() == PlayerScene.time(29))
        scene.clock.advance(by: CMTime(value: 1, timescale: 1))
        #expect(ended.reaches(1))
        #expect(player.rate == 0 && player.timeControlStatus == .paused && player.currentTime() == item.duration)
        for (index, frame) in shown.enumerated() {
            #expect(abs(frame.time.seconds - Double(index) / 30) < 0.000_1)
        }
        let probe = try MovieProbe(url)
        #expect(shown.map { bytes(of: $0.picture) }.reduce(Data(), +) == (try probe.frames(pixelFormat: "nv12")))
        #expect(scene.speaker.format == (44_100, 1))
        let expected = try probe.samples()
        let heard = scene.speaker.samples
        #expect(abs(heard.count - expected.count) < 1100 && heard.count > 44_000)
        for (sample, other) in zip(heard, expected) { #expect(abs(sample * 32_768 - Float(other)) < 1.5) }
    }

    @Test func pausingStopsPicturesAndSound() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        let (player, output) = scene.player(item)
        #expect(PlayerScene.numbers(try scene.play(player, output, frames: 6)) == [0, 1, 2, 3, 4, 5])
        player.pause()
        #expect(player.rate == 0 && player.timeControlStatus == .paused && player.currentTime() == PlayerScene.time(5))
        scene.clock.advance(by: CMTime(value: 10, timescale: 1))
        #expect(player.currentTime() == PlayerScene.time(5))
        #expect(eventually { scene.speaker.dropCount == 1 })
        let picture = output.copyPixelBuffer(forItemTime: .positiveInfinity, itemTimeForDisplay: nil)
        #expect(picture.map(MovieScene.number) == nil)
        // From where it was.
        scene.speaker.clear()
        player.play()
        #expect(eventually(player, \.timeControlStatus) { $0 == .playing })
        scene.clock.advance(by: PlayerScene.time(1))
        let (next, time) = try scene.next(output)
        #expect(MovieScene.number(next) == 6 && time == PlayerScene.time(6))
        let expected = try MovieProbe((item.asset as? AVURLAsset)!.url).samples()
        #expect(eventually { scene.speaker.samples.count > 1000 })
        for (sample, other) in zip(scene.speaker.samples, expected.dropFirst(2 * 48_000 / 6)).prefix(1000) {
            #expect(abs(sample * 32_768 - Float(other)) < 1.5)
        }
    }

    @Test func seekingShowsTheExactPicture() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        let (player, output) = scene.player(item)
        _ = try scene.next(output)
        let jumped = NotificationCounter(AVPlayerItem.timeJumpedNotification, item)
        for frame in [20, 3, 29, 0, 11] {
            #expect(await player.seek(to: PlayerScene.time(frame)))
            #expect(player.currentTime() == PlayerScene.time(frame))
            #expect(MovieScene.number(try scene.next(output).picture) == frame)
        }
        #expect(jumped.reaches(5))
        // The last picture stays at the end.
        #expect(await player.seek(to: .positiveInfinity))
        #expect(player.currentTime() == item.duration)
        #expect(MovieScene.number(try scene.next(output).picture) == 29)
        item.step(byCount: -3)
        #expect(eventually { output.hasNewPixelBuffer(forItemTime: .positiveInfinity) })
        #expect(MovieScene.number(try scene.next(output).picture) == 27)
    }

    @Test func aSeekThatIsOvertakenSaysSo() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        let player = AVPlayer(playerItem: item)
        // A busy machine may show one of them before the next one comes, but not each.
        let results = Monitor<[Bool]>([])
        for _ in 0..<20 {
            player.seek(to: PlayerScene.time(5)) { isDone in results.withLock { $0.append(isDone) } }
            player.seek(to: PlayerScene.time(8)) { isDone in results.withLock { $0.append(isDone) } }
        }
        #expect(player.currentTime() == PlayerScene.time(8))
        let all = try #require(results.wait(timeout: .seconds(30)) { $0.count == 40 ? $0 : nil })
        #expect(all.contains(false) && all.last == true)
        #expect(player.currentTime() == PlayerScene.time(8))
    }

    @Test(arguments: [(AVAudioTimePitchAlgorithm.timeDomain, 440), (.varispeed, 880)])
    func aRateChangesTheSpeed(_ algorithm: AVAudioTimePitchAlgorithm, _ frequency: Int) async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        #expect(item.audioTimePitchAlgorithm == .timeDomain)
        item.audioTimePitchAlgorithm = algorithm
        let (player, output) = scene.player(item)
        let ended = NotificationCounter(AVPlayerItem.didPlayToEndTimeNotification, player.currentItem!)
        player.defaultRate = 2
        let shown = try scene.play(player, output, frames: 30, step: CMTime(value: 1, timescale: 60))
        #expect(player.rate == 2 && PlayerScene.numbers(shown) == Array(0..<30))
        scene.clock.advance(by: CMTime(value: 1, timescale: 10))
        #expect(ended.reaches(1))
        let left = stride(from: 0, to: scene.speaker.samples.count, by: 2).map { scene.speaker.samples[$0] }
        #expect(abs(left.count - 24_000) < 100)
        // Of 440 Hz, in half a second.
        let crossings = zip(left, left.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((frequency / 2 - 10...frequency / 2 + 2).contains(crossings))
    }

    @Test func volumeAndMutingAreHeard() async throws {
        let scene = try PlayerScene()
        let (player, output) = scene.player(scene.item(try await scene.movies.own()))
        player.volume = 0.25
        _ = try scene.next(output)
        let ended = NotificationCounter(AVPlayerItem.didPlayToEndTimeNotification, player.currentItem!)
        let expected = try MovieProbe((player.currentItem!.asset as? AVURLAsset)!.url).samples()
        player.play()
        #expect(eventually { scene.speaker.samples.count > 8000 })
        player.isMuted = true
        let count = scene.speaker.samples.count
        scene.clock.advance(by: CMTime(value: 2, timescale: 1))
        #expect(ended.reaches(1))
        for (sample, other) in zip(scene.speaker.samples, expected).prefix(8000) {
            #expect(abs(sample * 4 * 32_768 - Float(other)) < 2)
        }
        // A block may have been on its way.
        #expect(scene.speaker.samples.dropFirst(count + 2 * 1024).allSatisfy { $0 == 0 })
        #expect(scene.speaker.samples.count > count + 2 * 1024)
    }

    @Test func observersOfTimeAreCalled() async throws {
        let scene = try PlayerScene()
        let (player, output) = scene.player(scene.item(try await scene.movies.own()))
        let periodic = Monitor<[CMTime]>([])
        let boundary = Monitor(0)
        let queue = DispatchQueue(label: "observers")
        let first = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: queue) { time in
            periodic.withLock { $0.append(time) }
        }
        let second = player.addBoundaryTimeObserver(
            forTimes: [PlayerScene.time(15), PlayerScene.time(7)].map(NSValue.init(time:)), queue: queue
        ) { boundary.withLock { $0 += 1 } }
        _ = try scene.play(player, output, frames: 12)
        #expect(boundary.wait(timeout: .seconds(30)) { $0 >= 1 ? true : nil } == true)
        #expect(periodic.wait(timeout: .seconds(30)) { $0.count >= 4 ? $0.map(\.seconds) : nil } == [0, 0.1, 0.2, 0.3])
        player.removeTimeObserver(first)
        for _ in 0..<6 {
            scene.clock.advance(by: PlayerScene.time(1))
            _ = try scene.next(output)
        }
        #expect(boundary.wait(timeout: .seconds(30)) { $0 >= 2 ? true : nil } == true)
        player.removeTimeObserver(second)
        queue.sync {}
        #expect(periodic.withLock { $0.count } == 4)
    }

    @Test func whatItWaitsForIsSaid() async throws {
        let scene = try PlayerScene()
        let player = AVPlayer()
        let controls = Monitor<[AVPlayer.TimeControlStatus]>([])
        let observation = player.observe(\.timeControlStatus, options: [.initial]) { player, _ in
            controls.withLock { $0.append(player.timeControlStatus) }
        }
        defer { observation.invalidate() }
        player.play()
        #expect(player.rate == 1 && player.reasonForWaitingToPlay == .noItemToPlay)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        player.replaceCurrentItem(with: scene.item(try await scene.movies.own()))
        #expect(eventually(player, \.timeControlStatus) { $0 == .playing })
        #expect(player.reasonForWaitingToPlay == nil)
        player.pause()
        #expect(controls.withLock { $0 } == [.paused, .waitingToPlayAtSpecifiedRate, .playing, .paused])
    }

    @Test func whatCannotBePlayedSaysWhy() throws {
        let scene = try PlayerScene()
        let missing = scene.item(scene.movies.folder.file("missing.mov"))
        let letter = Data("no movie at all, but a letter\n".utf8)
        let text = scene.item(try scene.movies.folder.file("text.mov", contents: letter))
        for (item, code) in [
            (missing, AVError.Code.contentIsUnavailable), (text, .fileFormatNotRecognized),
        ] {
            let player = AVPlayer(playerItem: item)
            player.play()
            #expect(eventually(item, \.status) { $0 == .failed })
            #expect(eventually(player, \.timeControlStatus) { $0 == .paused })
            let error = try #require(item.error as? AVError)
            #expect(error.code == code)
            let name = (item.asset as? AVURLAsset)?.url.lastPathComponent ?? ""
            #expect(error.localizedDescription.contains(name))
        }
    }

    @Test func aMovieThatBreaksOffFailsThere() async throws {
        let scene = try PlayerScene()
        let whole = try scene.movies.foreign("whole.mp4", seconds: 4, ["-g", "15", "-movflags", "+faststart"])
        let data = try Data(contentsOf: whole)
        let url = try scene.movies.folder.file("half.mp4", contents: data.prefix(data.count / 2))
        let (player, output) = scene.player(scene.item(url))
        let failed = NotificationCounter(.AVPlayerItemFailedToPlayToEndTime, player.currentItem!)
        _ = try scene.play(player, output, frames: 10)
        scene.clock.advance(by: CMTime(value: 5, timescale: 1))
        #expect(failed.reaches(1))
        #expect(player.currentItem?.status == .failed && player.rate == 0)
    }

    @Test func withoutASoundOutputPicturesGoOn() async throws {
        let scene = try PlayerScene(
            SoundRecorder(failure: CaptureError(.deviceNotFound, "there is no sound output, in a test")))
        let (player, output) = scene.player(scene.item(try await scene.movies.own()))
        let shown = try scene.play(player, output, frames: 30)
        #expect(PlayerScene.numbers(shown) == Array(0..<30))
        let ended = NotificationCounter(.AVPlayerItemDidPlayToEndTime, player.currentItem!)
        scene.clock.advance(by: CMTime(value: 1, timescale: 1))
        #expect(ended.reaches(1))
    }

    @Test func picturesWaitForWhatIsHeard() async throws {
        let scene = try PlayerScene(SoundRecorder(delay: CMTime(value: 2, timescale: 5)), isRealTime: true)
        let (player, _) = scene.player(scene.item(try await scene.movies.own()))
        player.play()
        #expect(eventually { !scene.speaker.samples.isEmpty })
        scene.clock.advance(by: CMTime(value: 3, timescale: 10))
        #expect(eventually { player.currentTime() == .zero })
    }

    @Test func anOutputThatPlaysNothingDoesNotHurryPictures() async throws {
        let scene = try PlayerScene(SoundRecorder(delay: .zero), isRealTime: true)
        let (player, _) = scene.player(scene.item(try await scene.movies.own()))
        player.play()
        // Written before it is due, while the clock stands still; each block before the last was compared with the clock.
        #expect(eventually { scene.speaker.samples.count >= 5 * 2 * 1024 })
        #expect(player.currentTime() == .zero)
    }

    @Test func anItemThatStaysAtItsEndGoesOnAfterASeek() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        let (player, output) = scene.player(item)
        player.actionAtItemEnd = .none
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: nil
        ) { [weak player] _ in player?.seek(to: .zero) }
        defer { NotificationCenter.default.removeObserver(token) }
        _ = try scene.play(player, output, frames: 30)
        scene.clock.advance(by: CMTime(value: 1, timescale: 10))
        #expect(MovieScene.number(try scene.next(output).picture) == 0)
        #expect(player.rate == 1)
        #expect(eventually(player, \.timeControlStatus) { $0 == .playing })
        scene.clock.advance(by: PlayerScene.time(1))
        #expect(MovieScene.number(try scene.next(output).picture) == 1)
    }

    /// As apps listen. The main queue of this process is run by another thread than the main one.
    @Test func anObserverOnTheMainQueueHearsOfTheEnd() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        item.forwardPlaybackEndTime = PlayerScene.time(10)
        let (player, output) = scene.player(item)
        let ends = Monitor(0)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: item, queue: .main
        ) { _ in ends.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        _ = try scene.play(player, output, frames: 10)
        scene.clock.advance(by: CMTime(value: 1, timescale: 1))
        #expect(ends.wait(timeout: .seconds(60)) { $0 == 1 ? true : nil } == true)
        // The main queue goes on.
        await MainActor.run { #expect(player.rate == 0) }
    }

    @Test func anEndAndAMixCanBeSet() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        item.forwardPlaybackEndTime = PlayerScene.time(10)
        let mix = AVMutableAudioMix()
        let parameters = AVMutableAudioMixInputParameters(
            track: try await item.asset.loadTracks(withMediaType: .audio).first)
        parameters.setVolume(0.5, at: .zero)
        mix.inputParameters = [parameters]
        item.audioMix = mix
        let (player, output) = scene.player(item)
        let ended = NotificationCounter(.AVPlayerItemDidPlayToEndTime, item)
        let shown = try scene.play(player, output, frames: 10)
        scene.clock.advance(by: CMTime(value: 1, timescale: 1))
        #expect(ended.reaches(1))
        #expect(shown.count == 10 && !output.hasNewPixelBuffer(forItemTime: .positiveInfinity))
        #expect(player.currentTime() == PlayerScene.time(10))
        #expect(scene.speaker.samples.count == 2 * 16_000)
        let expected = try MovieProbe((item.asset as? AVURLAsset)!.url).samples()
        for (sample, other) in zip(scene.speaker.samples, expected) {
            #expect(abs(sample * 2 * 32_768 - Float(other)) < 2)
        }
    }

    @Test func aCompositionIsPlayedAsItIsComposed() async throws {
        let scene = try PlayerScene()
        let source = AVURLAsset(url: try await scene.movies.own())
        let composition = AVMutableComposition()
        try composition.insertTimeRange(CompositionTests.frames(20, 5), of: source, at: .zero)
        try composition.insertTimeRange(CompositionTests.frames(3, 4), of: source, at: PlayerScene.time(5))
        let item = scene.item(composition)
        let (player, output) = scene.player(item)
        let shown = try scene.play(player, output, frames: 9)
        #expect(PlayerScene.numbers(shown) == [20, 21, 22, 23, 24, 3, 4, 5, 6])
        // Half the size, put together by a video composition.
        player.pause()
        let video = AVMutableVideoComposition(propertiesOf: composition)
        video.renderSize = CGSize(width: 160, height: 120)
        // Players ignore it.
        let cover = CALayer()
        cover.frame = CGRect(x: 0, y: 0, width: 160, height: 120)
        cover.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        video.animationTool = AVVideoCompositionCoreAnimationTool(
            postProcessingAsVideoLayer: CALayer(), in: cover)
        item.videoComposition = video
        #expect(item.presentationSize == CGSize(width: 160, height: 120))
        #expect(eventually { output.hasNewPixelBuffer(forItemTime: .positiveInfinity) })
        let small = try scene.next(output).picture
        #expect(small.width == 160 && small.height == 120)
        // Red has a Cr of 240.
        let redness = small.withPlanes { $0[1].base.assumingMemoryBound(to: UInt8.self)[60] }
        #expect(redness < 200)
    }
}
