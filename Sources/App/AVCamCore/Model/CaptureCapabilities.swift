import AVFoundation

/// What the camera in use can do in the current mode.
package struct CaptureCapabilities: Sendable, Equatable {
    package var isLivePhotoCaptureSupported = false
    package var isHDRVideoSupported = false
    /// Whether movies' pictures can be kept steady in the current size.
    package var isStabilizationSupported = false
    /// Whether they can in some size.
    package var hasStabilization = false
    package var photoFormats = PhotoFormat.all.filter { !$0.hasRaw }
    /// Smallest first.
    package var photoSizes: [PictureSize] = []
    /// The size of photos without a limit. A larger one may leave out more of what the sensor sees.
    package var usualPhotoSize: PictureSize?
    /// The formats of movies, the smallest and slowest first; empty in photo mode.
    package var videoFormats: [VideoFormat] = []
    package var flashModes: [FlashMode] = [.off]
    /// Whether photos can show the colors of the flash's light.
    package var isConstantColorSupported = false
    package var hasTorch = false
    /// How many exposures a bracket can have; 0 for a camera whose exposure cannot be set.
    package var maxBracketCount = 0
    /// In EV.
    package var exposureBias: ClosedRange<Float> = 0...0
    package var zoom: ClosedRange<Double> = 1...1
    /// The zoom factors that are offered as buttons, the lowest first; see ``setZoomSteps(_:)``.
    package private(set) var zoomSteps = [1.0]
    /// A zoom factor times this number is the zoom shown to people.
    package var zoomMultiplier = 1.0
    /// What a person can set, and within which limits.
    package var manual: [ManualControl: ClosedRange<Double>] = [:]
    /// What the camera sets by itself while a person does not. Others stay as they are.
    package var automatic: Set<ManualControl> = []
    package var canFocusAtPoint = false
    package var canExposeAtPoint = false
    /// Whether the session's controls can be reached with a button of the device.
    package var hasCameraControl = false

    package init() {}

    /// Whether the camera is fast enough for slow motion.
    package var hasSlowMotion: Bool { videoFormats.contains { MovieSpeed.slowMotionRates.contains($0.frameRate) } }

    /// Offers the lowest zoom and, within ``zoom``, those at which another lens shows its whole picture or a sensor
    /// shows each of its pixels. If there are none, offers twice the lowest.
    package mutating func setZoomSteps(_ native: [Double]) {
        let lowest = zoom.lowerBound
        let others = Set(native).filter { $0 > lowest }
        zoomSteps = [lowest] + (others.isEmpty ? [lowest * 2] : others.sorted()).filter(zoom.contains)
    }

    /// The index of the last of ``zoomSteps`` that a zoom factor has reached. Rounding errors are ignored.
    package func zoomStep(at zoom: Double) -> Int { zoomSteps.lastIndex { $0 <= zoom + 0.001 } ?? 0 }

    /// The nearest zoom factor that is within ``zoom``. A factor that differs from a step only by rounding errors
    /// becomes that step, so that the step's lens is used.
    package func reachable(_ zoom: Double) -> Double {
        let step = zoomSteps.first { abs($0 - zoom) <= 0.001 }
        return step ?? min(max(zoom, self.zoom.lowerBound), self.zoom.upperBound)
    }

    /// The zoom shown to people, in tenths: 17 for 1.68×, as half a tenth is rounded up. A step is not shown before the
    /// zoom reaches it.
    package func shownTenths(of zoom: Double) -> Int {
        func tenths(_ zoom: Double) -> Int { Int((zoom * zoomMultiplier * 10 + 0.5 + 1e-6).rounded(.down)) }
        let next = zoomStep(at: zoom) + 1
        guard zoomSteps.indices.contains(next) else { return tenths(zoom) }
        return min(tenths(zoom), tenths(zoomSteps[next]) - 1)
    }

    package func canTake(bracket: [Float]) -> Bool {
        bracket.count <= maxBracketCount && bracket.allSatisfy(exposureBias.contains)
    }

    /// The format itself if the camera offers it; else its picture alone; else the first that is offered.
    func nearest(to format: PhotoFormat) -> PhotoFormat {
        let wishes = [format] + [format.picture].compactMap { $0.map { PhotoFormat($0) } } + photoFormats
        return wishes.first(where: photoFormats.contains) ?? format
    }
}
