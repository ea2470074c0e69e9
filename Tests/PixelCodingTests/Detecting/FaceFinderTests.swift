import CoreVideo
import Foundation
import TestSupport
import Testing

@testable import PixelCoding

@Suite struct FaceFinderTests {
    private let finder = FaceFinder()

    @Test func theLibraryIsInstalledForTheTests() {
        #expect(FaceFinder.isAvailable)
    }

    @Test(arguments: [0, 1, 2, 3])
    func aFaceIsFoundInAnyDirection(quarterTurns: Int) throws {
        var picture = DrawnFace(width: 640, height: 480)
        picture.draw(x: 200, y: 280, radius: 100, quarterTurns: quarterTurns)
        let gray = try #require(GrayPicture(try picture.buffer(), longestSide: 512))
        let faces = try finder.faces(in: gray, quarterTurns: [quarterTurns])
        #expect(faces.count == 1)
        let face = try #require(faces.first)
        #expect(face.quarterTurns == quarterTurns)
        // The detector's squares lie between brows and chin, so a tenth of the picture around the middle is right.
        #expect(abs(face.bounds.midX - 200.0 / 640) < 0.1 && abs(face.bounds.midY - 280.0 / 480) < 0.1)
        #expect((100.0...220).contains(face.bounds.width * 640) && (100.0...220).contains(face.bounds.height * 480))
    }

    @Test func thereIsNoFaceInAPictureWithoutOne() throws {
        let gray = try #require(GrayPicture(try DrawnFace(width: 640, height: 480).buffer(), longestSide: 512))
        #expect(try finder.faces(in: gray, quarterTurns: [0, 1, 2, 3]).isEmpty)
    }

    @Test func severalFacesComeFromTheLeft() throws {
        var picture = DrawnFace(width: 1200, height: 480)
        for x in [900.0, 200, 560] { picture.draw(x: x, y: 240, radius: 90) }
        let gray = try #require(GrayPicture(try picture.buffer(), longestSide: 1_024))
        let faces = try finder.faces(in: gray, quarterTurns: [0])
        #expect(faces.count == 3)
        for (face, x) in zip(faces, [200.0, 560, 900]) { #expect(abs(face.bounds.midX * 1200 - x) < 40) }
    }

    @Test func ofTwoOnTheSamePlaceTheOneWithMoreVotesStays() {
        let weak = FoundFace(bounds: CGRect(x: 0.1, y: 0.1, width: 0.3, height: 0.3), votes: 5)
        let strong = FoundFace(bounds: CGRect(x: 0.15, y: 0.15, width: 0.2, height: 0.2), votes: 9)
        let other = FoundFace(bounds: CGRect(x: 0.6, y: 0.1, width: 0.2, height: 0.2), votes: 4)
        #expect(FaceFinder.distinct([weak, other, strong]) == [strong, other])
    }
}

@Suite struct GrayPictureTests {
    @Test func aLargePictureIsDividedAndItsSamplesAreMeans() throws {
        let buffer = try CVPixelBuffer(
            width: 64, height: 32, pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        buffer.withPlanes { planes in
            for y in 0..<32 {
                for x in 0..<64 {
                    let level: UInt8 = (x + y).isMultiple(of: 2) ? 100 : 50
                    planes[0].base.storeBytes(
                        of: x < 32 ? level : 200, toByteOffset: y * planes[0].bytesPerRow + x, as: UInt8.self)
                }
            }
        }
        let gray = try #require(GrayPicture(buffer, longestSide: 16))
        #expect(gray.width == 16 && gray.height == 8)
        #expect(gray.samples[0] == 75 && gray.samples[15] == 200 && gray.samples[7 * 16 + 7] == 75)
    }

    @Test func rawDataHasNoGrayPicture() throws {
        let buffer = try CVPixelBuffer(width: 16, height: 16, pixelFormat: kCVPixelFormatType_14Bayer_RGGB)
        #expect(GrayPicture(buffer, longestSide: 16) == nil)
    }

    @Test func turnsAreClockwise() {
        let picture = GrayPicture(width: 3, height: 2, samples: [1, 2, 3, 4, 5, 6])
        #expect(picture.turned(1).samples == [4, 1, 5, 2, 6, 3])
        #expect(picture.turned(2).samples == [6, 5, 4, 3, 2, 1])
        #expect(picture.turned(-1).samples == [3, 6, 2, 5, 1, 4])
        #expect(picture.turned(1).turned(-1).samples == picture.samples)
    }

    @Test(arguments: 0..<4)
    func aRectangleTurnsWithThePicture(turns: Int) {
        var samples = [UInt8](repeating: 0, count: 8 * 4)
        samples[1 * 8 + 5] = 1
        let turned = GrayPicture(width: 8, height: 4, samples: samples).turned(turns)
        let place = CGRect(x: 5.0 / 8, y: 1.0 / 4, width: 1.0 / 8, height: 1.0 / 4).turned(turns)
        let (x, y) = (
            Int((place.minX * Double(turned.width)).rounded()), Int((place.minY * Double(turned.height)).rounded())
        )
        #expect(turned.samples[y * turned.width + x] == 1)
    }
}
