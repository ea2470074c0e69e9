import CoreImage
import CoreImage.CIFilterBuiltins
import Foundation
import TestSupport
import Testing

/// Pictures that are made of nothing but two colors.
@Suite struct PatternTests {
    @Test func patternsAreRegular() throws {
        let board = CIFilter.checkerboardGenerator()
        (board.center, board.width) = (CGPoint(x: 80, y: 60), 20)
        (board.color0, board.color1) = (CIColor(red: 1, green: 0, blue: 0), CIColor(red: 0, green: 0, blue: 1))
        let squares = try Pixels(board)
        #expect(squares.at(90, 50) == [255, 0, 0, 255] && squares.at(70, 50) == [0, 0, 255, 255])
        #expect(squares.at(70, 70) == [255, 0, 0, 255] && squares.at(110, 50) == [0, 0, 255, 255])
        #expect((0..<120).allSatisfy { squares.at(5, $0) == squares.at(45, $0) })
        let stripes = CIFilter.stripesGenerator()
        (stripes.center, stripes.width) = (CGPoint(x: 80, y: 0), 20)
        let bars = try Pixels(stripes)
        #expect(bars.at(90, 3) == [255, 255, 255, 255] && bars.at(70, 100) == [0, 0, 0, 255])
        let glow = CIFilter.gaussianGradient()
        (glow.center, glow.radius) = (CGPoint(x: 80, y: 60), 50)
        let light = try Pixels(glow)
        // Three standard deviations are the radius.
        for x in [80, 90, 105, 120, 128] {
            let square = (pow(Double(x) - 79.5, 2) + 0.25) / 2500
            #expect(abs(Double(light.at(x, 60)[3]) - 255 * exp(-4.5 * square)) <= 1)
        }
        #expect(light.at(132, 60) == [0, 0, 0, 0] && light.at(80, 5) == [0, 0, 0, 0])
    }
}
