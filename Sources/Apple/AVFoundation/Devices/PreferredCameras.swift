import Foundation
import Locking

/// Which camera the user prefers, and which the system does.
final class PreferredCameras: NSObject, Sendable {
    static let shared = PreferredCameras()

    private static let key = "AVCaptureDeviceUserPreferredCameras"
    /// How many choices are remembered.
    private static let historyLength = 5

    private struct Told {
        var user: AVCaptureDevice?
        var system: AVCaptureDevice?
    }

    private let told: Mutex<Told>

    private override init() {
        told = Mutex(Told(user: Self.bestUserChoice, system: Self.bestSystemChoice))
        super.init()
    }

    /// What observers know.
    var user: AVCaptureDevice? { told.withLock { $0.user } }
    var system: AVCaptureDevice? { told.withLock { $0.system } }

    /// The user's latest choice that is there; the default camera when there is none.
    static var bestUserChoice: AVCaptureDevice? {
        let cameras = DeviceRegistry.shared.offered().filter { $0.hasMediaType(.video) }
        let chosen = history.lazy.compactMap { id in cameras.first { $0.uniqueID == id } }.first
        return chosen ?? cameras.first
    }

    static var bestSystemChoice: AVCaptureDevice? {
        guard let choice = bestUserChoice, choice.isSuspended else { return bestUserChoice }
        return DeviceRegistry.shared.offered().first { $0.hasMediaType(.video) && !$0.isSuspended } ?? choice
    }

    /// The latest choice comes first.
    private static var history: [String] { UserDefaults.standard.stringArray(forKey: key) ?? [] }

    func choose(_ camera: AVCaptureDevice) {
        let others = Self.history.filter { $0 != camera.uniqueID }
        UserDefaults.standard.set(Array(([camera.uniqueID] + others).prefix(Self.historyLength)), forKey: Self.key)
        update()
    }

    /// Looks again, and tells observers when it is another camera.
    func update() {
        let (user, system) = (Self.bestUserChoice, Self.bestSystemChoice)
        if user !== self.user { changing(\.user) { told.withLock { $0.user = user } } }
        if system !== self.system { changing(\.system) { told.withLock { $0.system = system } } }
    }
}

extension AVCaptureDevice {
    /// The best camera to use; `nil` when there is none. Observable, see ``observe(_:options:changeHandler:)``.
    ///
    /// It is ``userPreferredCamera`` while that can be used, and changes by itself when cameras come and go.
    /// Source: Apple, AVCaptureDevice.systemPreferredCamera.
    public static var systemPreferredCamera: AVCaptureDevice? { PreferredCameras.bestSystemChoice }

    /// The user's latest choice that is there, else the default camera; `nil` when there is no camera. Observable, see
    /// ``observe(_:options:changeHandler:)``.
    ///
    /// The last five choices are kept between launches, in the program's user defaults, so that a camera that is
    /// plugged in again is preferred again. Setting `nil` has no effect.
    /// Source: Apple, AVCaptureDevice.userPreferredCamera.
    public static var userPreferredCamera: AVCaptureDevice? {
        get { PreferredCameras.bestUserChoice }
        set {
            if let newValue { PreferredCameras.shared.choose(newValue) }
        }
    }
}
