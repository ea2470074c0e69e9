import CoreMedia

/// What waits for a recording's writer, and whether more will come.
struct RecordingQueue {
    enum Item {
        case sample(CMSampleBuffer, MovieTrack)
        /// Nothing more will come; `time` is where the last frame ends at the latest.
        case end(CMTime?, CaptureError?)

        var isFrame: Bool {
            if case .sample(_, .video) = self { true } else { false }
        }
    }

    /// As many frames as an encoder may lag behind; the pools of the sources are a little deeper.
    private static let maxWaitingFrames = SinkCapacity.recordingQueue

    /// Whether the writer is there. Until then the newest frames are kept, so that the movie has no gap after its first
    /// one; later the oldest, so that those which were waited for longest are written.
    var isWriterReady = false
    private var waiting: [Item] = []
    private var waitingFrames = 0
    private(set) var droppedFrames = 0
    private var endTime: CMTime?
    private var endError: CaptureError?
    private var isEnding = false
    private var isFinished = false
    /// The tracks that have not yet delivered up to `endTime`.
    private var openTracks: Set<MovieTrack>

    init(hasVideo: Bool, hasAudio: Bool) {
        openTracks = []
        if hasVideo { openTracks.insert(.video) }
        if hasAudio { openTracks.insert(.audio) }
    }

    mutating func offer(_ sample: CMSampleBuffer) {
        guard !isFinished else { return }
        let track: MovieTrack = sample.imageBuffer == nil ? .audio : .video
        if let endTime, sample.presentationTimeStamp >= endTime {
            openTracks.remove(track)
            finishIfComplete()
            return
        }
        if track == .video {
            guard makeRoomForFrame() else {
                droppedFrames += 1
                return
            }
            waitingFrames += 1
        }
        waiting.append(.sample(sample, track))
    }

    private mutating func makeRoomForFrame() -> Bool {
        guard waitingFrames >= Self.maxWaitingFrames else { return true }
        guard !isWriterReady, let oldest = waiting.firstIndex(where: \.isFrame) else { return false }
        waiting.remove(at: oldest)
        waitingFrames -= 1
        return true
    }

    mutating func countDrop(at time: CMTime) {
        if isWriterReady, !isEnding { droppedFrames += 1 }
    }

    /// The camera's end is the recording's; sound may end before (a microphone that was pulled out).
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
        waiting.removeAll { item in
            if case .sample(let sample, _) = item { sample.presentationTimeStamp >= time } else { false }
        }
        waitingFrames = waiting.count(where: \.isFrame)
    }

    /// Stops waiting for the rest of the tracks.
    mutating func finish() {
        guard !isFinished else { return }
        isFinished = true
        waiting.append(.end(endTime, endError))
    }

    /// The oldest item. `waitingForRest` says that only late samples of an ended recording are missing.
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
