import Foundation
import GtkSupport
import Testing

@testable import UIKit

@MainActor @Suite(.serialized) struct RefreshControlTests {
    private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    private let control = UIRefreshControl()
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    private let counter = Counter()

    private final class Counter { var count = 0 }

    init() {
        let (controller, counter) = (UIViewController(), counter)
        window.rootViewController = controller
        controller.view.addSubview(table)
        table.refreshControl = control
        control.addAction(UIAction { _ in counter.count += 1 }, for: .valueChanged)
        window.isHidden = false
        window.layoutIfNeeded()
    }

    private func drag(_ distances: [CGFloat], ends: Bool = true) {
        var (y, time) = (CGFloat(100), 0.0)
        window.receiveTouch(.began, at: CGPoint(x: 150, y: y), time: time)
        for distance in distances {
            (y, time) = (y + distance, time + 0.1)
            window.receiveTouch(.moved, at: CGPoint(x: 150, y: y), time: time)
        }
        if ends { window.receiveTouch(.ended, at: CGPoint(x: 150, y: y), time: time + 0.5) }
    }

    @Test func pullingFarEnoughRefreshesUntilTheProgramEndsIt() {
        drag([20, 100, 80])
        #expect(counter.count == 1 && control.isRefreshing)
        // The content stands below the control.
        #expect(table.contentOffset.y == -56 && control.frame == CGRect(x: 0, y: -56, width: 300, height: 56))
        // One at a time.
        drag([20, 100, 80])
        #expect(counter.count == 1)
        control.endRefreshing()
        #expect(!control.isRefreshing && table.contentOffset.y == 0)
    }

    @Test func aSmallPullGoesBackAndADragBackTakesItAway() {
        drag([20, 60])
        #expect(counter.count == 0 && table.contentOffset.y == 0)
        drag([20, 180, -150], ends: false)
        #expect(table.contentOffset.y > -64)
        window.receiveTouch(.ended, at: CGPoint(x: 150, y: 150), time: 2)
        #expect(counter.count == 0 && table.contentOffset.y == 0)
    }

    @Test func keysAndScreenReadersRefresh() {
        #expect(window.keyPressed(KeyPress(character: nil, name: "F5", modifiers: [])) && counter.count == 1)
        control.endRefreshing()
        #expect(window.keyPressed(KeyPress(character: "r", name: "r", modifiers: .control)) && counter.count == 2)
        control.endRefreshing()
        #expect(control.accessibilityLabel == "Refresh" && control.accessibilityActivate() && counter.count == 3)
        control.endRefreshing()
        control.attributedTitle = NSAttributedString(string: "Load photos")
        #expect(control.accessibilityLabel == "Load photos")
        table.refreshControl = nil
        #expect(!window.keyPressed(KeyPress(character: nil, name: "F5", modifiers: [])) && control.superview == nil)
    }

    @Test func theActionOfTheInitializerRuns() {
        let counter = counter
        table.refreshControl = UIRefreshControl(frame: .zero, primaryAction: UIAction { _ in counter.count += 10 })
        drag([20, 100, 80])
        #expect(counter.count == 10)
    }

    @Test func theProgramBeginsWithoutItsActions() {
        control.beginRefreshing()
        #expect(control.isRefreshing && counter.count == 0 && table.contentOffset.y == -56)
        control.endRefreshing()
        #expect(table.contentOffset.y == 0)
    }
}
