import CoreMedia

/// The samples that wait for a recording's writer, and whether more will come.
struct RecordingQueue {
    enum Item {
        case sample(CMSampleBuffer, MovieTrack)
        /// The movie times of frames that are missing, because they never arrived or found no room.
        case losses([CMTime])
        /// Frames from here on are shown in another orientation.
        case turn(MovieOrientation)
        case metadata(TimedMetadata)
        case event(Recording.Event)
        /// Nothing more will come; the recording was ended at this time.
        case end(CMTime?, CaptureError?)

        var isFrame: Bool {
            if case .sample(_, .video) = self { true } else { false }
        }

        /// The part before a movie time; events have no time, and timed metadata one on another clock.
        func before(_ end: CMTime) -> Item? {
            switch self {
            case .sample(let sample, _): return sample.presentationTimeStamp < end ? self : nil
            case .losses(let times):
                let rest = times.filter { $0 < end }
                return rest.isEmpty ? nil : .losses(rest)
            case .metadata, .turn, .event, .end: return self
            }
        }
    }

    /// How many frames an encoder may lag; the sources' pools are a little deeper.
    private static let maxWaitingFrames = SinkCapacity.recordingQueue

    /// Whether the writer is ready. Until then the newest frames are kept, so that the movie has no gap after its first
    /// frame; afterwards the oldest, so that those which have waited longest are written.
    var isWriterReady = false
    private var waiting: [Item] = []
    private var waitingFrames = 0
    private var endTime: CMTime?
    private var endError: CaptureError?
    private var isEnding = false
    private var isFinished = false
    /// The tracks that have not delivered up to `endTime` yet.
    private var openTracks: Set<MovieTrack>
    private let leadingTrack: MovieTrack
    private var pauses = RecordingPauses()
    /// Requested pauses, with their times; each is reported once everything before it is under way.
    private var events: [(event: Recording.Event, time: CMTime)] = []
    private var orientation: MovieOrientation?

    init(hasVideo: Bool, hasAudio: Bool) {
        openTracks = []
        leadingTrack = hasVideo ? .video : .audio
        if hasVideo { openTracks.insert(.video) }
        if hasAudio { openTracks.insert(.audio) }
    }

    /// - Parameter orientation: of a frame; `nil` if it need not be recorded.
    mutating func offer(_ sample: CMSampleBuffer, orientation: MovieOrientation? = nil) {
        guard !isFinished else { return }
        let track: MovieTrack = sample.imageBuffer == nil ? .audio : .video
        if track == leadingTrack { tellEvents(until: sample.presentationTimeStamp) }
        if let endTime, sample.presentationTimeStamp >= endTime {
            openTracks.remove(track)
            finishIfComplete()
            return
        }
        for part in pauses.recorded(sample) { add(part, track, orientation) }
    }

    private mutating func add(_ sample: CMSampleBuffer, _ track: MovieTrack, _ orientation: MovieOrientation?) {
        if track == .video {
            guard makeRoomForFrame() else {
                return addLoss(at: sample.presentationTimeStamp)
            }
            waitingFrames += 1
            if let orientation, orientation != self.orientation { waiting.append(.turn(orientation)) }
            self.orientation = orientation
        }
        waiting.append(.sample(sample, track))
    }

    /// Timed metadata keep the time on the samples' clock: a pause that begins later moves them, too.
    mutating func add(_ sample: TimedMetadata) {
        guard !isFinished, endTime.map({ sample.time < $0 }) ?? true else { return }
        waiting.append(.metadata(sample))
    }

    /// Where a time on the samples' clock is in the movie.
    func movieTime(_ time: CMTime) -> CMTime { pauses.movieTime(time) }

    /// Whether half of the room for frames is taken.
    var isBehind: Bool { !isFinished && waitingFrames >= Self.maxWaitingFrames / 2 }

    private mutating func makeRoomForFrame() -> Bool {
        guard waitingFrames >= Self.maxWaitingFrames else { return true }
        guard !isWriterReady, let oldest = waiting.firstIndex(where: \.isFrame) else { return false }
        waiting.remove(at: oldest)
        waitingFrames -= 1
        return true
    }

    /// Called for a frame that the source could not deliver.
    mutating func missed(at time: CMTime) {
        let isInMovie = isEnding ? endTime.map { time < $0 } ?? false : true
        if isInMovie, !isFinished, !pauses.isPaused(at: time) { addLoss(at: pauses.movieTime(time)) }
    }

    /// A writer that stalls loses frame after frame: they take one place.
    private mutating func addLoss(at time: CMTime) {
        guard case .losses(var times)? = waiting.last else { return waiting.append(.losses([time])) }
        waiting.removeLast()
        times.append(time)
        waiting.append(.losses(times))
    }

    // MARK: Pauses

    mutating func pause(at time: CMTime) {
        guard !isEnding, pauses.begin(at: time) else { return }
        events.append((.paused, time))
        removeSamples(from: time)
    }

    mutating func resume(at time: CMTime) {
        guard !isEnding, pauses.end(at: time) else { return }
        events.append((.resumed, time))
    }

    /// When the content at a movie time was captured.
    func captureTime(ofMovie time: CMTime) -> CMTime { pauses.time(ofMovie: time) }

    private mutating func tellEvents(until time: CMTime) {
        while let first = events.first, first.time <= time { waiting.append(.event(events.removeFirst().event)) }
    }

    /// Removes waiting samples that were captured from `time` on.
    private mutating func removeSamples(from time: CMTime) {
        let movieTime = pauses.movieTime(time)
        waiting = waiting.compactMap { $0.before(movieTime) }
        waitingFrames = waiting.count(where: \.isFrame)
    }

    /// The camera's end is the recording's; sound may end earlier (an unplugged microphone).
    mutating func routeEnded(isLeading: Bool, error: CaptureError?) {
        if isLeading {
            end(at: endTime, error: error)
            finish()
        } else {
            openTracks.remove(.audio)
            finishIfComplete()
        }
    }

    mutating func end(at time: CMTime?, error: CaptureError?) {
        guard !isEnding else { return }
        isEnding = true
        endTime = time
        endError = error
        guard let time else { return }
        removeSamples(from: time)
        waiting.removeAll { if case .metadata(let sample) = $0 { sample.time >= time } else { false } }
    }

    /// Like ``end(at:error:)``, with a time from which the pauses are already taken out.
    mutating func end(atMovieTime time: CMTime, error: CaptureError?) {
        end(at: pauses.time(ofMovie: time), error: error)
    }

    /// Stops waiting for the remaining tracks.
    mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        tellEvents(until: .positiveInfinity)
        waiting.append(.end(endTime.map(pauses.movieTime), endError))
    }

    /// The oldest item. `waitingForRest` means that only late samples of an ended recording are missing.
    mutating func next() -> Item? {
        guard !waiting.isEmpty else { return nil }
        let item = waiting.removeFirst()
        if item.isFrame { waitingFrames -= 1 }
        return item
    }

    var isWaitingForRest: Bool { isEnding && !isFinished }

    private mutating func finishIfComplete() {
        if isEnding, openTracks.isEmpty { finish() }
    }
}
