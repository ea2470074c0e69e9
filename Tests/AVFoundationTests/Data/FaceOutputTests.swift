import Foundation
import SimulatedDevices
import TestSupport
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    /// Faces, on the drawn head in front of the front camera.
    @Suite struct FaceOutputTests {
        private let output = AVCaptureMetadataOutput()
        private let delegate = CodeCapture.Delegate()

        private func start(_ camera: String = "front") throws -> SimulatedCapture {
            let capture = try SimulatedCapture(camera, outputs: [output])
            output.setMetadataObjectsDelegate(delegate, queue: DispatchQueue(label: "faces"))
            output.metadataObjectTypes = [.face]
            capture.session.startRunning()
            return capture
        }

        /// Waits for a delivery with a face at this part of the picture's width.
        private func face(near x: Double) throws -> AVMetadataFaceObject {
            let found = delegate.deliveries.wait(timeout: .seconds(120)) { deliveries in
                deliveries.last?.compactMap { $0 as? AVMetadataFaceObject }.first { abs($0.bounds.midX - x) < 0.03 }
            }
            return try #require(found)
        }

        @Test func theHeadIsFoundWithItsPlace() throws {
            let capture = try start()
            #expect(output.availableMetadataObjectTypes.contains(.face))
            let face = try face(near: 0.5)
            #expect(face.type == .face && face.time.isNumeric)
            // Brows to chin of a head whose middle is drawn at half of the height, a third of it high.
            #expect(abs(face.bounds.midY - 0.52) < 0.06)
            #expect((0.15...0.40).contains(face.bounds.height))
            #expect(face.hasRollAngle && face.rollAngle == 0 && !face.hasYawAngle)
            withExtendedLifetime(capture) {}
        }

        @Test func aFaceKeepsItsNumberWhileItMoves() throws {
            let capture = try start()
            let first = try face(near: 0.5).faceID
            for x in [0.46, 0.42, 0.38, 0.34] {
                capture.phone.setHead(.at(x))
                #expect(try face(near: x).faceID == first)
            }
            capture.phone.setHead(.away)
            let isGone = delegate.deliveries.wait(timeout: .seconds(120)) { $0.last?.isEmpty == true ? true : nil }
            #expect(isGone == true)
        }

        @Test func aFaceOutsideTheRectOfInterestIsLeftOut() throws {
            let capture = try start()
            capture.phone.setHead(.at(0.75))
            let found = try face(near: 0.75)
            output.rectOfInterest = CGRect(x: 0, y: 0, width: found.bounds.minX - 0.05, height: 1)
            let isGone = delegate.deliveries.wait(timeout: .seconds(120)) { $0.last?.isEmpty == true ? true : nil }
            #expect(isGone == true)
        }

        @Test func aFaceTurnsWithThePictureOfAnotherOutput() throws {
            let video = AVCaptureVideoDataOutput()
            let capture = try SimulatedCapture("front", outputs: [output, video])
            output.setMetadataObjectsDelegate(delegate, queue: DispatchQueue(label: "faces"))
            output.metadataObjectTypes = [.face]
            let connection = try #require(video.connection(with: .video))
            connection.videoRotationAngle = 90
            capture.session.startRunning()
            capture.phone.setHead(.at(0.35))
            let face = try face(near: 0.35)
            let turned = try #require(
                video.transformedMetadataObject(for: face, connection: connection) as? AVMetadataFaceObject)
            #expect(turned.faceID == face.faceID)
            #expect(turned.rollAngle == 90)
            // In pixels of the upright picture, 480 wide and 640 high: left of the sensor is above.
            #expect(abs(turned.bounds.midY - 640 * face.bounds.midX) < 1)
            #expect(abs(turned.bounds.midX - 480 * (1 - face.bounds.midY)) < 1)
        }
    }
}

@Suite struct RollTests {
    @Test(arguments: [
        (0.0, false, 30.0, 30.0), (90, false, 30, 120), (270, false, 180, 90), (0, true, 30, 330), (90, true, 0, 270),
    ])
    func aRollTurnsWithThePicture(angle: Double, isMirrored: Bool, device: Double, shown: Double) {
        let geometry = PreviewGeometry(
            bounds: CGRect(x: 0, y: 0, width: 100, height: 100), pictureSize: CGSize(width: 4, height: 3),
            gravity: .resize, rotationAngle: angle, isMirrored: isMirrored)
        #expect(Double(geometry.layerRoll(fromDevice: CGFloat(device))) == shown)
    }
}
