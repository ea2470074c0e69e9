import Foundation
import Testing

@testable import UIKit

/// Images in views that go from right to left.
@MainActor @Suite struct MirroredImageTests {
    /// 2 by 1 pixels: red, then green.
    private func pair() -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: format).image { context in
            UIColor(red: 1, green: 0, blue: 0, alpha: 1).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            UIColor(red: 0, green: 1, blue: 0, alpha: 1).setFill()
            context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        }
    }

    /// Whether the red pixel of what a view shows is at the left.
    private func isRedAtTheLeft(_ image: UIImage, _ attribute: UISemanticContentAttribute) throws -> Bool {
        let view = UIImageView(image: image)
        view.semanticContentAttribute = attribute
        let picture = try #require(view.picture(of: image, image.size))
        // Red and green have their places in all orders of bytes that are used: green is the second of a pixel.
        let data = try #require(picture.dataProvider?.data)
        #expect((data[1] > 128) != (data[5] > 128))
        return data[5] > 128
    }

    @Test func onlyAnImageThatFlipsIsMirrored() throws {
        let (image, other) = (pair(), pair().imageFlippedForRightToLeftLayoutDirection())
        #expect(try isRedAtTheLeft(image, .forceRightToLeft))
        #expect(try !isRedAtTheLeft(other, .forceRightToLeft))
        #expect(try isRedAtTheLeft(other, .forceLeftToRight))
    }

    @Test func aSymbolFlipsOnceIfItShowsTheWay() throws {
        func pixels(_ image: UIImage, _ attribute: UISemanticContentAttribute) throws -> Data {
            let view = UIImageView(image: image)
            view.semanticContentAttribute = attribute
            return Data(try #require(view.picture(of: image, image.size)?.dataProvider?.data as Data?))
        }
        let arrow = try #require(UIImage(systemName: "arrow.forward"))
        let usual = try pixels(arrow, .forceRightToLeft)
        #expect(try pixels(arrow.imageFlippedForRightToLeftLayoutDirection(), .forceRightToLeft) == usual)
        #expect(try pixels(arrow, .forceLeftToRight) != usual)
        let fixed = try #require(UIImage(systemName: "chevron.left"))
        let seen = try pixels(fixed, .forceRightToLeft)
        #expect(try pixels(fixed, .forceLeftToRight) == seen)
        #expect(try pixels(fixed.imageFlippedForRightToLeftLayoutDirection(), .forceRightToLeft) != seen)
    }
}
