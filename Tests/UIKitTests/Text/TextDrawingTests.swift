import Testing

@testable import UIKit

@Suite struct TextDrawingTests {
    private let attributes: [NSAttributedString.Key: Any] = [
        .font: UIFont.systemFont(ofSize: 20), .foregroundColor: UIColor.red,
    ]

    /// The rectangle of all pixels that are not white, in points.
    private func inked(_ size: CGSize = CGSize(width: 200, height: 100), _ draw: () -> Void) throws -> CGRect {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: size, format: format).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(origin: .zero, size: size))
            draw()
        }
        let data = try #require(image.cgImage?.dataProvider?.data)
        let row = try #require(image.cgImage?.bytesPerRow)
        var ink = CGRect.null
        for y in 0..<Int(size.height) {
            for x in 0..<Int(size.width) where data[y * row + x * 4 + 1] < 200 {
                // Red ink keeps its red.
                #expect(data[y * row + x * 4] > 200)
                ink = ink.union(CGRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return ink
    }

    @Test func textIsDrawnInItsColorWhereItIsToBe() throws {
        let ink = try inked { "Hello".draw(at: CGPoint(x: 30, y: 40), withAttributes: attributes) }
        let size = "Hello".size(withAttributes: attributes)
        let place = CGRect(origin: CGPoint(x: 30, y: 40), size: size)
        // Letters reach a pixel beyond their advance.
        #expect(place.insetBy(dx: -1, dy: -1).contains(ink) && ink.width > size.width * 0.8)
    }

    @Test func aBaselineIsTheOriginUnlessItIsACorner() throws {
        let rect = CGRect(x: 10, y: 50, width: 150, height: 40)
        let above = try inked { "HHH".draw(with: rect, attributes: attributes, context: nil) }
        let below = try inked {
            "HHH".draw(with: rect, options: .usesLineFragmentOrigin, attributes: attributes, context: nil)
        }
        #expect(abs(above.maxY - 50) <= 1 && below.minY > 50)
    }

    @Test func linesWrapInAWidth() {
        let text = "several words that need some lines"
        let one = text.size(withAttributes: attributes)
        let many = text.boundingRect(
            with: CGSize(width: 90, height: CGFloat.greatestFiniteMagnitude), options: .usesLineFragmentOrigin,
            attributes: attributes, context: nil)
        #expect(many.width <= 90 && many.height >= 3 * one.height)
        let unwrapped = text.boundingRect(with: CGSize(width: 90, height: 1000), attributes: attributes, context: nil)
        #expect(unwrapped.height == one.height && unwrapped.minY < 0)
    }

    @Test func aParagraphIsAlignedAndCutOff() throws {
        let style = NSMutableParagraphStyle()
        style.alignment = .right
        let right = attributes.merging([.paragraphStyle: style]) { $1 }
        let ink = try inked { "end".draw(in: CGRect(x: 0, y: 0, width: 200, height: 50), withAttributes: right) }
        #expect(ink.minX > 120 && ink.maxX >= 195)
        let high = "a\nb\nc\nd".size(withAttributes: attributes).height
        let cut = try inked {
            "a\nb\nc\nd".draw(in: CGRect(x: 0, y: 0, width: 50, height: high / 2), withAttributes: attributes)
        }
        #expect(cut.maxY <= high / 2 + 1)
        #expect((style.copy() as? NSParagraphStyle)?.alignment == .right)
    }

    @Test func textHasThePixelsOfItsContext() throws {
        /// How many pixels of a letter's stem are neither empty nor full.
        func edges(_ scale: CGFloat) throws -> Int {
            let format = UIGraphicsImageRendererFormat()
            format.scale = scale
            let image = UIGraphicsImageRenderer(size: CGSize(width: 60, height: 30), format: format).image { _ in
                "I".draw(at: .zero, withAttributes: [.font: UIFont.boldSystemFont(ofSize: 24)])
            }
            let (data, row) = (image.cgImage?.dataProvider?.data, image.cgImage?.bytesPerRow ?? 0)
            let line = try #require(data)[(row * Int(15 * scale))..<(row * Int(15 * scale) + Int(60 * scale) * 4)]
            return line.enumerated().count { $0 % 4 == 3 && $1 != 0 && $1 != 255 }
        }
        // A picture of few pixels that is enlarged by 8 would have edges of several pixels.
        #expect(try edges(8) <= 4)
    }
}

@MainActor @Suite struct AttributedTitleTests {
    @Test func attributesGoFromTextToText() throws {
        var string = AttributedString("red plain")
        let red = try #require(string.range(of: "red"))
        // SwiftUI, which other tests here use, has attributes of the same names.
        string[red].uiKit.foregroundColor = .red
        string[red].uiKit.backgroundColor = .yellow
        string[red].uiKit.font = .boldSystemFont(ofSize: 20)
        string[red].uiKit.kern = 2
        string[red].uiKit.baselineOffset = 4
        string[red].uiKit.underlineStyle = .single
        string[red].uiKit.strikethroughStyle = .double
        string[red].link = URL(string: "https://example.org")
        let text = NSAttributedString(string)
        var range = NSRange()
        let attributes = text.attributes(at: 0, effectiveRange: &range)
        #expect(text.string == "red plain" && range == NSRange(location: 0, length: 3))
        #expect(attributes[.foregroundColor] as? UIColor == .red)
        #expect(attributes[.backgroundColor] as? UIColor == .yellow)
        #expect(attributes[.font] as? UIFont == .boldSystemFont(ofSize: 20))
        #expect(attributes[.underlineStyle] as? Int == 1 && attributes[.strikethroughStyle] as? Int == 9)
        #expect(text.attributes(at: 4, effectiveRange: nil).isEmpty)
        #expect(AttributedString(text) == string)
        let label = UILabel()
        label.attributedText = text
        #expect(label.text == "red plain")
    }

    @Test func aButtonShowsItsAttributedTitle() {
        let button = UIButton(type: .system)
        button.setTitle("plain", for: .normal)
        let title = NSAttributedString(string: "red", attributes: [.foregroundColor: UIColor.red])
        button.setAttributedTitle(title, for: .normal)
        #expect(button.titleLabel?.text == "red" && button.currentAttributedTitle == title)
        button.setAttributedTitle(nil, for: .normal)
        #expect(button.titleLabel?.text == "plain")
    }
}
