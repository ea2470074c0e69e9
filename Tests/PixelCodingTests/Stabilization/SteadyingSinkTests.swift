import CaptureEngine
import CoreMedia
import CoreVideo
import Locking
import TestSupport
import Testing

@testable import PixelCoding

struct SteadyingSinkTests {
    /// Remembers what arrives, in its order.
    private final class Log: FrameSink {
        enum Entry: Equatable {
            case frame(CMTime, rotation: Int)
            case missed(CMTime, DropReason)
            case ended
        }

        let entries = Monitor<[Entry]>([])
        let pictures = Monitor<[CMSampleBuffer]>([])
        let keepsPictures: Bool

        init(keepsPictures: Bool = true) {
            self.keepsPictures = keepsPictures
        }

        func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
            // First, because tests wait for the entries.
            if keepsPictures { pictures.withLock { $0.append(sample) } }
            entries.withLock { $0.append(.frame(sample.presentationTimeStamp, rotation: route.rotation)) }
        }

        func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
            entries.withLock { $0.append(.missed(timestamp, reason)) }
        }

        func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
            entries.withLock { $0.append(.ended) }
        }

        var all: [Entry] { entries.withLock { $0 } }

        func wait(for count: Int) -> Bool {
            entries.wait(timeout: .seconds(60)) { $0.count >= count ? true : nil } ?? false
        }
    }

    private let log = Log()

    private func route(to sink: any FrameSink, rotation: Int = 0) -> CaptureGraph.Route {
        CaptureGraph.Route(
            source: DeviceID(scheme: "test", name: "camera"), sink: sink, rotation: rotation, id: RouteID())
    }

    private func time(_ index: Int) -> CMTime { CMTime(value: Int64(index), timescale: 30) }

    private func frame(_ index: Int, x: Double = 0, width: Int = 320, height: Int = 240) throws -> CMSampleBuffer {
        let picture = try PatternedScene.picture(width: width, height: height, x: x)
        return CMSampleBuffer.frame(
            picture, format: try CMVideoFormatDescription(imageBuffer: picture), presentationTimeStamp: time(index),
            duration: time(1))
    }

    /// Waits for room, as a patient clock does.
    private func feed(_ sink: SteadyingSink, _ samples: [CMSampleBuffer], rotation: Int = 0) throws {
        for sample in samples {
            while sink.isBehind { try #require(log.all.count < 1000) }
            sink.consume(sample, from: route(to: sink, rotation: rotation))
        }
    }

    @Test(arguments: [1, 2, 3, 8, 12, 13, 20])
    func everyFrameArrivesOnceWithItsTimeAndBeforeTheEnd(count: Int) throws {
        for style in [StabilizationStyle.standard, .cinematic] {
            let log = Log()
            let sink = SteadyingSink(log, style)
            for index in 0..<count {
                while sink.isBehind {}
                sink.consume(try frame(index, x: Double(index % 3)), from: route(to: sink))
            }
            sink.routeEnded(route(to: sink), error: nil)
            #expect(log.all == (0..<count).map { .frame(time($0), rotation: 0) } + [.ended])
            let pictures = log.pictures.withLock { $0 }
            #expect(pictures.allSatisfy { $0.duration == time(1) && $0.imageBuffer?.pixelSize.width == 320 })
        }
    }

    @Test func aStyleThatLooksAheadHoldsFramesBack() throws {
        let sink = SteadyingSink(log, .cinematic)
        let delay = SinkCapacity.stabilizationLookAhead
        try feed(sink, (0..<delay + 3).map { try frame($0) })
        #expect(log.wait(for: 3))
        #expect(log.all == (0..<3).map { .frame(time($0), rotation: 0) })
        sink.routeEnded(route(to: sink), error: nil)
        #expect(log.all.count == delay + 4)
    }

    @Test func aSlowCamerasFramesAreNotHeldBackForLong() throws {
        let sink = SteadyingSink(log, .cinematic)
        // Two frames a second.
        try feed(sink, [try frame(0), try frame(15), try frame(30)])
        #expect(log.wait(for: 2))
        sink.routeEnded(route(to: sink), error: nil)
        #expect(log.all == [0, 15, 30].map { .frame(time($0), rotation: 0) } + [.ended])
    }

    @Test func anEndReleasesTheFramesBeforeIt() throws {
        let sink = SteadyingSink(log, .cinematic)
        try feed(sink, (0..<5).map { try frame($0) })
        sink.end(at: time(5))
        let later = try frame(5)
        try feed(sink, [later])
        #expect(log.wait(for: 6))
        #expect(log.all == (0..<6).map { .frame(time($0), rotation: 0) })
        // It is not held back, and so as it came.
        #expect(log.pictures.withLock { $0.last } === later)
    }

    @Test func anEndDoesNotWaitForACameraThatHasStalled() throws {
        let sink = SteadyingSink(log, .cinematic)
        try feed(sink, (0..<5).map { try frame($0) })
        sink.end(at: time(5))
        #expect(log.wait(for: 5))
    }

    @Test func aChangeOfStyleLosesNoFrameAndKeepsTheOrder() throws {
        let sink = SteadyingSink(log, .cinematic)
        try feed(sink, (0..<5).map { try frame($0) })
        sink.style = nil
        try feed(sink, (5..<8).map { try frame($0) })
        sink.style = .standard
        try feed(sink, (8..<10).map { try frame($0) })
        sink.routeEnded(route(to: sink), error: nil)
        #expect(log.all == (0..<10).map { .frame(time($0), rotation: 0) } + [.ended])
    }

    /// A recording counts what was lost after its first frame.
    @Test func aLossComesAfterTheFramesBeforeIt() throws {
        let sink = SteadyingSink(log, .cinematic)
        sink.missedFrame(at: time(0), reason: .late, from: route(to: sink))
        try feed(sink, [try frame(1), try frame(2)])
        sink.missedFrame(at: time(3), reason: .outOfBuffers, from: route(to: sink))
        try feed(sink, [try frame(4)])
        sink.missedFrame(at: time(5), reason: .late, from: route(to: sink))
        sink.routeEnded(route(to: sink), error: nil)
        let frames = [1, 2, 4].map { Log.Entry.frame(time($0), rotation: 0) }
        #expect(
            log.all == [
                .missed(time(0), .late), frames[0], frames[1], .missed(time(3), .outOfBuffers), frames[2],
                .missed(time(5), .late), .ended,
            ])
    }

    @Test func aFrameKeepsTheRotationThatItCameWith() throws {
        let sink = SteadyingSink(log, .cinematic)
        try feed(sink, [try frame(0)])
        try feed(sink, [try frame(1)], rotation: 90)
        sink.routeEnded(route(to: sink), error: nil)
        #expect(log.all == [.frame(time(0), rotation: 0), .frame(time(1), rotation: 90), .ended])
    }

    @Test func aChangeOfSizeLosesNoFrame() throws {
        let sink = SteadyingSink(log, .cinematic)
        try feed(sink, [try frame(0), try frame(1), try frame(2, width: 160, height: 120)])
        sink.routeEnded(route(to: sink), error: nil)
        #expect(log.all.count == 4)
        #expect(log.pictures.withLock { $0.map { $0.imageBuffer?.pixelSize.width } } == [320, 320, 160])
    }

    @Test func picturesThatCannotBeMovedStayAsTheyAre() throws {
        let buffer = try CVPixelBuffer(width: 64, height: 48, pixelFormat: kCVPixelFormatType_32BGRA)
        let sample = CMSampleBuffer.frame(
            buffer, format: try CMVideoFormatDescription(imageBuffer: buffer), presentationTimeStamp: time(1))
        let sink = SteadyingSink(log, .cinematic)
        try feed(sink, [try frame(0), sample])
        #expect(log.wait(for: 2))
        #expect(log.pictures.withLock { $0.last?.imageBuffer === buffer })
    }

    @Test func framesForWhichThereIsNoBufferAreReported() throws {
        let sink = SteadyingSink(log, .standard)
        // The log keeps all of them.
        try feed(sink, (0..<40).map { try frame($0, width: 32, height: 32) })
        #expect(log.wait(for: 40))
        let all = log.all
        let arrived = all.prefix { if case .frame = $0 { true } else { false } }
        #expect((12..<40).contains(arrived.count))
        #expect(
            all.dropFirst(arrived.count).enumerated().allSatisfy { index, entry in
                entry == .missed(time(arrived.count + index), .outOfBuffers)
            })
    }

    @Test func aStillSceneStaysStillAndSharp() throws {
        let sink = SteadyingSink(log, .standard)
        try feed(sink, try (0..<10).map { try frame($0) })
        sink.routeEnded(route(to: sink), error: nil)
        let pictures = log.pictures.withLock { $0.compactMap(\.imageBuffer) }
        let first = try #require(pictures.first)
        #expect(pictures.allSatisfy { Self.luma($0) == Self.luma(first) })
        // The middle nine tenths, enlarged: computed from the scene's formula, not from the picture.
        let original = try #require(try frame(0).imageBuffer)
        let slope = Self.sharpness(first) / Self.sharpness(original)
        // Enlarged by 1/0.9, edges are that much wider; mixing pixels costs little of the rest.
        #expect(slope > 0.9 * 0.93, "\(slope)")
    }

    @Test func aShakenSceneIsSteady() throws {
        let sink = SteadyingSink(log, .cinematic)
        let swing: [Double] = [0, 3.2, 4, 1.6, -1.6, -4, -3.2]
        let places = (0..<24).map { swing[$0 % swing.count] }
        try feed(sink, try places.enumerated().map { try frame($0.offset, x: $0.element) })
        sink.routeEnded(route(to: sink), error: nil)
        let steady = log.pictures.withLock { $0.compactMap(\.imageBuffer).map(Self.luma) }
        let shaken = try places.map { Self.luma(try PatternedScene.picture(width: 320, height: 240, x: $0)) }
        func jumps(_ pictures: [[UInt8]]) -> Int {
            var sum = 0
            for (first, second) in zip(pictures, pictures.dropFirst()) {
                for (old, new) in zip(first, second) { sum += abs(Int(old) - Int(new)) }
            }
            return sum
        }
        #expect(jumps(steady) < jumps(shaken) / 4)
    }

    private static func luma(_ buffer: CVPixelBuffer) -> [UInt8] {
        buffer.withPlanes { planes in
            (0..<planes[0].height).flatMap { row in
                UnsafeRawBufferPointer(
                    start: planes[0].base + row * planes[0].bytesPerRow, count: planes[0].width)
            }
        }
    }

    /// The mean slope from pixel to pixel, in the middle of the picture.
    private static func sharpness(_ buffer: CVPixelBuffer) -> Double {
        let samples = luma(buffer)
        let (width, height) = (buffer.width, buffer.height)
        var sum = 0
        for row in height / 4..<height * 3 / 4 {
            for column in width / 4..<width * 3 / 4 {
                sum += abs(Int(samples[row * width + column + 1]) - Int(samples[row * width + column]))
            }
        }
        return Double(sum)
    }
}
