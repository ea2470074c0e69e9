import CoreVideo
import Testing

@testable import PixelCoding

struct LumaLevelTests {
    /// 64 × 64 pixels.
    private func level() throws -> LumaLevel {
        let format = kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        return LumaLevel(try MergePicture(CVPixelBuffer(width: 64, height: 64, pixelFormat: format)))
    }

    @Test func theLowestCostIsFoundInEveryDirection() throws {
        let level = try level()
        for y in -2...2 {
            for x in -2...2 {
                let best = level.best(around: FrameShift(x: 3, y: -1), range: 2) { shift in
                    UInt64(1000 * (1 + abs(shift.x - 3 - x) + abs(shift.y + 1 - y)))
                }
                #expect(best.x == 3 + x && best.y == y - 1)
            }
        }
    }

    /// Noise alone makes small differences.
    @Test(arguments: [(999, 0), (900, 1)] as [(UInt64, Int)])
    func onlyAClearlyLowerCostMovesTheFrame(cost: UInt64, x: Int) throws {
        let best = try level().best(around: FrameShift(x: 0, y: 0), range: 1) { $0.x == 1 && $0.y == 0 ? cost : 1000 }
        #expect(best.x == x && best.y == 0)
    }

    @Test func aMovedWindowMayReachTheEdgesAndNotBeyond() throws {
        let level = try level()
        let window = LumaLevel.Window(x: 8, y: 8, width: 48, height: 48)
        #expect(level.contains(window, movedBy: FrameShift(x: 0, y: 0), range: 8))
        #expect(!level.contains(window, movedBy: FrameShift(x: 0, y: 0), range: 9))
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            #expect(level.contains(window, movedBy: FrameShift(x: x, y: y), range: 7))
            #expect(!level.contains(window, movedBy: FrameShift(x: x, y: y), range: 8))
        }
    }
}
