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

    @Test func theSessionThatLostItLastMayContinueFirst() {
        let (first, second, third) = (Session(), Session(), Session())
        for session in [first, second, third] { _ = claims.take([back], for: session, forChange: false) }
        let waiting = claims.release(third)
        #expect(waiting.count == 2 && waiting[0] === second && waiting[1] === first)
        #expect(claims.held.isEmpty)
    }

    @Test func whoeverFoundItHeldIsToldOnceThatItMayBeFree() {
        let (first, second, third) = (Session(), Session(), Session())
        #expect(claims.isFree(back, for: third))
        for session in [first, second] { _ = claims.take([back], for: session, forChange: false) }
        #expect(
            !claims.isFree(back, for: third) && !claims.isFree(back, for: third) && claims.isFree(back, for: second))
        let waiting = claims.release(second)
        #expect(waiting.count == 2 && waiting[0] === first && waiting[1] === third)
        #expect(claims.isFree(back, for: third) && claims.release(second).count == 1)
        // It has lost no camera, so that it may take one by a change.
        #expect(claims.take([back], for: third, forChange: true) != nil)
    }

    @Test func aSessionThatTookItsCameraBackWaitsNoLonger() {
        let (first, second) = (Session(), Session())
        for session in [first, second, first] { _ = claims.take([back], for: session, forChange: false) }
        #expect(claims.release(second).isEmpty)
        let waiting = claims.release(first)
        #expect(waiting.count == 1 && waiting[0] === second)
    }

    @Test func aSessionThatIsGoneHoldsNothing() {
        var session: Session? = Session()
        _ = claims.take([back], for: session!, forChange: false)
        session = nil
        #expect(claims.held.isEmpty)
    }
}
