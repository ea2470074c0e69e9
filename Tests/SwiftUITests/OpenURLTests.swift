import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct OpenURLTests {
    @Test func viewsAreGivenWhatTheDesktopOpens() throws {
        var opened: [String] = []
        let controller = UIHostingController(
            rootView: VStack {
                Text("a").onOpenURL { opened.append("a \($0.scheme ?? "")") }
                Text("b").onOpenURL { opened.append("b \($0.lastPathComponent)") }
            })
        #expect(controller.open(try #require(URL(string: "camera://capture/photo"))))
        #expect(opened == ["a camera", "b photo"])
    }

    @Test func withoutATakerNothingIsOpened() throws {
        #expect(!UIHostingController(rootView: Text("a")).open(try #require(URL(string: "camera://capture"))))
    }
}
