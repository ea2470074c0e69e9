import AVFoundation
import Foundation
import Locking
import TestSupport
import Testing

/// What changes by itself tells those who observe it.
@Suite struct PlayerObservationTests {
    private final class NameObserver: NSObject, NSKeyValueObserving, Sendable {
        private let news = Monitor<[String]>([])

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            let value = change?[.newKey].map { $0 as? CustomStringConvertible } ?? nil
            news.withLock { $0.append("\(keyPath ?? "") \(value?.description ?? "")") }
        }

        /// Waits for a change, and takes it and those before away.
        func hears(_ wanted: String) -> Bool {
            news.wait(timeout: .seconds(30)) { news in
                guard let index = news.firstIndex(of: wanted) else { return nil }
                news.remove(at: index)
                return true
            } == true
        }
    }

    @Test func propertiesAreObservableByObjectiveCsNames() async throws {
        let scene = try PlayerScene()
        let item = scene.item(try await scene.movies.own())
        let player = AVQueuePlayer()
        let layer = AVPlayerLayer(player: player)
        let (ofPlayer, ofItem, ofLayer) = (NameObserver(), NameObserver(), NameObserver())
        for name in ["status", "timeControlStatus", "rate"] {
            player.addObserver(ofPlayer, forKeyPath: name, options: .new, context: nil)
        }
        player.addObserver(ofPlayer, forKeyPath: "currentItem", context: nil)
        for name in ["status", "playbackLikelyToKeepUp", "playbackBufferEmpty", "playbackBufferFull"] {
            item.addObserver(ofItem, forKeyPath: name, options: .new, context: nil)
        }
        for name in ["loadedTimeRanges", "duration"] { item.addObserver(ofItem, forKeyPath: name, context: nil) }
        layer.addObserver(ofLayer, forKeyPath: "readyForDisplay", options: .new, context: nil)
        player.replaceCurrentItem(with: item)
        #expect(ofPlayer.hears("currentItem "))
        #expect(ofItem.hears("status 1") && ofPlayer.hears("status 1"))
        #expect(ofItem.hears("playbackLikelyToKeepUp true") && ofItem.hears("playbackBufferEmpty false"))
        #expect(ofItem.hears("playbackBufferFull true") && ofItem.hears("loadedTimeRanges "))
        #expect(ofItem.hears("duration ") && ofLayer.hears("readyForDisplay true"))
        player.play()
        #expect(ofPlayer.hears("rate 1.0") && ofPlayer.hears("timeControlStatus 2"))
        player.pause()
        #expect(ofPlayer.hears("rate 0.0") && ofPlayer.hears("timeControlStatus 0"))
    }

    @Test func aQueuePlayersObserversHearOfItsItems() async throws {
        let scene = try PlayerScene()
        let url = try await scene.movies.own()
        let (first, second) = (scene.item(url), scene.item(url))
        let player = AVQueuePlayer(items: [first, second])
        let items = Monitor<[AVPlayerItem?]>([])
        let observation = player.observe(\.currentItem, options: [.initial]) { player, _ in
            items.withLock { $0.append(player.currentItem) }
        }
        defer { observation.invalidate() }
        player.advanceToNextItem()
        #expect(items.withLock { $0.map { $0 === second } } == [false, true])
    }

    @Test func anItemThatFailsTellsSo() throws {
        let scene = try PlayerScene()
        let item = scene.item(scene.movies.folder.file("missing.mov"))
        let observer = NameObserver()
        item.addObserver(observer, forKeyPath: "status", options: .new, context: nil)
        let player = AVPlayer(playerItem: item)
        #expect(observer.hears("status 2"))
        #expect(item.error != nil && player.rate == 0)
    }
}
