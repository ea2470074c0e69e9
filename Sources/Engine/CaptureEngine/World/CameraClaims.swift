import Locking

/// What holds cameras: a session.
package protocol CameraHolder: AnyObject, Sendable {
    /// Another holder has taken one of its cameras. When this returns its devices are closed.
    func cameraWasTaken()

    /// A camera that it waits for may be free.
    func cameraMayBeFree()
}

/// Which session has which camera: one at a time, the one that started last.
///
/// A session that starts takes its cameras from those that run on them, which are interrupted until it stops.
package final class CameraClaims: Sendable {
    private struct Holder {
        weak var session: (any CameraHolder)?
    }

    private struct State {
        var holders: [DeviceID: Holder] = [:]
        /// Sessions that wait for a camera, the one that had it last at the end.
        var waiting: [Holder] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Gives the cameras to a session.
    ///
    /// - Parameter forChange: whether the session runs. One that has just lost a camera to another session takes none: its
    ///   interruption is under way.
    /// - Returns: the sessions that had some of them, for the caller to interrupt; `nil` when it takes none.
    package func take(
        _ cameras: [DeviceID], for session: any CameraHolder, forChange: Bool
    ) -> [any CameraHolder]? {
        state.withLock { state in
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
            return losers
        }
    }

    /// Gives back what the session has, but for some cameras.
    ///
    /// - Returns: the sessions that may go on now, the one that was interrupted last first.
    package func release(_ session: any CameraHolder, keeping kept: Set<DeviceID> = []) -> [any CameraHolder] {
        state.withLock { state in
            state.holders = state.holders.filter { device, holder in
                holder.session != nil && (holder.session !== session || kept.contains(device))
            }
            return state.waiting.reversed().compactMap(\.session).filter { $0 !== session }
        }
    }

    /// The cameras that a session has.
    package var held: [DeviceID] {
        state.withLock { state in state.holders.filter { $0.value.session != nil }.map(\.key) }
    }

    /// Whether another session has one of the cameras.
    package func isHeld(_ cameras: [DeviceID], byOtherThan session: any CameraHolder) -> Bool {
        state.withLock { state in
            cameras.contains { camera in
                state.holders[camera]?.session.map { $0 !== session } ?? false
            }
        }
    }
}
