import AVFoundation
import Foundation
import Locking
import SimulatedDevices
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
    func pointsComeBackFromThereAndBack(gravity: AVLayerVideoGravity, angle: CGFloat) {
        var generator = SystemRandomNumberGenerator()
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

    @Test func aspectFillCutsTheLongSideEvenly() {
        let corner = geometry(.resizeAspectFill).devicePoint(fromLayer: .zero)
        // 400 of 711 columns show: 21.9 % are cut off on each side.
        #expect(abs(corner.x - 0.21875) < 1e-9 && abs(corner.y) < 1e-9)
    }

    @Test func aspectFitLeavesBarsAboveAndBelow() {
        let top = geometry(.resizeAspect).layerPoint(fromDevice: .zero)
        #expect(abs(top.x) < 1e-9 && abs(top.y - 87.5) < 1e-9)
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

        @Test func theFrontCameraIsMirroredInTheLayerOnly() throws {
            let photo = AVCapturePhotoOutput()
            let capture = try SimulatedCapture("front", outputs: [photo])
            let layer = AVCaptureVideoPreviewLayer(session: capture.session)
            #expect(layer.connection?.isVideoMirrored == true)
            #expect(photo.connection(with: .video)?.isVideoMirrored == false)
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
