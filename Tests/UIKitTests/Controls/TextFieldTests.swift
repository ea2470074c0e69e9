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

    @Test func aFieldIsEmptiedByItsButton() {
        let field = UITextField(frame: .zero)
        var edits = 0
        field.addAction(UIAction { _ in edits += 1 }, for: .editingChanged)
        field.text = "12"
        field.cleared()
        #expect(field.text == "" && edits == 1)
    }

    @Test func aDragEndsTheEditingIfTheScrollViewShallDoThat() {
        func isEdited(_ mode: UIScrollView.KeyboardDismissMode) -> Bool {
            let (scroll, field) = (UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100)), UITextField())
            scroll.contentSize = CGSize(width: 100, height: 500)
            scroll.keyboardDismissMode = mode
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
            window.addSubview(scroll)
            scroll.addSubview(field)
            window.isHidden = false
            field.becomeFirstResponder()
            for (index, y) in [90.0, 70, 40].enumerated() {
                window.receiveTouch(
                    index == 0 ? .began : .moved, at: CGPoint(x: 50, y: y), time: Double(index) / 10)
            }
            defer {
                window.receiveTouch(.ended, at: CGPoint(x: 50, y: 40), time: 1)
                field.resignFirstResponder()
                window.isHidden = true
            }
            return field.isEditing
        }
        #expect(isEdited(.none) && !isEdited(.onDrag))
    }

    // MARK: Symbols

    @Test func aSymbolsEffectMovesItsView() throws {
        let view = UIImageView(image: UIImage(systemName: "star"))
        view.addSymbolEffect(.scale.up)
        let start = try #require(view.symbolStart)
        #expect(view.pose(at: start).scale == 1 && abs(view.pose(at: start + 1).scale - 1.15) < 0.001)
        // The other variant takes its place.
        view.addSymbolEffect(.scale.down)
        #expect(try view.pose(at: #require(view.symbolStart) + 1).scale < 1)
        view.removeAllSymbolEffects()
        #expect(view.pose(at: start + 9).scale == 1)
        // A picture stays as it is.
        let picture = UIImageView(image: UIImage())
        picture.addSymbolEffect(.pulse)
        #expect(picture.pose(at: (picture.symbolStart ?? 0) + 0.5) == SymbolPose())
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
