import Foundation
import QuartzCore
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct ControllerTests {
    final class Watched: UIViewController {
        var log: [String] = []
        override func viewDidLoad() { log.append("loaded") }
        override func viewWillAppear(_ animated: Bool) { log.append("appears") }
        override func viewDidDisappear(_ animated: Bool) { log.append("disappeared") }
        override func didMove(toParent parent: UIViewController?) { log.append(parent == nil ? "alone" : "child") }
    }

    struct Wrapper: UIViewControllerRepresentable {
        let controller: Watched
        let number: Int
        func makeUIViewController(context: Context) -> Watched { controller }
        func updateUIViewController(_ uiViewController: Watched, context: Context) {
            uiViewController.log.append("update \(number)")
        }
        static func dismantleUIViewController(_ uiViewController: Watched, coordinator: Void) {
            uiViewController.log.append("dismantled")
        }
    }

    struct Switching: View {
        let controller: Watched
        let get: (Binding<Int>) -> Void
        @State var number = 1
        var body: some View {
            let _ = get($number)
            ZStack {
                if number < 3 { Wrapper(controller: controller, number: number) } else { Color.red }
            }
        }
    }

    @Test func aControllerIsAChildWhileItIsShown() {
        let watched = Watched()
        var number: Binding<Int>!
        let hosting = UIHostingController(rootView: Switching(controller: watched) { number = $0 })
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
        window.rootViewController = hosting
        window.isHidden = false
        window.layoutIfNeeded()
        let view = hosting.view as! HostingView
        view.host.graph.update()
        #expect(watched.parent === hosting)
        #expect(watched.view.superview != nil && watched.view.bounds.size == CGSize(width: 100, height: 200))
        #expect(watched.log.first == "update 1")
        #expect(watched.log.filter { $0 != "update 1" } == ["loaded", "appears", "child"])
        number.wrappedValue = 2
        view.host.graph.update()
        number.wrappedValue = 3
        view.host.graph.update()
        #expect(watched.log.suffix(4) == ["update 2", "disappeared", "alone", "dismantled"])
        #expect(watched.parent == nil && watched.view.superview == nil)
    }

    @Test func aHostingControllerShowsItsRootView() {
        let hosting = UIHostingController(rootView: Color.red.frame(width: 30, height: 40))
        #expect(hosting.sizeThatFits(in: CGSize(width: 100, height: 100)) == CGSize(width: 30, height: 40))
        hosting.rootView = Color.red.frame(width: 50, height: 40)
        (hosting.view as! HostingView).host.graph.update()
        #expect(hosting.sizeThatFits(in: CGSize(width: 100, height: 100)) == CGSize(width: 50, height: 40))
    }

    struct Dark: View {
        let get: (Binding<Bool>) -> Void
        @State var isDark = true
        var body: some View {
            let _ = get($isDark)
            Color.red.preferredColorScheme(isDark ? .dark : nil)
        }
    }

    @Test func thePreferredColorSchemeIsTheWindows() {
        var isDark: Binding<Bool>!
        let hosting = UIHostingController(rootView: Dark { isDark = $0 })
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
        window.rootViewController = hosting
        window.isHidden = false
        window.layoutIfNeeded()
        #expect(window.overrideUserInterfaceStyle == .dark)
        isDark.wrappedValue = false
        (hosting.view as! HostingView).host.graph.update()
        #expect(window.overrideUserInterfaceStyle == .unspecified)
    }

    @Test func blurIsTheLayersAndIsAnimated() {
        struct Blurring: View {
            @State var isOn = false
            let get: (Binding<Bool>) -> Void
            var body: some View {
                let _ = get($isOn)
                Rectangle().blur(radius: isOn ? 8 : 0).animation(.linear(duration: 1), value: isOn)
            }
        }
        var isOn: Binding<Bool>!
        let shown = Shown(Blurring { isOn = $0 })
        isOn.wrappedValue = true
        shown.update()
        shown.advance(by: 0.25)
        #expect(shown.host.surface.children[0].layer.blurRadius == 2)
        shown.advance(by: 1)
        #expect(shown.host.surface.children[0].layer.blurRadius == 8)
    }

    @Test func theWheelReachesAHostedScrollView() {
        let hosting = UIHostingController(rootView: ScrollView { Color.red.frame(width: 100, height: 900) })
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
        window.rootViewController = hosting
        window.isHidden = false
        window.layoutIfNeeded()
        window.sendEvent(UIEvent(scroll: CGPoint(x: 0, y: 50), at: CGPoint(x: 50, y: 50), time: 0))
        let host = (hosting.view as! HostingView).host
        host.graph.update()
        var item: Item? = host.rootItem
        while let current = item, !(current is ScrollItem) { item = current.children.first }
        #expect((item as? ScrollItem)?.offset.y == 50)
    }
}
