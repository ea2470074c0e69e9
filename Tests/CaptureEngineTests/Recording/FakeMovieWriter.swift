import CaptureEngine
import CoreMedia
import Foundation
import Locking

/// Remembers what it was asked to write.
final class FakeMovieWriter: MovieWriter, Sendable {
    enum Call: Equatable {
        case append(MovieTrack, CMTime)
        case turn(MovieOrientation, CMTime)
        case metadata([UInt8], CMTime)
        case finish(CMTime)
        case cancel
    }

    struct State {
        var calls: [Call] = []
        var bytes: Int64 = 0
        /// Fails after this many appends.
        var failAfter: Int?
        var failure = CaptureError(.diskFull, "The disk is full")
        /// `nil`: all that was appended.
        var content: MovieContent?
        var failureAtEnd: CaptureError?
    }

    let state = Monitor(State())

    var calls: [Call] { state.withLock { $0.calls } }
    var bytesWritten: Int64 { state.withLock { $0.bytes } }
    var content: MovieContent? { state.withLock { $0.content } }

    var frames: [CMTime] { times(of: .video) }
    var sounds: [CMTime] { times(of: .audio) }

    private func times(of track: MovieTrack) -> [CMTime] {
        calls.compactMap { call in
            if case .append(track, let time) = call { time } else { nil }
        }
    }

    func append(_ sample: CMSampleBuffer, to track: MovieTrack) throws(CaptureError) {
        try state.withLock { (state) throws(CaptureError) in
            if let limit = state.failAfter, state.calls.count >= limit { throw state.failure }
            state.calls.append(.append(track, sample.presentationTimeStamp))
            state.bytes += 1000
        }
    }

    func turn(to orientation: MovieOrientation, at time: CMTime) {
        state.withLock { $0.calls.append(.turn(orientation, time)) }
    }

    func append(metadata: [UInt8], at time: CMTime, toTrack track: Int) {
        state.withLock { $0.calls.append(.metadata(metadata, time)) }
    }

    func finish(at endTime: CMTime) throws(CaptureError) {
        let failure = state.withLock { state in
            state.calls.append(.finish(endTime))
            return state.failureAtEnd
        }
        if let failure { throw failure }
    }

    func cancel() {
        state.withLock { $0.calls.append(.cancel) }
    }
}
