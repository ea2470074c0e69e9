import Foundation
import Testing

@testable import UIKit

/// Layouts of collections in views that go from right to left, 290 wide, with items of 80 by 40.
@MainActor @Suite struct MirroredLayoutTests {
    /// Begins at the right where the view does.
    private final class Flipping: UICollectionViewFlowLayout {
        override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
    }

    /// Was written for right to left.
    private final class Foreign: UICollectionViewFlowLayout {
        override var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .rightToLeft }
    }

    private final class Items: NSObject, UICollectionViewDataSource {
        var count = 4
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
            view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
        }
    }

    private let items = Items()

    private func view(_ layout: UICollectionViewFlowLayout, count: Int = 4) -> UICollectionView {
        layout.itemSize = CGSize(width: 80, height: 40)
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 290, height: 40), collectionViewLayout: layout)
        view.semanticContentAttribute = .forceRightToLeft
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
        items.count = count
        view.dataSource = items
        view.layoutIfNeeded()
        return view
    }

    /// The left edges of the visible items, as they are seen.
    private func seen(_ view: UICollectionView) -> [Int: CGFloat] {
        view.layoutIfNeeded()
        let pairs = view.indexPathsForVisibleItems.compactMap { path in
            view.cellForItem(at: path).map { (path.item, $0.frame.minX - view.contentOffset.x) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func across(_ layout: UICollectionViewFlowLayout = UICollectionViewFlowLayout())
        -> UICollectionViewFlowLayout
    {
        layout.scrollDirection = .horizontal
        layout.minimumLineSpacing = 20
        return layout
    }

    @Test func linesBeginAtTheRight() {
        let view = view(UICollectionViewFlowLayout(), count: 3)
        #expect(seen(view) == [0: 210, 1: 120, 2: 30])
        #expect(view.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))?.frame.minX == 210)
        #expect(view.indexPathForItem(at: CGPoint(x: 230, y: 10))?.item == 0)
        // The layout's own places stay.
        let own = view.collectionViewLayout.layoutAttributesForItem(at: IndexPath(item: 0, section: 0))
        #expect(own?.frame.minX == 0)
        view.semanticContentAttribute = .unspecified
        #expect(seen(view) == [0: 0, 1: 90, 2: 180])
    }

    @Test func aLayoutForTheOtherDirectionIsMirroredInTheUsualOne() {
        let view = view(Foreign(), count: 3)
        #expect(seen(view) == [0: 0, 1: 90, 2: 180])
        view.semanticContentAttribute = .unspecified
        #expect(seen(view) == [0: 210, 1: 120, 2: 30])
    }

    @Test func aRowBeginsAtTheRightIfItsLayoutFlips() {
        let view = view(across(Flipping()), count: 10)
        #expect(view.contentSize.width == 980 && view.contentOffset.x == 690)
        #expect(seen(view) == [0: 210, 1: 110, 2: 10])
        #expect(view.indexPathForItem(at: CGPoint(x: 910, y: 10))?.item == 0)
        view.scrollToItem(at: IndexPath(item: 9, section: 0), at: .left, animated: false)
        #expect(view.contentOffset.x == 0 && seen(view)[9] == 0)
        #expect(seen(self.view(across(), count: 10)) == [0: 0, 1: 100, 2: 200])
    }

    @Test func aShortRowIsAtTheRight() {
        #expect(seen(view(across(Flipping()), count: 2)) == [0: 210, 1: 110])
    }

    @Test func whatIsSeenStaysWhereMoreComes() {
        let view = view(across(Flipping()), count: 10)
        view.contentOffset.x = 590
        #expect(seen(view)[1] == 210)
        items.count = 20
        view.reloadData()
        #expect(seen(view)[1] == 210 && view.contentOffset.x == 1590)
        view.semanticContentAttribute = .unspecified
        #expect(seen(view)[1] == 0 && view.contentOffset.x == 100)
    }
}
