import Foundation
import Testing
import UIKit

@MainActor @Suite(.serialized) struct PasteboardTests {
    @Test func anImageWithoutPixelsLeavesWhatIsThere() {
        let board = UIPasteboard.general
        board.string = "kept"
        board.image = UIImage()
        #expect(board.string == "kept" && !board.hasImages)
        board.string = nil
    }

    @Test func whatIsPutThereComesBack() {
        let board = UIPasteboard.general
        board.string = "a code"
        #expect(board.string == "a code" && board.strings == ["a code"] && board.hasStrings && !board.hasURLs)
        board.url = URL(string: "https://example.org")
        #expect(board.url?.host == "example.org" && board.string == "https://example.org" && board.strings == nil)
        board.strings = ["one", "two"]
        #expect(board.string == "one" && board.url == nil)
        board.image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1)).image { _ in }
        #expect(board.image?.size == CGSize(width: 2, height: 1) && !board.hasStrings && board.hasImages)
        board.string = nil
        #expect(!board.hasStrings && !board.hasImages)
    }
}
