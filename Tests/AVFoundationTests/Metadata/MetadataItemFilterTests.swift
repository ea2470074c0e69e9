import AVFoundation
import Foundation
import Testing

@Suite struct MetadataItemFilterTests {
    private func item(_ identifier: AVMetadataIdentifier) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = "something" as NSString
        return item
    }

    private func shared(_ items: [AVMetadataItem]) -> [AVMetadataItem] {
        AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing())
    }

    @Test(arguments: [
        AVMetadataIdentifier.commonIdentifierTitle, .quickTimeMetadataTitle, .quickTimeMetadataCopyright,
        .quickTimeMetadataArtwork, .quickTimeMetadataContentIdentifier, .quickTimeMetadataAutoLivePhoto,
        AVMetadataIdentifier("udta/%A9nam"), AVMetadataIdentifier("itsk/apID"), AVMetadataIdentifier("org.id3/TIT2"),
        AVMetadataIdentifier("uiso/cprt"),
    ]) func aWorkKeepsItsNameAndItsRights(_ identifier: AVMetadataIdentifier) {
        let item = item(identifier)
        #expect(shared([item]) == [item])
    }

    @Test(arguments: [
        AVMetadataIdentifier.commonIdentifierLocation, .commonIdentifierCreationDate, .commonIdentifierModel,
        .quickTimeMetadataLocationISO6709, .quickTimeMetadataLocationHorizontalAccuracyInMeters,
        .quickTimeMetadataCreationDate, .quickTimeMetadataMake, .quickTimeMetadataModel, .quickTimeMetadataSoftware,
        .quickTimeMetadataAuthor, .quickTimeMetadataComment, .quickTimeMetadataRatingUser,
        AVMetadataIdentifier("udta/%A9xyz"), AVMetadataIdentifier("uiso/loci"), AVMetadataIdentifier("itsk/%A9too"),
        AVMetadataIdentifier("mdta/com.example.owner"), AVMetadataIdentifier("org.id3/PRIV"),
        AVMetadataIdentifier("example"),
    ]) func whatCanTellWhoMadeItIsLeftOut(_ identifier: AVMetadataIdentifier) {
        #expect(shared([item(identifier)]).isEmpty)
    }

    @Test func itemsKeepTheirOrder() {
        let items = [
            item(.quickTimeMetadataTitle), item(.quickTimeMetadataModel), item(.quickTimeMetadataArtist),
            AVMetadataItem(), item(.commonIdentifierTitle),
        ]
        #expect(shared(items) == [items[0], items[2], items[4]])
    }

    /// A key that was set apart from its key space counts as well.
    @Test func aKeyAndItsSpaceAreEnough() {
        let place = AVMutableMetadataItem()
        place.keySpace = .quickTimeMetadata
        place.key = AVMetadataKey.quickTimeMetadataKeyLocationISO6709.rawValue as NSString
        let title = AVMutableMetadataItem()
        title.keySpace = .common
        title.key = AVMetadataKey.commonKeyTitle.rawValue as NSString
        #expect(shared([place, title]) == [title])
    }
}
