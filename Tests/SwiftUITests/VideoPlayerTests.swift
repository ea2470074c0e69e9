import AVKit
import Foundation
import Testing
import UIKit

@testable import SwiftUI

/// A player among views.
@MainActor @Suite struct VideoPlayerTests {
    private final class Mark: UIView {}

    private struct Marker: UIViewRepresentable {
        func makeUIView(context: Context) -> Mark { Mark() }
        func updateUIView(_ view: Mark, context: Context) {}
    }

    private struct Screen: View {
        let players: [AVPlayer]
        let get: (Binding<Int>) -> Void
        @State var number = 0

        var body: some View {
            let _ = get($number)
            VideoPlayer(player: players[number]) { Marker() }
        }
    }

    private func views(in view: UIView) -> [UIView] { [view] + view.subviews.flatMap(views) }

    @Test func picturesOverlayAndControlsLieOverEachOther() throws {
        let players = [AVPlayer(), AVPlayer()]
        var number: Binding<Int>!
        let hosting = UIHostingController(rootView: Screen(players: players) { number = $0 })
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        window.rootViewController = hosting
        window.isHidden = false
        window.layoutIfNeeded()
        let host = try #require(hosting.view as? HostingView).host
        host.graph.update()
        let all = views(in: hosting.view)
        let pictures = try #require(all.lazy.compactMap { $0 as? PlayerPictures }.first)
        let controls = try #require(all.lazy.compactMap { $0 as? PlayerControls }.first)
        let mark = try #require(all.lazy.compactMap { $0 as? Mark }.first)
        let order = [pictures, mark, controls].map { all.firstIndex(of: $0)! }
        #expect(order == order.sorted())
        let frames = [pictures, mark, controls].map { $0.convert($0.bounds, to: hosting.view) }
        #expect(frames[0] == hosting.view.bounds && frames[1] == frames[0])
        #expect(frames[2] == CGRect(x: 0, y: 300 - PlayerControls.height, width: 400, height: PlayerControls.height))
        #expect(pictures.playerLayer.player === players[0] && controls.player === players[0])
        number.wrappedValue = 1
        host.graph.update()
        #expect(pictures.playerLayer.player === players[1] && controls.player === players[1])
    }
}
