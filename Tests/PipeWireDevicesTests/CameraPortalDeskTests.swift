import CameraPortal
import CaptureEngine
import Foundation
import Locking
import PipeWire
import TestSupport
import Testing

@testable import PipeWireDevices

struct CameraPortalDeskTests {
    /// A portal that a test answers for.
    private final class MadeUpPortal: Sendable {
        struct State {
            var isAllowed = false
            var answer = CameraPortalAnswer.granted
            var questions = 0
            var timeout: Duration?
            var changed: (@Sendable () -> Void)?
        }

        let state = Monitor(State())

        var portal: CameraPortalDesk.Portal {
            .init(
                ask: { [self] timeout in
                    state.withLock { state in
                        state.questions += 1
                        state.timeout = timeout
                        if state.answer == .granted { state.isAllowed = true }
                        return state.answer
                    }
                },
                open: { [self] in
                    state.withLock { state in
                        if [.missing, .unanswered].contains(state.answer) { return (state.answer, nil) }
                        return state.isAllowed ? (.granted, open("/dev/null", O_RDONLY)) : (.refused, nil)
                    }
                },
                watch: { [self] changed in state.withLock { $0.changed = changed } })
        }

        func set(allowed: Bool) { state.withLock { $0.isAllowed = allowed } }

        var questions: Int { state.withLock { $0.questions } }
    }

    @Test func whoAllowedItBeforeIsNotAsked() {
        let person = MadeUpPortal()
        person.set(allowed: true)
        let desk = CameraPortalDesk(person.portal)
        #expect(desk.permission == .granted && desk.ask() == .granted && desk.mayList())
        #expect(person.questions == 0)
    }

    @Test(
        arguments: [
            (CameraPortalAnswer.granted, DevicePermission.granted), (.refused, .denied), (.unanswered, .undecided),
        ])
    func theAnswerDecides(answer: CameraPortalAnswer, permission: DevicePermission) {
        let person = MadeUpPortal()
        person.state.withLock { $0.answer = answer }
        let desk = CameraPortalDesk(person.portal, timeout: .seconds(7))
        #expect(desk.permission == .undecided)
        #expect(desk.ask() == permission && desk.permission == permission)
        #expect(person.state.withLock { $0.timeout } == .seconds(7))
        // Who has answered is not asked again.
        _ = desk.ask()
        #expect(person.questions == (answer == .unanswered ? 2 : 1))
    }

    @Test(arguments: [CameraPortalAnswer.missing, .unanswered])
    func aPortalThatStartsLaterIsAsked(answer: CameraPortalAnswer) {
        let person = MadeUpPortal()
        person.state.withLock { $0.answer = answer }
        let desk = CameraPortalDesk(person.portal)
        #expect(desk.permission == (answer == .missing ? .restricted : .undecided))
        person.state.withLock { $0.answer = .granted }
        #expect(desk.permission == .undecided && desk.ask() == .granted)
    }

    @Test func aPortalThatEndsTakesNothingAway() {
        let person = MadeUpPortal()
        let desk = CameraPortalDesk(person.portal)
        #expect(desk.ask() == .granted)
        person.state.withLock { $0.answer = .missing }
        #expect(desk.look() == .granted)
        #expect(throws: PipeWireError.self) { try desk.open() }
    }

    @Test func whatWasSeenBeforeAnAnswerDoesNotTakeItBack() {
        let person = MadeUpPortal()
        let (isLooking, mayReturn) = (Monitor(false), Monitor(false))
        let isSlow = Mutex(false)
        var portal = person.portal
        let open = portal.open
        portal.open = {
            let seen = open()
            if isSlow.withLock({ $0 }) {
                isSlow.withLock { $0 = false }
                isLooking.withLock { $0 = true }
                _ = mayReturn.wait { $0 ? true : nil }
            }
            return seen
        }
        let desk = CameraPortalDesk(portal)
        #expect(desk.permission == .undecided)
        isSlow.withLock { $0 = true }
        let late = Monitor<DevicePermission?>(nil)
        Thread.detachNewThread {
            let permission = desk.look()
            late.withLock { $0 = permission }
        }
        _ = isLooking.wait { $0 ? true : nil }
        #expect(desk.ask() == .granted)
        mayReturn.withLock { $0 = true }
        #expect(late.wait { $0 } == .granted && desk.permission == .granted)
    }

    @Test func withoutAPortalNobodyCanAllowIt() {
        let person = MadeUpPortal()
        person.state.withLock { $0.answer = .missing }
        let desk = CameraPortalDesk(person.portal)
        #expect(desk.permission == .restricted && desk.ask() == .restricted && !desk.mayList())
    }

    @Test func camerasThatAreTurnedOffAreRestrictedUntilTheyAreOnAgain() {
        let person = MadeUpPortal()
        person.state.withLock { $0.answer = .forbidden }
        let desk = CameraPortalDesk(person.portal)
        #expect(desk.ask() == .restricted && desk.permission == .restricted && !desk.mayList())
        person.state.withLock { $0.answer = .granted }
        #expect(desk.ask() == .granted)
    }

    @Test func aListAsksThePersonOnce() {
        let person = MadeUpPortal()
        person.state.withLock { $0.answer = .unanswered }
        let desk = CameraPortalDesk(person.portal)
        #expect(!desk.mayList())
        #expect(person.state.wait(timeout: .seconds(20)) { $0.questions == 1 ? true : nil } == true)
        #expect(!desk.mayList() && person.questions == 1)
        person.state.withLock { $0.answer = .granted }
        #expect(desk.ask() == .granted && desk.mayList())
    }

    @Test func whatIsTakenAwayAndGivenBackIsNews() {
        let person = MadeUpPortal()
        let desk = CameraPortalDesk(person.portal)
        let news = Monitor([DevicePermission]())
        let observation = desk.observe { [unowned desk] in
            let permission = desk.permission
            news.withLock { $0.append(permission) }
        }
        #expect(desk.ask() == .granted)
        let changed = person.state.wait(timeout: .seconds(20)) { $0.changed }
        person.set(allowed: false)
        changed?()
        #expect(desk.permission == .denied)
        person.set(allowed: true)
        changed?()
        #expect(news.withLock { $0 } == [.granted, .denied, .granted])
        withExtendedLifetime(observation) {}
    }

    @Test func aRefusalThatWasTakenBackIsSeenAtTheNextQuestion() {
        let person = MadeUpPortal()
        person.state.withLock { $0.answer = .refused }
        let desk = CameraPortalDesk(person.portal)
        #expect(desk.ask() == .denied)
        person.set(allowed: true)
        #expect(desk.permission == .granted)
        #expect(person.questions == 1)
    }

    @Test func aSandboxThatShowsTheDevicesNeedsNoPortal() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("flatpak-info").path
        #expect(!CameraPortalDesk.isWanted(environment: nil, sandbox: file))
        try "[Application]\nname=a\n[Context]\ndevices=dri;\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(CameraPortalDesk.isWanted(environment: nil, sandbox: file))
        #expect(!CameraPortalDesk.isWanted(environment: "0", sandbox: file))
        try "[Context]\nshared=ipc;\ndevices=dri;all;\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(!CameraPortalDesk.isWanted(environment: nil, sandbox: file))
        #expect(CameraPortalDesk.isWanted(environment: "1", sandbox: file))
    }

    /// On a private desktop where nobody answers, see Tests/Machines/desktop-tests.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DIALOG_ANSWER"] != nil, "needs a desktop with a portal"))
    func nobodyAnswers() {
        let desk = CameraPortalDesk(timeout: .milliseconds(300))
        #expect(desk.ask() == .undecided && desk.permission == .undecided)
    }
}
