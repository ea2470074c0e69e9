import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// Writes what readers give into a file. Each track has a thread of its own; the file has its name once it is complete.
package final class AssetExport: Sendable {
    package struct Track: Sendable {
        package var configuration: AssetConfiguration.Track
        /// Called on the track's thread.
        package var open: @Sendable () throws(CaptureError) -> any SampleReading

        package init(
            _ configuration: AssetConfiguration.Track,
            open: @escaping @Sendable () throws(CaptureError) -> any SampleReading
        ) {
            self.configuration = configuration
            self.open = open
        }
    }

    private struct State {
        var isStopped = false
        /// The file is as large as it may be.
        var isFull = false
        var failure: CaptureError?
        /// The tracks that are still read.
        var running: Int
        /// How far each track is, in seconds from the beginning.
        var places: [Double]

        /// Whether a track is far ahead of another, which would have to be cut where the file is full.
        func isAhead(_ track: Int) -> Bool { places[track] > (places.min() ?? 0) + 0.5 }
    }

    private let state: Monitor<State>
    private let range: CMTimeRange

    /// - Parameter range: of the readers' timeline; the file begins where it begins.
    package init(trackCount: Int, range: CMTimeRange) {
        state = Monitor(State(running: trackCount, places: Array(repeating: 0, count: trackCount)))
        self.range = range
    }

    /// From 0 to 1.
    package var progress: Double {
        guard range.duration.isNumeric, range.duration > .zero else { return 0 }
        let place = state.withLock { $0.places.min() ?? 0 }
        return max(0, min(1, place / range.duration.seconds))
    }

    /// Gives up; ``run(_:_:)`` then throws `interrupted`, and there is no file.
    package func cancel() { state.withLock { $0.isStopped = true } }

    /// Writes the file, and returns when it is complete.
    ///
    /// - Throws: ``CaptureError``; there is no file then.
    package func run(_ configuration: AssetConfiguration, _ tracks: [Track]) throws(CaptureError) {
        var configuration = configuration
        configuration.tracks = tracks.map(\.configuration)
        configuration.isHiddenUntilComplete = true
        let isLimited = configuration.maximumSize != nil
        let state = state
        let events = AssetWriting.Events(
            // Waiting threads check again.
            onRoom: { _ in state.withLock { _ in } },
            onFailure: { failure in
                state.withLock { state in
                    state.failure = state.failure ?? failure
                    state.isStopped = true
                }
            },
            onFull: { state.withLock { $0.isFull = true } })
        let writing = try AssetWriting(configuration, events)
        writing.start(at: range.start)
        for (index, track) in tracks.enumerated() {
            Thread.start(named: "export") { [self] in
                read(track, index, writing, together: isLimited)
            }
        }
        _ = state.wait { $0.running == 0 ? true : nil }
        let (isStopped, failure) = state.withLock { ($0.isStopped, $0.failure) }
        if isStopped {
            writing.cancel()
            throw failure ?? CaptureError(.interrupted, "the export was cancelled")
        }
        let end = range.end.isNumeric ? range.end : nil
        let result = Monitor<(isDone: Bool, failure: CaptureError?)>((false, nil))
        writing.finish(at: end) { failure in result.withLock { $0 = (true, failure) } }
        if let failure = result.wait(until: { $0.isDone ? $0 : nil })?.failure { throw failure }
    }

    /// - Parameter together: whether no track may be read far ahead of another.
    private func read(_ track: Track, _ index: Int, _ writing: AssetWriting, together: Bool) {
        do throws(CaptureError) {
            let reader = try track.open()
            while let sample = try reader.next() {
                // The writer takes no more while it is behind.
                let mayGoOn = state.wait { state -> Bool? in
                    if state.isStopped || state.isFull { return false }
                    if together, state.isAhead(index) { return nil }
                    return writing.hasRoom(forTrack: index) ? true : nil
                }
                guard mayGoOn == true else { break }
                writing.append(sample, to: index)
                let place = (sample.presentationTimeStamp - range.start).seconds
                state.withLock { $0.places[index] = max($0.places[index], place.isNaN ? 0 : place) }
            }
        } catch {
            state.withLock { state in
                state.failure = state.failure ?? error
                state.isStopped = true
            }
        }
        writing.end(track: index)
        state.withLock { state in
            state.running -= 1
            state.places[index] = .infinity
        }
    }
}
