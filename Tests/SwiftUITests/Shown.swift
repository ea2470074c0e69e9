import Foundation
import UIKit

@testable import SwiftUI

/// A view that is laid out without a display, with letters of 8 points in lines of 16.
@MainActor final class Shown {
    let host: ViewHost
    let time: ManualTime

    @MainActor final class ManualTime {
        var now = 100.0
    }

    init(_ view: some View, width: CGFloat = 400, height: CGFloat = 600) {
        let time = ManualTime()
        self.time = time
        host = ViewHost(
            view, size: CGSize(width: width, height: height),
            clock: AnimationClock {
                MainActor.assumeIsolated { time.now }
            })
        host.graph.update()
    }

    var graph: Graph { host.graph }

    /// Applies what is due now.
    func update() { graph.update() }

    /// Lets time pass, with a frame at its end.
    func advance(by seconds: TimeInterval) {
        time.now += seconds
        graph.clock.tick()
    }

    /// The size that the view takes of what it is offered.
    var size: CGSize { host.size(ProposedViewSize(host.bounds.size)) }

    /// The leaves that draw, in the coordinates of a window that has shrunk to the view, in half points.
    var leaves: [CGRect] {
        let size = size
        let window = CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
        let x = (host.bounds.width - window.width) / 2
        let y = (host.bounds.height - window.height) / 2
        return drawn.map { item in
            func snapped(_ value: CGFloat) -> CGFloat { (value * 2 + 0.5).rounded(.down) / 2 }
            return CGRect(
                x: snapped(item.frame.minX - x), y: snapped(item.frame.minY - y), width: item.frame.width,
                height: item.frame.height)
        }
    }

    /// The items that draw.
    var drawn: [LeafItem] {
        func leaves(_ item: Item) -> [LeafItem] {
            if let leaf = item as? LeafItem { return leaf.leaf is Spacer ? [] : [leaf] }
            return item.children.filter { !$0.isLeftOut }.flatMap(leaves)
        }
        return host.rootItem.map(leaves) ?? []
    }

    /// Where a text is.
    func frame(of text: String) -> CGRect? { drawn.first { $0.firstText == text }?.frame }

    /// All texts, in order.
    var texts: [String] {
        drawn.compactMap { item in (item.leaf as? Text)?.styled(item.environment).runs.map(\.string).joined() }
    }
}

extension Shown {
    func touch(_ phase: TouchInput.Phase, _ x: CGFloat, _ y: CGFloat, id: Int = 1) {
        time.now += 0.01
        host.touch(TouchInput(id: id, phase: phase, location: CGPoint(x: x, y: y), time: time.now))
    }

    func tap(_ place: CGRect) { tap(place.midX, place.midY) }

    func tap(_ x: CGFloat, _ y: CGFloat) {
        touch(.began, x, y)
        update()
        touch(.ended, x, y)
    }
}

/// Whose value a test reads and sets from outside.
@MainActor struct Held<Value, Content: View>: View {
    final class Handle {
        var binding: Binding<Value>!
        var value: Value {
            get { binding.wrappedValue }
            set { binding.wrappedValue = newValue }
        }
    }
    @State private var value: Value
    let handle: Handle
    let content: (Binding<Value>) -> Content

    init(_ value: Value, _ handle: Handle, @ViewBuilder content: @escaping (Binding<Value>) -> Content) {
        _value = State(initialValue: value)
        (self.handle, self.content) = (handle, content)
    }

    var body: some View {
        let _ = handle.binding = $value
        content($value)
    }
}

extension Shown {
    /// A root that presents, as a window has it.
    static func root(_ view: some View, width: CGFloat = 400, height: CGFloat = 600) -> Shown {
        Shown(
            PresentationRoot(content: AnyView(view), presentations: Presentations()), width: width, height: height)
    }

    /// All views of a type, outermost first.
    func views<V: UIView>(_ type: V.Type) -> [V] {
        func find(_ view: UIView) -> [V] { ((view as? V).map { [$0] } ?? []) + view.subviews.flatMap(find) }
        return find(host.surface.view)
    }

    /// What assistive programs find, in order.
    var accessible: [UIView] { views(UIView.self).filter(\.isAccessibilityElement) }

    /// Does what the keyboard and assistive programs do with an element.
    @discardableResult
    func press(_ label: String) -> Bool {
        // A text in a button has the same name.
        let isPressed = accessible.reversed().contains {
            $0.accessibilityLabel == label && $0.accessibilityActivate()
        }
        update()
        return isPressed
    }
}
