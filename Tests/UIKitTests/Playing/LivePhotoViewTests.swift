import AVFoundation
import Foundation
import ImageIO
import PhotosUI
import QuartzCore
import TestSupport
import Testing

@testable import UIKit

/// A Live Photo is seen, and moves while a person presses on it.
@MainActor @Suite(.timeLimit(.minutes(3))) struct LivePhotoViewTests {
    private final class Judge: PHLivePhotoViewDelegate {
        var events: [String] = []
        var isAllowed = true
        var extraDuration = 0.0

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, canBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
        ) -> Bool { isAllowed }

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, willBeginPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
        ) { events.append("begins \(playbackStyle)") }

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, didEndPlaybackWith playbackStyle: PHLivePhotoViewPlaybackStyle
        ) { events.append("ends \(playbackStyle)") }

        func livePhotoView(
            _ livePhotoView: PHLivePhotoView, extraMinimumTouchDurationFor touch: UITouch,
            with playbackStyle: PHLivePhotoViewPlaybackStyle
        ) -> TimeInterval { extraDuration }
    }

    private let folder: TemporaryFolder
    private let view = PHLivePhotoView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    private let clock = LayerClock(standingAt: 100)
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    private let judge = Judge()

    init() async throws {
        folder = try TemporaryFolder()
        let identifier = "1B5F0B0C-0000-4000-8000-000000000001"
        let (drawn, picture, movie) = (folder.file("drawn.png"), folder.file("photo.jpg"), folder.file("movie.mov"))
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "color=red:size=320x240", "-frames:v", "1"], to: drawn)
        let source = try #require(CGImageSourceCreateWithURL(drawn, nil))
        let target = try #require(CGImageDestinationCreateWithURL(picture, "public.jpeg", 1, nil))
        let properties: [String: Any] = [kCGImagePropertyMakerAppleDictionary: ["17": identifier]]
        CGImageDestinationAddImageFromSource(target, source, 0, properties)
        #expect(CGImageDestinationFinalize(target))
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i", "color=blue:size=320x240:rate=30:duration=2", "-c:v", "libx264", "-pix_fmt",
                "yuv420p", "-movflags", "use_metadata_tags", "-metadata",
                "com.apple.quicktime.content.identifier=\(identifier)",
            ], to: movie)
        view.livePhoto = await withCheckedContinuation { continuation in
            PHLivePhoto.request(
                withResourceFileURLs: [picture, movie], placeholderImage: nil, targetSize: .zero,
                contentMode: .aspectFit
            ) { photo, _ in continuation.resume(returning: photo) }
        }
        view.delegate = judge
        window.isHidden = false
        window.addSubview(view)
    }

    private func until(_ condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func touch(_ phase: UITouch.Phase, after seconds: Double) {
        LayerClock.$current.withValue(clock) {
            clock.advance(by: seconds)
            window.receiveTouch(id: 1, phase, at: CGPoint(x: 50, y: 50), time: CACurrentMediaTime())
        }
    }

    private var movie: AVPlayerLayer {
        get throws { try #require(view.subviews.lazy.compactMap { $0 as? PlayerPictures }.first).playerLayer }
    }

    @Test func thePhotoIsSeen() throws {
        let photo = try #require(view.livePhoto)
        #expect(photo.size == CGSize(width: 320, height: 240))
        #expect(view.intrinsicContentSize == photo.size)
        let picture = try #require(view.subviews.lazy.compactMap { $0 as? UIImageView }.first)
        view.contentMode = .scaleAspectFill
        view.frame.size = CGSize(width: 100, height: 60)
        view.layoutIfNeeded()
        #expect(picture.frame == view.bounds && picture.contentMode == .scaleAspectFill)
        #expect(try movie.videoGravity == .resizeAspectFill && movie.player == nil)
        let image = try #require(picture.image?.cgImage)
        let pixels = try #require(image.dataProvider?.data as Data?)
        // Red, within what JPEG changes.
        #expect(pixels[0] > 245 && pixels[1] < 10 && pixels[2] < 10)
        view.livePhoto = nil
        #expect(picture.image == nil)
    }

    @Test func theMovieIsPlayedToItsEnd() async throws {
        view.startPlayback(with: .full)
        let player = try #require(try movie.player)
        #expect(player.rate == 1 && !player.isMuted && judge.events == ["begins full"])
        try await until { (try? movie.isReadyForDisplay) == true }
        try await until { judge.events.count == 2 }
        #expect(judge.events == ["begins full", "ends full"])
        #expect(try movie.player == nil && abs(player.currentTime().seconds - 2) < 0.1)
    }

    @Test func aHintIsShortAndSilent() async throws {
        view.startPlayback(with: .hint)
        let player = try #require(try movie.player)
        #expect(player.isMuted)
        try await until { judge.events == ["begins hint", "ends hint"] }
        #expect(abs(player.currentTime().seconds - 1) < 0.1)
        view.isMuted = true
        view.startPlayback(with: .full)
        #expect(try movie.player?.isMuted == true)
        view.isMuted = false
        #expect(try movie.player?.isMuted == false)
    }

    @Test func aPersonPlaysItByPressing() throws {
        touch(.began, after: 0.1)
        clock.advance(by: 0.1)
        #expect(judge.events.isEmpty)
        clock.advance(by: 0.2)
        #expect(judge.events == ["begins full"])
        touch(.ended, after: 0.1)
        #expect(judge.events == ["begins full", "ends full"])
        judge.extraDuration = 1
        touch(.began, after: 0.1)
        clock.advance(by: 1)
        #expect(judge.events.count == 2)
        clock.advance(by: 0.3)
        #expect(judge.events.count == 3)
        touch(.cancelled, after: 0.1)
        #expect(judge.events.count == 4)
    }

    @Test func theDelegateCanForbidIt() throws {
        judge.isAllowed = false
        view.startPlayback(with: .full)
        view.startPlayback(with: .undefined)
        #expect(try judge.events.isEmpty && movie.player == nil)
        judge.isAllowed = true
        view.startPlayback(with: .full)
        view.livePhoto = nil
        #expect(judge.events == ["begins full", "ends full"])
        view.startPlayback(with: .full)
        #expect(judge.events.count == 2)
    }

    @Test func theBadgeSaysWhetherItIsOn() {
        let badges = [PHLivePhotoBadgeOptions(), .overContent, .liveOff].map(PHLivePhotoView.livePhotoBadgeImage)
        #expect(badges.allSatisfy { $0.size.width > 0 } && badges[1] != badges[0] && badges[2] != badges[0])
    }
}
