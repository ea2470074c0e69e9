import Testing
import UIKit

// As on Apple's systems, subclasses with initializers of their own need no others.

private final class ModeButton: UIBarButtonItem {
    let mode: Int

    init(mode: Int) {
        self.mode = mode
        super.init()
        title = "Mode \(mode)"
    }
}

private final class ShutterSpace: UIBarButtonItem {
    var isMine = true
}

private final class TintedAttributes: UICollectionViewLayoutAttributes {
    var tint = UIColor.red

    override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone) as! TintedAttributes
        copy.tint = tint
        return copy
    }
}

private final class NamedAttributes: UICollectionViewLayoutAttributes {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }
}

@Suite @MainActor struct OwnInitializerTests {
    @Test func itemsAndAttributesMayHaveInitializersOfTheirOwn() {
        let item = ModeButton(mode: 3)
        #expect(item.mode == 3 && item.title == "Mode 3")
        #expect(NamedAttributes(name: "header").name == "header")
    }

    @Test func spacesAreOfTheClassThatIsAsked() {
        let space = ShutterSpace.fixedSpace(12)
        #expect(space.isMine && space.width == 12)
        #expect(type(of: ShutterSpace.flexibleSpace()) == ShutterSpace.self)
    }

    @Test func copiesOfAttributesAreOfTheirClass() throws {
        let attributes = TintedAttributes(forCellWith: IndexPath(item: 2, section: 1))
        (attributes.tint, attributes.alpha) = (.blue, 0.5)
        let copy = try #require(attributes.copy() as? TintedAttributes)
        #expect(copy.tint == .blue && copy.alpha == 0.5 && copy.indexPath == IndexPath(item: 2, section: 1))
    }
}
