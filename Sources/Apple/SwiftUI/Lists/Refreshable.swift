import UIKit

/// Loads what is shown anew. Source: Apple, RefreshAction.
public struct RefreshAction: Sendable {
    let action: @Sendable () async -> Void
    public func callAsFunction() async { await action() }
}

extension EnvironmentValues {
    private struct Refresh: EnvironmentKey { static let defaultValue: RefreshAction? = nil }

    public internal(set) var refresh: RefreshAction? {
        get { self[Refresh.self] }
        set { self[Refresh.self] = newValue }
    }
}

extension View {
    /// Lets a person load what the view shows anew.
    ///
    /// Linux: by pulling the content of a scroll view or a list down, by F5 or Control-R, and by the button that screen
    /// readers find at its beginning.
    public nonisolated func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        environment(\.refresh, RefreshAction(action: action))
    }
}

/// The refreshing of one scroll view.
@MainActor final class Refresher {
    /// How far the content is pulled down by a finger, in points.
    let pull = StateCell<CGFloat>(0)
    let isRunning = StateCell(false)
    /// Of the newest value.
    var action: RefreshAction?

    /// How far it has to be pulled.
    static let distance: CGFloat = 64

    func pulled(by distance: CGFloat) {
        // The further, the harder.
        pull.write(max(0, distance) / 2)
    }

    /// The finger has let go.
    func dropped() {
        if pull.read() >= Self.distance { start() }
        released()
    }

    /// The content goes back to its place.
    func released() {
        withAnimation(.easeOut(duration: 0.25)) { pull.write(0) }
    }

    func start() {
        guard let action, !isRunning.read() else { return }
        withAnimation(.easeOut(duration: 0.25)) { isRunning.write(true) }
        Task {
            await action()
            withAnimation(.easeOut(duration: 0.25)) { isRunning.write(false) }
        }
    }
}

/// What a scroll view that can be refreshed shows above its content.
struct RefreshHeader: View {
    let refresher: Refresher

    var body: some View {
        let (pull, isRunning) = (refresher.pull.read(), refresher.isRunning.read())
        ZStack {
            if isRunning {
                ProgressView()
            } else if pull > 8 {
                Image(systemName: "arrow.clockwise").foregroundStyle(.secondary)
                    .rotationEffect(.degrees(pull / Refresher.distance * 360))
                    .opacity(min(1, pull / Refresher.distance))
            }
        }
        .frame(maxWidth: .infinity)
        .frame(height: max(1, isRunning ? 50 + pull : pull))
        .contentShape(Rectangle())
        .modified(Pressable(traits: .isButton, label: "Refresh") { refresher.start() })
        .keyboardShortcut("r")
        .keyboardShortcut(.refresh, modifiers: [])
        .modified(NoSpacing())
    }
}

/// A view that wants no space around itself.
private struct NoSpacing: LayoutChange {
    func spacing(_ child: Item) -> ViewSpacing { .zero }
}
