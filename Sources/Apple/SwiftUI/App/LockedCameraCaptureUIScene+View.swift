import CaptureEngine
import DeviceKinds
import GtkSupport
import LockedCameraCapture
import UIKit

extension LockedCameraCaptureUIScene where Content: View {
    /// A scene of views. Source: Apple, LockedCameraCaptureUIScene.
    ///
    /// Linux: the extension's `main()` shows it in a window while the session is locked, and ends with the lock.
    public convenience init(@ViewBuilder content: @escaping (LockedCameraCaptureSession) -> Content) {
        self.init(content: content) { scene in
            LockScreen.run { AnyView(scene.makeContent($0)) }
        }
    }
}

/// The window of an extension on the locked screen.
///
/// It has one session. When the desktop or the simulated phone is unlocked, or the window is closed, the content sees the
/// scene phase `background`, what is being captured is finished, and the program ends. That does not wait for a frame to
/// be drawn: nobody may see the window.
@MainActor @Observable
private final class LockScreen {
    static var current: LockScreen!

    private(set) var isOver = false
    private(set) var content: AnyView?
    /// For content that registers nothing to finish.
    private static let grace = Duration.seconds(3)
    /// For content that does not come to its end. What it leaves is imported like that of a program that was killed.
    private static let longestEnd = Duration.seconds(30)
    @ObservationIgnored private let make: (LockedCameraCaptureSession) -> AnyView
    @ObservationIgnored private var session: LockedCameraCaptureSession?
    @ObservationIgnored private var lock: DesktopLock?
    @ObservationIgnored private var observations: [SurroundingsObservation] = []

    private init(_ make: @escaping (LockedCameraCaptureSession) -> AnyView) { self.make = make }

    static func run(_ make: @escaping (LockedCameraCaptureSession) -> AnyView) -> Never {
        Inspector.disable()
        closeDoors()
        guard isLocked else { fail("The session is not locked: open the app itself.", EX_NOPERM) }
        current = LockScreen(make)
        LockScreenApp.main()
        exit(EXIT_SUCCESS)
    }

    /// The variables that a program on the locked screen needs: where the person's home, desktop and displays are, and in
    /// which language. Others load code, move folders, or show files.
    private static let harmless: Set<String> = [
        "AT_SPI_BUS_ADDRESS", "AVCAM_DEVICES", "AVCAM_SIMULATED_CONTROL", "AVCAM_SIMULATED_FAULTS",
        "AVCAM_SIMULATED_LIGHT", "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "DESKTOP_STARTUP_ID", "DISPLAY",
        "GDK_BACKEND", "GDK_DPI_SCALE", "GDK_SCALE", "GSK_RENDERER", "G_DEBUG", "HOME", "LANG", "LANGUAGE", "LOGNAME",
        "NO_AT_BRIDGE", "PATH", "TZ", "USER", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_ACTIVATION_TOKEN",
        "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR", "XDG_SEAT", "XDG_SESSION_ID", "XDG_SESSION_TYPE",
    ]

    /// Takes away all variables but the harmless ones. To be called before anything asks for devices or folders.
    private static func closeDoors() {
        for name in ProcessInfo.processInfo.environment.keys where !harmless.contains(name) && !name.hasPrefix("LC_") {
            unsetenv(name)
        }
        // A file can be a camera, but not here.
        let devices = ProcessInfo.processInfo.environment["AVCAM_DEVICES"] ?? ""
        if devices.contains(where: { "/:.".contains($0) }) { unsetenv("AVCAM_DEVICES") }
    }

    static var isLocked: Bool { CaptureWorld.current.isLocked || DesktopLock.isLockedNow }

    private static func fail(_ sentence: String, _ status: Int32) -> Never {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
        exit(status)
    }

    /// Begins the session, when there is a window.
    func begin() {
        guard session == nil else { return }
        do {
            let session = try LockedCameraCaptureSession()
            self.session = session
            content = make(session)
        } catch {
            Self.fail("The camera extension cannot begin a session: \(error.localizedDescription)", EXIT_FAILURE)
        }
        // The program must not end with its window, but with what it writes.
        _ = UIApplication.shared.beginBackgroundTask()
        // It may have been unlocked since the program looked.
        lock = DesktopLock(isLocked: true) { [weak self] _ in self?.lockChanged() }
        observations = CaptureWorld.current.observe { [weak self] event, _ in
            guard case .lockChanged = event else { return }
            Task { @MainActor in self?.lockChanged() }
        }
    }

    /// The desktop and the simulated phone have locks of their own.
    private func lockChanged() {
        if !Self.isLocked { finish() }
    }

    func finish() {
        guard !isOver, let session else { return }
        isOver = true
        Task {
            try? await Task.sleep(for: Self.longestEnd)
            exit(EX_SOFTWARE)
        }
        Task {
            if await !session.finish() { try? await Task.sleep(for: Self.grace) }
            // What is still written keeps the folder.
            LockedCameraCaptureSession.waitForEnd(of: session.sessionContentURL) { exit(EXIT_SUCCESS) }
        }
    }
}

private struct LockScreenApp: App {
    var body: some Scene {
        WindowGroup { LockScreenView(screen: .current) }
    }
}

private struct LockScreenView: View {
    let screen: LockScreen
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        ZStack {
            if let content = screen.content {
                content.environment(\.scenePhase, screen.isOver ? .background : scenePhase)
            }
        }
        .onAppear { screen.begin() }
        .onChange(of: scenePhase) { _, phase in
            if phase == .background { screen.finish() }
        }
    }
}
