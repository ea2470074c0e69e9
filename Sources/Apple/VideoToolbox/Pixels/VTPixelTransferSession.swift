import CaptureEngine
import CoreMedia
import CoreVideo
import Foundation
import Locking
import MissingFoundation
import PixelCoding

// MARK: Properties

/// How a picture of another shape gets into the destination: a `kVTScalingMode_…`. The default is
/// ``kVTScalingMode_Normal``.
public let kVTPixelTransferPropertyKey_ScalingMode: CFString = "ScalingMode"
/// Whether frames come as fast as they are shown. Linux: without effect; it is always as fast as it can be.
public let kVTPixelTransferPropertyKey_RealTime: CFString = "RealTime"

/// The picture is stretched.
public let kVTScalingMode_Normal: CFString = "Normal"
/// The picture is stretched. Linux: the same as ``kVTScalingMode_Normal``, as clean apertures are not kept.
public let kVTScalingMode_CropSourceToCleanAperture: CFString = "CropSourceToCleanAperture"
/// The picture keeps its shape, with black beside it.
public let kVTScalingMode_Letterbox: CFString = "Letterbox"
/// The picture keeps its shape and is cropped.
public let kVTScalingMode_Trim: CFString = "Trim"

/// Scales frames and converts their pixels. Source: Apple, VTPixelTransferSession.
///
/// Linux: between `420v`, `420f`, their 10-bit variants, and `BGRA`; eight bits do not become ten.
public final class VTPixelTransferSession: _CFObject, PropertySession, @unchecked Sendable {  // the state is in a Mutex
    struct State {
        var isInvalid = false
        var scalingMode = kVTScalingMode_Normal
        /// Used by one thread at a time.
        let converter = FrameConverter()
    }

    private let state = Mutex(State())

    var properties: [String: Any] {
        [
            kVTPixelTransferPropertyKey_ScalingMode: state.withLock { $0.scalingMode },
            kVTPixelTransferPropertyKey_RealTime: true,
        ]
    }

    func set(_ value: CFTypeRef?, for key: CFString) -> OSStatus {
        switch key {
        case kVTPixelTransferPropertyKey_ScalingMode:
            let modes = [
                kVTScalingMode_Normal, kVTScalingMode_CropSourceToCleanAperture, kVTScalingMode_Letterbox,
                kVTScalingMode_Trim,
            ]
            let mode = value == nil ? kVTScalingMode_Normal : value as? String
            guard let mode, modes.contains(mode) else { return kVTParameterErr }
            return state.withLock { state in
                if state.isInvalid { return kVTInvalidSessionErr }
                state.scalingMode = mode
                return noErr
            }
        case kVTPixelTransferPropertyKey_RealTime:
            return value == nil || PropertyValue.flag(value) != nil ? noErr : kVTParameterErr
        default: return kVTPropertyNotSupportedErr
        }
    }

    fileprivate func transfer(_ source: CVPixelBuffer, _ destination: CVPixelBuffer) -> OSStatus {
        state.withLock { state in
            if state.isInvalid { return kVTInvalidSessionErr }
            let (width, height) = (CVPixelBufferGetWidth(destination), CVPixelBufferGetHeight(destination))
            let size = Self.size(of: source, in: (width, height), state.scalingMode)
            return state.converter.fill(destination, size, from: source)
        }
    }

    /// The size to which a picture is scaled, even: in most formats, two by two pixels share a color.
    private static func size(
        of source: CVPixelBuffer, in room: (width: Int, height: Int), _ mode: CFString
    ) -> (width: Int, height: Int) {
        let (width, height) = (CVPixelBufferGetWidth(source), CVPixelBufferGetHeight(source))
        let scales = (Double(room.width) / Double(width), Double(room.height) / Double(height))
        let scale: Double
        switch mode {
        case kVTScalingMode_Letterbox: scale = min(scales.0, scales.1)
        case kVTScalingMode_Trim: scale = max(scales.0, scales.1)
        default: return room
        }
        func even(_ length: Int) -> Int { max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
        return (
            scale == scales.0 ? room.width : even(width), scale == scales.1 ? room.height : even(height)
        )
    }

    fileprivate func invalidate() { state.withLock { $0.isInvalid = true } }
}

/// Makes a session. Source: Apple, VTPixelTransferSessionCreate.
@discardableResult
public func VTPixelTransferSessionCreate(
    allocator: CFAllocator?, pixelTransferSessionOut: UnsafeMutablePointer<VTPixelTransferSession?>
) -> OSStatus {
    pixelTransferSessionOut.pointee = VTPixelTransferSession()
    return noErr
}

/// Writes the picture of one frame into another, in its size and its format. Source: Apple, VTPixelTransferSessionTransferImage.
///
/// - Returns: ``kVTPixelTransferNotSupportedErr`` for formats between which nothing here converts; ``kVTInvalidSessionErr``.
@discardableResult
public func VTPixelTransferSessionTransferImage(
    _ session: VTPixelTransferSession, from sourceBuffer: CVPixelBuffer, to destinationBuffer: CVPixelBuffer
) -> OSStatus {
    session.transfer(sourceBuffer, destinationBuffer)
}

/// The session does nothing more. Source: Apple, VTPixelTransferSessionInvalidate.
public func VTPixelTransferSessionInvalidate(_ session: VTPixelTransferSession) { session.invalidate() }

extension FrameConverter {
    /// Scales and converts a picture, and puts it into the middle of a frame: beside it is black, and what has no room is cropped.
    func fill(
        _ destination: CVPixelBuffer, _ size: (width: Int, height: Int), rotation: Int = 0, isMirrored: Bool = false,
        from source: CVPixelBuffer
    ) -> OSStatus {
        let format = CVPixelBufferGetPixelFormatType(destination)
        let target = Target(
            pixelFormat: format, size: CMVideoDimensions(width: Int32(size.width), height: Int32(size.height)),
            rotation: rotation, isMirrored: isMirrored)
        guard let picture = try? convert(source, to: target), CVPixelBufferGetPixelFormatType(picture) == format else {
            return kVTPixelTransferNotSupportedErr
        }
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        CVPixelBufferLockBaseAddress(destination, [])
        defer {
            CVPixelBufferUnlockBaseAddress(destination, [])
            CVPixelBufferUnlockBaseAddress(picture, .readOnly)
        }
        for plane in 0..<max(1, CVPixelBufferGetPlaneCount(destination)) {
            let (from, to) = (PlaneRows(picture, plane), PlaneRows(destination, plane))
            guard let from, let to else { return kVTPixelTransferNotSupportedErr }
            to.fill(from)
        }
        CVBufferPropagateAttachments(picture, destination)
        return noErr
    }
}

/// The rows of one plane of a frame.
private struct PlaneRows {
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let width: Int
    let height: Int
    let bytesPerPixel: Int
    let black: [UInt8]

    init?(_ buffer: CVPixelBuffer, _ plane: Int) {
        let isPlanar = CVPixelBufferGetPlaneCount(buffer) > 0
        let address =
            isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane) : CVPixelBufferGetBaseAddress(buffer)
        guard let address else { return nil }
        base = address
        bytesPerRow =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) : CVPixelBufferGetBytesPerRow(buffer)
        width = isPlanar ? CVPixelBufferGetWidthOfPlane(buffer, plane) : CVPixelBufferGetWidth(buffer)
        height = isPlanar ? CVPixelBufferGetHeightOfPlane(buffer, plane) : CVPixelBufferGetHeight(buffer)
        switch CVPixelBufferGetPixelFormatType(buffer) {
        case kCVPixelFormatType_32BGRA: black = [0, 0, 0, 255]
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: black = plane == 0 ? [16] : [128, 128]
        case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: black = plane == 0 ? [0] : [128, 128]
        case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: black = plane == 0 ? [0, 16] : [0, 128, 0, 128]
        case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: black = plane == 0 ? [0, 0] : [0, 128, 0, 128]
        default: return nil
        }
        bytesPerPixel = black.count
    }

    /// Takes the middle of other rows.
    func fill(_ other: PlaneRows) {
        let columns = min(width, other.width)
        let (left, otherLeft) = ((width - columns) / 2, (other.width - columns) / 2)
        let top = (height - other.height) / 2
        for row in 0..<height {
            let target = base + row * bytesPerRow
            let otherRow = row - top
            let isInside = (0..<other.height).contains(otherRow)
            if !isInside || columns < width { blacken(target) }
            guard isInside else { continue }
            let source = other.base + otherRow * other.bytesPerRow + otherLeft * bytesPerPixel
            memcpy(target + left * bytesPerPixel, source, columns * bytesPerPixel)
        }
    }

    private func blacken(_ row: UnsafeMutableRawPointer) {
        for place in 0..<width * bytesPerPixel {
            row.storeBytes(of: black[place % bytesPerPixel], toByteOffset: place, as: UInt8.self)
        }
    }
}
