import Foundation
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct ContextMenuTests {
    private let controller = UIViewController()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))

    init() {
        window.rootViewController = controller
        window.isHidden = false
        window.layoutIfNeeded()
    }

    private func menu(_ title: String, _ done: @escaping () -> Void = {}) -> UIContextMenuConfiguration {
        UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
            UIMenu(title: title, children: [UIAction(title: "Delete") { _ in done() }])
        }
    }

    private final class Photo: NSObject, UIContextMenuInteractionDelegate {
        var places: [CGPoint] = []
        var menu: UIContextMenuConfiguration?
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
        ) -> UIContextMenuConfiguration? {
            places.append(location)
            return menu
        }
    }

    private var sheet: UIAlertController? { controller.presentedViewController as? UIAlertController }

    @Test func aViewShowsItsMenuForTheSecondButton() throws {
        let (view, photo) = (UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100)), Photo())
        controller.view.addSubview(view)
        let interaction = UIContextMenuInteraction(delegate: photo)
        view.addInteraction(interaction)
        #expect(interaction.view === view && view.interactions.count == 1)
        #expect(!window.presentMenu(at: CGPoint(x: 60, y: 70)) && photo.places == [CGPoint(x: 10, y: 20)])
        photo.menu = menu("Photo")
        #expect(window.presentMenu(at: CGPoint(x: 60, y: 70)) && sheet?.title == "Photo")
        #expect(sheet?.actions.map(\.title) == ["Delete"] && interaction.location(in: view) == CGPoint(x: 10, y: 20))
        controller.dismiss(animated: false)
        #expect(!window.presentMenu(at: CGPoint(x: 10, y: 10)))
        view.removeInteraction(interaction)
        #expect(!window.presentMenu(at: CGPoint(x: 60, y: 70)) && interaction.view == nil)
        view.removeFromSuperview()
    }

    private final class Rows: NSObject, UITableViewDataSource, UITableViewDelegate, UICollectionViewDataSource,
        UICollectionViewDelegate
    {
        var make: (IndexPath) -> UIContextMenuConfiguration? = { _ in nil }
        func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
        func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
            UITableViewCell(style: .default, reuseIdentifier: nil)
        }
        func tableView(
            _ table: UITableView, contextMenuConfigurationForRowAt path: IndexPath, point: CGPoint
        ) -> UIContextMenuConfiguration? { make(path) }
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
            view.dequeueReusableCell(withReuseIdentifier: "item", for: path)
        }
        func collectionView(
            _ view: UICollectionView, contextMenuConfigurationForItemAt path: IndexPath, point: CGPoint
        ) -> UIContextMenuConfiguration? { make(path) }
    }

    @Test func rowsAndItemsHaveMenus() {
        let rows = Rows()
        rows.make = { $0.item == 1 ? menu("row \($0.item)") : nil }
        let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 90, height: 90)
        let items = UICollectionView(
            frame: CGRect(x: 0, y: 200, width: 300, height: 200), collectionViewLayout: layout)
        items.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "item")
        (table.dataSource, table.delegate, items.dataSource, items.delegate) = (rows, rows, rows, rows)
        controller.view.addSubview(table)
        controller.view.addSubview(items)
        window.layoutIfNeeded()
        #expect(!window.presentMenu(at: CGPoint(x: 100, y: 20)) && controller.presentedViewController == nil)
        #expect(window.presentMenu(at: CGPoint(x: 100, y: 60)) && sheet?.title == "row 1")
        controller.dismiss(animated: false)
        #expect(window.presentMenu(at: CGPoint(x: 150, y: 240)) && sheet?.title == "row 1")
        controller.dismiss(animated: false)
        #expect(!window.presentMenu(at: CGPoint(x: 20, y: 240)))
    }

    @Test func whatIsWithoutActionsIsNoMenu() {
        #expect(!UIContextMenuConfiguration().present(from: controller.view))
    }
}
