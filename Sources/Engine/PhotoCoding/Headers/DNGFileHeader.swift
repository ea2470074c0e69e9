/// Size and description of a DNG file.
///
/// Source: Adobe, Digital Negative 1.6: the sensor's picture is the one whose subfile type is 0, in the first folder or
/// in one below it.
struct DNGFileHeader {
    private(set) var facts = PictureFacts()

    /// - Returns: `nil` if it is not a TIFF file.
    init?(_ source: some ByteSource) {
        guard let tags = TIFFTags(source) else { return nil }
        facts.read(tags)
        let main = ([tags] + tags.subfolders).first { ($0.number(.subfileType) ?? 0) == 0 } ?? tags
        let crop = main.numbers(.defaultCropSize)
        let width = crop.count == 2 ? crop[0] : main.number(.width) ?? 0
        let height = crop.count == 2 ? crop[1] : main.number(.height) ?? 0
        facts.setSize(Int(width), Int(height))
    }
}
