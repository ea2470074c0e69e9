import AVCamCore
import AVFoundation
import Foundation
import Photos
import SimulatedDevices
import TestSupport
import Testing

/// Microphones, sizes and frame rates of movies, as offered by a window.
extension SimulatedCameraTests {
    @MainActor struct MovieChoiceTests {
        private let studio: ModelStudio
        private var model: CameraModel { studio.model }

        init() throws { studio = try ModelStudio { $0.captureMode = .video } }

        /// Records a few frames.
        private func record() async throws -> MovieProbe {
            await model.toggleRecording()
            try await waitUntil {
                if case .movieCapture(let progress) = model.captureActivity { progress.frames > 8 } else { false }
            }
            await model.toggleRecording()
            return try MovieProbe(#require(model.lastSaved?.urls.first))
        }

        @Test func theSoundLevelIsMeasuredInVideoModeOnly() async throws {
            await model.start()
            #expect(model.microphones.contains { $0.id == "simulated:microphone" })
            #expect(model.selectedMicrophoneID == "simulated:microphone")
            // The scene beeps once a second.
            try await waitUntil { (model.soundLevel?.peak ?? SoundLevel.silence) > -40 }
            await model.switchMode(to: .photo)
            try await waitUntil { model.soundLevel == nil }
            await model.stop()
        }

        @Test func photosAreTakenDuringARecordingAndWhileItIsPaused() async throws {
            model.photoFeatures.flashMode = .on
            model.selfTimer = .ten
            await model.start()
            await model.toggleRecording()
            try await waitUntil { model.captureActivity.isRecording }
            await model.capturePhoto()
            #expect(studio.library.fetch(nil).count == 1)
            await model.togglePause()
            #expect(model.captureActivity.isRecording)
            try await waitUntil { model.captureActivity.isRecordingPaused }
            await model.capturePhoto()
            #expect(studio.library.fetch(nil).count == 2)
            await model.togglePause()
            try await waitUntil { !model.captureActivity.isRecordingPaused }
            await model.toggleRecording()
            #expect(model.problem == nil && studio.library.fetch(nil).count == 3)
            await model.stop()
        }

        @Test func thatPhotosAreNotRAWIsSaidOnceForEachRecording() async throws {
            await model.start()
            try await waitUntil { model.capabilities.photoFormats.contains { $0.hasRaw } }
            model.photoFeatures.format = PhotoFormat(.jpeg, raw: .dng)
            for _ in 0..<2 {
                await model.toggleRecording()
                try await waitUntil { model.captureActivity.isRecording }
                #expect(model.problem == nil)
                await model.capturePhoto()
                #expect(model.problem?.description == "During a recording, photos are not RAW.")
                #expect(model.lastSaved?.urls.map(\.pathExtension) == ["jpg"])
                model.problem = nil
                await model.capturePhoto()
                #expect(model.problem == nil)
                await model.toggleRecording()
            }
            // Without a recording, it is as a person has chosen.
            await model.capturePhoto()
            #expect(model.problem == nil && model.lastSaved?.urls.contains { $0.pathExtension == "dng" } == true)
            await model.stop()
        }

        @Test func photosOfARecordingWithoutRAWHaveNothingToSay() async throws {
            await model.start()
            await model.toggleRecording()
            try await waitUntil { model.captureActivity.isRecording }
            await model.capturePhoto()
            #expect(model.problem == nil)
            await model.toggleRecording()
            await model.stop()
        }

        @Test func withoutAMicrophoneMoviesAreSilent() async throws {
            await model.start()
            await model.selectMicrophone(nil)
            #expect(model.selectedMicrophoneID == nil && model.problem == nil)
            try await waitUntil { model.soundLevel == nil }
            #expect(try await record().audio == nil)
            await model.switchMode(to: .photo)
            await model.switchMode(to: .video)
            #expect(model.selectedMicrophoneID == nil)
            await model.selectMicrophone("simulated:microphone")
            #expect(try await record().audio != nil)
            await model.stop()
            #expect(studio.remembered.recordsSound && studio.remembered.microphoneID == "simulated:microphone")
        }

        @Test func aMissingMicrophoneIsNamed() async throws {
            await model.start()
            await model.selectMicrophone("simulated:nowhere")
            #expect(model.problem?.description.contains("simulated:nowhere") == true)
            #expect(model.selectedMicrophoneID == "simulated:microphone")
            await model.stop()
        }

        @Test func theSizesAndFrameRatesAreTheCameras() async throws {
            await model.start()
            try await waitUntil { !model.capabilities.videoFormats.isEmpty }
            let formats = model.capabilities.videoFormats
            #expect(formats.contains(VideoFormat(width: 1280, height: 720, frameRate: 60)))
            #expect(formats.contains(VideoFormat(width: 3840, height: 2160, frameRate: 24)))
            #expect(!formats.contains(VideoFormat(width: 3840, height: 2160, frameRate: 60)))
            // For slow motion.
            #expect(formats.contains(VideoFormat(width: 1280, height: 720, frameRate: 240)))
            #expect(!formats.contains { $0.size.width == 4032 })
            #expect(formats.first?.sizeName == "352 × 288" && formats.last?.sizeName == "4K")
            await model.switchMode(to: .photo)
            try await waitUntil { model.capabilities.videoFormats.isEmpty }
            #expect(model.videoFormatInUse == nil)
            await model.stop()
        }

        @Test func aMovieHasTheChosenSizeAndFrameRate() async throws {
            await model.start()
            #expect(model.videoFormatInUse == VideoFormat(width: 1920, height: 1080, frameRate: 30))
            let wish = VideoFormat(width: 1280, height: 720, frameRate: 24)
            model.videoFormat = wish
            try await waitUntil { model.videoFormatInUse == wish }
            let movie = try await record()
            #expect(movie.video?.width == 1280 && movie.video?.height == 720)
            #expect(movie.video?.r_frame_rate == "24/1")
            model.videoFormat = nil
            try await waitUntil { model.videoFormatInUse == VideoFormat(width: 1920, height: 1080, frameRate: 30) }
            await model.stop()
            #expect(model.problem == nil)
        }

        @Test func theChoiceSurvivesOtherModesCamerasAndRestarts() async throws {
            let wish = VideoFormat(width: 1280, height: 720, frameRate: 60)
            await model.start()
            model.videoFormat = wish
            try await waitUntil { model.videoFormatInUse == wish }
            await model.switchMode(to: .photo)
            await model.selectCamera("simulated:front")
            await model.switchMode(to: .video)
            #expect(model.videoFormatInUse == wish)
            await model.stop()
            #expect(studio.remembered.videoFormat == wish)
            await model.start()
            #expect(model.videoFormatInUse == wish)
            await model.stop()
        }

        @Test func aCameraWithoutTheFormatUsesTheNearest() async throws {
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            await model.start()
            model.videoFormat = VideoFormat(width: 3840, height: 2160, frameRate: 30)
            try await waitUntil { model.videoFormatInUse?.size.width == 3840 }
            await model.selectCamera("simulated:external")
            #expect(model.problem == nil)
            #expect(model.videoFormatInUse == VideoFormat(width: 1920, height: 1080, frameRate: 30))
            await model.selectCamera("simulated:back-triple")
            #expect(model.videoFormatInUse?.size.width == 3840)
            await model.stop()
        }

        @Test func hdrIsSuspendedForASizeThatLacksIt() async throws {
            await model.start()
            model.isHDRVideoEnabled = true
            model.videoFormat = VideoFormat(width: 1280, height: 720, frameRate: 30)
            try await waitUntil { model.videoFormatInUse?.size.width == 1280 }
            try await waitUntil { !model.capabilities.isHDRVideoSupported }
            #expect(model.problem == nil && model.isHDRVideoEnabled)
            model.videoFormat = VideoFormat(width: 1920, height: 1080, frameRate: 30)
            try await waitUntil { model.capabilities.isHDRVideoSupported }
            #expect(try await record().video?.pix_fmt == "yuv420p10le")
            await model.stop()
        }

        @Test func stabilizationIsSuspendedForASizeThatLacksIt() async throws {
            await model.start()
            model.isStabilizationEnabled = true
            try await waitUntil { model.capabilities.isStabilizationSupported }
            model.videoFormat = VideoFormat(width: 3840, height: 2160, frameRate: 30)
            try await waitUntil { !model.capabilities.isStabilizationSupported }
            #expect(model.problem == nil && model.isStabilizationEnabled)
            // It can be explained.
            #expect(model.capabilities.hasStabilization)
            model.videoFormat = VideoFormat(width: 1280, height: 720, frameRate: 30)
            try await waitUntil { model.capabilities.isStabilizationSupported }
            let movie = try await record()
            // The strip of blocks at the upper edge is cut off.
            let frame = try movie.frames(pixelFormat: "gray").prefix(1280 * 720)
            let reading = frame.withUnsafeBytes {
                SceneReader.read(luma: $0.baseAddress!, bytesPerRow: 1280, width: 1280, height: 720)
            }
            #expect(reading == nil && movie.video?.height == 720)
            await model.stop()
        }

        @Test func theFreeSpaceIsMeasuredAndReported() async throws {
            await model.start()
            try await waitUntil { model.storage?.recordingSeconds != nil }
            #expect(try #require(model.storage).freeBytes > 0)
            await model.switchMode(to: .photo)
            try await waitUntil { model.storage?.recordingSeconds == nil }
            await model.stop()
        }

        @Test func whatAMovieNeedsIsRemembered() async throws {
            #expect(studio.remembered.movieBitsPerPixel == nil)
            await model.start()
            _ = try await record()
            await model.stop()
            #expect(studio.remembered.movieBitsPerPixel ?? 0 > 0.001)
        }
    }
}
