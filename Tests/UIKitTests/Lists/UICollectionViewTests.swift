import Foundation
import Testing

@testable import UIKit

/// Swatches of a camera's filters, and the delegate calls they caused.
@MainActor
private final class Swatches: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    final class Cell: UICollectionViewCell {
        static var count = 0
        let label = UILabel()

        override init(frame: CGRect) {
            Self.count += 1
            super.init(frame: frame)
            contentView.addSubview(label)
        }

        required init?(coder: NSCoder) { nil }

        override func prepareForReuse() {
            super.prepareForReuse()
            label.text = nil
        }
    }

    var names = [(0..<50).map { "item \($0)" }]
    var told: [String] = []
    var sizes: [Int: CGSize] = [:]
    var refused: Int?

    func numberOfSections(in collectionView: UICollectionView) -> Int { names.count }
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        names[section].count
    }

    func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let cell = view.dequeueReusableCell(withReuseIdentifier: "swatch", for: indexPath)
        let label = (cell as? Cell)?.label
        #expect(label?.text == nil)
        label?.text = names[indexPath.section][indexPath.item]
        return cell
    }

    func collectionView(
        _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "head", for: indexPath)
    }

    func collectionView(
        _ view: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt indexPath: IndexPath
    ) -> CGSize { sizes[indexPath.item] ?? CGSize(width: 100, height: 80) }

    func collectionView(_ view: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        indexPath.item != refused
    }
    func collectionView(_ view: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        told.append("+\(indexPath.item)")
    }
    func collectionView(_ view: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
        told.append("-\(indexPath.item)")
    }
}

@MainActor @Suite(.serialized) struct UICollectionViewTests {
    private let swatches = Swatches()
    private let layout = UICollectionViewFlowLayout()
    private let view: UICollectionView

    init() {
        Swatches.Cell.count = 0
        let frame = CGRect(x: 0, y: 0, width: 350, height: 200)
        view = UICollectionView(frame: frame, collectionViewLayout: layout)
        view.register(Swatches.Cell.self, forCellWithReuseIdentifier: "swatch")
        view.register(
            UICollectionReusableView.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
            withReuseIdentifier: "head")
        view.dataSource = swatches
        view.delegate = swatches
    }

    private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }
    private func frame(_ item: Int, _ section: Int = 0) -> CGRect? {
        view.layoutAttributesForItem(at: path(item, section))?.frame
    }
    private var texts: [String?] { view.visibleCells.map { ($0 as? Swatches.Cell)?.label.text } }

    /// Writes down what it is told, and scrolls when its width changes.
    private final class Watched: UICollectionViewFlowLayout {
        final class Context: UICollectionViewFlowLayoutInvalidationContext {
            var width: CGFloat = 0
        }
        var told: [String] = []

        override class var invalidationContextClass: AnyClass { Context.self }

        override func invalidationContext(
            forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
            let context = super.invalidationContext(forBoundsChange: newBounds)
            (context as? Context)?.width = newBounds.width
            context.contentOffsetAdjustment.y = 15
            return context
        }

        override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
            super.invalidateLayout(with: context)
            guard let context = context as? Context else { return }
            let parts = [
                context.invalidateEverything ? "all" : "", context.invalidateDataSourceCounts ? "counts" : "",
                context.width > 0 ? "\(Int(context.width)) \(context.invalidateFlowLayoutDelegateMetrics)" : "",
            ]
            told.append(parts.filter { !$0.isEmpty }.joined(separator: " "))
        }
    }

    @Test func aLayoutIsToldWhatIsNotValidAnyMore() {
        let watched = Watched()
        view.collectionViewLayout = watched
        view.layoutIfNeeded()
        watched.told = []
        view.bounds.size.width = 230
        #expect(watched.told == ["230 true"] && view.contentOffset.y == 15)
        view.layoutIfNeeded()
        #expect(frame(1)?.minX == 130)
        watched.told = []
        view.reloadData()
        view.layoutIfNeeded()
        swatches.names[0].removeLast()
        view.deleteItems(at: [path(49)])
        watched.invalidateLayout()
        watched.invalidateLayout(with: Watched.Context())
        #expect(watched.told == ["all counts", "counts", "all", ""])
    }

    @Test func aContextNamesElements() {
        let context = UICollectionViewLayoutInvalidationContext()
        #expect(context.invalidatedItemIndexPaths == nil && !context.invalidateEverything)
        context.invalidateItems(at: [path(1)])
        context.invalidateItems(at: [path(2)])
        context.invalidateSupplementaryElements(ofKind: "head", at: [path(0)])
        #expect(context.invalidatedItemIndexPaths == [path(1), path(2)])
        #expect(context.invalidatedSupplementaryIndexPaths == ["head": [path(0)]])
    }

    @Test func itemsOfALineShareTheRemainingSpace() {
        // Three of 100 in 350: 25 between them, 10 between the lines.
        #expect(frame(0) == CGRect(x: 0, y: 0, width: 100, height: 80))
        #expect(frame(1)?.minX == 125 && frame(2)?.minX == 250)
        #expect(frame(3)?.origin == CGPoint(x: 0, y: 90))
        // The last line keeps its columns: 17 lines of three, the last one with two.
        #expect(frame(49)?.origin == CGPoint(x: 125, y: 16 * 90))
        #expect(view.collectionViewLayout.collectionViewContentSize == CGSize(width: 350, height: 17 * 80 + 16 * 10))
    }

    @Test func itemsOfDifferentSizesStandInTheMiddleOfTheirLine() {
        swatches.names = [["a", "b", "c"]]
        swatches.sizes = [1: CGSize(width: 200, height: 40)]
        view.reloadData()
        #expect(frame(0)?.minX == 0 && frame(1) == CGRect(x: 150, y: 20, width: 200, height: 40))
        // The last line begins at the left.
        #expect(frame(2)?.origin == CGPoint(x: 0, y: 90))
    }

    @Test func insetsAndHeadersTakeRoom() {
        swatches.names = [["a"], ["b"]]
        layout.sectionInset = UIEdgeInsets(top: 5, left: 20, bottom: 7, right: 20)
        layout.headerReferenceSize = CGSize(width: 0, height: 30)
        view.reloadData()
        view.layoutIfNeeded()
        #expect(frame(0) == CGRect(x: 20, y: 35, width: 100, height: 80))
        // 30 + 5 + 80 + 7 of the first section, 30 + 5 of this one.
        #expect(frame(0, 1)?.minY == 157)
        let kind = UICollectionView.elementKindSectionHeader
        #expect(view.supplementaryView(forElementKind: kind, at: path(0, 1))?.frame.minY == 122)
        #expect(view.supplementaryView(forElementKind: kind, at: path(0))?.frame.width == 350)
    }

    @Test func aStripScrollsToTheSide() {
        layout.scrollDirection = .horizontal
        view.frame = CGRect(x: 0, y: 0, width: 350, height: 100)
        view.layoutIfNeeded()
        // A column has room for one item, which stands in its middle.
        #expect(frame(3)?.origin == CGPoint(x: 330, y: 10))
        #expect(view.contentSize == CGSize(width: 50 * 100 + 49 * 10, height: 100))
        #expect(view.indexPathsForVisibleItems.map(\.item) == [0, 1, 2, 3])
        view.scrollToItem(at: path(20), at: .centeredHorizontally, animated: false)
        #expect(view.contentOffset == CGPoint(x: 20 * 110 + 50 - 175, y: 0))
    }

    @Test func onlyWhatIsSeenHasCells() {
        view.layoutIfNeeded()
        #expect(texts.count == 9 && texts.first == "item 0" && Swatches.Cell.count == 9)
        let first = view.cellForItem(at: path(0))
        view.contentOffset.y = 900
        view.layoutIfNeeded()
        #expect(texts.first == "item 30" && texts.count == 9)
        // The lines that come reuse the cells of those that went.
        #expect(Swatches.Cell.count == 9 && first?.superview != nil)
        #expect(view.cellForItem(at: path(0)) == nil)
        #expect(view.indexPathForItem(at: CGPoint(x: 130, y: 905)) == path(31))
    }

    @Test func oneItemIsChosenAtATime() throws {
        view.layoutIfNeeded()
        swatches.refused = 3
        let cells = view.visibleCells
        cells[1].pressed()
        cells[2].pressed()
        cells[3].pressed()
        #expect(swatches.told == ["+1", "-1", "+2"])
        #expect(view.indexPathsForSelectedItems == [path(2)] && cells[2].isSelected && !cells[1].isSelected)
        view.allowsMultipleSelection = true
        cells[0].pressed()
        cells[2].pressed()
        #expect(swatches.told.suffix(2) == ["+0", "-2"] && view.indexPathsForSelectedItems == [path(0)])
        // A cell that is used again shows its own item's state.
        view.contentOffset.y = 900
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 9 && view.visibleCells.allSatisfy { !$0.isSelected })
        view.contentOffset.y = 0
        view.layoutIfNeeded()
        #expect(view.cellForItem(at: path(0))?.isSelected == true)
    }

    @Test func whileItIsEditedSeveralItemsAreChosen() {
        view.layoutIfNeeded()
        view.allowsMultipleSelectionDuringEditing = true
        let cells = view.visibleCells
        cells[1].pressed()
        view.isEditing = true
        #expect(view.indexPathsForSelectedItems == [] && !cells[1].isSelected)
        cells[0].pressed()
        cells[2].pressed()
        #expect(view.indexPathsForSelectedItems == [path(0), path(2)])
        cells[0].pressed()
        #expect(view.indexPathsForSelectedItems == [path(2)])
        view.isEditing = false
        #expect(view.indexPathsForSelectedItems == [] && !cells[2].isSelected)
        view.isEditing = true
        view.allowsMultipleSelectionDuringEditing = false
        cells[1].pressed()
        #expect(view.indexPathsForSelectedItems == [])
    }

    @Test func itemsComeAndGoWithTheirSelection() {
        view.selectItem(at: path(3), animated: false, scrollPosition: [])
        swatches.names[0].remove(at: 1)
        view.deleteItems(at: [path(1)])
        view.layoutIfNeeded()
        #expect(texts.prefix(2) == ["item 0", "item 2"] && view.indexPathsForSelectedItems == [path(2)])
        swatches.names[0].insert("new", at: 0)
        view.insertItems(at: [path(0)])
        view.layoutIfNeeded()
        #expect(texts.first == "new" && view.indexPathsForSelectedItems == [path(3)])
        #expect(swatches.told.isEmpty)
    }

    @Test func aBatchDeletesByThePlacesBeforeItWhateverTheOrder() {
        view.layoutIfNeeded()
        view.selectItem(at: path(5), animated: false, scrollPosition: [])
        view.performBatchUpdates {
            swatches.names[0].remove(at: 5)
            swatches.names[0].insert("new", at: 0)
            view.insertItems(at: [path(0)])
            view.deleteItems(at: [path(5)])
        }
        #expect(view.indexPathsForSelectedItems == [] && texts.first == "new")
    }

    @Test func theLayoutFollowsTheWidth() {
        view.layoutIfNeeded()
        view.frame.size.width = 220
        view.layoutIfNeeded()
        #expect(frame(1)?.minX == 120 && frame(2)?.origin == CGPoint(x: 0, y: 90))
    }

    /// A layout of an app's own: one item below the other, the later ones paler.
    private final class Ladder: UICollectionViewLayout {
        override var collectionViewContentSize: CGSize { CGSize(width: 100, height: 1000) }
        override func layoutAttributesForItem(at path: IndexPath) -> UICollectionViewLayoutAttributes? {
            let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
            attributes.frame = CGRect(x: 10 * path.item, y: 90 * path.item, width: 80, height: 80)
            attributes.alpha = 1 - 0.25 * CGFloat(path.item)
            return attributes
        }
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            (0..<4).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
                .filter { $0.frame.intersects(rect) }
        }
    }

    @Test func anAppsOwnLayoutDecides() {
        view.collectionViewLayout = Ladder()
        view.layoutIfNeeded()
        #expect(view.visibleCells.map(\.frame.minX) == [0, 10, 20])
        #expect(view.visibleCells.map(\.alpha) == [1, 0.75, 0.5])
        #expect(view.contentSize == CGSize(width: 100, height: 1000))
    }

    private final class Album: UICollectionViewController, UICollectionViewDelegateFlowLayout {
        var chosen: [Int] = []
        override func viewDidLoad() {
            super.viewDidLoad()
            collectionView.register(Swatches.Cell.self, forCellWithReuseIdentifier: "photo")
        }
        override func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        override func collectionView(
            _ view: UICollectionView, cellForItemAt path: IndexPath
        ) -> UICollectionViewCell { view.dequeueReusableCell(withReuseIdentifier: "photo", for: path) }
        override func collectionView(_ view: UICollectionView, didSelectItemAt path: IndexPath) {
            chosen.append(path.item)
        }
        func collectionView(
            _ view: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath
        ) -> CGSize { CGSize(width: 60 + 10 * path.item, height: 40) }
    }

    @Test func aControllerIsItsViewsDataSourceAndDelegate() {
        let album = Album(collectionViewLayout: UICollectionViewFlowLayout())
        album.loadViewIfNeeded()
        album.view.frame = CGRect(x: 0, y: 0, width: 300, height: 100)
        album.view.layoutIfNeeded()
        #expect(album.collectionView.visibleCells.map(\.frame.width) == [60, 70, 80])
        album.collectionView.visibleCells[2].pressed()
        #expect(album.chosen == [2])
    }

    private final class Cache: UICollectionViewDataSourcePrefetching {
        var near: Set<Int> = []
        var calls = 0
        func collectionView(_ view: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            calls += 1
            near.formUnion(indexPaths.map(\.item))
        }
        func collectionView(_ view: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
            near.subtract(indexPaths.map(\.item))
        }
    }

    @Test func whatIsNearIsAnnounced() {
        let cache = Cache()
        view.prefetchDataSource = cache
        view.layoutIfNeeded()
        // Three rows of three are seen; two more begin within the next 200 points.
        #expect(cache.near == Set(9..<15) && cache.calls == 1)
        view.setNeedsLayout()
        view.layoutIfNeeded()
        #expect(cache.calls == 1)
        view.contentOffset.y = 1200
        view.layoutIfNeeded()
        // What was passed over is taken back.
        #expect(cache.near.isDisjoint(with: 9..<15) && cache.near.contains(35) && !cache.near.contains(41))
    }
}
