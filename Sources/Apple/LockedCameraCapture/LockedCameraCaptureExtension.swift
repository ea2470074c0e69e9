import Dispatch
import Foundation

/// What an extension shows on the lock screen. Source: Apple, LockedCameraCaptureExtensionScene.
@MainActor
public protocol LockedCameraCaptureExtensionScene {}

/// A scene that can be shown, as all of them can; Apple's system does it unseen.
@MainActor
protocol SessionScene {
    func show(_ session: LockedCameraCaptureSession)
}

/// A scene that makes its content for each session. Source: Apple, LockedCameraCaptureUIScene.
///
/// Linux: the content is whatever the program shows, not a SwiftUI view; it is kept as long as the scene shows it.
@MainActor
public final class LockedCameraCaptureUIScene<Content>: LockedCameraCaptureExtensionScene, SessionScene {
    private let makeContent: (LockedCameraCaptureSession) -> Content
    /// What is shown now. Source: Apple, LockedCameraCaptureUIScene.content.
    public private(set) var content: Content?

    /// Source: Apple, LockedCameraCaptureUIScene.init(content:).
    public init(content: @escaping (LockedCameraCaptureSession) -> Content) {
        makeContent = content
    }

    /// Makes the content for the session, in place of what there was.
    func show(_ session: LockedCameraCaptureSession) {
        content = makeContent(session)
    }
}

/// The camera of an app for the lock screen; its `body` is what is shown there.
///
/// Source: Apple, LockedCameraCaptureExtension.
@MainActor
public protocol LockedCameraCaptureExtension {
    /// The kind of its scene. Source: Apple, LockedCameraCaptureExtension.Body.
    associatedtype Body: LockedCameraCaptureExtensionScene

    /// Called anew for each session. Source: Apple, LockedCameraCaptureExtension.init().
    init()

    /// Source: Apple, LockedCameraCaptureExtension.body.
    var body: Body { get }
}

extension LockedCameraCaptureExtension {
    /// The program of an extension: shows it until the process ends. Source: Apple, LockedCameraCaptureExtension.main().
    public static func main() {
        do {
            let running = try launch()
            withExtendedLifetime(running) { dispatchMain() }
        } catch {
            // A folder that cannot be written is nobody's mistake.
            FileHandle.standardError.write(
                Data("The camera extension cannot begin a session: \(error.localizedDescription)\n".utf8))
            exit(EXIT_FAILURE)
        }
    }
}
