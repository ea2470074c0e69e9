import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ImageRendererTests {
    private struct Card: View {
        var body: some View {
            VStack(spacing: 0) {
                Color.red.frame(width: 40, height: 10)
                Color.blue.frame(width: 40, height: 10)
            }
        }
    }

    /// Red, green, blue and alpha of a pixel.
    private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [Int] {
        let data = image.dataProvider!.data! as Data
        let start = data.startIndex + y * image.bytesPerRow + x * 4
        return data[start..<start + 4].map { Int($0) }
    }

    @Test func aViewIsAPictureOfItsSize() throws {
        let renderer = ImageRenderer(content: Card())
        renderer.scale = 2
        let image = try #require(renderer.uiImage)
        #expect(image.size == CGSize(width: 40, height: 20) && image.scale == 2)
        let picture = try #require(image.cgImage)
        #expect((picture.width, picture.height) == (80, 40))
        let (top, bottom) = (pixel(picture, 40, 10), pixel(picture, 40, 30))
        #expect(top[0] > 200 && top[2] < 100 && bottom[2] > 200 && bottom[0] < 100)
    }

    @Test func theProposalIsTheViews() throws {
        let renderer = ImageRenderer(content: Color.red)
        renderer.proposedSize = ProposedViewSize(width: 30, height: 12)
        let picture = try #require(renderer.cgImage)
        #expect((picture.width, picture.height) == (30, 12))
    }

    @Test func anEmptyViewHasNoPicture() {
        #expect(ImageRenderer(content: EmptyView()).uiImage == nil)
    }

    @Test func opaquePicturesHaveNoAlpha() throws {
        let renderer = ImageRenderer(content: Color.clear.frame(width: 10, height: 10))
        #expect(pixel(try #require(renderer.cgImage), 5, 5) == [0, 0, 0, 0])
        renderer.isOpaque = true
        #expect(pixel(try #require(renderer.cgImage), 5, 5).prefix(3) == [0, 0, 0])
        #expect(renderer.cgImage?.alphaInfo == CGImageAlphaInfo.noneSkipLast)
    }

    @Test func aViewIsUprightWhereYPointsUp() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 40, height: 20, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        ImageRenderer(content: Card()).render { size, draw in
            #expect(size == CGSize(width: 40, height: 20))
            draw(context)
        }
        let picture = try #require(context.makeImage())
        #expect(pixel(picture, 20, 5)[0] > 200 && pixel(picture, 20, 15)[2] > 200)
    }

    @Test func changesAreTold() throws {
        let handle = Held<Bool, Color>.Handle()
        let renderer = ImageRenderer(
            content: Held(false, handle) { $0.wrappedValue ? Color.blue : Color.red }.frame(width: 10, height: 10))
        var changes = 0
        let token = renderer.objectWillChange.sink { changes += 1 }
        #expect(pixel(try #require(renderer.cgImage), 5, 5)[0] > 200 && changes == 0)
        handle.value = true
        renderer.drawnAgain()
        #expect(changes == 1)
        #expect(pixel(try #require(renderer.cgImage), 5, 5)[2] > 200)
        token.cancel()
    }
}

extension ImageRenderer {
    /// What the main queue does after a change.
    fileprivate func drawnAgain() { host.graph.update() }
}
