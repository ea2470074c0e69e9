import Foundation
import UIKit

/// Asks when a condition begins to hold, and takes the question back when it ends.
struct FilePanel: ViewModifier {
    let isPresented: Binding<Bool>
    /// Asks, and calls its second argument when the person has answered; `nil` if there is nothing to ask.
    let ask: (UIViewController?, @escaping () -> Void) -> FileWithdrawal?
    @Environment(\.hostController) private var host

    func body(content: Content) -> some View {
        content.modified(Asking(isPresented: isPresented, controller: host, ask: ask))
    }
}

private struct Asking: Event {
    let isPresented: Binding<Bool>
    let controller: HostController?
    let ask: (UIViewController?, @escaping () -> Void) -> FileWithdrawal?
    private let isWanted: Bool

    init(
        isPresented: Binding<Bool>, controller: HostController?,
        ask: @escaping (UIViewController?, @escaping () -> Void) -> FileWithdrawal?
    ) {
        (self.isPresented, self.controller, self.ask) = (isPresented, controller, ask)
        isWanted = isPresented.wrappedValue
    }

    @MainActor func update(_ node: EventNode, from old: Self?) {
        guard isWanted != (old?.isWanted ?? false) else { return }
        guard isWanted else { return withdraw(node) }
        let (isPresented, controller, ask) = (isPresented, controller?.controller, ask)
        node.graph.afterUpdate {
            var isAnswered = false
            let withdrawal = ask(controller) { [weak node] in
                isAnswered = true
                node?.kept = nil
                isPresented.wrappedValue = false
            }
            if !isAnswered { node.kept = withdrawal }
        }
    }

    @MainActor func disappear(_ node: EventNode) { withdraw(node) }

    @MainActor private func withdraw(_ node: EventNode) {
        let withdrawal = node.kept as? FileWithdrawal
        node.kept = nil
        withdrawal?()
    }
}
