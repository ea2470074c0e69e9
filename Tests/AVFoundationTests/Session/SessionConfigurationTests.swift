import AVFoundation
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
            session.addInput(try input("back"))
            #expect(!session.canSetSessionPreset(.cif352x288))
            #expect(!session.canSetSessionPreset(AVCaptureSession.Preset(rawValue: "nonsense")))
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

        @Test func changesInsideAConfigurationWaitForTheOutermostCommit() throws {
            let camera = try input("back")
            session.addInput(camera)
            session.sessionPreset = .hd1280x720
            session.beginConfiguration()
            session.beginConfiguration()
            session.sessionPreset = .vga640x480
            session.commitConfiguration()
            #expect(camera.device.activeFormat.formatDescription.dimensions.width == 1280)
            session.commitConfiguration()
            #expect(camera.device.activeFormat.formatDescription.dimensions.width == 640)
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
