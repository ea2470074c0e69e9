import Foundation
import Locking

/// Something that the desktop can ask a program to do. All members may be used on any thread.
///
/// Source: Apple, MPRemoteCommand.
public class MPRemoteCommand: NSObject, @unchecked Sendable {  // what changes is in the controls, behind a lock
    let kind: RemoteCommandKind
    private let controls: MediaControls

    init(_ kind: RemoteCommandKind, _ controls: MediaControls) { (self.kind, self.controls) = (kind, controls) }

    /// Whether the desktop is told that the program takes the command, once it has a target; `true` by default.
    public var isEnabled: Bool {
        get { controls.isEnabled(kind) }
        set { controls.setEnabled(newValue, kind) }
    }

    /// Calls `handler` on the main thread for each command. What it returns, nobody is told: MPRIS has no answers.
    ///
    /// - Returns: what ``removeTarget(_:)`` takes.
    public func addTarget(handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) -> Any {
        let target = RemoteCommandTarget(self, handler)
        controls.add(target, kind)
        return target
    }

    /// - Parameter target: what ``addTarget(handler:)`` has returned; `nil` removes all.
    public func removeTarget(_ target: Any?) {
        guard let target else { return controls.removeTargets(of: kind) { _ in true } }
        controls.removeTargets(of: kind) { $0 === target as AnyObject }
    }

    /// What the targets get.
    func event(_ value: Double) -> MPRemoteCommandEvent { MPRemoteCommandEvent(self) }
}

/// A command to go on by some seconds. Source: Apple, MPSkipIntervalCommand.
public final class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {  // behind a lock
    private let intervals = Mutex<[Double]>([10])

    /// In seconds. Linux: kept without effect; who sends the command says how far.
    public var preferredIntervals: [NSNumber] {
        get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
        set {
            let seconds = newValue.map(\.doubleValue)
            intervals.withLock { $0 = seconds }
        }
    }

    override func event(_ value: Double) -> MPRemoteCommandEvent { MPSkipIntervalCommandEvent(self, value) }
}

/// A command to go on elsewhere. Source: Apple, MPChangePlaybackPositionCommand.
public final class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {  // has nothing of its own
    override func event(_ value: Double) -> MPRemoteCommandEvent { MPChangePlaybackPositionCommandEvent(self, value) }
}

enum RemoteCommandKind: Sendable, CaseIterable {
    case play, pause, stop, toggle, next, previous, skipForward, skipBackward, changePosition
}

/// A handler of a command.
final class RemoteCommandTarget: @unchecked Sendable {  // the handler is called on the main thread alone
    private weak let command: MPRemoteCommand?
    private let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

    init(_ command: MPRemoteCommand, _ handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) {
        (self.command, self.handler) = (command, handler)
    }

    /// - Parameter value: a position or a distance, in seconds, of the commands that have one.
    func call(_ value: Double) {
        DispatchQueue.main.async { [self] in
            if let command { _ = handler(command.event(value)) }
        }
    }
}
