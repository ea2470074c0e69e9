import Foundation
import Testing
import UIKit

@testable import SwiftUI

@Suite @MainActor struct HostingConfigurationTests {
    @Test func aCellShowsViews() throws {
        let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
        cell.frame = CGRect(x: 0, y: 0, width: 300, height: 80)
        func content(_ text: String) -> some UIContentConfiguration {
            UIHostingConfiguration {
                VStack(alignment: .leading) {
                    Text(verbatim: text)
                    Color.red.frame(height: 50)
                }
            }.margins(.vertical, 20)
        }
        cell.contentConfiguration = content("one")
        cell.layoutIfNeeded()
        func hosting(_ view: UIView) -> HostingView? {
            (view as? HostingView) ?? view.subviews.lazy.compactMap(hosting).first
        }
        let host = try #require(hosting(cell)).host
        #expect(host.bounds == CGRect(x: 0, y: 0, width: 300, height: 80))
        #expect(host.rootItem?.firstText == "one")
        cell.contentConfiguration = content("two")
        host.graph.update()
        // The views that are there are given the new values.
        #expect(hosting(cell)?.host === host && host.rootItem?.firstText == "two")
        // A line, the room between, the color, and the margins.
        let fitting = try #require(cell.contentView.subviews.compactMap { $0 as? any FittingContentView }.first)
        let height: CGFloat = fitting.height(inWidth: 300)
        #expect(height == 114)
    }

    @Test func aRowIs44PointsHighUnlessItSaysOtherwise() throws {
        func height(_ configuration: any UIContentConfiguration) throws -> CGFloat {
            let view = try #require(configuration.makeContentView() as? any FittingContentView)
            return view.height(inWidth: 300)
        }
        let row = UIHostingConfiguration { Color.red.frame(height: 4) }
        #expect(try height(row) == 44 && height(row.minSize(width: 100)) == 44)
        #expect(try height(row.minSize(height: 30)) == 30)
    }
}
