import CaptureEngine
import CoreMedia

/// What was recorded without interruption, from one camera in one format.
struct LivePhotoStretch {
    /// How far back a movie reaches, plus a margin because a press may be reported a little late.
    private static let kept = CMTimeAdd(LivePhotoCapture.reach, CMTime(value: 1, timescale: 2))
    /// The timeout for late sound: it comes in blocks, and on a busy machine from another thread.
    private static let soundTimeout = CMTime(value: 2, timescale: 1)

    /// Of the pictures.
    private let codec: CMFormatDescription.MediaSubType
    private var pictures: LivePhotoPictures?
    private var sound: LivePhotoSound?
    private var hasSoundEnded = false
    private var newestFrame: CMTime?
    /// Why nothing can be encoded; reported to every movie of the stretch.
    private(set) var failure: CaptureError?

    init(codec: CMFormatDescription.MediaSubType = .h264) {
        self.codec = codec
    }

    /// The next stretch, without the recorded packets.
    func successor() -> LivePhotoStretch { LivePhotoStretch(codec: codec) }

    /// What follows in another codec: with the same sound.
    func successor(in codec: CMFormatDescription.MediaSubType) -> LivePhotoStretch {
        var next = LivePhotoStretch(codec: codec)
        if failure == nil { (next.sound, next.hasSoundEnded) = (sound, hasSoundEnded) }
        return next
    }

    /// The size of the movies; `nil` before the first frame.
    var dimensions: CMVideoDimensions? { pictures?.dimensions }

    var byteCount: Int { (pictures?.ring.byteCount ?? 0) + (sound?.ring.byteCount ?? 0) }

    /// Whether a sample does not continue this stretch.
    func isInterrupted(by sample: CMSampleBuffer) -> Bool {
        guard sample.imageBuffer != nil, let pictures else { return false }
        return !pictures.accepts(sample)
    }

    mutating func encode(_ sample: CMSampleBuffer) throws(CaptureError) {
        guard sample.imageBuffer != nil else { return try encode(sound: sample) }
        newestFrame = sample.presentationTimeStamp
        guard failure == nil else { return }
        if pictures == nil { pictures = try LivePhotoPictures(like: sample, codec: codec) }
        try pictures?.encode(sample)
    }

    private mutating func encode(sound sample: CMSampleBuffer) throws(CaptureError) {
        guard failure == nil else { return }
        if hasSoundEnded || sound?.accepts(sample) != true {
            sound = try LivePhotoSound(like: sample)
            hasSoundEnded = false
        }
        try sound?.encode(sample)
    }

    mutating func fail(_ error: CaptureError) {
        failure = error
    }

    /// Moves the rest of the sound encoder's packets into the ring. A failure costs the last 40 ms of sound.
    mutating func endSound() {
        guard !hasSoundEnded else { return }
        hasSoundEnded = true
        do { try sound?.finish() } catch {}
    }

    /// Whether everything for a movie with that end has arrived, or nothing more will.
    func isComplete(at end: CMTime) -> Bool {
        if failure != nil { return true }
        guard let newestFrame, newestFrame >= end else { return false }
        guard let sound, !hasSoundEnded else { return true }
        return sound.end >= end || newestFrame >= CMTimeAdd(end, Self.soundTimeout)
    }

    /// Whether there is a frame in that time.
    func hasFrame(from start: CMTime, before end: CMTime) -> Bool {
        guard let pictures else { return false }
        let limits = (pictures.ticks(start), pictures.ticks(end))
        return pictures.ring.entries.contains { $0.time >= limits.0 && $0.time < limits.1 }
    }

    /// Discards what no movie can need anymore.
    ///
    /// - Parameter start: where the earliest movie in progress begins.
    mutating func trim(keeping start: CMTime?) {
        guard let newestFrame else { return }
        let cut = CMTimeMinimum(CMTimeSubtract(newestFrame, Self.kept), start ?? newestFrame)
        pictures?.trim(before: cut)
        sound?.trim(before: cut)
    }

    func movie(of capture: LivePhotoCapture) -> LivePhotoMovie? {
        pictures.flatMap { LivePhotoMovie(capture, pictures: $0, sound: sound) }
    }
}
