@_spi(Linux) import AVFoundation
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

extension OnTheSimulatedPhone {
    @Suite struct SessionConfigurationTests {
        private let session = AVCaptureSession()

        private func input(_ name: String) throws -> AVCaptureDeviceInput {
            try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:\(name)")))
        }

        @Test func outputsAreConnectedWithTheInputsThatTheyCanUse() throws {
            let (photo, movie) = (AVCapturePhotoOutput(), AVCaptureMovieFileOutput())
            session.addOutput(photo)
            session.addInput(try input("back"))
            session.addInput(try input("microphone"))
            session.addOutput(movie)
            #expect(photo.connection(with: .video) != nil)
            #expect(photo.connection(with: .audio) == nil)
            #expect(movie.connection(with: .video) != nil)
            #expect(movie.connection(with: .audio) != nil)
            #expect(session.connections.count == 3)
        }

        @Test func outputsAddedWithoutConnectionsStayUnconnected() throws {
            let output = AVCaptureVideoDataOutput()
            let camera = try input("back")
            session.addInputWithNoConnections(camera)
            session.addOutputWithNoConnections(output)
            #expect(session.connections.isEmpty)
            let connection = AVCaptureConnection(inputPorts: camera.ports, output: output)
            #expect(session.canAddConnection(connection))
            session.addConnection(connection)
            #expect(output.connection(with: .video) === connection)
            #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: camera.ports, output: output)))
        }

        @Test func aSessionTakesOneCameraAtATime() throws {
            let back = try input("back")
            session.addInput(back)
            let front = try input("front")
            #expect(!session.canAddInput(front))
            session.removeInput(back)
            #expect(session.canAddInput(front))
        }

        @Test func anInputServesOneSession() throws {
            let camera = try input("back")
            session.addInput(camera)
            #expect(!session.canAddInput(camera))
            #expect(!AVCaptureSession().canAddInput(camera))
        }

        @Test func removingAnInputRemovesItsConnections() throws {
            let output = AVCapturePhotoOutput()
            let camera = try input("back")
            session.addInput(camera)
            session.addOutput(output)
            session.removeInput(camera)
            #expect(output.connections.isEmpty)
            #expect(session.inputs.isEmpty)
            session.addInput(try input("front"))
            #expect(output.connection(with: .video)?.inputPorts.first?.sourceDevicePosition == .front)
        }

        @Test func removingAnOutputLetsItServeAnotherSession() throws {
            let output = AVCaptureMovieFileOutput()
            session.addOutput(output)
            #expect(!AVCaptureSession().canAddOutput(output))
            session.removeOutput(output)
            #expect(AVCaptureSession().canAddOutput(output))
        }

        @Test(arguments: [
            (AVCaptureSession.Preset.vga640x480, 640, 480), (.hd1280x720, 1280, 720), (.hd1920x1080, 1920, 1080),
            (.hd4K3840x2160, 3840, 2160), (.high, 1920, 1080), (.photo, 4032, 3024), (.medium, 640, 480),
            (.low, 352, 288), (.cif352x288, 352, 288), (.iFrame960x540, 960, 540), (.iFrame1280x720, 1280, 720),
        ])
        func aPresetPicksTheFormat(preset: AVCaptureSession.Preset, width: Int32, height: Int32) throws {
            let camera = try input("back")
            session.addInput(camera)
            #expect(session.canSetSessionPreset(preset))
            session.sessionPreset = preset
            let size = camera.device.activeFormat.formatDescription.dimensions
            #expect(size.width == width && size.height == height)
            #expect(camera.device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
        }

        @Test func aPresetThatTheCameraLacksCannotBeSet() throws {
            #expect(session.canSetSessionPreset(.cif352x288))
            SimulatedPhone.ofTest.plug()
            defer { SimulatedPhone.ofTest.unplug() }
            session.addInput(try input("external"))
            #expect(!session.canSetSessionPreset(.cif352x288))
            #expect(!session.canSetSessionPreset(AVCaptureSession.Preset(rawValue: "nonsense")))
        }

        @Test(arguments: [
            "back", "front", "back-ultra-wide", "back-telephoto", "back-dual", "back-dual-wide", "back-triple",
            "back-lidar",
            "front-truedepth",
        ])
        func everyBuiltInCameraHasAllPresets(camera: String) throws {
            session.addInput(try input(camera))
            let presets: [AVCaptureSession.Preset] = [
                .photo, .high, .medium, .low, .cif352x288, .vga640x480, .iFrame960x540, .iFrame1280x720, .hd1280x720,
                .hd1920x1080, .hd4K3840x2160, .inputPriority,
            ]
            #expect(presets.filter { !session.canSetSessionPreset($0) }.map(\.rawValue) == [])
        }

        @Test func theSmallestPictureShowsTheScene() throws {
            let output = AVCaptureVideoDataOutput()
            let collector = FrameCollector()
            output.setSampleBufferDelegate(collector, queue: DispatchQueue(label: "frames"))
            let capture = try SimulatedCapture(preset: .low, outputs: [output])
            capture.session.startRunning()
            let image = try #require(collector.frames(2)?.last?.imageBuffer)
            #expect(CVPixelBufferGetWidth(image) == 352 && CVPixelBufferGetHeight(image) == 288)
        }

        @Test func observersAreToldOnlyOfWhatAPresetChanges() throws {
            let camera = try input("back")
            session.addInput(camera)
            let told = Mutex<[String]>([])
            let observations = [
                camera.device.observe(\.activeFormat) { _, _ in told.withLock { $0.append("format") } },
                camera.device.observe(\.videoZoomFactor) { _, _ in told.withLock { $0.append("zoom") } },
                camera.device.observe(\.isRampingVideoZoom) { _, _ in told.withLock { $0.append("ramp") } },
            ]
            defer { for observation in observations { observation.invalidate() } }
            session.sessionPreset = .hd1280x720
            #expect(told.withLock { $0 } == ["format"])
        }

        @Test func choosingAFormatTurnsThePresetIntoInputPriority() throws {
            let camera = try input("back")
            session.addInput(camera)
            session.sessionPreset = .high
            let device = camera.device
            let format = try #require(device.formats.first { $0.formatDescription.dimensions.width == 1280 })
            try device.lockForConfiguration()
            device.activeFormat = format
            device.unlockForConfiguration()
            #expect(session.sessionPreset == .inputPriority)
            session.addOutput(AVCapturePhotoOutput())
            #expect(device.activeFormat === format)
            session.sessionPreset = .vga640x480
            #expect(device.activeFormat.formatDescription.dimensions.width == 640)
        }

        @Test func framesStayAsTheyAreUntilTheOutermostCommit() throws {
            let capture = try SimulatedCapture(preset: .hd1280x720, outputs: [])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let widths = Monitor<[Int]>([])
            layer.setFrameHandler { sample in
                let width = sample.imageBuffer.map(CVPixelBufferGetWidth) ?? 0
                widths.withLock { $0.append(width) }
            }
            func more(_ count: Int) -> ArraySlice<Int>? {
                let before = widths.withLock { $0.count }
                return widths.wait(timeout: .seconds(20)) { $0.count >= before + count ? $0.suffix(count) : nil }
            }
            capture.session.startRunning()
            capture.session.beginConfiguration()
            capture.session.beginConfiguration()
            capture.session.sessionPreset = .vga640x480
            capture.session.commitConfiguration()
            #expect(capture.camera.activeFormat.formatDescription.dimensions.width == 640)
            #expect(more(3) == [1280, 1280, 1280])
            capture.session.commitConfiguration()
            #expect(widths.wait(timeout: .seconds(20)) { $0.last == 640 ? true : nil } == true)
        }

        @Test func settingsAfterThePresetSurviveTheCommit() throws {
            let camera = try input("back")
            session.beginConfiguration()
            session.sessionPreset = .vga640x480
            session.addInput(camera)
            let device = camera.device
            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
            device.unlockForConfiguration()
            session.commitConfiguration()
            #expect(session.sessionPreset == .vga640x480)
            #expect(device.activeFormat.formatDescription.dimensions.width == 640)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
        }

        @Test func theNextSessionChoosesTheFormatAgain() throws {
            let camera = try input("back")
            session.addInput(camera)
            let device = camera.device
            try device.lockForConfiguration()
            device.activeFormat = try #require(
                device.formats.first { $0.formatDescription.dimensions.width == 640 })
            device.unlockForConfiguration()
            session.removeInput(camera)
            let next = AVCaptureSession()
            next.addInput(camera)
            #expect(next.sessionPreset == .high)
            #expect(device.activeFormat.formatDescription.dimensions.width == 1920)
        }

        @Test func frameRatesCanBeChosenWithinTheFormat() throws {
            let camera = try input("back")
            session.addInput(camera)
            let device = camera.device
            try device.lockForConfiguration()
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 15)
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 15))
            device.activeVideoMinFrameDuration = .invalid
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: 30))
            device.unlockForConfiguration()
        }
    }
}
