@testable import AVFoundation
import Foundation
import Locking
import QuartzCore
import TestSupport
import Testing

/// What a player's layer shows, and where.
@Suite struct PlayerLayerTests {
    /// Red above, blue below, by ffmpeg.
    private func movie(_ scene: PlayerScene, _ options: [String] = []) throws -> URL {
        let url = scene.movies.folder.file("two.mp4")
        let halves = ["red", "blue"].flatMap { color in
            ["-f", "lavfi", "-i", "color=\(color):size=320x120:rate=30:duration=1"]
        }
        try MadeFile.ffmpeg(halves + ["-filter_complex", "vstack", "-c:v", "libx264", "-pix_fmt", "yuv420p"], to: url)
        guard !options.isEmpty else { return url }
        let turned = scene.movies.folder.file("turned.mov")
        try Tool.output("ffmpeg", ["-v", "error", "-i", url.path, "-c", "copy"] + options + ["-y", turned.path])
        return turned
    }

    /// Blue, green and red at a point of a picture; its coordinates run from 0 to 1.
    private func color(_ picture: LayerPicture, _ x: Double, _ y: Double) -> [Int] {
        let (column, row) = (Int(x * Double(picture.width)), Int(y * Double(picture.height)))
        return (0..<3).map {
            Int(picture.pixels.load(fromByteOffset: row * picture.bytesPerRow + column * 4 + $0, as: UInt8.self))
        }
    }

    private func isRed(_ color: [Int]) -> Bool { color[2] > 200 && color[0] < 50 }
    private func isBlue(_ color: [Int]) -> Bool { color[0] > 200 && color[2] < 50 }

    @Test func theLayerPaintsThePictureThatIsShown() throws {
        let scene = try PlayerScene()
        let player = AVPlayer(playerItem: scene.item(try movie(scene)))
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        #expect(!layer.isReadyForDisplay && layer.videoRect == .zero)
        #expect(eventually(layer, \.isReadyForDisplay) { $0 })
        #expect(layer.videoRect == CGRect(x: 0, y: 25, width: 200, height: 150))
        let painted = Monitor<[LayerPicture?]>([])
        layer.showPictures(scale: 2) { picture in painted.withLock { $0.append(picture) } }
        func next(_ count: Int) throws -> LayerPicture {
            try #require(painted.wait(timeout: .seconds(30)) { $0.count >= count ? $0[count - 1] : nil })
        }
        // The player stands still: what is shown comes at once, and once more for each change of the layer.
        let first = try next(1)
        #expect(first.width == 400 && first.height == 300)
        #expect(isRed(color(first, 0.5, 0.2)) && isBlue(color(first, 0.5, 0.8)))
        layer.videoGravity = .resizeAspectFill
        let filled = try next(2)
        #expect(filled.width == 400 && filled.height == 400)
        #expect(layer.videoRect.width > 266 && layer.videoRect.height == 200)
        layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
        #expect(try next(3).width == 200)
        player.replaceCurrentItem(with: nil)
        #expect(eventually(layer, \.isReadyForDisplay) { !$0 })
        #expect(painted.withLock { $0.last! == nil })
    }

    @Test(arguments: [true, false])
    func anItemThatIsNotPlayedKeepsNoPictureAndShowsItAgain(hasOutput: Bool) throws {
        let scene = try PlayerScene()
        let item = scene.item(try movie(scene))
        if hasOutput { item.add(AVPlayerItemVideoOutput()) }
        let player = AVPlayer(playerItem: item)
        let layer = AVPlayerLayer(player: player)
        #expect(eventually(layer, \.isReadyForDisplay) { $0 })
        #expect(item.state.withLock { $0.latest != nil })
        player.replaceCurrentItem(with: nil)
        #expect(eventually(layer, \.isReadyForDisplay) { !$0 })
        #expect(item.state.withLock { $0.latest == nil })
        player.replaceCurrentItem(with: item)
        #expect(eventually(layer, \.isReadyForDisplay) { $0 })
    }

    @Test func aTurnedMovieIsUpright() throws {
        let scene = try PlayerScene()
        let url = try movie(scene, ["-metadata:s:v", "rotate=90"])
        let (rotation, size) = try Self.display(url)
        let item = scene.item(url)
        let layer = AVPlayerLayer(player: AVPlayer(playerItem: item))
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        #expect(eventually(layer, \.isReadyForDisplay) { $0 })
        #expect(item.presentationSize == size)
        let painted = Monitor<[LayerPicture?]>([])
        layer.showPictures(scale: 1) { picture in painted.withLock { $0.append(picture) } }
        let picture = try #require(painted.wait(timeout: .seconds(30)) { $0.first })
        let shown = try #require(picture)
        #expect(shown.width == 75 && shown.height == 100)
        // ffmpeg counts against the clock.
        let (left, right) = (color(shown, 0.1, 0.5), color(shown, 0.9, 0.5))
        #expect(rotation == 90 ? isRed(left) && isBlue(right) : isBlue(left) && isRed(right))
    }

    /// What ffprobe says of the turn, and the size after it.
    private static func display(_ url: URL) throws -> (Int, CGSize) {
        let text = String(
            decoding: try Tool.output(
                "ffprobe",
                [
                    "-v", "error", "-select_streams", "v", "-show_entries", "stream_side_data=rotation", "-of",
                    "csv=p=0", url.path,
                ]),
            as: UTF8.self)
        let rotation = Int(text.trimmingCharacters(in: .whitespacesAndNewlines.union([","]))) ?? 0
        return (rotation, rotation % 180 == 0 ? CGSize(width: 320, height: 240) : CGSize(width: 240, height: 320))
    }
}
