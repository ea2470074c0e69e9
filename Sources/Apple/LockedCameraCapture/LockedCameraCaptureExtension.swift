import Dispatch
import Foundation

/// What an extension shows on the lock screen. Source: Apple, LockedCameraCaptureExtensionScene.
@MainActor
public protocol LockedCameraCaptureExtensionScene {}

/// A scene that can be shown. All scenes can; on Apple's systems this is not public.
@MainActor
protocol SessionScene {
    func show(_ session: LockedCameraCaptureSession)
    /// Does not return if the scene has a window.
    func runInWindow()
}

/// A scene that makes its content for each session. Source: Apple, LockedCameraCaptureUIScene.
///
/// Linux: the content may also be any object that the program shows itself; it is kept as long as the scene shows it.
/// What shows a view is in `SwiftUI`, so that a program without screens loads none.
@MainActor
public final class LockedCameraCaptureUIScene<Content>: LockedCameraCaptureExtensionScene, SessionScene {
    package let makeContent: (LockedCameraCaptureSession) -> Content
    private let run: (@MainActor (LockedCameraCaptureUIScene) -> Never)?
    /// What is shown now.
    public private(set) var content: Content?

    /// - Parameter content: makes the content for a session; called once for each.
    public init(content: @escaping (LockedCameraCaptureSession) -> Content) {
        makeContent = content
        run = nil
    }

    /// - Parameters:
    ///   - content: as above.
    ///   - run: shows the scene in a window until the session ends; called by the extension's `main()`.
    package init(
        content: @escaping (LockedCameraCaptureSession) -> Content,
        run: @escaping @MainActor (LockedCameraCaptureUIScene) -> Never
    ) {
        makeContent = content
        self.run = run
    }

    func runInWindow() { run?(self) }

    /// Makes the content for the session, replacing the previous content.
    func show(_ session: LockedCameraCaptureSession) {
        content = makeContent(session)
    }
}

/// The camera of an app for the lock screen; its `body` is what is shown there.
///
/// Source: Apple, LockedCameraCaptureExtension.
@MainActor
public protocol LockedCameraCaptureExtension {
    /// The kind of its scene.
    associatedtype Body: LockedCameraCaptureExtensionScene

    /// Called for each session.
    init()

    var body: Body { get }
}

extension LockedCameraCaptureExtension {
    /// The program of an extension: shows it until the process ends.
    public static func main() {
        (Self().body as? any SessionScene)?.runInWindow()
        do {
            let running = try launch()
            withExtendedLifetime(running) { dispatchMain() }
        } catch {
            // A folder that cannot be written is not a programmer's mistake.
            FileHandle.standardError.write(
                Data("The camera extension cannot begin a session: \(error.localizedDescription)\n".utf8))
            exit(EXIT_FAILURE)
        }
    }
}
