import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore
@testable import AVCamLinux

/// The back camera loses a lens. What is left at the back replaces it, although the front camera was chosen before.
extension SimulatedCameraTests {
    @MainActor struct LostLensTests {
        private let phone = SimulatedPhone.ofTest
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }

        init() throws { studio = try ModelStudio() }

        /// The best of the cameras without that lens.
        nonisolated static let losses = [
            ("back-telephoto", "simulated:back-dual-wide"), ("back-ultra-wide", "simulated:back-dual"),
            ("back", "simulated:back-ultra-wide"),
        ]

        private func startWithAHistory() async throws {
            await model.start()
            await model.selectCamera("simulated:front")
            await model.selectCamera("simulated:back-triple")
            try await waitUntil { model.deviceWatch != nil && model.status == .running }
        }

        private func expectReplacement(_ id: String) async throws {
            try await waitUntil { model.status == .running && model.selectedCameraID != "simulated:back-triple" }
            #expect(model.selectedCameraID == id)
            // What each change of the devices leads to.
            await model.takePreferredCamera()
            #expect(model.selectedCameraID == id)
            try await studio.waitForFrame()
        }

        @Test(arguments: losses) func theSideStaysWhenTheLossIsKnownFirst(lens: String, left: String) async throws {
            try await startWithAHistory()
            // Without it, there is no news of the list.
            model.deviceWatch = nil
            phone.unplug(lens)
            try await expectReplacement(left)
            await model.stop()
        }

        @Test(arguments: losses) func theSideStaysWhenTheListIsKnownFirst(lens: String, left: String) async throws {
            try await startWithAHistory()
            // Its frames go on; only the list lacks it, of which another camera brings the news.
            var faults = SimulatedFaults()
            faults.isMissing = true
            phone.setFaults(faults, of: lens)
            phone.plug("external")
            try await expectReplacement(left)
            phone.unplug(lens)
            try await expectReplacement(left)
            await model.stop()
        }

        @Test(arguments: losses) func theOtherSideIsNotPreferredWhileTheLossIsUnknown(
            lens: String, left: String
        ) async throws {
            try await startWithAHistory()
            var faults = SimulatedFaults()
            faults.isMissing = true
            phone.setFaults(faults, of: lens)
            let preferred = await model.service.preferredCameraID
            #expect(preferred == nil || preferred == left)
            await model.stop()
        }

        @Test func theWholeCameraIsUsedWhenTheLensIsBack() async throws {
            try await startWithAHistory()
            phone.unplug("back-telephoto")
            try await expectReplacement("simulated:back-dual-wide")
            phone.plug("back-telephoto")
            try await waitUntil { model.selectedCameraID == "simulated:back-triple" && !model.isSwitching }
            await model.stop()
        }

        @Test func theOtherSideIsUsedWhenNothingIsLeftOnThisOne() async throws {
            try await startWithAHistory()
            for lens in ["back-telephoto", "back-ultra-wide", "back"] { phone.unplug(lens) }
            try await waitUntil { model.status == .running && model.selectedCameraID == "simulated:front" }
            try await studio.waitForFrame()
            await model.stop()
        }

        @Test func aChoiceOfTheOtherSideStandsAfterALoss() async throws {
            try await startWithAHistory()
            phone.unplug("back-telephoto")
            try await expectReplacement("simulated:back-dual-wide")
            await model.selectCamera("simulated:front")
            await model.takePreferredCamera()
            #expect(model.selectedCameraID == "simulated:front")
            await model.stop()
        }
    }
}
