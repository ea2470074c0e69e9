import Testing
import UIKitCore

@Suite struct UIColorTests {
    private func parts(_ color: UIColor) -> [Int] {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        return [red, green, blue, alpha].map { Int(($0 * 255).rounded()) }
    }

    @Test func aSystemColorFollowsTheTraits() {
        let light = UITraitCollection(userInterfaceStyle: .light)
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        #expect(parts(UIColor.systemBlue.resolvedColor(with: light)) == [0, 122, 255, 255])
        #expect(parts(UIColor.systemBlue.resolvedColor(with: dark)) == [10, 132, 255, 255])
        #expect(parts(UIColor.secondaryLabel.resolvedColor(with: dark)) == [235, 235, 245, 153])
        dark.performAsCurrent { #expect(parts(.systemBackground) == [0, 0, 0, 255]) }
        #expect(parts(.systemBackground) == [255, 255, 255, 255])
    }

    @Test func aLiteralIsAColor() {
        let color = #colorLiteral(red: 1, green: 0.2, blue: 0, alpha: 0.6)
        #expect(parts(color) == [255, 51, 0, 153])
    }

    @Test func aProviderIsAskedForEachTraits() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }.withAlphaComponent(0.5)
        #expect(color.resolvedColor(with: .init(userInterfaceStyle: .dark)) == UIColor(white: 1, alpha: 0.5))
        #expect(color.resolvedColor(with: .init(userInterfaceStyle: .light)) == UIColor(white: 0, alpha: 0.5))
    }

    @Test func hueSaturationAndBrightnessMakeTheSameColor() {
        let color = UIColor(hue: 1.0 / 3, saturation: 0.5, brightness: 0.8, alpha: 1)
        #expect(parts(color) == [102, 204, 102, 255])
        var (hue, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
        #expect(abs(hue - 1 / 3.0) < 1e-9 && abs(saturation - 0.5) < 1e-9 && abs(brightness - 0.8) < 1e-9)
    }

    @Test func displayP3IsConverted() {
        // The primaries of sRGB in Display P3, and what sRGB lacks.
        #expect(parts(UIColor(displayP3Red: 0.9175, green: 0.2003, blue: 0.1386, alpha: 1)) == [255, 0, 0, 255])
        #expect(parts(UIColor(displayP3Red: 0.4584, green: 0.9853, blue: 0.2983, alpha: 1)) == [0, 255, 0, 255])
        #expect(parts(UIColor(displayP3Red: 0, green: 1, blue: 0, alpha: 0.2)) == [0, 255, 0, 51])
    }

    @Test func colorsWithTheSameComponentsAreEqual() {
        #expect(UIColor.red == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        #expect(UIColor.red != UIColor.systemRed)
        #expect(UIColor(cgColor: UIColor.orange.cgColor) == .orange)
    }
}

@Suite struct UITraitCollectionTests {
    @Test func laterTraitsWin() {
        let sum = UITraitCollection(traitsFrom: [
            .init(userInterfaceStyle: .light), .init(horizontalSizeClass: .compact), .init(userInterfaceStyle: .dark),
        ])
        #expect(sum.userInterfaceStyle == .dark)
        #expect(sum.horizontalSizeClass == .compact)
        #expect(sum.verticalSizeClass == .unspecified)
        let compact = UITraitCollection(horizontalSizeClass: .compact)
        let regular = UITraitCollection(horizontalSizeClass: .regular)
        #expect(sum.containsTraits(in: compact) == true)
        #expect(sum.containsTraits(in: regular) == false)
        #expect(sum.modifyingTraits { $0.displayScale = 2 }.displayScale == 2)
    }

    @Test func sizesOfTextHaveTheirNames() {
        #expect(UIContentSizeCategory.large.rawValue == "UICTContentSizeCategoryL")
        #expect(UIContentSizeCategory.extraExtraLarge.rawValue == "UICTContentSizeCategoryXXL")
        #expect(
            UIContentSizeCategory.accessibilityExtraLarge.rawValue == "UICTContentSizeCategoryAccessibilityXL")
        let (two, three) = (UIContentSizeCategory.extraExtraLarge, UIContentSizeCategory.extraExtraExtraLarge)
        #expect(three.rawValue.count == two.rawValue.count + 1)
    }
}
