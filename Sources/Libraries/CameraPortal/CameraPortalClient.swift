internal import CCameraPortal

/// What the desktop's camera portal answers.
package enum CameraPortalAnswer: Sendable, Equatable {
    case granted
    /// The person has refused, now or earlier; or, where nobody was asked, has not allowed it.
    case refused
    /// Whoever administers the machine has turned cameras off.
    case forbidden
    /// Nobody answered in time.
    case unanswered
    /// There is no such portal here.
    case missing

    fileprivate init(_ answer: camera_portal_answer) {
        switch answer {
        case CAMERA_PORTAL_GRANTED: self = .granted
        case CAMERA_PORTAL_REFUSED: self = .refused
        case CAMERA_PORTAL_FORBIDDEN: self = .forbidden
        case CAMERA_PORTAL_UNANSWERED: self = .unanswered
        default: self = .missing
        }
    }
}

/// The desktop's camera portal, which asks the person whether a program may use cameras. Every call blocks, and may be made
/// from any thread.
///
/// Source: XDG Desktop Portal, org.freedesktop.portal.Camera.
package enum CameraPortalClient {
    /// Asks the person, unless they have answered before.
    ///
    /// - Parameter timeout: how long they may take. After it the question is withdrawn.
    package static func ask(timeout: Duration) -> CameraPortalAnswer {
        let milliseconds = timeout / .milliseconds(1)
        return CameraPortalAnswer(camera_portal_ask(UInt32(min(max(milliseconds, 0), Double(Int32.max)))))
    }

    /// A connection to PipeWire that shows the cameras, for the caller to close; or why there is none. Nobody is asked.
    package static func open() -> (answer: CameraPortalAnswer, descriptor: Int32?) {
        var descriptor: Int32 = -1
        let answer = CameraPortalAnswer(camera_portal_open(&descriptor))
        return (answer, answer == .granted ? descriptor : nil)
    }

    /// Calls `handler` each time that a permission may have changed, on this thread, until the process ends. It returns
    /// where that cannot be watched, as in a sandbox.
    package static func watch(_ handler: @escaping @Sendable () -> Void) {
        final class Context {
            let handler: @Sendable () -> Void

            init(_ handler: @escaping @Sendable () -> Void) { self.handler = handler }
        }
        let context = Context(handler)
        withExtendedLifetime(context) {
            camera_portal_watch(
                { Unmanaged<Context>.fromOpaque($0!).takeUnretainedValue().handler() },
                Unmanaged.passUnretained(context).toOpaque())
        }
    }
}
