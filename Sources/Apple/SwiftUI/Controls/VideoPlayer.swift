import AVFoundation
import UIKit

// AVKit and SwiftUI together have this name; SwiftUI is the upper one of the two here.

/// Shows what a player plays, with controls. Source: Apple, VideoPlayer.
public nonisolated struct VideoPlayer<VideoOverlay: View> {
    private let player: AVPlayer?
    private let overlay: VideoOverlay

    /// - Parameters:
    ///   - player: `nil` for a black screen.
    ///   - videoOverlay: what is shown over the picture, and behind the controls.
    public nonisolated init(player: AVPlayer?, @ViewBuilder videoOverlay: () -> VideoOverlay) {
        (self.player, overlay) = (player, videoOverlay())
    }
}

extension VideoPlayer: View {
    public var body: some View {
        PicturesOfPlayer(player: player).overlay { overlay }.overlay(alignment: .bottom) {
            ControlsOfPlayer(player: player)
        }
    }
}

extension VideoPlayer where VideoOverlay == EmptyView {
    public nonisolated init(player: AVPlayer?) { self.init(player: player) { EmptyView() } }
}

private struct PicturesOfPlayer: UIViewRepresentable {
    let player: AVPlayer?

    func makeUIView(context: Context) -> PlayerPictures { PlayerPictures() }
    func updateUIView(_ view: PlayerPictures, context: Context) { view.playerLayer.player = player }
}

private struct ControlsOfPlayer: UIViewRepresentable {
    let player: AVPlayer?

    func makeUIView(context: Context) -> PlayerControls { PlayerControls() }
    func updateUIView(_ view: PlayerControls, context: Context) { view.player = player }
}
