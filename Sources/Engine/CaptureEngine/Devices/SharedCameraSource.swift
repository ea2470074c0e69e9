/// A camera that a different program holds, through a server that gives its frames to several programs.
///
/// It is not changed for a still, because it is not this program's alone: a still is the next frame of the stream.
final class SharedCameraSource: FrameSource, StillSource {
    let id: DeviceID
    private let source: any FrameSource
    private let stills = StillQueue()

    /// - Parameter source: the other way to the camera, see ``DeviceBackend/source(standingInFor:)``.
    init(_ source: any FrameSource) {
        id = source.id
        self.source = source
    }

    func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        stills.open()
        do throws(CaptureError) {
            try source.start(configuration) { [id, stills] event in
                if case .failed(let error) = event { stills.close(error) }
                deliver(event)
                guard case .sample(let sample) = event else { return }
                stills.makeNext { (request) throws(CaptureError) in
                    guard Self.isFrame(request) else { throw Self.refusal(id) }
                    return StillFrame(frame: sample)
                }
            }
        } catch {
            stills.close(error)
            throw error
        }
    }

    func stop() {
        source.stop()
        stills.close(interruption)
    }

    /// A still of another size has the size of the stream. One with raw data, depth or an exposure of its own is refused.
    func captureStills(
        _ requests: [StillRequest], deliver: @escaping @Sendable (Int, Result<StillFrame, CaptureError>) -> Void
    ) {
        stills.add(requests, refusal: interruption, deliver: deliver)
    }

    private var interruption: CaptureError {
        CaptureError(.interrupted, "\(id) was stopped before the photo was taken", device: id)
    }

    private static func isFrame(_ request: StillRequest) -> Bool {
        request.rawPixelFormat == nil && !request.wantsDepth && request.exposure == .current
            && request.constituents.isEmpty
    }

    private static func refusal(_ id: DeviceID) -> CaptureError {
        CaptureError(
            .deviceInUse, "\(id) is used by another program, too: only photos of its stream can be taken", device: id)
    }
}
