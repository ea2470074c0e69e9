import CaptureEngine
import CoreMedia
import Foundation
import Locking
import TestSupport

@testable import MovieCoding

/// A recorder with a camera and a microphone whose every sample is known.
final class LivePhotoScene {
    static let identifier = "9F9A2B1C-1234-4ABC-8DEF-0123456789AB"

    /// A capture and its outcome.
    final class Press: Sendable {
        private struct State: Sendable {
            var recordedCount = 0
            var results: [Result<LivePhotoRequest.Outcome, CaptureError>] = []
        }

        private let state = Monitor(State())
        let capture: LivePhotoCapture

        init(_ recorder: LivePhotoRecorder, _ request: LivePhotoRequest, _ onRecorded: @escaping @Sendable () -> Void) {
            let state = state
            capture = recorder.capture(
                request,
                onRecorded: {
                    state.withLock { $0.recordedCount += 1 }
                    onRecorded()
                },
                completion: { result in state.withLock { $0.results.append(result) } })
        }

        var recordedCount: Int { state.withLock { $0.recordedCount } }

        func outcome() -> Result<LivePhotoRequest.Outcome, CaptureError>? {
            state.wait(timeout: .seconds(20)) { $0.results.first }
        }

        func failure() -> CaptureError.Code? {
            if case .failure(let error)? = outcome() { error.code } else { nil }
        }
    }

    let recorder = LivePhotoRecorder()
    let soundInlet: any FrameSink
    let route: CaptureGraph.Route
    private let scene = MovieScene()
    private var nextBlock = 0

    init() {
        soundInlet = recorder.soundInlet
        route = CaptureGraph.Route(source: DeviceID(scheme: "test", name: "scene"), sink: recorder, id: RouteID())
        recorder.start()
    }

    /// Sends frames, and sound in blocks of a hundredth of a second, each after the previous one was encoded.
    func send(frames: Range<Int>, rate: Int = 30, sound: Bool = true) {
        nextBlock = max(nextBlock, frames.lowerBound * 100 / rate)
        for index in frames {
            recorder.consume(scene.sample(scene.frame(index), at: MovieScene.time(index, rate: rate)), from: route)
            while sound, nextBlock * rate < (index + 1) * 100 {
                soundInlet.consume(
                    scene.sound(from: nextBlock * 480, frames: 480, at: MovieScene.time(nextBlock, rate: 100)),
                    from: route)
                nextBlock += 1
            }
            _ = recorder.byteCount
        }
    }

    /// Sends frames without waiting for the encoder.
    func sendAtOnce(frames: Range<Int>) {
        for index in frames {
            recorder.consume(scene.sample(scene.frame(index), at: MovieScene.time(index)), from: route)
        }
    }

    /// Sends blocks of sound, a hundredth of a second each, starting at the time of a frame.
    func sendSound(blocks: Int, from frame: Int) {
        for block in 0..<blocks {
            let time = MovieScene.time(frame) + CMTime(value: Int64(block), timescale: 100)
            soundInlet.consume(scene.sound(from: block * 480, frames: 480, at: time), from: route)
        }
    }

    /// - Parameter onRecorded: called where the recorder encodes.
    func press(
        atFrame index: Int, rate: Int = 30, to url: URL, dimensions: CMVideoDimensions? = nil,
        onRecorded: @escaping @Sendable () -> Void = {}
    ) -> Press {
        var request = LivePhotoRequest(
            pressTime: MovieScene.time(index, rate: rate), url: url, contentIdentifier: Self.identifier)
        request.dimensions = dimensions
        request.metadata = [MovieMetadataItem("com.apple.quicktime.location.ISO6709", "+37.3349-122.0090+020.000/")]
        return Press(recorder, request, onRecorded)
    }

    /// What ffprobe complains about in a movie, apart from not knowing the codec of timed metadata.
    static func complaints(of movie: MovieProbe) -> [Substring] {
        movie.complaints.split(separator: "\n").filter { !$0.hasPrefix("Unsupported codec with id 0") }
    }

    /// The number of each frame that a player shows, modulo 32: where the moving bar is.
    static func frameNumbers(of movie: MovieProbe) throws -> [Int] {
        let scene = MovieScene()
        let size = scene.width * scene.height
        let data = try movie.frames(pixelFormat: "nv12")
        let row = scene.height / 2
        return data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: size * 3 / 2).map { offset in
                let line = bytes.bindMemory(to: UInt8.self)[(offset + row * scene.width)...].prefix(scene.width)
                return MovingBar.number(of: UnsafeBufferPointer(rebasing: line), row: row)
            }
        }
    }

    /// The seconds of silence at the start of each channel.
    static func toneStarts(in movie: MovieProbe) throws -> [Double] {
        let samples = try movie.samples()
        return (0..<2).map { channel in
            let first = stride(from: channel, to: samples.count, by: 2).first { abs(Int(samples[$0])) > 1000 }
            return first.map { Double($0 / 2) / 48_000 } ?? .infinity
        }
    }
}
