import Foundation

/// Takes addresses that the desktop has the program open.
private struct OpenedURLs: Change {
    let action: (URL) -> Void

    func makeNode(_ view: any ModifiedView, _ inputs: NodeInputs) -> Node { OpenedURLNode(view, inputs) }
}

final class OpenedURLNode: ModifierNode {
    override init(_ view: any ModifiedView, _ inputs: NodeInputs) {
        super.init(view, inputs)
        graph.urlTakers.append(Weak(self))
    }

    func take(_ url: URL) { (change as! OpenedURLs).action(url) }
}

extension Graph {
    /// Gives an address to all views that take some.
    ///
    /// - Returns: whether there is one.
    func open(_ url: URL) -> Bool {
        urlTakers.removeAll { $0.object?.isDisposed ?? true }
        for taker in urlTakers { taker.object?.take(url) }
        return !urlTakers.isEmpty
    }
}

extension UIHostingController {
    func open(_ url: URL) -> Bool {
        loadViewIfNeeded()
        return hosting.host.graph.open(url)
    }
}

extension View {
    /// Runs an action for each file or address that the desktop has the program open.
    ///
    /// Linux: they are arguments of the command line, also of a later start; a desktop file has `%U` in its `Exec` for them, and
    /// the schemes and types in its `MimeType`.
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modified(OpenedURLs(action: action))
    }
}
