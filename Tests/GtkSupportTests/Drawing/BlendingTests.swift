import Foundation
import Testing

@testable import GtkSupport

@MainActor @Suite struct BlendingTests {
    private let area = Rect(x: 0, y: 0, width: 4, height: 4)

    /// The pixel in the middle: blue, green, red, alpha; nothing is behind the two.
    private func middle(_ blending: Blending, _ bottom: Color, _ top: Color) throws -> [UInt8] {
        // GTK's kinds of nodes are known after it was asked, with or without a display.
        _ = Display.isThere
        let node = DrawnNode.record { snapshot in
            snapshot.blended(blending, in: area) {
                $0.fill(area, bottom)
            } _: {
                $0.fill(area, top)
            }
        }
        let picture = try #require(node?.part(.identity, width: 4, height: 4))
        let start = picture.pixels.startIndex + 4 * (2 * picture.width + 2)
        return Array(picture.pixels[start..<start + 4])
    }

    private func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    @Test func eachModeIsThatOfItsName() throws {
        let (bottom, top) = (color(1, 0.4, 0), color(0.6, 1, 0.2))
        // Of W3C's formulas: products, inverted products, the larger, the smaller, differences.
        let expected: [(Blending.Mode, [UInt8])] = [
            (.multiply, [0, 102, 153, 255]), (.screen, [51, 255, 255, 255]), (.lighten, [51, 255, 255, 255]),
            (.darken, [0, 102, 153, 255]), (.difference, [51, 153, 102, 255]),
        ]
        for (mode, bytes) in expected {
            let found = try middle(.mode(mode), bottom, top)
            #expect(zip(found, bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(mode): \(found)")
        }
    }

    @Test func operationsOfPorterAndDuff() throws {
        let gray = color(0, 0, 0, 0.6)
        // What is cut out is transparent, as in a scanner's shade.
        #expect(try middle(.operation(.cutOut), gray, color(1, 1, 1)) == [0, 0, 0, 0])
        #expect(try middle(.operation(.cutOut), gray, color(1, 1, 1, 0)) == [0, 0, 0, 153])
        #expect(try middle(.operation(.add), color(0.4, 0, 0), color(0.2, 0.2, 0)) == [0, 51, 153, 255])
        #expect(try middle(.operation(.under), color(1, 0, 0), color(0, 1, 0)) == [0, 0, 255, 255])
        #expect(try middle(.operation(.atop), gray, color(0, 1, 0))[3] == 153)
    }
}
