import Foundation
import Testing

@testable import AVCamLinux

/// Histograms of pictures for the screen.
@Suite struct ExposureReadingTests {
    /// A picture whose rows have padding, gray but for some pixels.
    private func reading(
        width: Int, height: Int, cell: Int, part: CGRect? = nil, gray: UInt8,
        _ others: [(x: Int, y: Int, blue: UInt8, green: UInt8, red: UInt8)] = []
    ) -> ExposureReading {
        let bytesPerRow = width * 4 + 12
        var bytes = [UInt8](repeating: 255, count: bytesPerRow * height)
        for y in 0..<height {
            for x in 0..<width {
                bytes.replaceSubrange(y * bytesPerRow + x * 4..<y * bytesPerRow + x * 4 + 3, with: [gray, gray, gray])
            }
        }
        for pixel in others {
            let place = pixel.y * bytesPerRow + pixel.x * 4
            bytes.replaceSubrange(place..<place + 3, with: [pixel.blue, pixel.green, pixel.red])
        }
        return bytes.withUnsafeBytes {
            ExposureReading(
                pixels: $0.baseAddress, width: width, height: height, bytesPerRow: bytesPerRow, cell: cell, part: part)
        }
    }

    @Test func theMiddleOfEachCellCounts() {
        // The last column and row of cells are cut off.
        let reading = reading(
            width: 10, height: 7, cell: 4, gray: 128, [(2, 2, 255, 255, 255), (9, 6, 255, 255, 255), (0, 0, 0, 0, 0)])
        #expect(reading.columns == 3 && reading.rows == 2)
        #expect(reading.isClipped == [true, false, false, false, false, true])
        #expect(reading.levels[63] == 2 && reading.levels[32] == 4 && reading.levels.reduce(0, +) == 6)
    }

    @Test func greenWeighsMoreThanRedAndBlue() {
        func level(blue: UInt8, green: UInt8, red: UInt8) -> Int? {
            reading(width: 1, height: 1, cell: 8, gray: 0, [(0, 0, blue, green, red)]).levels.firstIndex(of: 1)
        }
        #expect(level(blue: 255, green: 0, red: 0) == 4)
        #expect(level(blue: 0, green: 0, red: 255) == 13)
        #expect(level(blue: 0, green: 255, red: 0) == 45)
    }

    @Test func onlyWhatHasNoDetailLeftIsClipped() {
        #expect(reading(width: 8, height: 8, cell: 8, gray: 249).isClipped == [false])
        #expect(reading(width: 8, height: 8, cell: 8, gray: 250).isClipped == [true])
    }

    private static let colors: [(red: UInt8, green: UInt8, blue: UInt8, isClipped: Bool)] = [
        (120, 255, 255, true), (255, 255, 0, true), (255, 190, 160, true), (245, 190, 160, false),
        (255, 0, 0, false), (0, 0, 255, false), (255, 0, 255, false),
    ]

    /// Overexposed sky, clouds and skin lose one or two colors first. A lamp's color is not overexposed by itself.
    @Test(arguments: colors)
    func oneColorWithoutDetailIsEnoughWhereItIsBright(red: UInt8, green: UInt8, blue: UInt8, isClipped: Bool) {
        let reading = reading(width: 1, height: 1, cell: 1, gray: 0, [(0, 0, blue, green, red)])
        #expect(reading.isClipped == [isClipped])
    }

    @Test func whatAPhotoLeavesOutDoesNotCount() {
        let reading = reading(
            width: 16, height: 8, cell: 4, part: CGRect(x: 4, y: 0, width: 8, height: 8), gray: 255)
        #expect(reading.columns == 4 && reading.rows == 2)
        #expect(reading.isClipped == [false, true, true, false, false, true, true, false])
        #expect(reading.levels.reduce(0, +) == 4)
    }

    @Test func noPictureHasNoReading() {
        let reading = ExposureReading(pixels: nil, width: 8, height: 8, bytesPerRow: 32, cell: 4)
        #expect(reading.columns == 0 && reading.rows == 0 && reading.isClipped.isEmpty)
    }
}
