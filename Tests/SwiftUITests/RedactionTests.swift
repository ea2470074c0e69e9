import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct RedactionTests {
    private func content(of leaf: Int, in shown: Shown) -> Surface.Content? { shown.drawn[leaf].surface?.content }

    private func isBar(_ content: Surface.Content?) -> Bool {
        if case .placeholder = content { true } else { false }
    }

    private func label(in shown: Shown) -> String? { shown.views(UILabel.self).first?.attributedText?.string }

    @Test func aTextIsABarOfItsSizeUntilItIsThere() {
        let handle = Held<RedactionReasons, AnyView>.Handle()
        let shown = Shown(
            Held(.placeholder, handle) { reasons in
                AnyView(Text(verbatim: "a secret").redacted(reason: reasons.wrappedValue))
            })
        _ = shown.views(UILabel.self)
        #expect(isBar(content(of: 0, in: shown)) && shown.size == CGSize(width: 64, height: 16))
        // Screen readers find nothing of it.
        #expect(label(in: shown)?.isEmpty != false)
        handle.value = []
        shown.update()
        _ = shown.views(UILabel.self)
        #expect(!isBar(content(of: 0, in: shown)) && label(in: shown) == "a secret")
    }

    @Test func onlyWhatIsSensitiveIsHiddenForPrivacy() {
        let shown = Shown(
            VStack {
                Text(verbatim: "open")
                Text(verbatim: "closed").privacySensitive()
                Text(verbatim: "shown").privacySensitive().unredacted()
            }
            .redacted(reason: .privacy))
        _ = shown.views(UILabel.self)
        #expect((0..<3).map { isBar(content(of: $0, in: shown)) } == [false, true, false])
    }

    @Test func aPictureIsHiddenToo() {
        let shown = Shown(
            Image(systemName: "photo").resizable().frame(width: 30, height: 20).redacted(reason: .placeholder))
        _ = shown.views(UIView.self)
        guard case .placeholder(let path, _) = content(of: 0, in: shown) else {
            Issue.record("no bar is shown")
            return
        }
        #expect(path.boundingRect == CGRect(x: 0, y: 0, width: 30, height: 20))
    }

    @Test func aTextOfSeveralLinesHasABarForEach() {
        let path = Path.placeholder(CGSize(width: 100, height: 48), lineHeight: 16)
        #expect(path.contains(CGPoint(x: 90, y: 8)) && path.contains(CGPoint(x: 90, y: 24)))
        #expect(!path.contains(CGPoint(x: 90, y: 40)) && path.contains(CGPoint(x: 50, y: 40)))
        #expect(!path.contains(CGPoint(x: 50, y: 16)))
    }
}
