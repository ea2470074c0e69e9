import Foundation
import Testing

@testable import Photos

/// A picture of 320 × 240 in the size that a request asks for.
struct ImageSizeTests {
    private func scaled(
        _ width: Double, _ height: Double, _ mode: PHImageContentMode, _ resizing: PHImageRequestOptionsResizeMode
    ) -> [Int] {
        let scaled = ImageSize(CGSize(width: width, height: height), mode, resizing).scaled(width: 320, height: 240)
        return [scaled.width, scaled.height]
    }

    @Test func onlyAnExactSizeEnlargesThePicture() {
        #expect(scaled(640, 640, .aspectFit, .fast) == [320, 240])
        #expect(scaled(640, 640, .aspectFit, .exact) == [640, 480])
    }

    @Test(arguments: [PHImageRequestOptionsResizeMode.fast, .exact])
    func aSmallerPictureFitsInsideOrFillsTheSize(resizing: PHImageRequestOptionsResizeMode) {
        #expect(scaled(160, 160, .aspectFit, resizing) == [160, 120])
        #expect(scaled(120, 120, .aspectFill, resizing) == [160, 120])
    }

    @Test func withoutASizeThePictureKeepsItsOwn() {
        #expect(scaled(160, 160, .aspectFit, .none) == [320, 240])
        #expect(scaled(-1, -1, .aspectFill, .exact) == [320, 240])
        #expect(scaled(0, 100, .aspectFit, .exact) == [320, 240])
        #expect(scaled(.infinity, .infinity, .aspectFit, .fast) == [320, 240])
    }

    @Test func onlyAnExactSizeThatIsFilledShowsTheMiddle() {
        let square = CGSize(width: 120, height: 120)
        let exact = ImageSize(square, .aspectFill, .exact).visible(width: 160, height: 120)
        #expect(exact == (20, 0, 120, 120))
        for (mode, resizing) in [
            (PHImageContentMode.aspectFill, PHImageRequestOptionsResizeMode.fast), (.aspectFit, .exact),
        ] {
            #expect(ImageSize(square, mode, resizing).visible(width: 160, height: 120) == (0, 0, 160, 120))
        }
    }
}
