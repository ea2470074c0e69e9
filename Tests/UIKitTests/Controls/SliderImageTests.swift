import Foundation
import Testing
import UIKitCore

@testable import UIKit

/// Images of a slider's parts. GTK's style sheet draws them.
@MainActor @Suite struct SliderImageTests {
    private let thumb = " > trough > slider"
    private let track = " > trough"
    private let filled = " > trough > highlight"

    private func image(_ color: UIColor, _ width: CGFloat, _ height: CGFloat) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        return UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        }
    }

    /// The picture in a rule.
    private func picture(_ rule: String?) throws -> UIImage {
        let rest = try #require(rule?.components(separatedBy: "data:image/png;base64,").dropFirst().first)
        let text = try #require(rest.components(separatedBy: "\")").first)
        let file = try #require(Data(base64Encoded: text))
        return try #require(UIImage(data: file))
    }

    /// Red, green, blue and alpha at the middle.
    private func color(_ image: UIImage) throws -> [UInt8] {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let dot = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: format).image { _ in
            image.draw(in: CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        return [UInt8](try #require(dot.cgImage?.dataProvider?.data as Data?).prefix(4))
    }

    @Test func aThumbShowsTheImageOfItsState() throws {
        let slider = UISlider(frame: .zero)
        #expect(slider.currentThumbImage == nil && slider.rules.isEmpty)
        let (usual, held) = (image(.red, 40, 50), image(.blue, 40, 50))
        slider.setThumbImage(usual, for: .normal)
        slider.setThumbImage(held, for: .highlighted)
        #expect(slider.thumbImage(for: .normal) === usual && slider.thumbImage(for: .disabled) == nil)
        #expect(slider.currentThumbImage === usual && slider.intrinsicContentSize.height == 50)
        let rule = try #require(slider.rules[thumb])
        #expect(rule.contains("min-width: 40.0px; min-height: 50.0px; margin: -25.0px 0;"))
        #expect(try picture(rule).size == CGSize(width: 80, height: 100))
        #expect(try color(picture(rule)) == [255, 0, 0, 255])
        slider.held(true)
        #expect(slider.currentThumbImage === held && slider.isHighlighted)
        #expect(try color(picture(slider.rules[thumb])) == [0, 0, 255, 255])
        slider.held(false)
        #expect(slider.currentThumbImage === usual)
        // What is not set for a state is the normal one's.
        slider.isEnabled = false
        #expect(slider.currentThumbImage === usual)
    }

    @Test func colorsAndImagesReplaceEachOther() {
        let slider = UISlider(frame: .zero)
        let all = image(.red, 4, 4)
        (slider.thumbTintColor, slider.minimumTrackTintColor, slider.maximumTrackTintColor) = (.green, .green, .green)
        slider.setThumbImage(all, for: .normal)
        slider.setMinimumTrackImage(all, for: .normal)
        slider.setMaximumTrackImage(all, for: .normal)
        #expect(slider.thumbTintColor == nil && slider.minimumTrackTintColor == nil)
        #expect(slider.maximumTrackTintColor == nil)
        #expect(slider.rules.values.filter { $0.contains("base64") }.count == 3)
        (slider.thumbTintColor, slider.minimumTrackTintColor, slider.maximumTrackTintColor) = (.green, .green, .green)
        #expect(slider.currentThumbImage == nil && slider.minimumTrackImage(for: .normal) == nil)
        #expect(slider.maximumTrackImage(for: .normal) == nil)
        #expect(slider.rules.values.filter { $0.hasPrefix("background: rgba") }.count == 3)
    }

    @Test func aTrackIsAsHighAsItsImagesWhoseCornersKeepTheirSize() throws {
        let slider = UISlider(frame: .zero)
        let insets = UIEdgeInsets(top: 0, left: 6, bottom: 0, right: 5)
        slider.setMinimumTrackImage(
            image(.red, 12, 20).resizableImage(withCapInsets: insets, resizingMode: .stretch), for: .normal)
        slider.setMaximumTrackImage(image(.blue, 12, 8), for: .normal)
        #expect(slider.currentMinimumTrackImage === slider.minimumTrackImage(for: .normal))
        let corners = try #require(slider.rules[filled])
        #expect(try color(picture(corners)) == [255, 0, 0, 255])
        // Slices are in pixels, widths in points.
        #expect(corners.contains("border-image-slice: 0.0 10.0 0.0 12.0 fill;"))
        #expect(corners.contains("border-image-width: 0.0px 5.0px 0.0px 6.0px;"))
        #expect(corners.contains("border-image-repeat: stretch;"))
        let plain = try #require(slider.rules[track])
        #expect(plain.contains("background-size: 100% 100%;") && plain.contains("min-height: 20.0px;"))
        #expect(try color(picture(plain)) == [0, 0, 255, 255])
        #expect(slider.intrinsicContentSize.height == 44)
    }

    @Test func aTemplateHasTheTintColor() throws {
        let slider = UISlider(frame: .zero)
        slider.setThumbImage(image(.red, 10, 10).withRenderingMode(.alwaysTemplate), for: .normal)
        slider.tintColor = .green
        #expect(try color(picture(slider.rules[thumb])) == [0, 255, 0, 255])
    }

    @Test func imagesOfTheLimitsAreBesideTheTrack() throws {
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        slider.minimumValueImage = image(.red, 20, 10)
        slider.maximumValueImage = image(.blue, 30, 10)
        slider.layoutIfNeeded()
        func place(_ image: UIImage?) -> CGRect? {
            slider.subviews.first { image != nil && ($0 as? UIImageView)?.image === image }?.frame
        }
        #expect(place(slider.minimumValueImage) == CGRect(x: 0, y: 15, width: 20, height: 10))
        #expect(place(slider.maximumValueImage) == CGRect(x: 170, y: 15, width: 30, height: 10))
        #expect(slider.rules[""] == "padding-left: 30.0px; padding-right: 40.0px;")
        slider.semanticContentAttribute = .forceRightToLeft
        slider.layoutIfNeeded()
        #expect(place(slider.minimumValueImage)?.minX == 180 && place(slider.maximumValueImage)?.minX == 0)
        #expect(slider.rules[""] == "padding-left: 40.0px; padding-right: 30.0px;")
        (slider.minimumValueImage, slider.maximumValueImage) = (nil, nil)
        #expect(slider.subviews.isEmpty && slider.rules[""] == nil)
    }
}
