import CoreVideo
import Foundation
import Locking
import MissingFoundation
import PixelCoding

/// How far a picture is turned: a `kVTRotation_…`.
public let kVTPixelRotationPropertyKey_Rotation: CFString = "Rotation"
/// Whether left and right are swapped, after the rotation. A `Bool`.
public let kVTPixelRotationPropertyKey_FlipHorizontalOrientation: CFString = "FlipHorizontalOrientation"
/// Whether top and bottom are swapped, after the rotation. A `Bool`.
public let kVTPixelRotationPropertyKey_FlipVerticalOrientation: CFString = "FlipVerticalOrientation"

public let kVTRotation_0: CFString = "0"
/// Clockwise.
public let kVTRotation_CW90: CFString = "CW90"
public let kVTRotation_180: CFString = "180"
/// Counterclockwise.
public let kVTRotation_CCW90: CFString = "CCW90"

/// The session cannot do this with these formats. Source: Apple, VTErrors.h.
public let kVTPixelRotationNotSupportedErr: OSStatus = -12914

/// Turns and mirrors frames. Source: Apple, VTPixelRotationSession.
///
/// Linux: of the formats that ``VTPixelTransferSession`` has.
public final class VTPixelRotationSession: _CFObject, PropertySession, @unchecked Sendable {  // the state is in a Mutex
    private struct State {
        var isInvalid = false
        var degrees = 0
        var isFlippedHorizontally = false
        var isFlippedVertically = false
        /// Used by one thread at a time.
        let converter = FrameConverter()
    }

    private static let rotations: [CFString: Int] = [
        kVTRotation_0: 0, kVTRotation_CW90: 90, kVTRotation_180: 180, kVTRotation_CCW90: 270,
    ]

    private let state = Mutex(State())

    var properties: [String: Any] {
        state.withLock { state in
            [
                kVTPixelRotationPropertyKey_Rotation: Self.rotations.first { $0.value == state.degrees }?.key ?? "",
                kVTPixelRotationPropertyKey_FlipHorizontalOrientation: state.isFlippedHorizontally,
                kVTPixelRotationPropertyKey_FlipVerticalOrientation: state.isFlippedVertically,
            ]
        }
    }

    func set(_ value: CFTypeRef?, for key: CFString) -> OSStatus {
        let rotation = value == nil ? kVTRotation_0 : value as? String
        let flag = value == nil ? false : PropertyValue.flag(value)
        return state.withLock { state in
            if state.isInvalid { return kVTInvalidSessionErr }
            switch key {
            case kVTPixelRotationPropertyKey_Rotation:
                guard let degrees = rotation.flatMap({ Self.rotations[$0] }) else { return kVTParameterErr }
                state.degrees = degrees
            case kVTPixelRotationPropertyKey_FlipHorizontalOrientation:
                guard let flag else { return kVTParameterErr }
                state.isFlippedHorizontally = flag
            case kVTPixelRotationPropertyKey_FlipVerticalOrientation:
                guard let flag else { return kVTParameterErr }
                state.isFlippedVertically = flag
            default: return kVTPropertyNotSupportedErr
            }
            return noErr
        }
    }

    fileprivate func rotate(_ source: CVPixelBuffer, _ destination: CVPixelBuffer) -> OSStatus {
        state.withLock { state in
            if state.isInvalid { return kVTInvalidSessionErr }
            guard CVPixelBufferGetPixelFormatType(source) == CVPixelBufferGetPixelFormatType(destination) else {
                return kVTPixelRotationNotSupportedErr
            }
            // Top and bottom swapped is left and right swapped, and half a turn.
            let half = state.isFlippedVertically ? 180 : 0
            let size = (CVPixelBufferGetWidth(destination), CVPixelBufferGetHeight(destination))
            let status = state.converter.fill(
                destination, size, rotation: (state.degrees + half) % 360,
                isMirrored: state.isFlippedHorizontally != state.isFlippedVertically, from: source)
            return status == noErr ? noErr : kVTPixelRotationNotSupportedErr
        }
    }

    fileprivate func invalidate() { state.withLock { $0.isInvalid = true } }
}

/// Makes a session. Source: Apple, VTPixelRotationSessionCreate.
@discardableResult
public func VTPixelRotationSessionCreate(
    _ allocator: CFAllocator?, _ pixelRotationSessionOut: UnsafeMutablePointer<VTPixelRotationSession?>
) -> OSStatus {
    pixelRotationSessionOut.pointee = VTPixelRotationSession()
    return noErr
}

/// Writes a picture, turned and mirrored, into a frame of the same format. Source: Apple, VTPixelRotationSessionRotateImage.
///
/// - Returns: ``kVTPixelRotationNotSupportedErr`` for other formats; ``kVTInvalidSessionErr``.
@discardableResult
public func VTPixelRotationSessionRotateImage(
    _ session: VTPixelRotationSession, _ sourceBuffer: CVPixelBuffer, _ destinationBuffer: CVPixelBuffer
) -> OSStatus {
    session.rotate(sourceBuffer, destinationBuffer)
}

/// The session does nothing more. Source: Apple, VTPixelRotationSessionInvalidate.
public func VTPixelRotationSessionInvalidate(_ session: VTPixelRotationSession) { session.invalidate() }
