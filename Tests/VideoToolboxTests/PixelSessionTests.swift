import CoreVideo
import Foundation
import Testing
import VideoToolbox

struct PixelSessionTests {
    /// Four quarters of different brightness, from 0 to 255: upper left, upper right, lower left, lower right.
    private func frame(
        _ width: Int, _ height: Int, _ quarters: [UInt8] = [0, 0, 0, 0], format: OSType = kCVPixelFormatType_32BGRA
    ) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, format, nil, &made)
        let buffer = try #require(made)
        guard format == kCVPixelFormatType_32BGRA else { return buffer }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        for row in 0..<height {
            for column in 0..<width {
                let gray = quarters[(row * 2 / height) * 2 + column * 2 / width]
                let pixel = base + row * CVPixelBufferGetBytesPerRow(buffer) + column * 4
                for part in 0..<3 { pixel.storeBytes(of: gray, toByteOffset: part, as: UInt8.self) }
                pixel.storeBytes(of: 255, toByteOffset: 3, as: UInt8.self)
            }
        }
        return buffer
    }

    /// The first byte of a pixel: blue, or brightness.
    private func value(_ buffer: CVPixelBuffer, _ x: Int, _ y: Int) throws -> Int {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let isPlanar = CVPixelBufferGetPlaneCount(buffer) > 0
        let base = try #require(
            isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, 0) : CVPixelBufferGetBaseAddress(buffer))
        let bytes = isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) : CVPixelBufferGetBytesPerRow(buffer)
        return Int(base.load(fromByteOffset: y * bytes + x * (isPlanar ? 1 : 4), as: UInt8.self))
    }

    private func quarters(_ buffer: CVPixelBuffer) throws -> [Int] {
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        return try [(1, 1), (3, 1), (1, 3), (3, 3)].map { try value(buffer, $0.0 * width / 4, $0.1 * height / 4) }
    }

    private func transfer(
        _ source: CVPixelBuffer, _ destination: CVPixelBuffer, mode: CFString? = nil
    ) throws -> OSStatus {
        var made: VTPixelTransferSession?
        VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &made)
        let session = try #require(made)
        defer { VTPixelTransferSessionInvalidate(session) }
        if let mode {
            #expect(VTSessionSetProperty(session, key: kVTPixelTransferPropertyKey_ScalingMode, value: mode) == noErr)
        }
        return VTPixelTransferSessionTransferImage(session, from: source, to: destination)
    }

    @Test func aPictureIsScaled() throws {
        let destination = try frame(32, 64)
        #expect(try transfer(frame(64, 64, [10, 60, 110, 210]), destination) == noErr)
        // libyuv rounds its sums down.
        let found = try quarters(destination)
        #expect(zip(found, [10, 60, 110, 210]).allSatisfy { abs($0 - $1) <= 2 }, "\(found)")
    }

    @Test func pixelsAreConverted() throws {
        let video = try frame(64, 64, format: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        #expect(try transfer(frame(64, 64, [0, 255, 128, 0]), video) == noErr)
        #expect(try zip(quarters(video), [16, 235, 126, 16]).allSatisfy { abs($0 - $1) <= 1 })
        let back = try frame(64, 64)
        #expect(try transfer(video, back) == noErr)
        #expect(try zip(quarters(back), [0, 255, 128, 0]).allSatisfy { abs($0 - $1) <= 2 })
    }

    @Test func aLetterboxHasBlackBesideThePicture() throws {
        for format in [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange] {
            let destination = try frame(64, 64, [200, 200, 200, 200], format: format)
            #expect(
                try transfer(frame(64, 32, [255, 255, 255, 255]), destination, mode: kVTScalingMode_Letterbox) == noErr)
            let black = format == kCVPixelFormatType_32BGRA ? 0 : 16
            #expect(try value(destination, 32, 8) == black && value(destination, 32, 60) == black)
            #expect(try value(destination, 1, 32) >= 235)
        }
    }

    @Test func whatIsTrimmedKeepsItsMiddle() throws {
        let destination = try frame(32, 32)
        // Half of each side quarter's width is gone.
        #expect(try transfer(frame(64, 32, [10, 60, 110, 210]), destination, mode: kVTScalingMode_Trim) == noErr)
        #expect(try quarters(destination) == [10, 60, 110, 210])
    }

    @Test func formatsThatNothingConvertsAreRefused() throws {
        let gray = try frame(32, 32, format: kCVPixelFormatType_OneComponent8)
        #expect(try transfer(frame(32, 32), gray) == kVTPixelTransferNotSupportedErr)
    }

    @Test func anEndedSessionDoesNothing() throws {
        var made: VTPixelTransferSession?
        VTPixelTransferSessionCreate(allocator: nil, pixelTransferSessionOut: &made)
        let session = try #require(made)
        #expect(
            VTSessionSetProperty(session, key: kVTPixelTransferPropertyKey_ScalingMode, value: "Sideways")
                == kVTParameterErr)
        VTPixelTransferSessionInvalidate(session)
        #expect(
            try VTPixelTransferSessionTransferImage(session, from: frame(8, 8), to: frame(8, 8)) == kVTInvalidSessionErr
        )
    }

    @Test(arguments: [
        (kVTRotation_0, false, false, [10, 60, 110, 210]), (kVTRotation_CW90, false, false, [110, 10, 210, 60]),
        (kVTRotation_180, false, false, [210, 110, 60, 10]), (kVTRotation_CCW90, false, false, [60, 210, 10, 110]),
        (kVTRotation_0, true, false, [60, 10, 210, 110]), (kVTRotation_0, false, true, [110, 210, 10, 60]),
        (kVTRotation_CW90, true, false, [10, 110, 60, 210]), (kVTRotation_CW90, false, true, [210, 60, 110, 10]),
        (kVTRotation_0, true, true, [210, 110, 60, 10]),
    ])
    func aPictureIsTurnedAndMirrored(
        _ rotation: CFString, _ isHorizontal: Bool, _ isVertical: Bool, _ result: [Int]
    ) throws {
        var made: VTPixelRotationSession?
        VTPixelRotationSessionCreate(nil, &made)
        let session = try #require(made)
        let properties: [String: Any] = [
            kVTPixelRotationPropertyKey_Rotation: rotation,
            kVTPixelRotationPropertyKey_FlipHorizontalOrientation: isHorizontal,
            kVTPixelRotationPropertyKey_FlipVerticalOrientation: isVertical,
        ]
        #expect(VTSessionSetProperties(session, propertyDictionary: properties) == noErr)
        let isUpright = [kVTRotation_0, kVTRotation_180].contains(rotation)
        let destination = try frame(isUpright ? 64 : 32, isUpright ? 32 : 64)
        #expect(
            VTPixelRotationSessionRotateImage(session, try frame(64, 32, [10, 60, 110, 210]), destination) == noErr)
        #expect(try quarters(destination) == result)
        VTPixelRotationSessionInvalidate(session)
        #expect(VTPixelRotationSessionRotateImage(session, destination, destination) == kVTInvalidSessionErr)
    }
}
