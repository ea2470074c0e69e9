import Foundation
import GtkSupport
import QuartzCore
import Testing

@testable import UIKit

/// Layers and views outside of windows, drawn into pictures.
@MainActor @Suite struct RenderedLayerTests {
    private func bitmap(_ size: CGSize, scale: CGFloat, _ draw: (CGContext) -> Void) throws -> Bitmap {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let image = UIGraphicsImageRenderer(size: size, format: format).image { draw($0.cgContext) }
        return try Bitmap(try #require(image.cgImage), scale: Int(scale))
    }

    private func rendered(_ layer: CALayer, scale: CGFloat = 1) throws -> Bitmap {
        try bitmap(layer.bounds.size, scale: scale) { layer.render(in: $0) }
    }

    private func view(_ frame: CGRect, _ color: UIColor) -> UIView {
        let view = UIView(frame: frame)
        view.backgroundColor = color
        return view
    }

    @Test func aTextLayerPrefersTheSizeOfItsText() {
        let layer = CATextLayer()
        #expect(layer.preferredFrameSize() == .zero)
        layer.font = UIFont.systemFont(ofSize: 10)
        layer.fontSize = 20
        layer.string = "two words"
        let line = layer.preferredFrameSize()
        let text = NSAttributedString(string: "two words", attributes: [.font: UIFont.systemFont(ofSize: 20)])
        #expect(line == text.size() && line.width > 20)
        // A width does not matter where lines do not wrap.
        layer.bounds.size.width = line.width * 0.8
        #expect(layer.preferredFrameSize() == line)
        layer.isWrapped = true
        let wrapped = layer.preferredFrameSize()
        #expect(wrapped.height > line.height * 1.5 && wrapped.width < line.width)
    }

    @Test(arguments: [1, 2] as [CGFloat]) func subviewsAreWhereTheyAreSeen(scale: CGFloat) throws {
        // Where a view is in its superview does not matter.
        let root = view(CGRect(x: 100, y: 50, width: 40, height: 30), .red)
        let inner = view(CGRect(x: 10, y: 5, width: 20, height: 10), .green)
        inner.alpha = 0.5
        let hidden = view(CGRect(x: 0, y: 20, width: 40, height: 10), .blue)
        hidden.isHidden = true
        root.addSubview(inner)
        root.addSubview(hidden)
        let bitmap = try rendered(root.layer, scale: scale)
        #expect(bitmap[5, 3] == [255, 0, 0, 255] && bitmap[20, 25] == [255, 0, 0, 255])
        let mixed = bitmap[20, 10]
        #expect(abs(mixed[0] - 128) <= 2 && mixed[1] > 90 && mixed[2] == 0 && mixed[3] == 255)
    }

    @Test func picturesAndTextStandUpright() throws {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { context in
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
        }
        let root = view(CGRect(x: 0, y: 0, width: 60, height: 20), .white)
        let image = UIImageView(image: picture)
        image.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        let label = UILabel(frame: CGRect(x: 20, y: 0, width: 40, height: 20))
        label.text = "____"
        label.font = .boldSystemFont(ofSize: 16)
        root.addSubview(image)
        root.addSubview(label)
        let bitmap = try rendered(root.layer)
        #expect(bitmap[10, 5] == [0, 0, 255, 255] && bitmap[10, 15] == [255, 255, 255, 255])
        // A line at the feet of letters.
        func ink(_ rows: Range<Int>) -> Int {
            rows.flatMap { y in (22..<50).map { bitmap[$0, y] } }.count { $0[0] < 100 }
        }
        #expect(ink(10..<20) > 20 && ink(0..<10) == 0)
    }

    @Test func masksShadowsAndTransformsShow() throws {
        let root = view(CGRect(x: 0, y: 0, width: 60, height: 40), .white)
        let masked = view(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
        let mask = CALayer()
        mask.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
        mask.backgroundColor = UIColor.black.cgColor
        masked.layer.mask = mask
        let shaded = view(CGRect(x: 30, y: 5, width: 10, height: 10), .green)
        shaded.layer.shadowColor = UIColor.black.cgColor
        shaded.layer.shadowOpacity = 1
        shaded.layer.shadowRadius = 0
        shaded.layer.shadowOffset = CGSize(width: 10, height: 0)
        let turned = view(CGRect(x: 0, y: 28, width: 20, height: 4), .blue)
        turned.transform = CGAffineTransform(rotationAngle: .pi / 2)
        for element in [masked, shaded, turned] { root.addSubview(element) }
        let bitmap = try rendered(root.layer)
        #expect(bitmap[5, 10] == [255, 0, 0, 255] && bitmap[15, 10] == [255, 255, 255, 255])
        #expect(bitmap[45, 10] == [0, 0, 0, 255] && bitmap[45, 25] == [255, 255, 255, 255])
        // From 8 to 12, and from 20 to 40.
        #expect(bitmap[10, 22] == [0, 0, 255, 255] && bitmap[4, 30] == [255, 255, 255, 255])
    }

    @Test func theContextsPlaceClipAndOpacityHold() throws {
        let root = view(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        let bitmap = try bitmap(CGSize(width: 40, height: 20), scale: 1) { context in
            context.translateBy(x: 20, y: 5)
            context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 10))
            context.setAlpha(0.5)
            root.layer.render(in: context)
        }
        #expect(abs(bitmap[22, 10][3] - 128) <= 1 && bitmap[27, 10][3] == 0 && bitmap[22, 2][3] == 0)
    }

    @Test func animationsAreLeftOut() throws {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.backgroundColor = UIColor.red.cgColor
        let fade = CABasicAnimation(keyPath: "backgroundColor")
        (fade.fromValue, fade.toValue, fade.duration) = (UIColor.blue.cgColor, UIColor.blue.cgColor, 1000)
        layer.add(fade, forKey: nil)
        #expect(try rendered(layer)[5, 5] == [255, 0, 0, 255])
    }

    @Test func contentsAreDrawnWhenTheyAreDue() throws {
        final class Drawn: UIView {
            override func draw(_ rect: CGRect) {
                UIColor.blue.setFill()
                UIGraphicsGetCurrentContext()?.fill(CGRect(x: 0, y: 0, width: bounds.width, height: 5))
            }
        }
        let view = Drawn(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        let bitmap = try withExtendedLifetime(view) { try rendered(view.layer) }
        #expect(bitmap[5, 2] == [0, 0, 255, 255] && bitmap[5, 7][3] == 0)
    }

    @Test func otherThreadsMayRender() async throws {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.backgroundColor = UIColor.red.cgColor
        let bitmap = try await Task.detached {
            let image = UIGraphicsImageRenderer(size: layer.bounds.size).image { layer.render(in: $0.cgContext) }
            return try Bitmap(try #require(image.cgImage), scale: 1)
        }.value
        #expect(bitmap[5, 5] == [255, 0, 0, 255])
    }

    @Test func aTransformOfSublayersMovesSubviewsAndLayers() throws {
        let root = view(CGRect(x: 0, y: 0, width: 60, height: 20), .white)
        root.addSubview(view(CGRect(x: 0, y: 0, width: 10, height: 20), .red))
        let layer = CALayer()
        layer.frame = CGRect(x: 10, y: 0, width: 10, height: 20)
        layer.backgroundColor = UIColor.blue.cgColor
        root.layer.addSublayer(layer)
        root.layer.sublayerTransform = CATransform3DMakeTranslation(30, 0, 0)
        let bitmap = try rendered(root.layer)
        #expect(bitmap[5, 10] == [255, 255, 255, 255] && bitmap[15, 10] == [255, 255, 255, 255])
        #expect(bitmap[35, 10] == [255, 0, 0, 255] && bitmap[45, 10] == [0, 0, 255, 255])
    }

    @Test func copiesAreDrawnInTheirColors() throws {
        let replicator = CAReplicatorLayer()
        replicator.frame = CGRect(x: 0, y: 0, width: 60, height: 20)
        (replicator.instanceCount, replicator.instanceRedOffset) = (3, -0.5)
        replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
        let square = CALayer()
        square.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
        square.backgroundColor = UIColor.white.cgColor
        replicator.addSublayer(square)
        let bitmap = try rendered(replicator)
        #expect(bitmap[5, 10] == [255, 255, 255, 255] && bitmap[15, 10][3] == 0)
        #expect(abs(bitmap[25, 10][0] - 128) <= 1 && bitmap[25, 10][1] == 255 && bitmap[25, 10][3] == 255)
        #expect(bitmap[45, 10] == [0, 255, 255, 255])
    }

    /// A red and a green square of 4 points at the same place, for half a second from each second on.
    @Test func particlesAreDrawnByWindowsAndNotIntoPictures() throws {
        let emitter = CAEmitterLayer()
        emitter.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        emitter.emitterPosition = CGPoint(x: 10, y: 10)
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let square = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        emitter.emitterCells = [UIColor.red, UIColor.green].map { color in
            let cell = CAEmitterCell()
            (cell.birthRate, cell.lifetime, cell.velocity) = (1, 0.5, 20)
            (cell.contents, cell.color) = (square.cgImage, color.cgColor)
            return cell
        }
        func drawn(at time: CFTimeInterval) throws -> Bitmap {
            try LayerClock.$current.withValue(LayerClock(standingAt: time)) {
                try bitmap(emitter.bounds.size, scale: 1) { context in
                    _ = Display.isThere
                    if let looks = DrawnNode.record({ LayerPainter(emitter).draw($0) }) { context.draw(looks) }
                }
            }
        }
        let over = try drawn(at: 1.25)
        #expect([[255, 0, 0, 255], [0, 255, 0, 255]].contains(over[15, 10]) && over[10, 10][3] == 0)
        #expect(try drawn(at: 1.75)[25, 10][3] == 0)
        emitter.renderMode = .additive
        #expect(try drawn(at: 1.25)[15, 10] == [255, 255, 0, 255])
        #expect(try rendered(emitter)[15, 10][3] == 0)
    }
}

/// The pixels of a picture: red, green, blue and alpha.
private struct Bitmap {
    private let data: Data
    private let bytesPerRow: Int
    private let scale: Int

    init(_ image: CGImage, scale: Int) throws {
        data = Data(try #require(image.dataProvider?.data as Data?))
        (bytesPerRow, self.scale) = (image.bytesPerRow, scale)
    }

    /// Of the pixel at a point.
    subscript(x: Int, y: Int) -> [Int] {
        let start = y * scale * bytesPerRow + x * scale * 4
        return data[start..<start + 4].map { Int($0) }
    }
}
