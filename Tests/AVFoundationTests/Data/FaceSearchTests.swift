import CaptureEngine
import CoreMedia
import CoreVideo
import TestSupport
import Testing

@testable import AVFoundation

@Suite struct FaceSearchTests {
    private let back = DeviceID(scheme: "simulated", name: "back")

    /// Finds the faces of a picture that does not change, 10 times a second.
    private func ids(_ search: inout FaceSearch, _ picture: CVPixelBuffer, _ camera: DeviceID, from: Double) -> [[Int]]
    {
        (0..<2).map { index in
            let time = CMTime(seconds: from + 0.1 * Double(index), preferredTimescale: 1000)
            return search.faces(in: picture, from: camera, at: time).map(\.id)
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
        #expect(ids(&search, picture, back, from: 0) == [[], [1]])
        #expect(ids(&search, picture, back, from: 4) == [[1], [1]])
        #expect(ids(&search, picture, back, from: 10) == [[], [2]])
    }

    @Test func anotherCamerasFaceIsNew() throws {
        var search = FaceSearch()
        let picture = try oneFace()
        #expect(ids(&search, picture, back, from: 0) == [[], [1]])
        #expect(ids(&search, picture, DeviceID(scheme: "simulated", name: "front"), from: 0.2) == [[], [2]])
    }

    @Test func aFaceInAnotherDirectionIsFoundBesideAKnownOne() throws {
        var picture = DrawnFace(width: 1000, height: 480)
        picture.draw(x: 250, y: 240, radius: 100)
        picture.draw(x: 750, y: 240, radius: 100, quarterTurns: 1)
        let buffer = try picture.buffer()
        var search = FaceSearch()
        let found = (0..<40).map { index in
            search.faces(in: buffer, from: back, at: CMTime(value: Int64(index), timescale: 10))
        }
        #expect(found[1].map(\.face.quarterTurns) == [0])
        #expect(found.last?.map(\.face.quarterTurns) == [0, 1])
        #expect(found.last?.first?.id == found[1].first?.id)
    }
}
