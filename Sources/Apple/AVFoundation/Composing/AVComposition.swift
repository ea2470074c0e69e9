import CaptureEngine
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// An asset that consists of parts of others. Source: Apple, AVComposition.
open class AVComposition: AVAsset, NSMutableCopying, @unchecked Sendable {  // the state is in a Mutex
    struct State: @unchecked Sendable {  // tracks lock
        var tracks: [AVMutableCompositionTrack] = []
        var naturalSize: CGSize?
    }

    let state = Mutex(State())

    init() { super.init(file: nil) }

    override func contents() throws(AVError) -> Contents {
        let tracks = state.withLock { $0.tracks }
        let end = tracks.map(\.timeRange.end).max { $0 < $1 } ?? .zero
        return Contents(duration: end, tracks: tracks)
    }

    /// The size in which it is shown: as set, or that of its largest video track.
    open var naturalSize: CGSize {
        state.withLock { $0.naturalSize }
            ?? tracks(withMediaType: .video).map(\.naturalSize).max { $0.width * $0.height < $1.width * $1.height }
            ?? .zero
    }

    /// A copy that does not change.
    open override func copy(with zone: NSZone? = nil) -> Any { copied(AVComposition()) }

    /// A copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { copied(AVMutableComposition()) }

    private func copied<Copy: AVComposition>(_ copy: Copy) -> Copy {
        let state = self.state.withLock { $0 }
        let tracks = state.tracks.map { AVMutableCompositionTrack($0.facts, of: copy) }
        copy.state.withLock { $0 = State(tracks: tracks, naturalSize: state.naturalSize) }
        return copy
    }
}

/// A track of a composition. Source: Apple, AVCompositionTrack.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {}  // the subclass locks

/// A composition that can be changed. Source: Apple, AVMutableComposition.
open class AVMutableComposition: AVComposition, @unchecked Sendable {  // as its superclass
    public override init() { super.init() }

    /// The tracks of one kind, which can be changed.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
        state.withLock { $0.tracks }.filter { $0.mediaType == mediaType }
    }

    open override var naturalSize: CGSize {
        get { super.naturalSize }
        set { state.withLock { $0.naturalSize = newValue } }
    }

    /// Adds an empty track.
    ///
    /// - Parameters:
    ///   - mediaType: video or sound.
    ///   - preferredTrackID: its number; `kCMPersistentTrackID_Invalid` for the next that is free.
    /// - Returns: `nil` if there is a track with that number.
    @discardableResult
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        state.withLock { state in
            let used = state.tracks.map(\.trackID)
            if used.contains(preferredTrackID) { return nil }
            let id = preferredTrackID != kCMPersistentTrackID_Invalid ? preferredTrackID : (used.max() ?? 0) + 1
            let kind: MovieFacts.Track.Kind =
                mediaType == .video ? .pictures : mediaType == .audio ? .sound : .other(mediaType.rawValue)
            let track = AVMutableCompositionTrack(MovieFacts.Track(id: id, kind: kind, timescale: 600), of: self)
            state.tracks.append(track)
            return track
        }
    }

    /// Removes a track.
    open func removeTrack(_ track: AVCompositionTrack) { state.withLock { $0.tracks.removeAll { $0 === track } } }

    /// A track into which a range of another one can be put without being encoded again.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        state.withLock { $0.tracks }.first { $0.mediaType == track.mediaType }
    }

    /// Puts a range of all tracks of an asset in; what is later moves back. Missing tracks are added.
    ///
    /// - Throws: ``AVError`` when the asset cannot be read.
    open func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
        let contents = try asset.contents()
        let start = startTime.isValid ? startTime : duration
        var free = state.withLock { $0.tracks }
        for source in contents.tracks where source.mediaType == .video || source.mediaType == .audio {
            let index = free.firstIndex { $0.mediaType == source.mediaType }
            let target =
                index.map { free.remove(at: $0) }
                ?? addMutableTrack(withMediaType: source.mediaType, preferredTrackID: kCMPersistentTrackID_Invalid)
            try target?.insertTimeRange(timeRange, of: source, at: start)
        }
        for track in free { track.insertEmptyTimeRange(CMTimeRange(start: start, duration: timeRange.duration)) }
    }

    /// Puts nothing into all tracks; what is later moves back.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        for track in state.withLock({ $0.tracks }) { track.insertEmptyTimeRange(timeRange) }
    }

    /// Takes a range out of all tracks; what is later moves forward.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        for track in state.withLock({ $0.tracks }) { track.removeTimeRange(timeRange) }
    }

    /// Makes a range of all tracks longer or shorter.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        for track in state.withLock({ $0.tracks }) { track.scaleTimeRange(timeRange, toDuration: duration) }
    }
}

/// A track that can be changed. Source: Apple, AVMutableCompositionTrack.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {  // the state is in a Mutex
    private let state: Mutex<MovieFacts.Track>

    override init(_ facts: MovieFacts.Track, of asset: AVAsset?) {
        state = Mutex(facts)
        super.init(facts, of: asset)
    }

    override var facts: MovieFacts.Track { state.withLock { $0 } }

    open override var isEnabled: Bool {
        get { super.isEnabled }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    open override var naturalTimeScale: CMTimeScale {
        get { super.naturalTimeScale }
        set { state.withLock { $0.timescale = newValue } }
    }

    open override var languageCode: String? {
        get { super.languageCode }
        set { state.withLock { $0.language = newValue } }
    }

    open override var preferredVolume: Float {
        get { super.preferredVolume }
        set { state.withLock { $0.volume = Double(newValue) } }
    }

    open override var preferredTransform: CGAffineTransform {
        get { super.preferredTransform }
        set {
            let values = [newValue.a, newValue.b, newValue.c, newValue.d, newValue.tx, newValue.ty].map { Double($0) }
            state.withLock { $0.transform = values }
        }
    }

    /// Puts a range of a track in; what is later moves back. It refers to the other track's file, which has to stay.
    ///
    /// - Parameters:
    ///   - timeRange: of the other track.
    ///   - track: a track of video or sound, like this one.
    ///   - startTime: on this track's timeline; `.invalid` for its end.
    /// - Throws: ``AVError`` `invalidSourceMedia` for another kind of media, or a range without any.
    open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
        let source = track.facts
        guard track.mediaType == mediaType, timeRange.isValid, timeRange.start.isNumeric else {
            throw AVError(
                .invalidSourceMedia,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "A track of the type \(track.mediaType.rawValue) cannot be put into one of the type"
                        + " \(mediaType.rawValue), or the time range is not valid"
                ])
        }
        var range = timeRange
        if !range.duration.isNumeric { range.duration = CMTimeMaximum(.zero, source.timeRange.end - range.start) }
        let end = facts.segments.end
        let start = startTime.isValid ? startTime : end
        guard start.isNumeric, start >= .zero, range.duration.isNumeric else {
            throw AVError(.invalidSourceMedia, userInfo: [NSLocalizedDescriptionKey: "The start time is not valid"])
        }
        let parts = source.segments.cut(range, to: start)
        state.withLock { state in
            if !state.segments.contains(where: { $0.source != nil }) {
                (state.size, state.frameRate, state.shortestFrame) = (
                    source.size, source.frameRate, source.shortestFrame
                )
                (state.timescale, state.dataRate, state.language) = (
                    source.timescale, source.dataRate, state.language ?? source.language
                )
            }
            state.isDecodable = source.isDecodable
            state.isProtected = state.isProtected || source.isProtected
            state.segments.insert(parts, at: start, length: range.duration)
            state.update()
        }
    }

    /// Puts ranges of several tracks in, one after the other.
    open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [AVAssetTrack], at startTime: CMTime) throws {
        var place = startTime.isValid ? startTime : facts.segments.end
        for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
            try insertTimeRange(range, of: track, at: place)
            place += range.duration
        }
    }

    /// Puts nothing in; what is later moves back.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        change { $0.insert([], at: timeRange.start, length: timeRange.duration) }
    }

    /// Takes a range out; what is later moves forward.
    open func removeTimeRange(_ timeRange: CMTimeRange) { change { $0.remove(timeRange) } }

    /// Makes a range longer or shorter: it is played slower or faster. Linux: sound becomes lower or higher with that.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        guard duration.isNumeric, duration > .zero, timeRange.duration > .zero else { return }
        change { $0.scale(timeRange, to: duration) }
    }

    private func change(_ body: (inout [MediaSegment]) -> Void) {
        state.withLock { state in
            body(&state.segments)
            state.update()
        }
    }
}

extension MovieFacts.Track {
    /// What follows from the segments.
    fileprivate mutating func update() {
        timeRange = CMTimeRange(start: .zero, end: segments.end)
        formats = segments.compactMap { $0.source?.format }.reduce(into: []) { formats, format in
            if !formats.contains(format) { formats.append(format) }
        }
    }
}
