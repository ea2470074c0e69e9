import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// The cameras that the user and the system prefer.
final class PreferredCameras: NSObject, Sendable {
    private static let key = "AVCaptureDeviceUserPreferredCameras"
    /// How many choices are remembered.
    private static let historyLength = 5

    struct Choices {
        /// The user's latest choice that is connected; the default camera if there is none.
        var user: AVCaptureDevice?
        /// The best camera to use.
        var system: AVCaptureDevice?
    }

    private let world: CaptureWorld
    /// `nil` until the first lookup.
    private let told = Mutex<Choices?>(nil)

    init(_ world: CaptureWorld) {
        self.world = world
        super.init()
    }

    /// What observers know.
    var user: AVCaptureDevice? { known.user }
    var system: AVCaptureDevice? { known.system }

    private var known: Choices { told.withLock(\.self) ?? look() }

    /// Finds the cameras that are preferred now. Observers are notified of changes after the first lookup.
    ///
    /// - Parameter mayAsk: whether the person may be asked for permission.
    @discardableResult
    func look(mayAsk: Bool = true) -> Choices {
        let cameras = world.devices.offered(for: .video, mayAsk: mayAsk)
        let user = bestUserChoice(of: cameras)
        // If it cannot be used, another one is better, if there is one.
        let system = user?.isSuspended == true ? cameras.first { !$0.isSuspended } ?? user : user
        let choices = Choices(user: user, system: system)
        told.withLock { $0 = $0 ?? choices }
        return choices
    }

    private func bestUserChoice(of cameras: [AVCaptureDevice]) -> AVCaptureDevice? {
        // Reading the history takes longer than listing one camera.
        guard cameras.count > 1 else { return cameras.first }
        let history = history
        let chosen = history.lazy.compactMap { id in cameras.first { $0.uniqueID == id } }.first
        // A choice of an earlier version names the node of a USB camera; another one may have it now.
        return chosen
            ?? history.lazy.compactMap { id in cameras.first { $0.node.map { "v4l2:\($0)" } == id } }.first
            ?? cameras.first
    }

    /// The latest choice comes first.
    private var history: [String] { world.preferences.strings(for: Self.key) }

    func choose(_ camera: AVCaptureDevice) {
        let others = history.filter { $0 != camera.uniqueID }
        world.preferences.set(Array(([camera.uniqueID] + others).prefix(Self.historyLength)), for: Self.key)
        update()
    }

    /// Looks again, and notifies observers when a preferred camera has changed.
    func update(mayAsk: Bool = true) {
        // Without the cameras that need permission, this must not count as the first lookup.
        if !mayAsk, told.withLock({ $0 == nil }) { return }
        let now = look(mayAsk: mayAsk)
        if now.user !== user { changing(\.user) { told.withLock { $0?.user = now.user } } }
        if now.system !== system { changing(\.system) { told.withLock { $0?.system = now.system } } }
    }
}

extension AVCaptureDevice {
    /// The best camera to use; `nil` when there is none. Observable, see ``observe(_:options:changeHandler:)``.
    ///
    /// It is ``userPreferredCamera`` while that can be used, and changes by itself when cameras come and go.
    public static var systemPreferredCamera: AVCaptureDevice? { CaptureWorld.current.preferredCameras.look().system }

    /// The user's latest choice that is connected, else the default camera; `nil` when there is no camera. Observable,
    /// see ``observe(_:options:changeHandler:)``.
    ///
    /// The last five choices are kept between launches, in the program's user defaults, so that a camera that is
    /// plugged in again is preferred again. Setting `nil` has no effect.
    public static var userPreferredCamera: AVCaptureDevice? {
        get { CaptureWorld.current.preferredCameras.look().user }
        set {
            if let newValue { newValue.world.preferredCameras.choose(newValue) }
        }
    }
}
