import Testing

@testable import UIKit

@MainActor @Suite struct VisualFormatTests {
    private let around = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    private let one = UIView(frame: .zero)
    private let other = UIView(frame: .zero)

    init() {
        for view in [one, other] {
            view.translatesAutoresizingMaskIntoConstraints = false
            around.addSubview(view)
        }
        around.layoutMargins = UIEdgeInsets(top: 8, left: 16, bottom: 8, right: 16)
    }

    private func place(
        _ formats: String..., options: NSLayoutConstraint.FormatOptions = [], metrics: [String: Any] = [:]
    ) {
        let views = ["one": one, "other": other]
        for format in formats {
            around.addConstraints(
                NSLayoutConstraint.constraints(
                    withVisualFormat: format, options: options, metrics: metrics, views: views))
        }
        around.layoutIfNeeded()
    }

    @Test func viewsAreBetweenTheEdgesWithTheirLengths() {
        place(
            "H:|[one]-12-[other(44)]|", "V:|-space-[one(50)]", "V:[other(==one)]-(>=20)-|", "V:|-10-[other]",
            metrics: ["space": 30])
        #expect(one.frame == CGRect(x: 0, y: 30, width: 244, height: 50))
        #expect(other.frame == CGRect(x: 256, y: 10, width: 44, height: 50))
    }

    @Test func aHyphenAloneIsTheUsualDistance() {
        place("|-[one]-[other(==one)]-|", "V:|-[one]-|", "V:[other(10)]|")
        #expect(one.frame == CGRect(x: 16, y: 8, width: 130, height: 184))
        #expect(other.frame == CGRect(x: 154, y: 190, width: 130, height: 10))
    }

    @Test func aFormatCanBeReadFromTheRight() {
        place("H:|-[one(40)]-(>=12)-[other(44)]-30-|", options: .directionRightToLeft)
        place("V:|-10-[one(20)]-5-[other(20)]", options: .directionRightToLeft)
        #expect(one.frame == CGRect(x: 244, y: 10, width: 40, height: 20))
        #expect(other.frame == CGRect(x: 30, y: 35, width: 44, height: 20))
    }

    @Test func prioritiesAndAlignmentsAreRead() {
        let constraints = NSLayoutConstraint.constraints(
            withVisualFormat: "[one(>=40@250,<=90)]-[other]", options: .alignAllCenterY,
            views: ["one": one, "other": other])
        #expect(constraints.count == 4 && constraints[0].priority.rawValue == 250)
        #expect(constraints[0].relation == .greaterThanOrEqual && constraints[1].constant == 90)
        #expect(constraints[3].firstAttribute == .centerY && constraints[3].secondItem === other)
    }

    @Test func aConstraintOfNothingCanBeReplaced() {
        var width = NSLayoutConstraint()
        #expect(!width.isActive && width.firstItem == nil)
        width = one.widthAnchor.constraint(equalToConstant: 20)
        width.isActive = true
        #expect(width.isActive)
    }
}
