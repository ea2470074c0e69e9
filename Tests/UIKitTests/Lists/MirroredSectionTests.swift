import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// Sections of compositional layouts in a view that goes from right to left, 290 wide.
@MainActor @Suite struct MirroredSectionTests {
    private final class Items: NSObject, UICollectionViewDataSource {
        var count = 10
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
            view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
        }
    }

    private let items = Items()

    private func view(_ layout: UICollectionViewLayout) -> UICollectionView {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 290, height: 400), collectionViewLayout: layout)
        view.semanticContentAttribute = .forceRightToLeft
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
        view.dataSource = items
        view.layoutIfNeeded()
        return view
    }

    /// Groups of one item each.
    private func section(_ width: NSCollectionLayoutDimension, insets: CGFloat = 0) -> NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(widthDimension: width, heightDimension: .absolute(100))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size,
            subitems: [
                NSCollectionLayoutItem(
                    layoutSize: NSCollectionLayoutSize(
                        widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
            ])
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 20
        section.contentInsets.leading = insets
        return section
    }

    /// Groups of 80 points that are scrolled across, 20 points from each other.
    private func strip(_ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior) -> UICollectionView {
        let section = section(.absolute(80))
        section.orthogonalScrollingBehavior = behavior
        return view(UICollectionViewCompositionalLayout(section: section))
    }

    /// The left edge of an item, as it is seen.
    private func place(_ item: Int, _ view: UICollectionView) -> CGFloat? {
        view.layoutIfNeeded()
        let cell = view.cellForItem(at: IndexPath(item: item, section: 0))
        return cell.map { $0.convert(CGPoint.zero, to: view).x - view.contentOffset.x }
    }

    private func drag(_ view: UICollectionView, by distance: CGFloat) {
        let (window, clock) = (UIWindow(frame: view.frame), LayerClock(standingAt: 100))
        window.isHidden = false
        window.addSubview(view)
        LayerClock.$current.withValue(clock) {
            view.layoutIfNeeded()
            window.receiveTouch(id: 1, .began, at: CGPoint(x: 150, y: 60), time: 100)
            for number in 1...10 {
                clock.advance(by: 0.02)
                let place = CGPoint(x: 150 + distance * CGFloat(number) / 10, y: 60)
                window.receiveTouch(id: 1, .moved, at: place, time: 100 + 0.02 * Double(number))
            }
            window.receiveTouch(id: 1, .ended, at: CGPoint(x: 150 + distance, y: 60), time: 100.7)
            clock.advance(by: 1)
        }
        view.removeFromSuperview()
    }

    @Test func insetsAndItemsAreMirrored() {
        let view = view(UICollectionViewCompositionalLayout(section: section(.absolute(80), insets: 30)))
        #expect(place(0, view) == 180)
        view.semanticContentAttribute = .unspecified
        #expect(place(0, view) == 30)
    }

    @Test func aStripBeginsAtTheRight() throws {
        let view = strip(.continuous)
        let scroll = try #require(view.strip(ofSection: 0))
        #expect(scroll.contentSize.width == 980 && scroll.contentOffset.x == 690)
        #expect(place(0, view) == 210 && place(1, view) == 110 && place(2, view) == 10)
        #expect(view.cellForItem(at: IndexPath(item: 4, section: 0)) == nil)
        #expect(view.indexPathForItem(at: CGPoint(x: 220, y: 50))?.item == 0)
        scroll.contentOffset.x = 590
        #expect(place(1, view) == 210 && place(3, view) == 10)
        view.scrollToItem(at: IndexPath(item: 9, section: 0), at: .left, animated: false)
        #expect(scroll.contentOffset.x == 0 && place(9, view) == 0)
    }

    @Test func aStripStaysWhereMoreComes() throws {
        let view = strip(.continuous)
        let scroll = try #require(view.strip(ofSection: 0))
        scroll.contentOffset.x = 590
        view.layoutIfNeeded()
        items.count = 20
        view.insertItems(at: (10..<20).map { IndexPath(item: $0, section: 0) })
        #expect(place(1, view) == 210 && scroll.contentOffset.x == 1590)
        view.semanticContentAttribute = .unspecified
        #expect(place(1, view) == 0 && scroll.contentOffset.x == 100)
    }

    @Test func groupsStopAtTheRight() throws {
        let groups = strip(.groupPaging)
        drag(groups, by: 70)
        #expect(groups.strip(ofSection: 0)?.contentOffset.x == 590)
        let centered = strip(.groupPagingCentered)
        let scroll = try #require(centered.strip(ofSection: 0))
        // The first one is in the middle: from 105 to 185.
        #expect(place(0, centered) == 105)
        drag(centered, by: 70)
        #expect(place(1, centered) == 105 && scroll.contentInset.right == 105)
        let pages = strip(.paging)
        drag(pages, by: 200)
        #expect(pages.strip(ofSection: 0)?.contentOffset.x == 400)
    }

    @Test func aShortStripIsAtTheRight() {
        items.count = 2
        let view = strip(.continuous)
        #expect(place(0, view) == 210 && place(1, view) == 110)
    }
}
