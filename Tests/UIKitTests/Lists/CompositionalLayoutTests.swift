import Foundation
import QuartzCore
import Testing

@testable import UIKit

/// Sections of numbers, with headers.
@MainActor
private final class Numbers: NSObject, UICollectionViewDataSource {
    /// Whose constraints say how high it is.
    final class Tall: UICollectionViewCell {
        static var height: CGFloat = 72
        private var own: NSLayoutConstraint?

        override init(frame: CGRect) {
            super.init(frame: frame)
            let content = UIView()
            content.translatesAutoresizingMaskIntoConstraints = false
            contentView.addSubview(content)
            let own = content.heightAnchor.constraint(equalToConstant: Self.height)
            self.own = own
            NSLayoutConstraint.activate([
                content.topAnchor.constraint(equalTo: contentView.topAnchor),
                content.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
                content.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
                own,
            ])
        }

        override func prepareForReuse() {
            super.prepareForReuse()
            own?.constant = Self.height
        }

        required init?(coder: NSCoder) { nil }
    }

    var counts: [Int] = []

    func numberOfSections(in collectionView: UICollectionView) -> Int { counts.count }
    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { counts[section] }
    func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
        view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
    }
    func collectionView(
        _ view: UICollectionView, viewForSupplementaryElementOfKind kind: String, at path: IndexPath
    ) -> UICollectionReusableView {
        view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "other", for: path)
    }
}

@MainActor @Suite(.serialized) struct CompositionalLayoutTests {
    private let numbers = Numbers()

    private func view(
        _ counts: [Int], _ layout: UICollectionViewCompositionalLayout, cells: AnyClass = UICollectionViewCell.self
    ) -> UICollectionView {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 400), collectionViewLayout: layout)
        numbers.counts = counts
        view.register(cells, forCellWithReuseIdentifier: "item")
        for kind in ["header", "badge"] {
            view.register(
                UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "other")
        }
        view.dataSource = numbers
        view.layoutIfNeeded()
        return view
    }

    private func size(
        _ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension
    ) -> NSCollectionLayoutSize { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

    private func frame(_ view: UICollectionView, _ item: Int, _ section: Int = 0) -> CGRect? {
        view.layoutAttributesForItem(at: IndexPath(item: item, section: section))?.frame
    }

    /// Three squares in a row, as a photo library has them.
    private var grid: NSCollectionLayoutSection {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)))
        item.contentInsets = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 1, trailing: 2)
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .fractionalWidth(1 / 3)), subitems: [item])
        return NSCollectionLayoutSection(group: group)
    }

    @Test func aGridOfSharesFillsTheWidth() {
        let view = view([7], UICollectionViewCompositionalLayout(section: grid))
        #expect(frame(view, 0) == CGRect(x: 2, y: 1, width: 96, height: 98))
        #expect(frame(view, 2)?.minX == 202 && frame(view, 6)?.origin == CGPoint(x: 2, y: 201))
        #expect(view.contentSize == CGSize(width: 300, height: 300) && view.visibleCells.count == 7)
        view.frame.size.width = 600
        view.layoutIfNeeded()
        #expect(frame(view, 6)?.origin == CGPoint(x: 2, y: 401))
    }

    @Test func insetsAndSpacesTakeRoom() {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(0.1), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(50)), subitem: item, count: 2)
        group.interItemSpacing = .fixed(10)
        let section = NSCollectionLayoutSection(group: group)
        section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 20, bottom: 7, trailing: 20)
        section.interGroupSpacing = 4
        let configuration = UICollectionViewCompositionalLayoutConfiguration()
        configuration.interSectionSpacing = 11
        let view = view(
            [3, 1], UICollectionViewCompositionalLayout(section: section, configuration: configuration))
        // Two share 260 points but for the space between them, whatever their own width is.
        #expect(frame(view, 0) == CGRect(x: 20, y: 5, width: 125, height: 50))
        #expect(frame(view, 1)?.minX == 155 && frame(view, 2)?.origin == CGPoint(x: 20, y: 59))
        // 5 + 50 + 4 + 50 + 7, and 11 between the sections.
        #expect(frame(view, 0, 1)?.minY == 132)
        #expect(view.contentSize.height == 189)
    }

    @Test func flexibleSpacesShareWhatIsLeft() {
        let item = NSCollectionLayoutItem(layoutSize: size(.absolute(80), .absolute(40)))
        item.edgeSpacing = NSCollectionLayoutEdgeSpacing(
            leading: nil, top: .flexible(0), trailing: nil, bottom: .flexible(0))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(60)), subitems: [item])
        group.interItemSpacing = .flexible(5)
        let view = view([3], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        #expect(frame(view, 1) == CGRect(x: 110, y: 10, width: 80, height: 40) && frame(view, 2)?.minX == 220)
    }

    /// One large picture beside two small ones.
    @Test func groupsAreInGroups() {
        let large = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(2 / 3), .fractionalHeight(1)))
        let small = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
        let pair = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.fractionalWidth(1 / 3), .fractionalHeight(1)), subitems: [small])
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(200)), subitems: [large, pair])
        let view = view([5], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        #expect(frame(view, 0) == CGRect(x: 0, y: 0, width: 200, height: 200))
        #expect(frame(view, 1) == CGRect(x: 200, y: 0, width: 100, height: 100))
        #expect(frame(view, 2)?.origin == CGPoint(x: 200, y: 100) && frame(view, 3)?.origin == CGPoint(x: 0, y: 200))
        #expect(frame(view, 4)?.origin == CGPoint(x: 200, y: 200))
    }

    @Test func aProgramPlacesItemsOfAGroupItself() {
        let group = NSCollectionLayoutGroup.custom(layoutSize: size(.fractionalWidth(1), .absolute(100))) { room in
            let width = room.container.contentSize.width
            return [
                NSCollectionLayoutGroupCustomItem(frame: CGRect(x: 0, y: 0, width: width / 2, height: 30)),
                NSCollectionLayoutGroupCustomItem(frame: CGRect(x: width / 2, y: 20, width: 40, height: 30), zIndex: 3),
            ]
        }
        let view = view([3], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        #expect(frame(view, 1) == CGRect(x: 150, y: 20, width: 40, height: 30) && frame(view, 2)?.minY == 100)
        #expect(view.layoutAttributesForItem(at: IndexPath(item: 1, section: 0))?.zIndex == 3)
    }

    @Test func estimatedItemsSayHowHighTheyAre() {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .estimated(44)))
        let group = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.fractionalWidth(1), .estimated(44)), subitems: [item])
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 10
        Numbers.Tall.height = 72
        let view = view([20], UICollectionViewCompositionalLayout(section: section), cells: Numbers.Tall.self)
        #expect(frame(view, 0) == CGRect(x: 0, y: 0, width: 300, height: 72) && frame(view, 1)?.minY == 82)
        // What would be seen if the guess were right was measured, the others are still guessed.
        #expect(view.visibleCells.count == 5)
        #expect(frame(view, 12)?.height == 44)
        // An item that is new in front moves the measures with the items.
        numbers.counts = [21]
        Numbers.Tall.height = 30
        view.insertItems(at: [IndexPath(item: 0, section: 0)])
        #expect(frame(view, 0)?.height == 30 && frame(view, 1) == CGRect(x: 0, y: 40, width: 300, height: 72))
    }

    @Test func headersStayWhileTheirSectionIsSeen() {
        let section = grid
        let header = NSCollectionLayoutBoundarySupplementaryItem(
            layoutSize: size(.fractionalWidth(1), .absolute(30)), elementKind: "header", alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        section.contentInsets.top = 5
        let view = view([9, 9], UICollectionViewCompositionalLayout(section: section))
        func place(_ section: Int) -> CGFloat? {
            view.supplementaryView(forElementKind: "header", at: IndexPath(item: 0, section: section))?.frame.minY
        }
        #expect(place(0) == 0 && frame(view, 0)?.minY == 36 && place(1) == 335)
        view.contentOffset.y = 100
        view.layoutIfNeeded()
        #expect(place(0) == 100)
        // The next section pushes it out.
        view.contentOffset.y = 320
        view.layoutIfNeeded()
        #expect(place(0) == 305 && place(1) == 335)
    }

    @Test func badgesAreOnTheirItems() {
        let badge = NSCollectionLayoutSupplementaryItem(
            layoutSize: size(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: NSCollectionLayoutAnchor(
                edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.5)))
        let item = NSCollectionLayoutItem(
            layoutSize: size(.absolute(100), .absolute(80)), supplementaryItems: [badge])
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(100)), subitems: [item])
        let view = view([2], UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group)))
        let one = view.supplementaryView(forElementKind: "badge", at: IndexPath(item: 1, section: 0))
        #expect(one?.frame == CGRect(x: 190, y: -10, width: 20, height: 20))
    }

    // MARK: Strips

    /// A strip of filters above a grid.
    private func strip(
        _ behavior: UICollectionLayoutSectionOrthogonalScrollingBehavior, handler: (([Int], CGFloat) -> Void)? = nil
    ) -> UICollectionView {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(80), .absolute(100)), subitems: [item])
        let strip = NSCollectionLayoutSection(group: group)
        strip.orthogonalScrollingBehavior = behavior
        strip.interGroupSpacing = 20
        strip.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 15, bottom: 10, trailing: 15)
        if let handler {
            strip.visibleItemsInvalidationHandler = { items, offset, _ in
                for item in items { item.alpha = abs(item.frame.midX - offset.x - 150) < 50 ? 1 : 0.5 }
                handler(items.map(\.indexPath.item), offset.x)
            }
        }
        let grid = grid
        let view = view(
            [10, 30], UICollectionViewCompositionalLayout { number, _ in number == 0 ? strip : grid })
        return view
    }

    @Test func aStripGoesWithItsSection() throws {
        let item = NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(80), .absolute(100)), subitems: [item])
        let strip = NSCollectionLayoutSection(group: group)
        strip.orthogonalScrollingBehavior = .continuous
        let view = view([10, 10], UICollectionViewCompositionalLayout(section: strip))
        let (first, second) = (try #require(view.strip(ofSection: 0)), try #require(view.strip(ofSection: 1)))
        (first.contentOffset.x, second.contentOffset.x) = (100, 300)
        view.layoutIfNeeded()
        numbers.counts = [10, 10, 10]
        view.insertSections([0])
        view.layoutIfNeeded()
        #expect(view.strip(ofSection: 1) === first && view.strip(ofSection: 2) === second)
        #expect(view.strip(ofSection: 0)?.contentOffset.x == 0)
        #expect(first.contentOffset.x == 100 && second.contentOffset.x == 300)
        #expect(frame(view, 0, 1)?.minX == -100 && frame(view, 0, 2)?.minX == -300)
        numbers.counts = [10, 10]
        view.deleteSections([1])
        view.layoutIfNeeded()
        #expect(view.strip(ofSection: 1) === second && first.superview == nil)
        #expect(frame(view, 0, 1)?.minX == -300)
        // It moves the section that it belongs to now.
        second.contentOffset.x = 200
        view.layoutIfNeeded()
        #expect(frame(view, 0, 1)?.minX == -200 && frame(view, 0, 0)?.minX == 0)
    }

    @Test func aStripScrollsByItself() throws {
        let view = strip(.continuous)
        let scroll = try #require(view.strip(ofSection: 0))
        #expect(scroll.frame == CGRect(x: 0, y: 10, width: 300, height: 100))
        #expect(scroll.contentSize == CGSize(width: 15 + 10 * 80 + 9 * 20 + 15, height: 100))
        #expect(view.contentSize == CGSize(width: 300, height: 120 + 10 * 100))
        #expect(view.indexPathsForVisibleItems.filter { $0.section == 0 }.map(\.item) == [0, 1, 2])
        #expect(view.cellForItem(at: IndexPath(item: 1, section: 0))?.superview === scroll)
        scroll.contentOffset.x = 250
        view.layoutIfNeeded()
        #expect(view.indexPathsForVisibleItems.filter { $0.section == 0 }.map(\.item) == [2, 3, 4, 5])
        // The grid below has not moved; a touch finds what is seen.
        #expect(frame(view, 0, 1)?.origin == CGPoint(x: 2, y: 121) && frame(view, 3)?.minX == 65)
        #expect(view.indexPathForItem(at: CGPoint(x: 70, y: 50)) == IndexPath(item: 3, section: 0))
        let cell = try #require(view.cellForItem(at: IndexPath(item: 3, section: 0)))
        #expect(cell.convert(CGPoint.zero, to: view) == CGPoint(x: 65, y: 10))
        view.scrollToItem(at: IndexPath(item: 9, section: 0), at: .centeredHorizontally, animated: false)
        #expect(scroll.contentOffset.x == scroll.contentSize.width - 300)
        // It keeps its place while the content goes up and comes back.
        view.contentOffset.y = 500
        view.layoutIfNeeded()
        #expect(view.indexPathsForVisibleItems.allSatisfy { $0.section == 1 })
        view.contentOffset.y = 0
        view.layoutIfNeeded()
        #expect(view.indexPathsForVisibleItems.contains(IndexPath(item: 9, section: 0)))
    }

    /// A finger on a strip in a window.
    private func drag(_ view: UICollectionView, _ x: CGFloat, _ y: CGFloat, step: Double = 0.02) {
        let (window, clock) = (UIWindow(frame: view.frame), LayerClock(standingAt: 100))
        window.isHidden = false
        window.addSubview(view)
        LayerClock.$current.withValue(clock) {
            view.layoutIfNeeded()
            window.receiveTouch(id: 1, .began, at: CGPoint(x: 150, y: 60), time: 100)
            for number in 1...10 {
                let share = CGFloat(number) / 10
                clock.advance(by: step)
                window.receiveTouch(
                    id: 1, .moved, at: CGPoint(x: 150 + x * share, y: 60 + y * share), time: 100 + step * Double(number)
                )
            }
            window.receiveTouch(id: 1, .ended, at: CGPoint(x: 150 + x, y: 60 + y), time: 100.5 + step * 10)
            clock.advance(by: 1)
        }
        view.removeFromSuperview()
    }

    @Test func aDragMovesTheStripOrTheList() throws {
        let view = strip(.continuous)
        let scroll = try #require(view.strip(ofSection: 0))
        drag(view, -60, 3)
        #expect(scroll.contentOffset.x > 40 && view.contentOffset == .zero)
        let before = scroll.contentOffset
        drag(view, 3, -60)
        #expect(scroll.contentOffset == before && view.contentOffset.y > 40)
    }

    @Test func groupsStopWhereTheyBelong() throws {
        let groups = strip(.groupPaging)
        drag(groups, -70, 0)
        // From group to group are 100 points.
        #expect(groups.strip(ofSection: 0)?.contentOffset.x == 100)
        let centered = strip(.groupPagingCentered)
        let scroll = try #require(centered.strip(ofSection: 0))
        // The first one, 55 points from the left, begins in the middle of 300.
        #expect(scroll.contentOffset.x == -95)
        drag(centered, -70, 0)
        #expect(scroll.contentOffset.x == 5)
        let boundary = strip(.continuousGroupLeadingBoundary)
        drag(boundary, -135, 0)
        #expect(boundary.strip(ofSection: 0)?.contentOffset.x == 100)
        let pages = strip(.paging)
        drag(pages, -140, 0, step: 0.005)
        #expect(pages.strip(ofSection: 0).map { [0, 300].contains($0.contentOffset.x) } == true)
    }

    @Test func aHandlerChangesWhatIsSeen() throws {
        var told: (items: [Int], offset: CGFloat) = ([], 0)
        let view = strip(.continuous) { told = ($0, $1) }
        #expect(told.items == [0, 1, 2] && told.offset == 0)
        #expect(view.visibleCells.prefix(3).map(\.alpha) == [0.5, 1, 0.5])
        view.strip(ofSection: 0)?.contentOffset.x = 200
        view.layoutIfNeeded()
        #expect(told.items == [2, 3, 4] && told.offset == 200)
        #expect(view.visibleCells.prefix(3).map(\.alpha) == [0.5, 1, 0.5])
    }
}
