import CaptureEngine
import CoreMedia

/// What came of one exposure, whichever way it was made.
struct PhotoExposure: Sendable {
    /// The moment of the photo.
    var frame: CMSampleBuffer
    var raw: CMSampleBuffer?
    var depth: DepthMap?
    var portraitMatte: CVPixelBuffer?
    /// One frame for each camera that shall deliver one.
    var constituents: [CMSampleBuffer] = []
    /// The same without the flash, for constant colour.
    var ambient: [CMSampleBuffer] = []
    /// The frames of a stream that can be merged; `nil` for what was made of one frame.
    private var loan: LentFrames?
    /// Gives a still's frames back when the last copy is gone.
    private let batch: ExposedStills?

    /// In the order of their times; to be merged.
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

    /// What the stream had when the button was pressed.
    static func exposures(of loan: LentFrames, for settings: AVCapturePhotoSettings) -> [PhotoExposure] {
        [PhotoExposure(loan, hasRaw: settings.rawPhotoPixelFormatType != 0)]
    }

    /// What the camera made for the photo alone.
    static func exposures(of batch: ExposedStills, for settings: AVCapturePhotoSettings) -> [PhotoExposure] {
        settings.isConstantColorEnabled
            ? ConstantColorStills.exposures(of: batch) : batch.frames.map { PhotoExposure($0, of: batch) }
    }

    /// The same with one frame alone.
    func single(_ frame: CMSampleBuffer) -> PhotoExposure {
        var single = self
        single.frame = frame
        single.loan = nil
        return single
    }

    /// Gives the camera back what is in the merged picture now: to compress that takes longer than the merge did.
    func returnNeighbours() { loan?.returnNeighbours() }

    /// Gives the camera back what it lent: the photos are made.
    func returnAll() { loan?.returnAll() }
}
