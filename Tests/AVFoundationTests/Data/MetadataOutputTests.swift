@_spi(Linux) import AVFoundation
import CoreImage
import Foundation
import Locking
import PixelCoding
import TestSupport
import Testing

/// A session on a camera that is a picture with codes in it.
final class CodeCapture {
    final class Delegate: NSObject, AVCaptureMetadataOutputObjectsDelegate, Sendable {
        let deliveries = Monitor<[[AVMetadataObject]]>([])
        private let onDelivery: (@Sendable () -> Void)?

        init(onDelivery: (@Sendable () -> Void)? = nil) {
            self.onDelivery = onDelivery
        }

        func metadataOutput(
            _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
            from connection: AVCaptureConnection
        ) {
            deliveries.withLock { $0.append(metadataObjects) }
            onDelivery?()
        }

        func codes() throws -> [AVMetadataMachineReadableCodeObject] {
            let first = deliveries.wait(timeout: .seconds(60)) { $0.first }
            return try #require(first).compactMap { $0 as? AVMetadataMachineReadableCodeObject }
        }
    }

    let session = AVCaptureSession()
    let output = AVCaptureMetadataOutput()
    private let folder: TemporaryFolder
    private let queue = DispatchQueue(label: "codes")

    init(_ picture: CodePicture, outputs: [AVCaptureOutput] = []) throws {
        folder = try TemporaryFolder()
        let file = folder.file("codes.jpg")
        try picture.write(to: file)
        let camera = try #require(AVCaptureDevice(uniqueID: "file:\(file.path)"))
        session.addInput(try AVCaptureDeviceInput(device: camera))
        for output in [output] + outputs { session.addOutput(output) }
    }

    deinit {
        session.stopRunning()
    }

    func start(_ delegate: Delegate, _ types: [AVMetadataObject.ObjectType] = [.qr]) {
        output.setMetadataObjectsDelegate(delegate, queue: queue)
        output.metadataObjectTypes = types
        session.startRunning()
    }
}

@Suite struct MetadataOutputTests {
    private typealias Delegate = CodeCapture.Delegate

    private static let text = "https://example.org/table/7"

    private func picture(degrees: Double = 0, isMirrored: Bool = false) throws -> CodePicture {
        var picture = CodePicture(width: 480, height: 320)
        try picture.draw(
            Self.text, symbology: 58,
            at: .init(center: CGPoint(x: 310, y: 130), module: 6, degrees: degrees, isMirrored: isMirrored))
        return picture
    }

    @Test(arguments: [0.0, 90, 200, 315], [false, true])
    func aQRCodeIsFoundWithItsStringAndItsCorners(degrees: Double, isMirrored: Bool) throws {
        let picture = try picture(degrees: degrees, isMirrored: isMirrored)
        let capture = try CodeCapture(picture)
        let delegate = Delegate()
        capture.start(delegate)
        let code = try #require(try delegate.codes().first)
        #expect(code.type == .qr)
        #expect(code.stringValue == Self.text)
        let descriptor = try #require(code.descriptor as? CIQRCodeDescriptor)
        #expect(descriptor.symbolVersion == (picture.codes[0].count - 17) / 4)
        #expect(descriptor.errorCorrectedPayload.count > Self.text.utf8.count)
        #expect(code.corners.count == 4)
        for (found, drawn) in zip(code.corners, picture.corners[0]) {
            #expect(abs(found.x - drawn.x) < 0.015 && abs(found.y - drawn.y) < 0.02)
            #expect(code.bounds.insetBy(dx: -1e-9, dy: -1e-9).contains(found))
        }
        #expect(code.time.isNumeric)
    }

    @Test(arguments: [
        (13, "400638133393", "4006381333931", AVMetadataObject.ObjectType.ean13),
        (34, "01234567890", "0012345678905", .ean13), (20, "Box 42", "Box 42", .code128),
        (8, "AVCAM%", "AVCAM%", .code39Mod43), (8, "AVCAM", "AVCAM", .code39),
        (89, "0950110153000", "09501101530003", .itf14), (3, "12345670", "12345670", .interleaved2of5),
        (71, "Part 0815", "Part 0815", .dataMatrix), (92, "Pass", "Pass", .aztec),
    ])
    func everyTypeIsDeliveredUnderItsName(
        symbology: Int, text: String, read: String, type: AVMetadataObject.ObjectType
    ) throws {
        var picture = CodePicture(width: 480, height: 320)
        let isLinear = ![71, 92].contains(symbology)
        try picture.draw(
            text, symbology: symbology, rowHeight: isLinear ? 40 : 1,
            at: .init(center: CGPoint(x: 240, y: 160), module: isLinear ? 2 : 5))
        let capture = try CodeCapture(picture)
        let delegate = Delegate()
        capture.start(delegate, capture.output.availableMetadataObjectTypes)
        let code = try #require(try delegate.codes().first)
        #expect(code.type == type)
        #expect(code.stringValue == read)
    }

    @Test func nothingIsAvailableWithoutACamera() throws {
        let output = AVCaptureMetadataOutput()
        #expect(output.availableMetadataObjectTypes.isEmpty)
        #expect(output.metadataObjectTypes.isEmpty)
        let capture = try CodeCapture(try picture())
        #expect(capture.output.availableMetadataObjectTypes.contains(.qr))
        #expect(capture.output.availableMetadataObjectTypes.contains(.face))
        let connection = try #require(capture.output.connection(with: .metadataObject))
        #expect(!connection.isVideoRotationAngleSupported(90))
        capture.session.removeOutput(capture.output)
        #expect(capture.output.availableMetadataObjectTypes.isEmpty)
    }

    @Test func codesOutsideTheRectOfInterestAreLeftOut() throws {
        var picture = CodePicture(width: 480, height: 320)
        try picture.draw("left", symbology: 58, at: .init(center: CGPoint(x: 120, y: 160), module: 5))
        try picture.draw("right", symbology: 58, at: .init(center: CGPoint(x: 360, y: 160), module: 5))
        let capture = try CodeCapture(picture)
        capture.output.rectOfInterest = CGRect(x: 0.6, y: 0.4, width: 0.2, height: 0.2)
        let delegate = Delegate()
        capture.start(delegate)
        #expect(try delegate.codes().map(\.stringValue) == ["right"])
    }

    @Test func theDelegateIsToldOnceThatTheCodesAreGone() throws {
        let capture = try CodeCapture(try picture())
        let delegate = Delegate()
        capture.start(delegate)
        #expect(try delegate.codes().count == 1)
        capture.output.rectOfInterest = CGRect(x: 0, y: 0, width: 0.1, height: 0.1)
        #expect(delegate.deliveries.wait(timeout: .seconds(60)) { $0.last?.isEmpty == true ? true : nil } == true)
        capture.output.rectOfInterest = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(delegate.deliveries.wait(timeout: .seconds(60)) { $0.last?.isEmpty == false ? true : nil } == true)
        #expect(delegate.deliveries.withLock { $0.count(where: \.isEmpty) } == 1)
    }

    @Test func aDelegateThatIsBusyHoldsUpNobodyElse() throws {
        let gate = Monitor(false)
        let delegate = Delegate { _ = gate.wait(timeout: .seconds(60)) { $0 ? true : nil } }
        let capture = try CodeCapture(try picture())
        let layer = AVCaptureVideoPreviewLayer(session: capture.session)
        let seen = Monitor(0)
        layer.setFrameHandler { _ in seen.withLock { $0 += 1 } }
        capture.start(delegate)
        #expect(try delegate.codes().count == 1)
        let before = seen.withLock { $0 }
        #expect(seen.wait(timeout: .seconds(60)) { $0 > before + 20 ? true : nil } == true)
        #expect(delegate.deliveries.withLock { $0.count } == 1)
        gate.withLock { $0 = true }
        #expect(delegate.deliveries.wait(timeout: .seconds(60)) { $0.count >= 2 ? true : nil } == true)
    }

    @Test(arguments: [CGFloat(0), 90, 180, 270], [false, true])
    func inRotatedFramesTheCodeIsWhereTheTransformedObjectSays(angle: CGFloat, isMirrored: Bool) throws {
        let video = AVCaptureVideoDataOutput()
        let capture = try CodeCapture(try picture(), outputs: [video])
        let connection = try #require(video.connection(with: .video))
        connection.videoRotationAngle = angle
        connection.automaticallyAdjustsVideoMirroring = false
        connection.isVideoMirrored = isMirrored
        let frames = FrameCollector(limit: 1)
        video.setSampleBufferDelegate(frames, queue: DispatchQueue(label: "frames"))
        let delegate = Delegate()
        capture.start(delegate)
        let object = try #require(try delegate.codes().first)
        let transformed = try #require(
            video.transformedMetadataObject(for: object, connection: connection)
                as? AVMetadataMachineReadableCodeObject)
        #expect(transformed.stringValue == Self.text)
        let buffer = try #require(frames.frames(1)?.first?.imageBuffer)
        let seen = try #require(CodeFinder.codes(in: buffer, of: [.qr]).first)
        let size = (x: Double(CVPixelBufferGetWidth(buffer)), y: Double(CVPixelBufferGetHeight(buffer)))
        for (said, found) in zip(transformed.corners, seen.corners) {
            #expect(abs(said.x - found.x * size.x) < 5 && abs(said.y - found.y * size.y) < 5)
        }
    }

    @Test func aLayerGetsItsOwnPointsAndNothingOfOtherCameras() throws {
        let picture = try picture()
        let capture = try CodeCapture(picture)
        let layer = AVCaptureVideoPreviewLayer(session: capture.session)
        layer.frame = CGRect(x: 0, y: 0, width: 960, height: 640)
        let delegate = Delegate()
        capture.start(delegate)
        let object = try #require(try delegate.codes().first)
        let shown = try #require(layer.transformedMetadataObject(for: object) as? AVMetadataMachineReadableCodeObject)
        for (found, drawn) in zip(shown.corners, picture.corners[0]) {
            #expect(abs(found.x - drawn.x * 960) < 14 && abs(found.y - drawn.y * 640) < 14)
        }
        let other = AVCaptureVideoPreviewLayer(session: try CodeCapture(picture).session)
        #expect(other.transformedMetadataObject(for: object) == nil)
        let connection = try #require(capture.output.connections.first)
        #expect(AVCaptureVideoDataOutput().transformedMetadataObject(for: object, connection: connection) == nil)
    }
}
