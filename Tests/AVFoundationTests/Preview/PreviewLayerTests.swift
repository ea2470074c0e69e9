@_spi(Linux) import AVFoundation
import CoreVideo
import Foundation
import Locking
import SimulatedDevices
import TestSupport
import Testing

@Suite struct PreviewGeometryTests {
    private static let gravities: [AVLayerVideoGravity] = [.resize, .resizeAspect, .resizeAspectFill]

    private func geometry(
        _ gravity: AVLayerVideoGravity, angle: CGFloat = 0, isMirrored: Bool = false,
        bounds: CGRect = CGRect(x: 0, y: 0, width: 400, height: 400)
    ) -> PreviewGeometry {
        PreviewGeometry(
            bounds: bounds, pictureSize: CGSize(width: 1920, height: 1080), gravity: gravity, rotationAngle: angle,
            isMirrored: isMirrored)
    }

    @Test(arguments: gravities, [CGFloat(0), 90, 180, 270])
    func pointConversionsAreReversible(gravity: AVLayerVideoGravity, angle: CGFloat) {
        var generator = SeededRandomness()
        for isMirrored in [false, true] {
            for _ in 0..<200 {
                let bounds = CGRect(
                    x: .random(in: -50...50, using: &generator), y: .random(in: -50...50, using: &generator),
                    width: .random(in: 10...2000, using: &generator), height: .random(in: 10...2000, using: &generator))
                let geometry = geometry(gravity, angle: angle, isMirrored: isMirrored, bounds: bounds)
                let point = CGPoint(x: .random(in: 0...1, using: &generator), y: .random(in: 0...1, using: &generator))
                let back = geometry.devicePoint(fromLayer: geometry.layerPoint(fromDevice: point))
                #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
            }
        }
    }

    @Test(arguments: gravities, [CGFloat(0), 90, 180, 270])
    func rectangleConversionsAreReversible(gravity: AVLayerVideoGravity, angle: CGFloat) {
        var generator = SeededRandomness()
        for isMirrored in [false, true] {
            let geometry = geometry(gravity, angle: angle, isMirrored: isMirrored)
            for _ in 0..<200 {
                let rect = CGRect(
                    x: .random(in: 0...0.5, using: &generator), y: .random(in: 0...0.5, using: &generator),
                    width: .random(in: 0...0.5, using: &generator), height: .random(in: 0...0.5, using: &generator))
                let back = geometry.deviceRect(fromLayer: geometry.layerRect(fromDevice: rect))
                #expect(abs(back.minX - rect.minX) < 1e-9 && abs(back.minY - rect.minY) < 1e-9)
                #expect(abs(back.width - rect.width) < 1e-9 && abs(back.height - rect.height) < 1e-9)
            }
        }
    }

    @Test func aspectFillCutsTheLongSideEvenly() {
        let corner = geometry(.resizeAspectFill).devicePoint(fromLayer: .zero)
        // 400 of 711 columns show: 21.9 % are cut off on each side.
        #expect(abs(corner.x - 0.21875) < 1e-9 && abs(corner.y) < 1e-9)
    }

    @Test func aspectFitLeavesBarsAboveAndBelow() {
        let top = geometry(.resizeAspect).layerPoint(fromDevice: .zero)
        #expect(abs(top.x) < 1e-9 && abs(top.y - 87.5) < 1e-9)
    }

    @Test(arguments: gravities)
    func aViewIsSpreadOverTheLayer(gravity: AVLayerVideoGravity) {
        func geometry(_ view: CGFloat) -> PreviewGeometry {
            PreviewGeometry(
                bounds: CGRect(x: 0, y: 0, width: 400, height: 300), pictureSize: CGSize(width: 1920, height: 1080),
                gravity: gravity, rotationAngle: 90, isMirrored: true, view: view)
        }
        let all = geometry(1).layerRect(fromDevice: CGRect(x: 0, y: 0, width: 1, height: 1))
        let seen = geometry(0.8).layerRect(fromDevice: CGRect(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
        for (edge, other) in [
            (all.minX, seen.minX), (all.minY, seen.minY), (all.maxX, seen.maxX), (all.maxY, seen.maxY),
        ] {
            #expect(abs(edge - other) < 1e-9)
        }
    }

    @Test func aQuarterTurnPutsTheSensorsTopLeftAtTheTopRight() {
        let point = geometry(.resize, angle: 90).layerPoint(fromDevice: .zero)
        #expect(abs(point.x - 400) < 1e-9 && abs(point.y) < 1e-9)
    }

    @Test func mirroringExchangesLeftAndRightAsSeen() {
        let upright = geometry(.resize, isMirrored: true).layerPoint(fromDevice: .zero)
        #expect(abs(upright.x - 400) < 1e-9 && abs(upright.y) < 1e-9)
        let turned = geometry(.resize, angle: 90, isMirrored: true).layerPoint(fromDevice: .zero)
        #expect(abs(turned.x) < 1e-9 && abs(turned.y) < 1e-9)
    }
}

extension OnTheSimulatedPhone {
    @Suite struct PreviewLayerTests {
        @Test func theLayerShowsTheNewestFrame() throws {
            let capture = try SimulatedCapture(outputs: [])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            #expect(layer.connection?.isActive == true)
            #expect(layer.latestSampleBuffer == nil)
            let times = Monitor<[CMTime]>([])
            layer.setFrameHandler { sample in times.withLock { $0.append(sample.presentationTimeStamp) } }
            capture.session.startRunning()
            #expect(times.wait(timeout: .seconds(20)) { $0.count >= 2 ? true : nil } == true)
            #expect(layer.isPreviewing)
            #expect(layer.latestSampleBuffer != nil)
            capture.session.stopRunning()
            #expect(layer.latestSampleBuffer == nil)
            #expect(!layer.isPreviewing)
        }

        @Test func whatTheLayerShowsIsWhatASteadyMovieRecords() throws {
            let movie = AVCaptureMovieFileOutput()
            let capture = try SimulatedCapture(outputs: [movie, AVCaptureVideoDataOutput()])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            layer.bounds = CGRect(x: 0, y: 0, width: 160, height: 90)
            layer.videoGravity = .resize
            let connection = try #require(movie.connection(with: .video))
            func corner() -> CGPoint { layer.captureDevicePointConverted(fromLayerPoint: .zero) }
            for (mode, edge) in [(AVCaptureVideoStabilizationMode.standard, 0.05), (.cinematic, 0.075), (.off, 0)] {
                connection.preferredVideoStabilizationMode = mode
                #expect(abs(corner().x - edge) < 1e-9 && abs(corner().y - edge) < 1e-9)
            }
            // Only a movie's stabilization counts, not that of the frames that a program gets.
            capture.session.outputs[1].connection(with: .video)?.preferredVideoStabilizationMode = .standard
            #expect(abs(corner().x) < 1e-9)
        }

        @Test func theFrontCameraIsMirroredOnlyInTheLayer() throws {
            let photo = AVCapturePhotoOutput()
            let capture = try SimulatedCapture("front", outputs: [photo])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            #expect(layer.connection?.isVideoMirrored == true)
            #expect(photo.connection(with: .video)?.isVideoMirrored == false)
        }

        @Test func theLayerRetainsItsSession() throws {
            let layer = AVCaptureVideoPreviewLayer()
            weak var session: AVCaptureSession?
            do {
                let owned = AVCaptureSession()
                owned.addInput(try AVCaptureDeviceInput(device: #require(AVCaptureDevice(uniqueID: "simulated:back"))))
                layer.session = owned
                session = owned
            }
            #expect(session != nil && layer.session === session)
            layer.session = nil
            #expect(session == nil)
        }

        @Test func aSessionDoesNotRetainItsLayers() throws {
            let capture = try SimulatedCapture(outputs: [])
            weak var layer: AVCaptureVideoPreviewLayer?
            for _ in 0..<5 {
                let owned = AVCaptureVideoPreviewLayer(session: capture.session)
                owned.setPictureHandler { _ in }
                layer = owned
            }
            // A thread that looks for the session's layers holds each for a moment.
            #expect(eventually { layer == nil })
            #expect(capture.session.connections.isEmpty)
        }

        @Test func nothingFlowsToALayerThatIsGone() throws {
            let capture = try SimulatedCapture(outputs: [])
            let connections = Mutex<[AVCaptureConnection]>([])
            do {
                let layer = AVCaptureVideoPreviewLayer(session: capture.session)
                capture.session.startRunning()
                connections.withLock { $0 = capture.session.connections }
                withExtendedLifetime(layer) {}
            }
            #expect(connections.withLock { $0.count } == 1)
            #expect(connections.withLock { !$0[0].isActive })
            let newcomer = AVCaptureVideoPreviewLayer(session: capture.session)
            #expect(capture.session.connections.count == 1 && newcomer.connection?.isActive == true)
        }

        @Test func aSessionRetainedOnlyByItsLayerEndsWithIt() throws {
            let device = try #require(AVCaptureDevice(uniqueID: "simulated:back"))
            do {
                let session = AVCaptureSession()
                session.addInput(try AVCaptureDeviceInput(device: device))
                let layer = AVCaptureVideoPreviewLayer(session: session)
                session.startRunning()
                #expect(layer.isPreviewing && SimulatedPhone.ofTest.isOpen("back"))
            }
            // It continues on a queue of its own; the next one that runs takes the camera in any case.
            let deadline = ContinuousClock.now + .seconds(30)
            while SimulatedPhone.ofTest.isOpen("back"), ContinuousClock.now < deadline { usleep(1000) }
            #expect(!SimulatedPhone.ofTest.isOpen("back"))
        }

        @Test(arguments: [
            (AVLayerVideoGravity.resizeAspect, [400, 300]), (.resizeAspectFill, [400, 400]), (.resize, [400, 400]),
        ])
        func picturesAreAsLargeAsTheLayerShowsThem(gravity: AVLayerVideoGravity, size: [Int]) throws {
            let capture = try SimulatedCapture(outputs: [])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            layer.bounds = CGRect(x: 0, y: 0, width: 400, height: 400)
            layer.videoGravity = gravity
            let sizes = Monitor<[[Int]]>([])
            layer.setPictureHandler { picture in
                sizes.withLock { $0.append([CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture)]) }
            }
            capture.session.startRunning()
            #expect(sizes.wait(timeout: .seconds(20)) { $0.first } == size)
            let whole = layer.layerRectConverted(fromMetadataOutputRect: CGRect(x: 0, y: 0, width: 1, height: 1))
            if gravity != .resizeAspectFill {
                #expect([Int(whole.width.rounded()), Int(whole.height.rounded())] == size)
            }
        }

        @Test func whetherFramesComeIsObservable() throws {
            let photo = AVCapturePhotoOutput()
            let capture = try SimulatedCapture(outputs: [photo])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            let connection = try #require(layer.connection)
            let told = Mutex<[String]>([])
            func taken() -> [String] {
                told.withLock { told in
                    defer { told = [] }
                    return told
                }
            }
            let observations = [
                layer.observe(\.isPreviewing) { layer, _ in told.withLock { $0.append("layer \(layer.isPreviewing)") }
                },
                connection.observe(\.isActive) { connection, _ in
                    told.withLock { $0.append("connection \(connection.isActive)") }
                },
            ]
            defer { for observation in observations { observation.invalidate() } }
            capture.session.startRunning()
            #expect(taken() == ["layer true"])
            connection.isEnabled = false
            #expect(taken() == ["connection false", "layer false"])
            connection.isEnabled = true
            #expect(taken() == ["connection true", "layer true"])
            let port = connection.inputPorts[0]
            port.isEnabled = false
            #expect(taken() == ["connection false", "layer false"])
            port.isEnabled = true
            #expect(taken() == ["connection true", "layer true"])
            capture.session.stopRunning()
            #expect(taken() == ["layer false"])
            capture.session.removeConnection(connection)
            #expect(taken() == ["connection false"])
        }

        @Test func takingTheSessionAwayTakesTheConnection() throws {
            let capture = try SimulatedCapture(outputs: [])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            layer.session = nil
            #expect(layer.connection == nil)
            #expect(capture.session.connections.isEmpty)
        }
    }
}
