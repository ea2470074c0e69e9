internal import CLoginService

/// What says when the machine is about to sleep. All calls come from one thread.
protocol SleepService: AnyObject {
    /// Keeps the machine awake for a few seconds once it is about to sleep.
    func delaySleep()
    func allowSleep()
    /// Waits for what comes next, or until the descriptor can be read.
    func next(orReadable wake: Int32) -> SleepEvent
}

enum SleepEvent {
    case begins, ended
    /// The descriptor can be read.
    case called
    /// There is nothing more to come.
    case gone
}

/// The service that logs people in, which puts the machine to sleep. Source: systemd, org.freedesktop.login1(5).
final class LoginService: SleepService {
    private let service: OpaquePointer

    /// `nil` on a machine without it.
    init?() {
        guard let service = login_service_open() else { return nil }
        self.service = service
    }

    deinit { login_service_close(service) }

    func delaySleep() {
        let program = CommandLine.arguments.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        login_service_delay_sleep(service, program ?? "", "A recording is under way")
    }

    func allowSleep() { login_service_allow_sleep(service) }

    func next(orReadable wake: Int32) -> SleepEvent {
        switch login_service_next(service, wake) {
        case LOGIN_SERVICE_SLEEP_BEGINS: .begins
        case LOGIN_SERVICE_SLEEP_ENDED: .ended
        case LOGIN_SERVICE_CALLED: .called
        default: .gone
        }
    }
}
