import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct CanvasTests {
    /// The color of a pixel of what a canvas shows: red, green, blue and alpha.
    private func pixel(_ shown: Shown, _ x: Int, _ y: Int) -> [Int] {
        guard let contents = shown.drawn[0].surface?.layer.contents else { return [] }
        let image = contents as! CGImage
        let data = image.dataProvider!.data! as Data
        let start = y * image.bytesPerRow + x * 4
        return data[(data.startIndex + start)..<(data.startIndex + start + 4)].map { Int($0) }
    }

    private func canvas(_ draw: @escaping (inout GraphicsContext, CGSize) -> Void) -> Shown {
        Shown(Canvas(renderer: draw), width: 40, height: 20)
    }

    @Test func pathsAreFilledAndStroked() {
        let shown = canvas { context, size in
            context.fill(
                Path(CGRect(x: 0, y: 0, width: 10, height: size.height)), with: .color(red: 1, green: 0, blue: 0))
            context.stroke(
                Path { path in
                    path.move(to: CGPoint(x: 30, y: 0))
                    path.addLine(to: CGPoint(x: 30, y: 20))
                }, with: .color(.white), lineWidth: 4)
        }
        #expect(pixel(shown, 5, 10) == [255, 0, 0, 255] && pixel(shown, 20, 10) == [0, 0, 0, 0])
        #expect(pixel(shown, 30, 10) == [255, 255, 255, 255])
    }

    @Test func aCopyHasItsOwnTransformClipAndOpacity() {
        let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))
        let shown = canvas { context, _ in
            var copy = context
            copy.translateBy(x: 20, y: 0)
            copy.clip(to: Path(CGRect(x: 0, y: 0, width: 5, height: 10)))
            copy.opacity = 0.5
            copy.fill(square, with: .color(.white))
            context.fill(square, with: .color(.white))
        }
        #expect(pixel(shown, 5, 5) == [255, 255, 255, 255])
        #expect(abs((pixel(shown, 22, 5).last ?? 0) - 128) <= 1 && pixel(shown, 27, 5) == [0, 0, 0, 0])
    }

    @Test func gradientsGoFromColorToColor() {
        let shown = canvas { context, size in
            context.fill(
                Path(CGRect(origin: .zero, size: size)),
                with: .linearGradient(
                    Gradient(colors: [.black, .white]), startPoint: .zero, endPoint: CGPoint(x: 40, y: 0)))
        }
        let levels = [1, 20, 38].map { pixel(shown, $0, 10)[0] }
        #expect(levels[0] < 20 && abs(levels[1] - 128) < 12 && levels[2] > 235)
    }

    @Test func textsAndPicturesAreDrawnWhereTheyBelong() {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { target in
            UIColor.red.setFill()
            target.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        let shown = canvas { context, size in
            context.draw(Image(uiImage: picture), at: CGPoint(x: 30, y: 10))
            let text = context.resolve(Text(verbatim: "M").font(.system(size: 14)))
            #expect(text.measure(in: size).width > 4)
            context.draw(text, at: CGPoint(x: 8, y: 10))
        }
        #expect(pixel(shown, 30, 10) == [255, 0, 0, 255] && pixel(shown, 20, 10) == [0, 0, 0, 0])
        let drawn = (2..<14).flatMap { x in (2..<18).map { pixel(shown, x, $0)[3] } }
        #expect(drawn.contains { $0 > 100 })
    }

    @Test func aTextWithoutAColorIsFilledAsItsShadingSays() {
        let shown = canvas { context, size in
            var text = context.resolve(Text(verbatim: "███").font(.system(size: 16)))
            text.shading = .color(.red)
            context.draw(text, at: CGPoint(x: 10, y: 10))
            var own = context.resolve(Text(verbatim: "███").font(.system(size: 16)).foregroundColor(.blue))
            own.shading = .color(.red)
            context.draw(own, at: CGPoint(x: 34, y: 10))
        }
        let (filled, kept) = (pixel(shown, 10, 10), pixel(shown, 34, 10))
        #expect(filled[0] > 200 && filled[2] < 100, "red: \(filled)")
        #expect(kept[2] > 200 && kept[0] < 100, "its own blue: \(kept)")
    }

    @Observable final class Model { var isRed = true }

    struct Watching: View {
        let model: Model
        let drawn: () -> Void
        var body: some View {
            Canvas { context, size in
                drawn()
                context.fill(
                    Path(CGRect(origin: .zero, size: size)), with: .color(model.isRed ? .red : .white))
            }
        }
    }

    @Test func aCanvasIsDrawnAgainForWhatItHasRead() {
        let model = Model()
        var count = 0
        let shown = Shown(Watching(model: model) { count += 1 }, width: 40, height: 20)
        #expect(count == 1)
        shown.update()
        #expect(count == 1)
        model.isRed = false
        shown.update()
        #expect(count == 2 && pixel(shown, 5, 5) == [255, 255, 255, 255])
    }

    @Test func withoutInterpolationPixelsStaySquare() {
        let picture = UIGraphicsImageRenderer(
            size: CGSize(width: 2, height: 1),
            format: {
                let format = UIGraphicsImageRendererFormat()
                format.scale = 1
                return format
            }()
        ).image { target in
            UIColor.white.setFill()
            target.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let shown = Shown(Image(uiImage: picture).interpolation(.none).resizable(), width: 40, height: 20)
        #expect(pixel(shown, 19, 10) == [255, 255, 255, 255] && pixel(shown, 20, 10) == [0, 0, 0, 0])
    }

    @Test func aCanvasIsDrawnAgainForItsEnvironment() {
        let handle = Held<Color, AnyView>.Handle()
        let canvas = Canvas { context, size in
            context.fill(Path(CGRect(origin: .zero, size: size)), with: .foreground)
        }
        let shown = Shown(
            Held(Color(red: 1, green: 0, blue: 0), handle) { AnyView(canvas.foregroundStyle($0.wrappedValue)) },
            width: 40, height: 20)
        #expect(pixel(shown, 5, 5) == [255, 0, 0, 255])
        handle.value = Color(red: 0, green: 0, blue: 1)
        shown.update()
        #expect(pixel(shown, 5, 5) == [0, 0, 255, 255])
    }

    @Test func translucentStopsStayTranslucent() {
        let fading = Gradient(colors: [.red, .clear])
        for isRadial in [false, true] {
            let shown = canvas { context, size in
                let shading: GraphicsContext.Shading =
                    isRadial
                    ? .radialGradient(fading, center: .zero, startRadius: 0, endRadius: 40)
                    : .linearGradient(fading, startPoint: .zero, endPoint: CGPoint(x: 40, y: 0))
                context.fill(Path(CGRect(origin: .zero, size: size)), with: shading)
            }
            let opacities = [1, 20, 38].map { pixel(shown, $0, 1)[3] }
            #expect(opacities[0] > 235 && abs(opacities[1] - 128) < 12 && opacities[2] < 20)
        }
        let shown = canvas { context, size in
            context.opacity = 0.5
            context.fill(
                Path(CGRect(x: 0, y: 0, width: 20, height: size.height)),
                with: .linearGradient(
                    Gradient(colors: [.black, .white]), startPoint: .zero, endPoint: CGPoint(x: 40, y: 0)))
        }
        #expect(abs(pixel(shown, 10, 10)[3] - 128) <= 1 && pixel(shown, 21, 10) == [0, 0, 0, 0])
    }

    @Test func aLayerHasTheOpacityAsAWhole() {
        let square = Path(CGRect(x: 0, y: 0, width: 10, height: 10))
        let shown = canvas { context, _ in
            context.opacity = 0.5
            context.translateBy(x: 20, y: 0)
            context.drawLayer { layer in
                layer.fill(square, with: .color(.white))
                layer.fill(square, with: .color(.white))
            }
        }
        #expect(abs(pixel(shown, 25, 5)[3] - 128) <= 1 && pixel(shown, 5, 5) == [0, 0, 0, 0])
    }
}
