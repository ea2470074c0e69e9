internal import CLinuxVideo

/// What a receiver (HDMI, SDI, S-Video, composite) sees at its input.
///
/// Source: V4L2 specification, VIDIOC_QUERY_DV_TIMINGS, and the "Input Status Flags" of VIDIOC_ENUMINPUT.
package enum VideoSignal: Hashable, Sendable {
    case present(width: Int, height: Int)
    /// Nothing is plugged in, or it is switched off.
    case missing
    /// It is there, and the device does not follow it (yet).
    case unstable
    /// It is there, and the device cannot receive its timings.
    case unsupported
}

extension VideoDevice {
    /// Takes over the signal at the input. The standard of analog video is left as it is set.
    ///
    /// - Returns: `nil` if the device is no receiver, or cannot tell.
    /// - Throws: ``Errno/busy`` while it streams another one.
    package func takeSignal() throws(Errno) -> VideoSignal? {
        guard linux_video_has_timings(descriptor) else {
            switch linux_video_input_status(descriptor) {
            case Int32(LINUX_VIDEO_INPUT_HAS_NO_SIGNAL): return .missing
            case Int32(LINUX_VIDEO_INPUT_HAS_NO_LOCK): return .unstable
            default: return nil
            }
        }
        var (width, height): (UInt32, UInt32) = (0, 0)
        do {
            try Errno.check(linux_video_take_timings(descriptor, &width, &height))
        } catch {
            switch error {
            case .noLink: return .missing
            case .noLock: return .unstable
            case .outOfRange: return .unsupported
            case .busy, .noSuchDevice: throw error
            default: return nil
            }
        }
        return .present(width: Int(width), height: Int(height))
    }
}
