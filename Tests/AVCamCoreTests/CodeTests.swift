import AVFoundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

/// Codes in the picture: looked for when a person wants it, and kept for a while.
extension SimulatedCameraTests {
    @MainActor struct CodeTests {
        private let seconds = Seconds()

        /// The simulated cameras see a code with this text.
        private let code = FoundCode("SIMULATED PHONE")

        @Test func codesAreLookedForInPhotoModeWhenWanted() async throws {
            let studio = try ModelStudio()
            let model = studio.model
            await model.start()
            try await studio.waitForFrame()
            #expect(model.foundCode == nil && !model.isCodeScanningEnabled)
            model.isCodeScanningEnabled = true
            try await waitUntil { model.foundCode == code }
            await model.switchMode(to: .video)
            try await waitUntil { model.foundCode == nil }
            await model.switchMode(to: .photo)
            try await waitUntil { model.foundCode == code }
            model.isCodeScanningEnabled = false
            try await waitUntil { model.foundCode == nil }
            await model.stop()
        }

        @Test func theWishIsRemembered() async throws {
            let studio = try ModelStudio()
            studio.model.isCodeScanningEnabled = true
            await studio.model.stop()
            #expect(studio.remembered.isCodeScanningEnabled)
        }

        @Test func aCodeStaysForAWhileAfterItHasLeftThePicture() async throws {
            let model = try ModelStudio(
                { $0.isCodeScanningEnabled = true }, sleep: { [seconds] _ in try await seconds.next() }
            ).model
            model.codeChanged(code)
            model.codeChanged(nil)
            #expect(model.foundCode == code)
            // Seen again in time, it starts anew.
            model.codeChanged(code)
            model.codeChanged(nil)
            try await seconds.pass()
            try await waitUntil { model.foundCode == nil }
        }
    }
}
