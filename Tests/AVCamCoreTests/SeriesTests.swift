import Photos
import SimulatedDevices
import TestSupport
import Testing

@testable import AVCamCore

/// A photo at each interval, from one press of the shutter to the next.
extension SimulatedCameraTests {
    @MainActor struct SeriesTests {
        @Test func aPressBeginsASeriesAndTheNextOneEndsIt() async throws {
            let seconds = Seconds()
            let studio = try ModelStudio({ $0.seriesInterval = .thirty }, sleep: { _ in try await seconds.next() })
            let model = studio.model
            await model.start()
            let series = Task { await model.capturePhoto() }
            for count in 1...3 {
                try await waitUntil { model.series?.count == count }
                if count < 3 { try await seconds.pass() }
            }
            await model.capturePhoto()
            await series.value
            #expect(model.series == nil && model.problem == nil)
            #expect(studio.library.fetch(nil).count == 3)
            await model.stop()
        }

        /// The photo after the first wait takes 40 s.
        @Test func photosKeepToTheIntervalAndALateOneIsLeftOut() async throws {
            let clock = SeriesClock(delays: [40, 0, 0])
            let studio = try ModelStudio(
                { $0.seriesInterval = .thirty }, sleep: { try await clock.sleep($0) }, now: { clock.now })
            let model = studio.model
            await model.start()
            let series = Task { await model.capturePhoto() }
            try await waitUntil { clock.asked.count == 4 }
            model.endSeries()
            await series.value
            // At 0, 30 (until 70), 90, 120.
            #expect(clock.asked == [30, 20, 30, 30].map { .seconds($0) })
            #expect(studio.library.fetch(nil).count == 4)
            await model.stop()
        }

        @Test func eachExposureOfABracketIsAPhotoOfASeries() async throws {
            let studio = try ModelStudio {
                $0.seriesInterval = .sixty
                $0.photoFeatures.bracket = [-1, 0, 1]
            }
            let model = studio.model
            await model.start()
            let series = Task { await model.capturePhoto() }
            try await waitUntil { (model.series?.count ?? 0) > 0 }
            #expect(model.series?.count == 3)
            model.endSeries()
            await series.value
            await model.stop()
        }

        @Test func aChangeOfTheModeEndsASeries() async throws {
            let studio = try ModelStudio { $0.seriesInterval = .sixty }
            let model = studio.model
            await model.start()
            let series = Task { await model.capturePhoto() }
            try await waitUntil { model.series?.count == 1 }
            await model.switchMode(to: .video)
            await series.value
            #expect(model.series == nil && model.captureMode == .video)
            #expect(studio.remembered.seriesInterval == .sixty)
            await model.stop()
        }

        @Test func anotherCameraEndsASeries() async throws {
            let studio = try ModelStudio { $0.seriesInterval = .sixty }
            let model = studio.model
            await model.start()
            let series = Task { await model.capturePhoto() }
            try await waitUntil { model.series?.count == 1 }
            SimulatedPhone.ofTest.unplug("back")
            defer { SimulatedPhone.ofTest.plug("back") }
            await series.value
            try await waitUntil { model.status == .running && model.selectedCameraID != "simulated:back-triple" }
            #expect(model.series == nil && studio.library.fetch(nil).count == 1)
            await model.stop()
        }

        @Test func thePreferredCameraWaitsForTheEndOfASeries() async throws {
            let studio = try ModelStudio { $0.seriesInterval = .sixty }
            let (model, phone) = (studio.model, SimulatedPhone.ofTest)
            await model.start()
            await model.selectCamera("simulated:front")
            phone.unplug("front")
            try await waitUntil { model.status == .running && model.selectedCameraID == "simulated:back-triple" }
            let series = Task { await model.capturePhoto() }
            try await waitUntil { model.series?.count == 1 }
            phone.plug("front")
            try await waitUntil { model.cameras.contains { $0.id == "simulated:front" } }
            try await waitUntil { model.isPreferredCameraAwaited }
            #expect(model.series?.isEnding == false && model.selectedCameraID == "simulated:back-triple")
            model.endSeries()
            await series.value
            // The news of the plug may come after the end.
            try await waitUntil { model.selectedCameraID == "simulated:front" && !model.isSwitching }
            await model.selectCamera("simulated:back-triple")
            await model.stop()
        }

        @Test func aMovieBeginsAfterTheTimerAndCanBeCancelled() async throws {
            let seconds = Seconds()
            let studio = try ModelStudio(
                {
                    $0.captureMode = .video
                    $0.selfTimer = .three
                }, sleep: { _ in try await seconds.next() })
            let model = studio.model
            await model.start()
            let cancelled = Task { await model.toggleRecording() }
            try await waitUntil { model.countdown == 3 }
            await model.toggleRecording()
            await cancelled.value
            #expect(model.countdown == nil && !model.captureActivity.isRecording)
            let recording = Task { await model.toggleRecording() }
            for left in [3, 2, 1] {
                try await waitUntil { model.countdown == left }
                try await seconds.pass()
            }
            await recording.value
            try await waitUntil { model.captureActivity.isRecording }
            await model.toggleRecording()
            #expect(studio.library.fetch(nil).count == 1)
            await model.stop()
        }
    }
}
