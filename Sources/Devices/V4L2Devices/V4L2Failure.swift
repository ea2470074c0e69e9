import CaptureEngine
import Foundation
import LinuxVideo

/// Turns error numbers into sentences about a camera.
struct V4L2Failure {
    let id: DeviceID
    /// The node's path.
    let path: String

    /// The node could not be opened.
    func opening(_ errno: Errno) -> CaptureError {
        switch errno {
        case .noEntry: error(.deviceNotFound, "there is no camera \(path)", errno)
        case .noSuchDevice, .noSuchAddress: error(.deviceNotFound, "there is no camera behind \(path)", errno)
        case .notTypewriter, .invalid: notACamera("delivers no pictures")
        default: using(errno, "be opened")
        }
    }

    /// The node is of some other kind.
    ///
    /// - Parameter reason: the rest of a sentence about it.
    func notACamera(_ reason: String) -> CaptureError {
        error(.deviceNotFound, "\(path) is not a camera: it \(reason)", nil)
    }

    /// A call on the open device failed.
    ///
    /// - Parameter verb: what could not be done, in the passive: "be started".
    func using(_ errno: Errno, _ verb: String) -> CaptureError {
        switch errno {
        case .busy: error(.deviceInUse, inUseMessage, errno)
        case .accessDenied, .notPermitted: error(.notAuthorized, deniedMessage, errno)
        case .noSuchDevice, .noSuchAddress: disconnected
        default: error(.deviceFailed, "\(path) could not \(verb): \(errno)", errno)
        }
    }

    /// The driver took a format and refused to stream it.
    func starting(_ errno: Errno, _ format: VideoFormat) -> CaptureError {
        guard errno == .noSpace else { return using(errno, "be started") }
        return error(
            .deviceFailed,
            "the USB bus has no room for the pictures of \(path) (\(format.pixelFormat) \(format.width) × "
                + "\(format.height)): choose a smaller size, or plug the camera into a port of its own, not beside "
                + "another camera at the same hub", errno)
    }

    /// What is wrong with a receiver's signal; `nil` if nothing is.
    func signal(_ signal: VideoSignal?) -> CaptureError? {
        switch signal {
        case nil, .present: nil
        case .missing:
            error(
                .noFrames, "there is no signal at the input of \(path): connect a source, and switch it on", .noLink)
        case .unstable: error(.noFrames, "the signal at the input of \(path) is not stable", .noLock)
        case .unsupported:
            error(.formatUnsupported, "the signal at the input of \(path) cannot be received by it", .outOfRange)
        }
    }

    /// A receiver got another signal while a photo was taken.
    var signalChanged: CaptureError {
        error(.noFrames, "the signal at the input of \(path) changed while the photo was taken", nil)
    }

    /// `nil` if each frame is a whole picture.
    func fields(_ fields: VideoFields) -> CaptureError? {
        if fields.isPicture { return nil }
        return error(
            .formatUnsupported,
            "\(path) sends the two fields of each picture separately, and its driver does not weave them: set its "
                + "input to progressive video, if it can", nil)
    }

    var disconnected: CaptureError { error(.deviceDisconnected, "the camera \(path) was unplugged", .noSuchDevice) }

    /// The driver hangs at the start.
    var hanging: CaptureError {
        error(.deviceFailed, "the driver of \(path) does not answer: unplug the camera, and plug it in again", nil)
    }

    func error(_ code: CaptureError.Code, _ message: String, _ cause: Errno?) -> CaptureError {
        CaptureError(code, message, device: id, cause: cause)
    }

    private var inUseMessage: String {
        "\(path) is used by \(NodeHolders(path: path).sentenceEnd)"
    }

    private var deniedMessage: String {
        let group = owningGroup ?? "video"
        return "\(path) may not be opened: you have to be in the group \"\(group)\" "
            + "(sudo usermod -aG \(group) \"$USER\", then log in again)"
    }

    /// The group that may use the node; `nil` if that is root's, or there is none.
    private var owningGroup: String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_gid != 0, status.st_mode & (S_IRGRP | S_IWGRP) == S_IRGRP | S_IWGRP
        else { return nil }
        return getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    }
}
