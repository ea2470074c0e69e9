import CaptureEngine
import DriverFrames
import LinuxVideo

/// What a camera has to do for a still.
struct V4L2StillPlan {
    /// Frames that a camera takes to adapt to a new exposure or to its light.
    private static let settlingFrames = 3

    /// The format to switch to; `nil` if the stream's is fine.
    var format: SourceFormat?
    /// Frames to skip before the one that counts.
    var skippedFrames = 0

    /// Whether the stream's next frame will do.
    var isPlain: Bool { format == nil && skippedFrames == 0 }

    /// - Parameters:
    ///   - current: the stream's format.
    ///   - formats: all that the camera has, best first.
    /// - Throws: `formatUnsupported` if the camera cannot take such a still.
    init(
        _ request: StillRequest, current: SourceFormat, formats: [SourceFormat], camera: DeviceID
    ) throws(CaptureError) {
        if request.exposure != .current || request.firesFlash { skippedFrames = Self.settlingFrames }
        if Self.serves(current, request, raw: request.rawPixelFormat, sizeOf: current) { return }
        let isOffered =
            request.rawPixelFormat.map(current.rawPixelFormats.contains) ?? true
            && (!request.wantsDepth || !current.depthFormats.isEmpty) && request.constituents.isEmpty
        guard isOffered,
            let other = formats.first(where: {
                Self.serves($0, request, raw: request.rawPixelFormat, sizeOf: current)
            })
                ?? formats.first(where: {
                    // A sensor's mosaic often has only one size.
                    request.dimensions == nil && request.rawPixelFormat != nil
                        && Self.serves($0, request, raw: request.rawPixelFormat, sizeOf: $0)
                })
        else {
            throw CaptureError(.formatUnsupported, "\(camera) cannot make such a still in this format", device: camera)
        }
        format = other
    }

    /// Whether to deliver a frame of the stream if the camera could not be switched to the still's format: a smaller
    /// picture is better than none.
    ///
    /// - Parameters:
    ///   - hasRaw: whether the stream's frame has the mosaic that is asked for.
    ///   - hasDepth: whether it has its depth.
    static func fallsBack(
        _ request: StillRequest, after error: CaptureError, hasRaw: Bool, hasDepth: Bool
    ) -> Bool {
        // Nothing comes from a camera that is gone, and nobody waits for one that was stopped.
        if [.deviceDisconnected, .interrupted].contains(error.code) { return false }
        return (request.rawPixelFormat == nil || hasRaw) && (!request.wantsDepth || hasDepth)
    }

    private static func serves(
        _ format: SourceFormat, _ request: StillRequest, raw: OSType?, sizeOf current: SourceFormat
    ) -> Bool {
        let size = format.description.dimensions
        let wanted = request.dimensions ?? current.description.dimensions
        let encoding = FourCC(format.native).flatMap(V4L2Encoding.init)
        return size.width == wanted.width && size.height == wanted.height
            && (raw == nil || encoding?.rawPixelFormat == raw) && (!request.wantsDepth || encoding?.layout == .depth)
            && request.constituents.isEmpty
    }
}
