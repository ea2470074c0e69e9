import AVCamCore
import Foundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

/// Photos one after the other while the shutter is held.
extension SimulatedCameraTests {
    @MainActor struct BurstTests {
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }

        init() throws {
            studio = try ModelStudio { $0.photoFeatures.isLivePhotoEnabled = true }
        }

        /// Holds the shutter until so many photos have been exposed.
        private func takeBurst(of count: Int) async throws {
            async let end: Void = model.takeBurst()
            try await waitUntil { (model.burst?.count ?? 0) >= count || model.problem != nil }
            model.endBurst()
            await end
        }

        private func assets() -> [PHAsset] {
            let options = PHFetchOptions()
            options.includeAllBurstAssets = true
            let found = studio.library.fetch(options)
            return (0..<found.count).map { found.object(at: $0) }
        }

        @Test func theBurstsPhotosAreTogetherAndStandForThemselves() async throws {
            await model.start()
            try await takeBurst(of: 4)
            #expect(model.problem == nil && model.burst == nil && model.captureActivity == .idle)
            let first = assets()
            #expect(first.count >= 4)
            // No two show the same frame.
            #expect(Set(first.map(\.creationDate)).count == first.count)
            #expect(Set(first.map(\.burstIdentifier)).count == 1)
            let identifier = try #require(first.first?.burstIdentifier)
            #expect(first.filter(\.representsBurst).count == 1)
            #expect(!first.contains { $0.mediaSubtypes.contains(.photoLive) })

            let file = try #require(model.lastSaved?.urls.first)
            let words = try Tool.output("exiftool", ["-s3", "-Apple:BurstUUID", file.path])
            #expect(String(decoding: words, as: UTF8.self) == identifier + "\n")

            try await takeBurst(of: 2)
            #expect(Set(assets().map(\.burstIdentifier)).count == 2)
            // What a person has chosen holds again.
            await model.capturePhoto()
            let last = try #require(assets().last)
            #expect(last.burstIdentifier == nil && last.mediaSubtypes.contains(.photoLive))
            await model.stop()
        }

        @Test func whatABurstLeavesOutIsSaid() async throws {
            await model.start()
            try await waitUntil { model.capabilities.photoFormats.contains { $0.hasRaw } }
            model.photoFeatures.format = try #require(PhotoFormat(rawValue: "raw+jpeg"))
            model.photoFeatures.flashMode = .on
            async let end: Void = model.takeBurst()
            try await waitUntil { (model.burst?.count ?? 0) >= 2 }
            #expect(model.problem?.description == "A burst has no RAW photos. The flash does not fire in a burst.")
            #expect(model.problem?.isOfEndedRecording == false)
            model.endBurst()
            await end
            await model.stop()
        }

        @Test func aBurstLosesOnlyWhatWasChosen() {
            var features = PhotoFeatures()
            features.flashMode = .auto
            features.isLivePhotoEnabled = true
            #expect(features.lossInBurst == nil)
            features.choose(bracket: [-1, 0, 1])
            #expect(features.lossInBurst?.description == "A burst has no bracket.")
        }

        @Test func theScreenBlinksOnceForABurst() async throws {
            await model.start()
            let blinks = Count()
            blinks.watch(model)
            try await takeBurst(of: 8)
            await model.stop()
            #expect(blinks.count == 1)
        }

        /// How many times the screen has begun to blink.
        @MainActor private final class Count {
            var count = 0

            func watch(_ model: CameraModel) {
                withObservationTracking {
                    if model.shouldFlashScreen { count += 1 }
                } onChange: {
                    Task { @MainActor in self.watch(model) }
                }
            }
        }

        @Test func stoppingTheCameraEndsABurstAndSavesIt() async throws {
            await model.start()
            async let end: Void = model.takeBurst()
            try await waitUntil { (model.burst?.count ?? 0) >= 2 }
            await model.stop()
            await end
            #expect(model.problem == nil)
            #expect(assets().count >= 2)
        }

        @Test func thereIsNoBurstInVideoMode() async throws {
            await model.start()
            await model.switchMode(to: .video)
            await model.takeBurst()
            #expect(model.burst == nil && assets().isEmpty)
            await model.stop()
        }
    }
}
