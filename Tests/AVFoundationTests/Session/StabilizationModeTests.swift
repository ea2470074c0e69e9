import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    /// What can be kept steady, and how an app learns of it.
    @Suite struct StabilizationModeTests {
        private func format(
            _ camera: AVCaptureDevice, _ width: Int32, _ height: Int32, rate: Double
        ) -> AVCaptureDevice.Format? {
            camera.formats.first {
                let size = $0.formatDescription.dimensions
                return size.width == width && size.height == height
                    && $0.videoSupportedFrameRateRanges.contains { $0.maxFrameRate == rate }
            }
        }

        @Test func formatsThatTheProcessorKeepsUpWithAreSupported() throws {
            let camera = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            for (width, height, rate) in [(1920, 1080, 60.0), (640, 480, 30), (1920, 1440, 30)] {
                let found = try #require(format(camera, Int32(width), Int32(height), rate: rate))
                for mode in [AVCaptureVideoStabilizationMode.off, .standard, .cinematic, .auto] {
                    #expect(found.isVideoStabilizationModeSupported(mode))
                }
                for mode in [
                    AVCaptureVideoStabilizationMode.cinematicExtended, .previewOptimized, .cinematicExtendedEnhanced,
                ] {
                    #expect(!found.isVideoStabilizationModeSupported(mode))
                }
            }
            for (width, height, rate) in [(3840, 2160, 30.0), (1920, 1080, 240), (1280, 720, 240)] {
                let found = try #require(format(camera, Int32(width), Int32(height), rate: rate))
                #expect(found.isVideoStabilizationModeSupported(.off))
                #expect(!found.isVideoStabilizationModeSupported(.standard))
            }
            let microphone = try #require(AVCaptureDevice(uniqueID: "simulated:microphone"))
            #expect(!microphone.formats.isEmpty)
            #expect(microphone.formats.allSatisfy { !$0.isVideoStabilizationModeSupported(.off) })
        }

        @Test func moviesAndDataOutputsSupportIt() throws {
            let (movie, data, photo) = (
                AVCaptureMovieFileOutput(), AVCaptureVideoDataOutput(), AVCapturePhotoOutput()
            )
            let capture = try SimulatedCapture(microphone: true, outputs: [movie, data, photo])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            for output in [movie, data] {
                #expect(output.connection(with: .video)?.isVideoStabilizationSupported == true)
            }
            #expect(movie.connection(with: .audio)?.isVideoStabilizationSupported == false)
            #expect(photo.connection(with: .video)?.isVideoStabilizationSupported == false)
            #expect(layer.connection?.isVideoStabilizationSupported == false)
            layer.connection?.preferredVideoStabilizationMode = .auto
            #expect(layer.connection?.activeVideoStabilizationMode == .off)
        }

        @Test func theActiveModeFollowsTheWishAndTheFormat() throws {
            let (movie, data) = (AVCaptureMovieFileOutput(), AVCaptureVideoDataOutput())
            let capture = try SimulatedCapture(outputs: [movie, data])
            let forMovie = try #require(movie.connection(with: .video))
            let forData = try #require(data.connection(with: .video))
            #expect(forMovie.preferredVideoStabilizationMode == .off && forMovie.activeVideoStabilizationMode == .off)
            for connection in [forMovie, forData] { connection.preferredVideoStabilizationMode = .auto }
            #expect(forMovie.activeVideoStabilizationMode == .cinematic)
            #expect(forData.activeVideoStabilizationMode == .standard)
            capture.session.sessionPreset = .hd4K3840x2160
            #expect(forMovie.activeVideoStabilizationMode == .off && forData.activeVideoStabilizationMode == .off)
            #expect(forMovie.preferredVideoStabilizationMode == .auto)
            capture.session.sessionPreset = .hd1920x1080
            #expect(forMovie.activeVideoStabilizationMode == .cinematic)
            // Kept, and without effect.
            forMovie.preferredVideoStabilizationMode = .cinematicExtended
            #expect(forMovie.preferredVideoStabilizationMode == .cinematicExtended)
            #expect(forMovie.activeVideoStabilizationMode == .off)
        }

        @Test func observersLearnOfTheActiveMode() throws {
            let data = AVCaptureVideoDataOutput()
            let capture = try SimulatedCapture(outputs: [data])
            let connection = try #require(data.connection(with: .video))
            let modes = Monitor<[AVCaptureVideoStabilizationMode]>([])
            let observation = connection.observe(\.activeVideoStabilizationMode) { connection, _ in
                let mode = connection.activeVideoStabilizationMode
                modes.withLock { $0.append(mode) }
            }
            defer { observation.invalidate() }
            connection.preferredVideoStabilizationMode = .standard
            connection.preferredVideoStabilizationMode = .auto  // the same
            capture.session.sessionPreset = .hd4K3840x2160
            capture.session.sessionPreset = .hd1280x720
            connection.preferredVideoStabilizationMode = .cinematic
            #expect(modes.withLock { $0 } == [.standard, .off, .standard, .cinematic])
        }

        /// The strip of blocks at the upper edge of the scene tells whether a frame is cut.
        @Test(.ownPhoneOnPatientClock, arguments: [AVCaptureVideoStabilizationMode.standard, .cinematic])
        func aDataOutputsFramesAreCutAndComeOnceInTheirOrder(mode: AVCaptureVideoStabilizationMode) throws {
            let data = AVCaptureVideoDataOutput()
            data.alwaysDiscardsLateVideoFrames = false
            let capture = try SimulatedCapture(outputs: [data])
            let connection = try #require(data.connection(with: .video))
            let collector = FrameCollector(limit: 16)
            data.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "steady"))
            capture.session.startRunning()
            connection.preferredVideoStabilizationMode = mode
            let frames = try #require(collector.frames(16))
            let times = frames.map(\.presentationTimeStamp.seconds)
            #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 1.0 / 30) < 0.001 })
            let last = try #require(frames.last?.imageBuffer)
            #expect(SceneReader.read(last) == nil)
            #expect(CVPixelBufferGetWidth(last) == 640 && CVPixelBufferGetHeight(last) == 480)
            let first = try #require(frames.first?.imageBuffer)
            #expect(CVPixelBufferGetPixelFormatType(last) == CVPixelBufferGetPixelFormatType(first))
        }

        @Test func aSteadyPictureHasNoIntrinsicMatrix() throws {
            let data = AVCaptureVideoDataOutput()
            let capture = try SimulatedCapture(outputs: [data])
            let connection = try #require(data.connection(with: .video))
            #expect(connection.isCameraIntrinsicMatrixDeliverySupported)
            connection.isCameraIntrinsicMatrixDeliveryEnabled = true
            connection.preferredVideoStabilizationMode = .standard
            #expect(!connection.isCameraIntrinsicMatrixDeliverySupported)
            let collector = FrameCollector()
            data.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "steady"))
            capture.session.startRunning()
            let frame = try #require(collector.frames(1)?.first)
            let key = kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix
            #expect(CMGetAttachment(frame, key: key, attachmentModeOut: nil) == nil)
        }
    }
}
