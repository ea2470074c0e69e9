import Foundation
import GtkSupport
import Testing
import UIKitCore

@testable import UIKit

/// Views that go from right to left, in one that is 200 wide.
@MainActor @Suite struct LayoutDirectionTests {
    private let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    private let one = UIView()
    private let two = UIView()

    init() {
        root.semanticContentAttribute = .forceRightToLeft
        for view in [one, two] {
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
            view.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
            view.heightAnchor.constraint(equalToConstant: 20).isActive = true
        }
    }

    private func places() -> [ClosedRange<CGFloat>] {
        root.layoutIfNeeded()
        return [one, two].map { $0.frame.minX...$0.frame.maxX }
    }

    @Test func theAttributeDecidesTheDirection() {
        let view = UIView()
        #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
        view.semanticContentAttribute = .forceRightToLeft
        #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
        // The views in it keep their own direction.
        let inner = UIView()
        view.addSubview(inner)
        #expect(inner.effectiveUserInterfaceLayoutDirection == .leftToRight)
        for attribute in [UISemanticContentAttribute.playback, .spatial, .forceLeftToRight] {
            #expect(UIView.userInterfaceLayoutDirection(for: attribute, relativeTo: .rightToLeft) == .leftToRight)
        }
        #expect(UIView.userInterfaceLayoutDirection(for: .unspecified, relativeTo: .rightToLeft) == .rightToLeft)
    }

    @Test func theLanguagesDirectionIsThatOfAllViews() {
        UITraitCollection.current.modifyingTraits { $0.layoutDirection = .rightToLeft }.performAsCurrent {
            let view = UIView()
            #expect(view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
            #expect(UIView.userInterfaceLayoutDirection(for: .unspecified) == .rightToLeft)
            view.semanticContentAttribute = .playback
            #expect(view.effectiveUserInterfaceLayoutDirection == .leftToRight)
        }
    }

    @Test func whatLeadsIsAtTheRight() {
        NSLayoutConstraint.activate([
            one.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10),
            one.widthAnchor.constraint(equalToConstant: 50),
            two.leadingAnchor.constraint(equalTo: one.trailingAnchor, constant: 5),
            root.trailingAnchor.constraint(equalTo: two.trailingAnchor, constant: 20),
        ])
        #expect(places() == [140...190, 20...135])
    }

    @Test func inequalitiesHoldInTheDirection() {
        let wide = two.widthAnchor.constraint(equalToConstant: 300)
        wide.priority = .defaultLow
        NSLayoutConstraint.activate([
            one.leadingAnchor.constraint(equalTo: root.leadingAnchor), one.widthAnchor.constraint(equalToConstant: 50),
            two.leadingAnchor.constraint(greaterThanOrEqualTo: one.trailingAnchor, constant: 8),
            two.trailingAnchor.constraint(equalTo: root.trailingAnchor), wide,
        ])
        #expect(places() == [150...200, 0...142])
    }

    @Test func partsOfAWidthCountFromTheRight() {
        NSLayoutConstraint.activate([
            NSLayoutConstraint(
                item: one, attribute: .leading, relatedBy: .equal, toItem: root, attribute: .trailing, multiplier: 0.25,
                constant: 0),
            one.widthAnchor.constraint(equalToConstant: 40),
            two.leadingAnchor.constraint(equalTo: root.centerXAnchor, constant: 10),
            two.widthAnchor.constraint(equalToConstant: 40),
        ])
        #expect(places() == [110...150, 50...90])
    }

    @Test func leftAndRightStay() {
        NSLayoutConstraint.activate([
            one.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10),
            one.widthAnchor.constraint(equalToConstant: 50),
            two.centerXAnchor.constraint(equalTo: root.centerXAnchor, constant: 30),
            two.widthAnchor.constraint(equalToConstant: 50),
        ])
        #expect(places() == [10...60, 105...155])
    }

    @Test func anotherDirectionMovesTheViews() {
        let place = one.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 10)
        NSLayoutConstraint.activate([
            place, one.widthAnchor.constraint(equalToConstant: 50),
            two.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            two.widthAnchor.constraint(equalToConstant: 50),
        ])
        #expect(places() == [140...190, 0...50])
        place.constant = 30
        #expect(places() == [120...170, 0...50])
        root.semanticContentAttribute = .unspecified
        #expect(places() == [30...80, 150...200])
    }

    @Test func marginsAreInTheDirection() {
        root.directionalLayoutMargins = NSDirectionalEdgeInsets(top: 1, leading: 30, bottom: 2, trailing: 7)
        #expect(root.layoutMargins == UIEdgeInsets(top: 1, left: 7, bottom: 2, right: 30))
        #expect(root.directionalLayoutMargins.leading == 30)
        NSLayoutConstraint.activate([
            one.leadingAnchor.constraint(equalTo: root.layoutMarginsGuide.leadingAnchor),
            one.widthAnchor.constraint(equalToConstant: 50),
            NSLayoutConstraint(
                item: two, attribute: .trailing, relatedBy: .equal, toItem: root, attribute: .trailingMargin,
                multiplier: 1, constant: 0), two.widthAnchor.constraint(equalToConstant: 50),
        ])
        #expect(places() == [120...170, 7...57])
        root.semanticContentAttribute = .forceLeftToRight
        #expect(root.layoutMargins == UIEdgeInsets(top: 1, left: 30, bottom: 2, right: 7))
        // Margins that were set by left and right do not change sides.
        root.layoutMargins = UIEdgeInsets(top: 0, left: 5, bottom: 0, right: 6)
        root.semanticContentAttribute = .forceRightToLeft
        #expect(root.layoutMargins.left == 5 && root.directionalLayoutMargins.leading == 6)
    }

    @Test func aStackBeginsAtTheRight() {
        let views = [UIView(), UIView()]
        let stack = UIStackView(arrangedSubviews: views)
        stack.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
        stack.spacing = 10
        stack.semanticContentAttribute = .forceRightToLeft
        views[0].widthAnchor.constraint(equalToConstant: 50).isActive = true
        stack.layoutIfNeeded()
        #expect(views.map(\.frame.minX) == [150, 0] && views[1].frame.width == 140)
        stack.axis = .vertical
        stack.alignment = .leading
        views[1].widthAnchor.constraint(equalToConstant: 30).isActive = true
        stack.layoutIfNeeded()
        #expect(views.map(\.frame.minX) == [150, 170])
    }

    @Test func naturalTextBeginsWhereTheLanguageDoes() {
        let (label, field) = (UILabel(), UITextField())
        #expect(label.shownAlignment == .natural && field.shownAlignment == 0)
        root.layoutDirectionOverride = .rightToLeft
        root.addSubview(label)
        root.addSubview(field)
        #expect(label.shownAlignment == .right)
        label.textAlignment = .left
        #expect(label.shownAlignment == .left)
        #expect(field.shownAlignment == 1)
        field.textAlignment = .left
        #expect(field.shownAlignment == 0)
        field.textAlignment = .natural
        field.semanticContentAttribute = .forceLeftToRight
        #expect(field.shownAlignment == 0)
    }

    @Test func theViewBesideATextLeads() {
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 34))
        let icon = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        (field.leftView, field.leftViewMode) = (icon, .always)
        field.layoutIfNeeded()
        #expect(icon.frame.minX == 0)
        field.semanticContentAttribute = .forceRightToLeft
        field.layoutIfNeeded()
        #expect(icon.frame.maxX == 200)
    }

    @Test func aButtonsPictureLeads() throws {
        let button = UIButton(type: .system)
        button.frame = CGRect(x: 0, y: 0, width: 200, height: 44)
        button.configuration = .plain()
        button.configuration?.image = UIImage(systemName: "camera")
        button.configuration?.title = "photo"
        button.contentHorizontalAlignment = .leading
        button.configuration?.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 30, bottom: 0, trailing: 4)
        func parts() throws -> (picture: CGRect, title: CGRect) {
            button.layoutIfNeeded()
            let picture = button.subviews.first { ($0 as? UIImageView)?.image != nil }
            return (try #require(picture).frame, try #require(button.subviews.first { $0 is UILabel }).frame)
        }
        let before = try parts()
        #expect(before.picture.minX == 30 && before.title.minX >= before.picture.maxX)
        button.semanticContentAttribute = .forceRightToLeft
        let after = try parts()
        #expect(after.picture.maxX == 170 && after.title.maxX <= after.picture.minX)
    }

    @Test func aBarsItemsChangeSides() throws {
        let bar = UINavigationBar(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
        let item = UINavigationItem(title: "a")
        let (start, end) = (UIView(), UIView())
        item.leftBarButtonItem = UIBarButtonItem(customView: start)
        item.rightBarButtonItem = UIBarButtonItem(customView: end)
        bar.semanticContentAttribute = .forceRightToLeft
        bar.show(item, back: "back") {}
        item.leftItemsSupplementBackButton = true
        bar.show(item, back: "back") {}
        bar.layoutIfNeeded()
        let back = try #require(bar.subviews.first { $0 is UIButton })
        #expect(back.frame.maxX == 192 && start.frame.maxX < back.frame.minX && end.frame.minX == 8)
    }
}
