import CaptureEngine
import Foundation

extension AVCaptureDevice {
    /// The depth format that a program has chosen.
    enum DepthFormatChoice {
        /// The active format's first.
        case automatic
        case chosen(Format?)
    }

    /// The format in which the camera measures depth: by default the active format's first depth format, `nil` when it
    /// has none. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and must be one of the active format's `supportedDepthDataFormats`,
    /// or `nil`, which ends the depth that streams. Setting ``activeFormat`` returns to the first.
    public var activeDepthDataFormat: Format? {
        get {
            state.withLock { state in
                switch state.controls.depthFormat {
                case .automatic: state.activeFormat.supportedDepthDataFormats.first
                case .chosen(let format): format
                }
            }
        }
        set {
            let setter = "setActiveDepthDataFormat:"
            require(
                newValue.map { activeFormat.supportedDepthDataFormats.contains($0) } ?? true, setter,
                "-activeFormat.supportedDepthDataFormats")
            requireLock(setter)
            mayChange(all: \.activeDepthDataFormat, \.activeDepthDataMinFrameDuration) {
                state.withLock { state in
                    state.controls.depthFormat = .chosen(newValue)
                    state.controls.depthFrameDuration = nil
                }
            }
            state.withLock { $0.session }?.routesChanged()
        }
    }

    /// The shortest time from one depth map to the next; by default that of the depth format. Observable.
    ///
    /// Setting it needs ``lockForConfiguration()`` and must lie in one of the depth format's ranges; `.invalid` returns
    /// to the default.
    public var activeDepthDataMinFrameDuration: CMTime {
        get {
            if let chosen = state.withLock({ $0.controls.depthFrameDuration }) { return chosen }
            return activeDepthDataFormat?.videoSupportedFrameRateRanges.first?.minFrameDuration ?? .invalid
        }
        set {
            let setter = "setActiveDepthDataMinFrameDuration:"
            let ranges = activeDepthDataFormat?.source.frameDurations ?? []
            require(
                !newValue.isValid || ranges.contains { $0.contains(newValue) }, setter,
                "-activeDepthDataFormat.videoSupportedFrameRateRanges")
            configure(\.activeDepthDataMinFrameDuration, setter) { state in
                state.controls.depthFrameDuration = newValue.isValid ? newValue : nil
            }
            state.withLock { $0.session }?.routesChanged()
        }
    }

    /// The depth that the engine should deliver to outputs; `nil` without a depth format.
    var depthRequest: DepthRequest? {
        guard let format = activeDepthDataFormat?.source else { return nil }
        let shortest = activeDepthDataMinFrameDuration
        return DepthRequest(
            format: DepthFormat(
                pixelFormat: format.description.mediaSubType.rawValue, dimensions: format.description.dimensions,
                frameDurations: format.frameDurations),
            minFrameDuration: shortest.isValid ? shortest : nil)
    }
}
