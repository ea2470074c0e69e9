import Locking

/// What holds cameras: a session.
package protocol CameraHolder: AnyObject, Sendable {
    /// Another holder has taken one of its cameras. When this returns its devices are closed.
    func cameraWasTaken()

    /// A camera that it waits for may be free.
    func cameraMayBeFree()
}

/// Which session has which camera: only one session at a time, the one that started last.
///
/// A session that starts takes its cameras from the sessions that use them. Those are interrupted until it stops.
package final class CameraClaims: Sendable {
    private struct Holder {
        weak var session: (any CameraHolder)?
    }

    private struct State {
        var holders: [DeviceID: Holder] = [:]
        /// Sessions that wait for a camera; the one that had it most recently comes last.
        var waiting: [Holder] = []
        /// Sessions that want a camera back that another one holds.
        var hoping: [Holder] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// A session that is released elsewhere gives its cameras back in its deinitializer, which must not run while the
    /// state is locked.
    private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, living) = state.withLock { state in
            let living = (Array(state.holders.values) + state.waiting + state.hoping).compactMap(\.session)
            return (body(&state), living)
        }
        withExtendedLifetime(living) {}
        return result
    }

    /// Gives the cameras to a session.
    ///
    /// - Parameter forChange: whether the session is already running. If it has just lost a camera to another session,
    ///   it takes none, because it is about to be interrupted.
    /// - Returns: the sessions that had some of them, for the caller to interrupt; `nil` when it takes none.
    package func take(
        _ cameras: [DeviceID], for session: any CameraHolder, forChange: Bool
    ) -> [any CameraHolder]? {
        withState { state in
            if forChange, state.waiting.contains(where: { $0.session === session }) { return nil }
            var losers: [any CameraHolder] = []
            for camera in cameras {
                if let holder = state.holders[camera]?.session, holder !== session,
                    !losers.contains(where: { $0 === holder })
                {
                    losers.append(holder)
                }
                state.holders[camera] = Holder(session: session)
            }
            state.waiting.removeAll { $0.session == nil || $0.session === session }
            state.waiting += losers.map { Holder(session: $0) }
            state.hoping.removeAll { $0.session == nil || $0.session === session }
            return losers
        }
    }

    /// Gives back the session's cameras, except some.
    ///
    /// - Returns: the sessions that may continue now; the one that was interrupted last comes first, then those that
    ///   asked whether a camera is free.
    package func release(_ session: any CameraHolder, keeping kept: Set<DeviceID> = []) -> [any CameraHolder] {
        withState { state in
            state.holders = state.holders.filter { device, holder in
                holder.session != nil && (holder.session !== session || kept.contains(device))
            }
            let sessions = (state.waiting.reversed() + state.hoping).compactMap(\.session).filter { $0 !== session }
            state.hoping = []
            return sessions
        }
    }

    /// Whether no other session has the camera. If one has, this one is told when cameras are given back.
    package func isFree(_ camera: DeviceID, for session: any CameraHolder) -> Bool {
        withState { state in
            guard let holder = state.holders[camera]?.session, holder !== session else { return true }
            state.hoping.removeAll { $0.session == nil || $0.session === session }
            state.hoping.append(Holder(session: session))
            return false
        }
    }

    /// The cameras that a session has.
    package var held: [DeviceID] {
        withState { state in state.holders.filter { $0.value.session != nil }.map(\.key) }
    }

    /// Whether another session has one of the cameras.
    package func isHeld(_ cameras: [DeviceID], byOtherThan session: any CameraHolder) -> Bool {
        withState { state in
            cameras.contains { camera in
                state.holders[camera]?.session.map { $0 !== session } ?? false
            }
        }
    }
}
