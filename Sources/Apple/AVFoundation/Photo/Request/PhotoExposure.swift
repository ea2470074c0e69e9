import CaptureEngine
import CoreMedia

/// The result of one exposure, whichever way it was made.
struct PhotoExposure: Sendable {
    /// The frame of the moment of the photo.
    var frame: CMSampleBuffer
    var raw: CMSampleBuffer?
    var depth: DepthMap?
    var portraitMatte: CVPixelBuffer?
    /// One frame for each camera that is to deliver one.
    var constituents: [CMSampleBuffer] = []
    /// Frames of the same scene without the flash, for constant color.
    var ambient: [CMSampleBuffer] = []
    /// The frames of a stream that can be merged; `nil` for a photo of one frame.
    private var loan: LentFrames?
    /// Returns a still's frames when the last copy is gone.
    private let batch: ExposedStills?

    /// The frames to merge, in the order of their times.
    var frames: [CMSampleBuffer] { loan?.frames ?? [frame] }

    /// Which of ``frames`` is the moment of the photo.
    var reference: Int { loan?.reference ?? 0 }

    private init(_ loan: LentFrames, hasRaw: Bool) {
        frame = loan.frame
        raw = hasRaw ? loan.frame : nil
        self.loan = loan
        batch = nil
    }

    init(_ still: StillFrame, of batch: ExposedStills) {
        frame = still.frame
        raw = still.raw
        depth = still.depth
        portraitMatte = still.portraitMatte
        constituents = still.constituents
        self.batch = batch
    }

    /// The exposures from the stream's frames at the press.
    static func exposures(of loan: LentFrames, for settings: AVCapturePhotoSettings) -> [PhotoExposure] {
        [PhotoExposure(loan, hasRaw: settings.rawPhotoPixelFormatType != 0)]
    }

    /// The exposures that the camera made for this photo alone.
    static func exposures(of batch: ExposedStills, for settings: AVCapturePhotoSettings) -> [PhotoExposure] {
        settings.isConstantColorEnabled
            ? ConstantColorStills.exposures(of: batch) : batch.frames.map { PhotoExposure($0, of: batch) }
    }

    /// The same exposure with a single frame.
    func single(_ frame: CMSampleBuffer) -> PhotoExposure {
        var single = self
        single.frame = frame
        single.loan = nil
        return single
    }

    /// Returns the frames that have been merged to the camera: compressing takes longer than the merge did.
    func returnNeighbors() { loan?.returnNeighbors() }

    /// Returns all frames to the camera, once the photos are made.
    func returnAll() { loan?.returnAll() }

    /// Gives back the places of its frames, although somebody may look at them forever.
    func leaveBehind() {
        loan?.returnAll()
        batch?.end()
    }
}
