import CaptureEngine
import CoreMedia
import CoreVideo
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct FaceSearchTests {
    private let back = DeviceID(scheme: "simulated", name: "back")

    /// Searches two frames of a picture that does not change, the first of them `pause` seconds after the frame before.
    private func ids(
        _ search: inout FaceSearch, _ picture: CVPixelBuffer, _ camera: DeviceID, after pause: Double = 0
    ) -> [[Int]] {
        [pause, 0.1].map { pause in
            search.faces(in: picture, from: camera, after: CMTime(seconds: pause, preferredTimescale: 1000)).map(\.id)
        }
    }

    private func oneFace() throws -> CVPixelBuffer {
        var picture = DrawnFace(width: 640, height: 480)
        picture.draw(x: 320, y: 240, radius: 100)
        return try picture.buffer()
    }

    @Test func afterALongPauseAFaceIsNew() throws {
        var search = FaceSearch()
        let picture = try oneFace()
        #expect(ids(&search, picture, back) == [[], [1]])
        #expect(ids(&search, picture, back, after: 4) == [[1], [1]])
        #expect(ids(&search, picture, back, after: 6) == [[], [2]])
    }

    @Test func anotherCamerasFaceIsNew() throws {
        var search = FaceSearch()
        let picture = try oneFace()
        #expect(ids(&search, picture, back) == [[], [1]])
        #expect(ids(&search, picture, DeviceID(scheme: "simulated", name: "front")) == [[], [2]])
    }

    @Test func aFaceInAnotherDirectionIsFoundBesideAKnownOne() throws {
        var picture = DrawnFace(width: 1000, height: 480)
        picture.draw(x: 250, y: 240, radius: 100)
        picture.draw(x: 750, y: 240, radius: 100, quarterTurns: 1)
        let buffer = try picture.buffer()
        var search = FaceSearch()
        let found = (0..<40).map { _ in search.faces(in: buffer, from: back, after: CMTime(value: 1, timescale: 10)) }
        #expect(found[1].map(\.face.quarterTurns) == [0])
        #expect(found.last?.map(\.face.quarterTurns) == [0, 1])
        #expect(found.last?.first?.id == found[1].first?.id)
    }
}
