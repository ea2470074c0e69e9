import GtkSupport
import UIKit
import UniformTypeIdentifiers

extension HostingView {
    /// Takes what another program drags over the views.
    func takeDrop(_ event: DropEvent) -> Bool {
        func point(_ place: Point) -> CGPoint { CGPoint(x: place.x, y: place.y) }
        switch event {
        case .over(let place, let content):
            // Until the content has come, nobody knows who takes it.
            guard let session = dropSession ?? content.map({ DropSession($0.items, over: host) }) else { return true }
            dropSession = session
            let operation = session.move(to: point(place))
            return operation == .copy || operation == .move
        case .left:
            dropSession?.leave()
            dropSession = nil
            return false
        case .dropped(let place, let content):
            let session = dropSession ?? DropSession(content.items, over: host)
            dropSession = nil
            return session.drop(at: point(place))
        }
    }
}

extension DraggedContent {
    fileprivate var items: [NSItemProvider] {
        switch self {
        case .addresses(let addresses):
            return addresses.map { address in
                let item = NSItemProvider(contentsOf: address) ?? NSItemProvider()
                item.registerObject(address as NSURL, visibility: .all)
                return item
            }
        case .text(let text): return [NSItemProvider(object: text as NSString)]
        case .picture(let png): return [NSItemProvider(item: png as NSData, typeIdentifier: UTType.png.identifier)]
        }
    }
}
