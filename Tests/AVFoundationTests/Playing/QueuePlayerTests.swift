import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// Several items, one after the other.
@Suite struct QueuePlayerTests {
    @Test func itemsFollowEachOther() async throws {
        let scene = try PlayerScene()
        let urls = [
            try await scene.movies.own("first.mov", frames: 0..<5),
            try await scene.movies.own("second.mov", frames: 10..<14),
        ]
        let items = urls.map(scene.item)
        let outputs = items.map { item in
            let output = AVPlayerItemVideoOutput()
            item.add(output)
            return output
        }
        let broken = scene.item(scene.movies.folder.file("missing.mov"))
        let player = AVQueuePlayer(items: [items[0], broken, items[1]])
        #expect(player.actionAtItemEnd == .advance && player.currentItem === items[0])
        #expect(!player.canInsert(items[1], after: nil))
        #expect(eventually(items[0], \.status) { $0 == .readyToPlay })
        let first = try scene.play(player, outputs[0], frames: 5)
        #expect(PlayerScene.numbers(first) == [0, 1, 2, 3, 4])
        scene.clock.advance(by: CMTime(value: 1, timescale: 1))
        // The one that cannot be played is left out.
        #expect(eventually(player, \.currentItem) { $0 === items[1] })
        #expect(eventually(player, \.timeControlStatus) { $0 == .playing })
        var second = [try scene.next(outputs[1])]
        for _ in 1..<4 {
            scene.clock.advance(by: PlayerScene.time(1))
            second.append(try scene.next(outputs[1]))
        }
        #expect(PlayerScene.numbers(second) == [10, 11, 12, 13])
        scene.clock.advance(by: CMTime(value: 1, timescale: 1))
        #expect(eventually(player, \.currentItem) { $0 == nil })
        #expect(eventually(player, \.rate) { $0 == 0 } && player.items().isEmpty)
    }

    @Test func aLooperPlaysAPartAgainAndAgain() async throws {
        let scene = try PlayerScene()
        let template = scene.item(try await scene.movies.own())
        let player = AVQueuePlayer()
        let looper = AVPlayerLooper(
            player: player, templateItem: template, timeRange: CompositionTests.frames(10, 3))
        let outputs = looper.loopingPlayerItems.map { item in
            let output = AVPlayerItemVideoOutput()
            item.add(output)
            return output
        }
        #expect(eventually(looper, \.status) { $0 == .ready } && outputs.count == 3)
        player.play()
        for loop in 0..<4 {
            let output = outputs[loop % 3]
            #expect(eventually(player, \.currentItem) { $0 === looper.loopingPlayerItems[loop % 3] })
            #expect(eventually(player, \.timeControlStatus) { $0 == .playing })
            var shown: [Int] = []
            for _ in 0..<3 {
                shown.append(MovieScene.number(try scene.next(output).picture))
                scene.clock.advance(by: PlayerScene.time(1))
            }
            #expect(shown == [10, 11, 12])
            #expect(eventually(looper, \.loopCount) { $0 == loop + 1 })
        }
        looper.disableLooping()
        #expect(looper.status == .cancelled && player.items().count == 1)
    }
}
