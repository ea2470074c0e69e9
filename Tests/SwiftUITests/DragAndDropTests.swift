import GtkSupport
import Testing
import UIKit

@testable import SwiftUI

/// Writes down what a drop does.
@MainActor private final class DropLog: DropDelegate {
    var calls: [String] = []
    var places: [CGPoint] = []
    var takes = true
    var proposal: DropProposal?

    func validateDrop(info: DropInfo) -> Bool {
        calls.append("validate")
        return takes
    }
    func dropEntered(info: DropInfo) { calls.append("enter") }
    func dropUpdated(info: DropInfo) -> DropProposal? {
        places.append(info.location)
        return proposal
    }
    func dropExited(info: DropInfo) { calls.append("exit") }
    func performDrop(info: DropInfo) -> Bool {
        calls.append("drop \(info.itemProviders(for: [.text]).count) \(info.hasItemsConforming(to: [UTType.image]))")
        return true
    }
}

@Suite @MainActor struct DragAndDropTests {
    private func text(of provider: NSItemProvider) async -> String? {
        await withCheckedContinuation { continuation in
            _ = provider.loadObject(ofClass: String.self) { text, _ in continuation.resume(returning: text) }
        }
    }

    /// Lifts what is at a point: the touch has been there for long enough when it moves.
    private func lift(_ shown: Shown, _ x: CGFloat, _ y: CGFloat) {
        shown.touch(.began, x, y)
        shown.time.now += 0.6
        shown.touch(.moved, x, y + 11)
        shown.update()
    }

    @Test func aHeldViewIsDroppedOnAnother() async {
        var dropped: [NSItemProvider] = []
        var place: CGPoint?
        let handle = Held<Bool, AnyView>.Handle()
        var seen: [Bool] = []
        let shown = Shown(
            Held(false, handle) { isTargeted in
                AnyView(
                    VStack(spacing: 0) {
                        Color.red.frame(width: 100, height: 100).onDrag { NSItemProvider(object: "one" as NSString) }
                        Color.blue.frame(width: 100, height: 100)
                            .onDrop(of: [.plainText], isTargeted: isTargeted) { items, location in
                                (dropped, place) = (items, location)
                                return true
                            }
                    })
            }, width: 100, height: 200)
        lift(shown, 50, 50)
        shown.touch(.moved, 50, 150)
        seen.append(handle.value)
        shown.touch(.ended, 40, 170)
        seen.append(handle.value)
        #expect(seen == [true, false])
        #expect(place == CGPoint(x: 40, y: 70))
        #expect(dropped.count == 1)
        #expect(await text(of: dropped[0]) == "one")
    }

    @Test func aTouchThatMovesAtOnceDragsNothing() {
        var lifted = 0
        let shown = Shown(
            Color.red.onDrag {
                lifted += 1
                return NSItemProvider(object: "one" as NSString)
            }, width: 100, height: 100)
        shown.touch(.began, 50, 50)
        shown.touch(.moved, 50, 80)
        shown.time.now += 1
        shown.touch(.moved, 50, 90)
        shown.touch(.ended, 50, 90)
        #expect(lifted == 0)
        lift(shown, 50, 50)
        #expect(lifted == 1)
    }

    @Test func delegatesAreAskedInOrder() {
        let (outer, inner) = (DropLog(), DropLog())
        let shown = Shown(
            VStack(spacing: 0) {
                Color.red.frame(width: 100, height: 100)
                Color.blue.frame(width: 100, height: 100).onDrop(of: [UTType.text], delegate: inner)
            }
            .onDrop(of: [UTType.text], delegate: outer), width: 100, height: 200)
        let session = DropSession([NSItemProvider(object: "one" as NSString)], over: shown.host)
        #expect(session.move(to: CGPoint(x: 10, y: 10)) == .copy)
        inner.proposal = DropProposal(operation: .move)
        #expect(session.move(to: CGPoint(x: 10, y: 110)) == .move)
        inner.proposal = DropProposal(operation: .forbidden)
        #expect(session.move(to: CGPoint(x: 20, y: 120)) == .forbidden)
        inner.proposal = nil
        #expect(outer.calls == ["validate", "enter", "exit"])
        #expect(inner.calls == ["validate", "enter"])
        #expect(inner.places == [CGPoint(x: 10, y: 10), CGPoint(x: 20, y: 20)])
        // What it said last counts.
        #expect(!session.drop(at: CGPoint(x: 20, y: 120)))
        #expect(inner.calls == ["validate", "enter", "exit"])

        inner.calls = []
        let other = DropSession([NSItemProvider(object: "two" as NSString)], over: shown.host)
        #expect(other.drop(at: CGPoint(x: 20, y: 120)))
        #expect(inner.calls == ["validate", "enter", "drop 1 false"])
        // Who takes nothing leaves it to the view around.
        (inner.takes, outer.calls) = (false, [])
        let third = DropSession([NSItemProvider(object: "three" as NSString)], over: shown.host)
        #expect(third.drop(at: CGPoint(x: 20, y: 120)))
        #expect(outer.calls == ["validate", "enter", "drop 1 false"])
    }

    @Test func onlyItemsOfTheTypesAreTaken() {
        let log = DropLog()
        let shown = Shown(Color.red.onDrop(of: [UTType.image], delegate: log), width: 100, height: 100)
        let text = DropSession([NSItemProvider(object: "one" as NSString)], over: shown.host)
        #expect(text.move(to: CGPoint(x: 10, y: 10)) == .cancel && log.calls.isEmpty)
        #expect(!text.drop(at: CGPoint(x: 10, y: 10)))
        let picture = DropSession(
            [NSItemProvider(item: Data([1]) as NSData, typeIdentifier: UTType.png.identifier)], over: shown.host)
        #expect(picture.drop(at: CGPoint(x: 10, y: 10)))
        #expect(log.calls == ["validate", "enter", "drop 0 true"])
    }

    @Test func draggedValuesArriveAsValues() async {
        var targeted: [Bool] = []
        let (values, arrived) = AsyncStream.makeStream(of: [String].self)
        let shown = Shown(
            VStack(spacing: 0) {
                Color.red.frame(width: 100, height: 100).draggable("one")
                Color.blue.frame(width: 100, height: 100)
                    .dropDestination(for: String.self) { items, _ in
                        arrived.yield(items)
                        return true
                    } isTargeted: {
                        targeted.append($0)
                    }
            }, width: 100, height: 200)
        lift(shown, 50, 50)
        shown.touch(.moved, 50, 150)
        shown.touch(.moved, 50, 50)
        shown.touch(.moved, 50, 150)
        shown.touch(.ended, 50, 150)
        #expect(targeted == [true, false, true, false])
        for await items in values {
            #expect(items == ["one"])
            break
        }
    }

    @Test func thePreviewFollowsTheFinger() {
        let shown = Shown(
            Color.red.onDrag {
                NSItemProvider(object: "one" as NSString)
            } preview: {
                Text("dragged")
            }, width: 200, height: 200)
        let views = shown.views(UILabel.self).count
        lift(shown, 50, 50)
        #expect(shown.views(UILabel.self).count == views + 1)
        let before = shown.graph.dragImage?.frame.origin ?? .zero
        shown.touch(.moved, 80, 71)
        shown.update()
        let after = shown.graph.dragImage?.frame.origin ?? .zero
        #expect(CGPoint(x: after.x - before.x, y: after.y - before.y) == CGPoint(x: 30, y: 10))
        shown.touch(.ended, 80, 71)
        shown.update()
        #expect(shown.graph.dragImage == nil && shown.views(UILabel.self).count == views)
    }

    @Test func filesOfOtherProgramsAreDropped() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).png")
        try Data([1, 2, 3]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var dropped: [NSItemProvider] = []
        var isTargeted = false
        let binding = Binding(get: { isTargeted }, set: { isTargeted = $0 })
        let controller = UIHostingController(
            rootView: Color.red.frame(width: 100, height: 100).onDrop(of: [.image], isTargeted: binding) {
                dropped = $0
                return true
            })
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        window.rootViewController = controller
        window.isHidden = false
        window.layoutIfNeeded()
        defer { window.isHidden = true }
        let (place, content) = (Point(x: 50, y: 50), DraggedContent.addresses([file]))
        #expect(window.receiveDrop(.over(place, content)) && isTargeted)
        window.receiveDrop(.left)
        #expect(!isTargeted)
        // A text is none of its types.
        #expect(!window.receiveDrop(.over(place, .text("one"))))
        window.receiveDrop(.left)
        // Beside all views that take drops.
        #expect(!window.receiveDrop(.over(Point(x: 500, y: 500), content)))
        #expect(window.receiveDrop(.dropped(place, content)))
        let item = try #require(dropped.first)
        #expect(item.suggestedName == file.deletingPathExtension().lastPathComponent)
        #expect(await item.data(for: .png) == Data([1, 2, 3]))
        let url = await withCheckedContinuation { continuation in
            _ = item.loadObject(ofClass: URL.self) { url, _ in continuation.resume(returning: url) }
        }
        #expect(url == file)
    }

    @Test func objectsHandOverTheirData() async {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { _ in }
        let item = NSItemProvider(object: picture)
        #expect(item.registeredContentTypes == [.png, .jpeg] && item.canLoadObject(ofClass: UIImage.self))
        #expect(await item.data(for: .jpeg)?.prefix(2) == Data([0xFF, 0xD8]))
        let file = NSItemProvider(object: URL(fileURLWithPath: "/a b") as NSURL)
        #expect(file.registeredContentTypes == [.fileURL, .url] && !file.canLoadObject(ofClass: String.self))
        #expect(await file.data(for: .fileURL) == Data("file:///a%20b".utf8))
        #expect(NSItemProvider(object: URL(string: "https://a.b")! as NSURL).registeredContentTypes == [.url])
        let typed = NSItemProvider(item: "x" as NSString, typeIdentifier: UTType.json.identifier)
        #expect(typed.registeredContentTypes == [.json])
        #expect(await typed.data(for: .json) == Data("x".utf8))
    }
}
