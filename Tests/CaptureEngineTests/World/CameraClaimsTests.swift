import CaptureEngine
import Locking
import Testing

struct CameraClaimsTests {
    private final class Session: CameraHolder {
        func cameraWasTaken() {}
        func cameraMayBeFree() {}
    }

    private let claims = CameraClaims()
    private let back = DeviceID(scheme: "fake", name: "back")
    private let front = DeviceID(scheme: "fake", name: "front")

    @Test func theSessionThatStartsLastHasTheCamera() throws {
        let (first, second) = (Session(), Session())
        #expect(claims.take([back], for: first, forChange: false)?.isEmpty == true)
        let losers = try #require(claims.take([back, front], for: second, forChange: false))
        #expect(losers.count == 1 && losers[0] === first)
        #expect(claims.isHeld([back], byOtherThan: first) && !claims.isHeld([back, front], byOtherThan: second))
        #expect(Set(claims.held) == [back, front])
    }

    @Test func aSessionThatLostItsCameraTakesNoneByAChange() {
        let (first, second) = (Session(), Session())
        _ = claims.take([back], for: first, forChange: false)
        _ = claims.take([back], for: second, forChange: false)
        #expect(claims.take([front], for: first, forChange: true) == nil)
        #expect(claims.take([front], for: first, forChange: false)?.isEmpty == true)
    }

    @Test func whoeverLostItLastMayGoOnFirst() {
        let (first, second, third) = (Session(), Session(), Session())
        for session in [first, second, third] { _ = claims.take([back], for: session, forChange: false) }
        let waiting = claims.release(third)
        #expect(waiting.count == 2 && waiting[0] === second && waiting[1] === first)
        #expect(claims.held.isEmpty)
    }

    @Test func aSessionThatIsGoneHoldsNothing() {
        var session: Session? = Session()
        _ = claims.take([back], for: session!, forChange: false)
        session = nil
        #expect(claims.held.isEmpty)
    }
}
