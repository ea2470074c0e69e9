import CaptureEngine
import Foundation
import PixelCoding

/// How a movie's picture is kept steady. Source: Apple, AVCaptureVideoStabilizationMode.
public enum AVCaptureVideoStabilizationMode: Int, Sendable {
    /// The picture as the camera has it.
    case off = 0
    /// Compensates for shaking hands, without delay. Linux: nine tenths of the picture's width and height are seen.
    case standard = 1
    /// Steadier, with a smaller view and more delay. Linux: 85 hundredths of the picture's width and height are seen, and
    /// frames come 12 frames later, but no more than 0.4 seconds.
    case cinematic = 2
    /// Steadier still, with an even smaller view. Linux: never supported.
    case cinematicExtended = 3
    /// Steady with little delay, for the preview. Linux: never supported.
    case previewOptimized = 4
    /// The steadiest, with the smallest view. Linux: never supported.
    case cinematicExtendedEnhanced = 5
    /// The system chooses. Linux: ``cinematic`` for a movie, ``standard`` for a data output.
    case auto = -1
}

extension AVCaptureConnection {
    /// Whether the picture can be kept steady: true for the video of a movie file output and of a video data output, if
    /// the camera has a format that supports it.
    public var isVideoStabilizationSupported: Bool {
        guard takesSteadyPictures, let device = camera else { return false }
        return device.formats.contains { $0.isVideoStabilizationModeSupported(.standard) }
    }

    /// How the picture is kept steady: as ``preferredVideoStabilizationMode`` says if the camera's active format supports
    /// that, otherwise not at all. Never ``AVCaptureVideoStabilizationMode/auto``. Observable.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        guard takesSteadyPictures, let format = camera?.activeFormat else { return .off }
        let preferred = state.withLock { $0.preferredStabilization }
        let mode = preferred == .auto ? automaticStabilization : preferred
        return format.isVideoStabilizationModeSupported(mode) ? mode : .off
    }

    /// How the app wants the picture to be kept steady; `.off` unless it says. It takes effect at once, also in a movie
    /// that is being recorded.
    ///
    /// Linux: any mode can be set and is kept; ``activeVideoStabilizationMode`` tells whether it has an effect.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.preferredStabilization } }
        set {
            mayChange(\.activeVideoStabilizationMode) { state.withLock { $0.preferredStabilization = newValue } }
            session?.routesChanged()
        }
    }

    private var takesSteadyPictures: Bool {
        mediaType == .video && (output is AVCaptureMovieFileOutput || output is AVCaptureVideoDataOutput)
    }

    /// A program that looks at frames as they come is not to wait for later ones.
    private var automaticStabilization: AVCaptureVideoStabilizationMode {
        output is AVCaptureMovieFileOutput ? .cinematic : .standard
    }

    private var camera: AVCaptureDevice? { inputPorts.first?.device }

    /// What takes the frames for `sink`: the sink itself, or what keeps the picture steady for it.
    ///
    /// Once there is such a thing, frames pass through it as long as they go to that sink, so that no change of the mode
    /// puts them out of order.
    func steadying(_ sink: (any FrameSink)?) -> (any FrameSink)? {
        let style = activeVideoStabilizationMode.style
        return steadyingSink.withLock { current in
            if let current, current.sink === sink {
                current.style = style
                return current
            }
            current = if let sink, let style { SteadyingSink(sink, style) } else { nil }
            return current ?? sink
        }
    }
}

extension AVCaptureVideoStabilizationMode {
    /// `nil` for modes that leave the picture as it is.
    var style: StabilizationStyle? {
        switch self {
        case .standard: .standard
        case .cinematic: .cinematic
        case .off, .cinematicExtended, .previewOptimized, .cinematicExtendedEnhanced, .auto: nil
        }
    }
}
