import CaptureEngine
import CoreVideo
import PhotoCoding
import TestSupport
import Testing

/// Holes in a depth map.
@Suite struct DepthFilterTests {
    private static func map(
        _ width: Int, _ height: Int, _ value: (Int, Int) -> Float
    ) throws -> DepthMap {
        let buffer = try CVPixelBuffer.blank(width, height, kCVPixelFormatType_DepthFloat32)
        buffer.withPlanes { planes in
            for y in 0..<height {
                for x in 0..<width {
                    planes[0].base.storeBytes(
                        of: value(x, y), toByteOffset: y * planes[0].bytesPerRow + 4 * x, as: Float.self)
                }
            }
        }
        var map = DepthMap(buffer: buffer)
        map.isFiltered = false
        return map
    }

    private static func values(_ map: DepthMap) -> [Float] {
        map.buffer.withPlanes { planes in
            (0..<CVPixelBufferGetHeight(map.buffer)).flatMap { y in
                (0..<CVPixelBufferGetWidth(map.buffer)).map { x in
                    planes[0].base.load(fromByteOffset: y * planes[0].bytesPerRow + 4 * x, as: Float.self)
                }
            }
        }
    }

    @Test("holes are filled from around them, and everything else stays", arguments: [(16, 12), (17, 13), (5, 1)])
    func holes(width: Int, height: Int) throws {
        let map = try Self.map(width, height) { x, y in
            if x == 2 || (x * y) % 7 == 3 { return .nan }
            return x < width / 2 ? 1 : 4
        }
        let filtered = DepthFilter.filtered(map)
        #expect(filtered.isFiltered)
        for (before, after) in zip(Self.values(map), Self.values(filtered)) {
            #expect(before.isFinite ? after == before : (1...4).contains(after))
        }
    }

    @Test func aLargeHoleIsFilledFromItsSides() throws {
        let map = try Self.map(64, 64) { x, _ in x < 8 ? 1 : x >= 56 ? 3 : .nan }
        let values = Self.values(DepthFilter.filtered(map))
        #expect(values.allSatisfy { (1...3).contains($0) })
        #expect(values[32 * 64 + 9] < 2.01 && values[32 * 64 + 54] > 1.99)
    }

    @Test func anEmptyMapIsNotFilled() throws {
        let map = try Self.map(8, 8) { _, _ in .nan }
        #expect(!DepthFilter.filtered(map).isFiltered)
    }

    @Test func aMapFilteredByTheCameraIsLeftAlone() throws {
        var map = try Self.map(8, 8) { _, _ in 2 }
        map.isFiltered = true
        #expect(DepthFilter.filtered(map).buffer === map.buffer)
    }
}
