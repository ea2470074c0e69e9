/// A TIFF directory (IFD): fields by tag, and the further directories and large data that it points to.
package struct TIFFDirectory: Sendable {
    /// Data with two fields: its offset and its length (a thumbnail, a strip of pixels).
    package struct Block: Sendable {
        package var offsetTag: UInt16
        package var lengthTag: UInt16
        package var bytes: [UInt8]

        package init(offsetTag: UInt16, lengthTag: UInt16, bytes: [UInt8]) {
            self.offsetTag = offsetTag
            self.lengthTag = lengthTag
            self.bytes = bytes
        }
    }

    package var fields: [UInt16: TIFFValue] = [:]
    /// Directories that a field points to: one each for Exif and GPS, any number for SubIFDs.
    package var children: [UInt16: [TIFFDirectory]] = [:]
    package var blocks: [Block] = []

    package init() {}

    package subscript(tag: UInt16) -> TIFFValue? {
        get { fields[tag] }
        set { fields[tag] = newValue }
    }
}
