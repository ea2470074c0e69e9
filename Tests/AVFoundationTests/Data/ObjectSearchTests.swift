import CaptureEngine
import CoreMedia
import CoreVideo
import Locking
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct ObjectSearchTests {
    private let search = ObjectSearch()
    private let found = Monitor<[[Int]]>([])
    /// Lets the search that has ended take the next frame.
    private let goOn = Monitor<[@Sendable () -> Void]>([])
    private let picture: CVPixelBuffer

    init() throws {
        var face = DrawnFace(width: 640, height: 480)
        face.draw(x: 320, y: 240, radius: 100)
        picture = try face.buffer()
    }

    /// Offers frames of one face, a tenth of a second of the picture's time apart, until one is searched.
    ///
    /// - Parameter time: of the first frame, in seconds; moved on by those that are offered.
    /// - Returns: the numbers of its faces.
    private func searched(from time: inout Double) throws -> [Int]? {
        letGoOn()
        let count = found.withLock(\.count)
        while try !offer(at: time) {
            time += 0.1
            try #require(time < 10_000, "The search never ends.")
            usleep(10_000)
        }
        time += 0.1
        return found.wait(timeout: .seconds(60)) { $0.count > count ? $0.last : nil }
    }

    private func letGoOn() {
        let waiting = goOn.withLock { goOn in
            defer { goOn = [] }
            return goOn
        }
        for goOn in waiting { goOn() }
    }

    private func offer(at time: Double) throws -> Bool {
        let sample = try CMSampleBuffer(
            imageBuffer: picture, formatDescription: CMVideoFormatDescription(imageBuffer: picture),
            sampleTiming: CMSampleTimingInfo(
                duration: .invalid, presentationTimeStamp: CMTime(seconds: time, preferredTimescale: 1000),
                decodeTimeStamp: .invalid))
        let camera = DeviceID(scheme: "simulated", name: "front")
        return search.offer(sample, from: camera, ObjectSearch.Wanted(faces: true)) { [found, goOn] objects, done in
            goOn.withLock { $0.append(done) }
            found.withLock { $0.append(objects.faces.map(\.id)) }
        }
    }

    @Test func aFaceKeepsItsNumberHoweverRarelyItIsSearched() throws {
        defer { search.end() }
        var time = 0.0
        #expect(try searched(from: &time) == [])
        #expect(try searched(from: &time) == [1])
        for _ in 0..<100 {
            #expect(try !offer(at: time))
            time += 0.1
        }
        #expect(try searched(from: &time) == [1])
    }

    @Test func afterAPauseOfTheCameraAFaceIsNew() throws {
        defer { search.end() }
        var time = 0.0
        #expect(try searched(from: &time) == [])
        #expect(try searched(from: &time) == [1])
        time += 6
        #expect(try searched(from: &time) == [])
        #expect(try searched(from: &time) == [2])
    }
}
