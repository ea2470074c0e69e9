import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// One ``AssetFile`` under way: a thread of its own encodes and writes what programs append.
///
/// Each track has a queue of limited length. Of all queues, the sample that is earliest in time is written next, so that
/// a track that is encoded quickly does not run away from the others.
package final class AssetWriting: Sendable {
    /// How much of a track may wait.
    enum Capacity {
        /// Frames are large, and the camera has a limited number of buffers.
        static let pictures = 5
        /// Sound that does not fit is lost to the program, and a disk can take seconds.
        static let others = 400
        static let seconds = 4.0
    }

    /// Called on the thread.
    package struct Events: Sendable {
        /// A sample of a track was encoded, and its place in the queue is free.
        package var onRoom: @Sendable (Int) -> Void
        /// The file cannot go on; ``finish(at:_:)`` then only closes it.
        package var onFailure: @Sendable (CaptureError) -> Void
        /// The file may not become larger; what is appended from now on is left out. Called once.
        package var onFull: @Sendable () -> Void

        package init(
            onRoom: @escaping @Sendable (Int) -> Void, onFailure: @escaping @Sendable (CaptureError) -> Void,
            onFull: @escaping @Sendable () -> Void = {}
        ) {
            self.onRoom = onRoom
            self.onFailure = onFailure
            self.onFull = onFull
        }
    }

    fileprivate struct Track {
        var waiting: [CMSampleBuffer] = []
        var capacity: Int
        var isEnded = false
        /// Whether the file knows that it is ended.
        var isFinished = false

        var hasRoom: Bool { !isEnded && waiting.count < capacity && waitingSeconds < Capacity.seconds }

        private var waitingSeconds: Double {
            guard let first = waiting.first, let last = waiting.last, waiting.count > 1 else { return 0 }
            let length = last.presentationTimeStamp - first.presentationTimeStamp
            return length.isNumeric ? length.seconds : 0
        }
    }

    fileprivate struct Queue {
        var start: CMTime?
        var tracks: [Track]
        var ending: Ending?
        var hasFailed = false
        /// For each segment that was asked for, how many of the samples that wait in each track come before it.
        var segmentStarts: [[Int]] = []
    }

    fileprivate enum Ending {
        case finish(CMTime?, @Sendable (CaptureError?) -> Void)
        case cancel
        case abandon
    }

    fileprivate enum Step {
        case append(CMSampleBuffer, Int, start: CMTime)
        case finishTrack(Int)
        case beginSegment
        case end(Ending)
    }

    private let queue: Monitor<Queue>
    private let events: Events

    /// Creates the file and starts the thread.
    ///
    /// - Throws: as ``AssetFile``.
    package init(_ configuration: AssetConfiguration, _ events: Events) throws(CaptureError) {
        let file = try AssetFile(configuration)
        self.events = events
        queue = Monitor(
            Queue(
                tracks: configuration.tracks.map { track in
                    if case .pictures = track.coding { return Track(capacity: Capacity.pictures) }
                    return Track(capacity: Capacity.others)
                }))
        nonisolated(unsafe) let ownFile = file  // from here on, only the thread uses it
        Thread.start(named: "asset writer") { self.run(ownFile) }
    }

    /// Sets the time at which the file begins; comes before the first sample.
    package func start(at time: CMTime) { queue.withLock { $0.start = time } }

    /// Whether a track's queue has room.
    package func hasRoom(forTrack track: Int) -> Bool { queue.withLock { $0.tracks[track].hasRoom } }

    /// Queues a sample, in any case.
    package func append(_ sample: CMSampleBuffer, to track: Int) {
        queue.withLock { $0.tracks[track].waiting.append(sample) }
    }

    /// Begins a segment once what waits is written, with the next sample of the leading track at which one can begin.
    package func beginSegment() {
        queue.withLock { queue in
            let counted = queue.segmentStarts.reduce(queue.tracks.map { _ in 0 }) { zip($0, $1).map(+) }
            queue.segmentStarts.append(zip(queue.tracks, counted).map { $0.waiting.count - $1 })
        }
    }

    /// Nothing more will be appended to a track.
    package func end(track: Int) { queue.withLock { $0.tracks[track].isEnded = true } }

    /// Writes what waits, and completes the file.
    ///
    /// - Parameters:
    ///   - time: where playback ends, on the samples' clock; `nil` for the end of the last sample.
    ///   - completion: called once, on the thread, with what went wrong at the end.
    package func finish(at time: CMTime?, _ completion: @escaping @Sendable (CaptureError?) -> Void) {
        queue.withLock { queue in
            for index in queue.tracks.indices { queue.tracks[index].isEnded = true }
            queue.ending = .finish(time, completion)
        }
    }

    /// Removes the file, and forgets what waits.
    package func cancel() {
        queue.withLock { queue in
            for index in queue.tracks.indices {
                queue.tracks[index].isEnded = true
                queue.tracks[index].waiting = []
            }
            queue.ending = .cancel
        }
    }

    /// Ends the thread, and leaves the file as it is.
    package func abandon() { queue.withLock { $0.ending = $0.ending ?? .abandon } }

    private func run(_ file: AssetFile) {
        var hasBegun = false
        while true {
            let step = queue.wait { $0.next() }
            do throws(CaptureError) {
                switch step {
                case .append(let sample, let track, let start)?:
                    if !hasBegun {
                        file.start(at: start)
                        hasBegun = true
                    }
                    let wasFull = file.isFull
                    try file.append(sample, to: track)
                    if file.isFull, !wasFull { events.onFull() }
                    events.onRoom(track)
                case .beginSegment?: file.beginSegment()
                case .finishTrack(let track)?: try file.finish(track: track)
                case .end(let ending)?: return end(file, ending)
                case nil: return
                }
            } catch {
                // What waits is of no use anymore.
                queue.withLock { queue in
                    queue.hasFailed = true
                    for index in queue.tracks.indices { queue.tracks[index].waiting = [] }
                }
                events.onFailure(error)
            }
        }
    }

    private func end(_ file: AssetFile, _ ending: Ending) {
        switch ending {
        case .cancel: file.cancel()
        case .abandon: break
        case .finish(let time, let completion):
            var failure: CaptureError?
            do throws(CaptureError) { try file.finish(at: time) } catch { failure = error }
            completion(failure)
        }
    }
}

extension AssetWriting.Queue {
    fileprivate mutating func next() -> AssetWriting.Step? {
        if hasFailed {
            for index in tracks.indices { tracks[index].waiting = [] }
        } else if segmentStarts.first?.allSatisfy({ $0 == 0 }) == true {
            segmentStarts.removeFirst()
            return .beginSegment
        } else if let start, let track = earliestTrack {
            if !segmentStarts.isEmpty { segmentStarts[0][track] -= 1 }
            return .append(tracks[track].waiting.removeFirst(), track, start: start)
        } else if let track = tracks.firstIndex(where: { $0.isEnded && !$0.isFinished && $0.waiting.isEmpty }) {
            tracks[track].isFinished = true
            return .finishTrack(track)
        }
        defer { ending = nil }
        return ending.map { .end($0) }
    }

    private var earliestTrack: Int? {
        tracks.indices.filter { !tracks[$0].waiting.isEmpty && segmentStarts.first?[$0] != 0 }.min {
            tracks[$0].waiting[0].presentationTimeStamp < tracks[$1].waiting[0].presentationTimeStamp
        }
    }
}
