@testable import CaptureEngine
import CoreMedia
import Foundation
import Locking
import TestSupport

/// A recording with a writer that remembers. The tests send fewer frames than a slow writer may have pending.
final class RecordingScene: Sendable {
    struct Outcome: Equatable {
        var error: CaptureError.Code?
    }

    let writer = FakeMovieWriter()
    let started = Mutex<[CMTime]>([])
    let events = Monitor<[Recording.Event]>([])
    let ended = Monitor<[Outcome]>([])
    let recording: Recording
    private let route: Mutex<CaptureGraph.Route>
    let soundRoute: CaptureGraph.Route

    init(
        limits: Recording.Limits = Recording.Limits(), hasSound: Bool = true, recordsTurns: Bool = false,
        metadataTracks: Int = 0
    ) {
        let camera = DeviceID(scheme: "fake", name: "back")
        let microphone = DeviceID(scheme: "fake", name: "mic")
        var video = MovieConfiguration.Video(source: camera, format: FakeMedia.pictureFormat)
        video.recordsTurns = recordsTurns
        var configuration = MovieConfiguration(
            url: URL(fileURLWithPath: "/tmp/none.mov"), video: video,
            audio: hasSound ? .init(format: FakeMedia.soundFormat) : nil,
            fragmentInterval: CMTime(value: 1, timescale: 1))
        let key = BoxedMetadataKey(number: 1, space: "mdta", key: "a", dataType: kCMMetadataBaseDataType_UTF8)
        configuration.timedMetadata = (0..<metadataTracks).map { _ in .boxedMetadata([key]) }
        recording = Recording(
            configuration, limits: limits, makeWriter: { [writer] _ in writer },
            onStart: { [started] time in started.withLock { $0.append(time) } },
            onEvent: { [events] event in events.withLock { $0.append(event) } },
            onFinish: { [ended] error in ended.withLock { $0.append(Outcome(error: error?.code)) } })
        route = Mutex(CaptureGraph.Route(source: camera, sink: recording, id: RouteID()))
        soundRoute = CaptureGraph.Route(source: microphone, sink: recording, id: RouteID())
        recording.start()
    }

    var cameraRoute: CaptureGraph.Route { route.withLock { $0 } }

    /// Rotates the following frames.
    func turn(_ rotation: Int, isMirrored: Bool) {
        route.withLock { route in
            route.rotation = rotation
            route.isMirrored = isMirrored
        }
    }

    func frames(_ range: Range<Int64>) {
        for index in range { frame(index) }
    }

    func sounds(_ range: Range<Int64>) {
        for index in range { sound(index) }
    }

    func frame(_ index: Int64) {
        let time = CMTime(value: index, timescale: 30)
        let sample = FakeMedia.frame(at: time, duration: CMTime(value: 1, timescale: 30))
        recording.consume(sample, from: cameraRoute)
    }

    /// The camera loses a frame.
    func miss(_ index: Int64) {
        recording.missedFrame(at: CMTime(value: index, timescale: 30), reason: .late, from: cameraRoute)
    }

    func sound(_ index: Int64) {
        recording.consume(FakeMedia.sound(at: CMTime(value: index, timescale: 50)), from: soundRoute)
    }

    /// - Returns: what `onFinish` received.
    func end() -> Outcome? {
        ended.wait(timeout: .seconds(10)) { $0.first }
    }
}
