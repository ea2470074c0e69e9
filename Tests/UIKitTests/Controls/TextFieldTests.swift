import Foundation
import Testing

@testable import UIKit

@MainActor @Suite struct TextFieldTests {
    private final class Digits: NSObject, UITextFieldDelegate {
        var asked: [(NSRange, String)] = []
        func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange, replacementString string: String
        ) -> Bool {
            asked.append((range, string))
            return string.allSatisfy(\.isNumber)
        }
    }

    @Test func aDelegateKeepsWhatItDoesNotWantOut() async {
        let (field, digits) = (UITextField(frame: .zero), Digits())
        field.text = "12"
        field.delegate = digits
        field.edited(to: "123")
        #expect(field.text == "123" && digits.asked[0].0 == NSRange(location: 2, length: 0))
        field.edited(to: "1x3")
        #expect(digits.asked[1].0 == NSRange(location: 1, length: 1) && digits.asked[1].1 == "x")
        await withCheckedContinuation { end in DispatchQueue.main.async { end.resume() } }
        #expect(field.text == "123")
    }

    @Test func aChangeIsTheSmallestPartThatDiffers() {
        func change(_ old: String, _ new: String) -> [String] {
            let change = UITextField.change(from: old, to: new)
            return ["\(change.range.location),\(change.range.length)", change.string]
        }
        #expect(change("abcd", "abXcd") == ["2,0", "X"])
        #expect(change("aaa", "aa") == ["2,1", ""])
        #expect(change("", "new") == ["0,0", "new"])
        // Two faces that share the first half of their code.
        #expect(change("a😀b", "a😁b") == ["1,2", "😁"])
    }

    // MARK: Animated images

    @Test func anAnimatedImageIsItsFirstOneAndKnowsTheOthers() throws {
        func square(_ side: CGFloat) -> UIImage {
            UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { $0.fill(.infinite) }
        }
        let images = [square(2), square(4)]
        let animated = try #require(UIImage.animatedImage(with: images, duration: 3))
        #expect(animated.images == images && animated.duration == 3 && animated.size == images[0].size)
        #expect(images[0].images == nil && images[0].duration == 0 && animated != images[0])
        #expect(UIImage.animatedImage(with: images, duration: 0)?.duration == 2.0 / 30)
        #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
        // It moves while it is in a window.
        let (view, window) = (UIImageView(image: animated), UIWindow(frame: .zero))
        #expect(!view.isAnimating)
        window.addSubview(view)
        #expect(view.isAnimating)
        view.image = images[0]
        #expect(!view.isAnimating)
        view.image = animated
        #expect(view.isAnimating)
        view.removeFromSuperview()
        #expect(!view.isAnimating)
    }
}
