import AVFoundation
import Foundation
import TestSupport
import Testing

@testable import UIKit

/// A player's controller shows its pictures, and does what a person asks for.
@MainActor @Suite(.timeLimit(.minutes(3))) struct PlayerViewControllerTests {
    private let folder: TemporaryFolder
    private let player: AVPlayer
    private let controller = AVPlayerViewController()

    init() throws {
        folder = try TemporaryFolder()
        let url = folder.file("movie.mp4")
        try Tool.output(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=30:duration=2", "-c:v", "libx264",
                "-pix_fmt", "yuv420p", "-y", url.path,
            ])
        player = AVPlayer(url: url)
        controller.player = player
        controller.view.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
        controller.view.layoutIfNeeded()
    }

    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func controls() throws -> PlayerControls {
        try #require(controller.view.subviews.lazy.compactMap { $0 as? PlayerControls }.first)
    }

    /// As an app's is that needs only some of the methods.
    private final class Delegate: AVPlayerViewControllerDelegate {
        func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
    }

    @Test func timeGoesToTheRightInAllLanguages() throws {
        let controls = try controls()
        controls.layoutDirectionOverride = .rightToLeft
        #expect(controls.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        #expect(controls.scrubber.effectiveUserInterfaceLayoutDirection == .leftToRight)
    }

    @Test func aDelegateIsNotKeptAlive() {
        var delegate: Delegate? = Delegate()
        controller.delegate = delegate
        #expect(controller.delegate === delegate)
        #expect(delegate?.playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(controller) == true)
        delegate = nil
        #expect(controller.delegate == nil)
    }

    @Test func aPersonPlaysPausesAndSeeks() async throws {
        let controls = try controls()
        let (button, scrubber) = (controls.playButton, controls.scrubber)
        try await until { controller.isReadyForDisplay && scrubber.isEnabled }
        #expect(button.accessibilityLabel == "Play" && scrubber.value == 0)
        #expect(abs(scrubber.maximumValue - 2) < 0.05)
        button.sendActions(for: .touchUpInside)
        #expect(player.rate == 1)
        try await until { button.accessibilityLabel == "Pause" && scrubber.value > 0 }
        button.sendActions(for: .touchUpInside)
        #expect(player.rate == 0)
        try await until { button.accessibilityLabel == "Play" }
        // Where the person has come to in the end.
        for place: Float in [1.5, 1, 0.5] { scrubber.moved(to: place) }
        try await until { player.currentTime().seconds == 0.5 }
        #expect(scrubber.value == 0.5)
        // From the beginning once more.
        #expect(await player.seek(to: .positiveInfinity))
        button.sendActions(for: .touchUpInside)
        #expect(player.currentTime().seconds < 1 && player.rate == 1)
    }

    @Test func itLooksAsTheProgramWants() async throws {
        try await until { controller.isReadyForDisplay }
        #expect(controller.videoBounds == CGRect(x: 0, y: 50, width: 400, height: 300))
        controller.videoGravity = .resize
        #expect(controller.videoBounds == CGRect(x: 0, y: 0, width: 400, height: 400))
        let controls = try controls()
        #expect(controls.frame.maxY == 400 && controls.frame.width == 400)
        let overlay = try #require(controller.contentOverlayView)
        #expect(overlay.frame == controller.view.bounds)
        let order = controller.view.subviews
        #expect(order.firstIndex(of: overlay) == 1 && order.firstIndex(of: controls) == 2)
        #expect(controller.showsPlaybackControls)
        controller.showsPlaybackControls = false
        #expect(controls.isHidden)
        controller.player = nil
        try await until { !controller.isReadyForDisplay }
        #expect(!controls.playButton.isEnabled)
    }
}
