import CaptureEngine
import SimulatedDevices
import Testing

struct SimulatedTraitTests {
    @Test func allCamerasButTheExternalOneTurnWithThePhone() {
        let phone = SimulatedPhone(clock: ManualClock())
        phone.plug("external")
        let cameras = phone.devices().filter { $0.kind == .camera }
        let turning = cameras.filter { $0.traits.contains(.turnsWithBody) }.map(\.id.name)
        #expect(turning.count == cameras.count - 1 && !turning.contains("external"))
    }

    @Test func nothingOfThePhoneIsSharedOrUnlisted() {
        let phone = SimulatedPhone(clock: ManualClock())
        #expect(phone.devices().allSatisfy { $0.traits.isDisjoint(with: [.shareable, .unlisted]) })
    }

    @Test func theModelTellsItsCamerasApart() {
        let cameras = SimulatedPhone(clock: ManualClock()).devices().filter { $0.kind == .camera }
        #expect(cameras.count > 1 && Set(cameras.map(\.modelID)).count == cameras.count)
    }
}
