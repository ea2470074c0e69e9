import Foundation
import YUV

/// Size and description of a DNG file.
///
/// Source: Adobe, Digital Negative 1.6: the sensor's picture is the one whose subfile type is 0, in the first folder or
/// in one below it.
struct DNGFileHeader {
    private(set) var facts = PictureFacts()
    /// Of the sensor's picture, without what its edges have for the development alone.
    private let whole: PixelSize
    private let userCrop: DNGUserCrop?

    /// - Returns: `nil` if it is not a TIFF file.
    init?(_ source: some ByteSource) {
        guard let tags = TIFFTags(source) else { return nil }
        facts.read(tags)
        let main = ([tags] + tags.subfolders).first { ($0.number(.subfileType) ?? 0) == 0 } ?? tags
        let crop = main.numbers(.defaultCropSize)
        let width = crop.count == 2 ? crop[0] : main.number(.width) ?? 0
        let height = crop.count == 2 ? crop[1] : main.number(.height) ?? 0
        whole = PixelSize(width: Int(width), height: Int(height))
        userCrop = DNGUserCrop(main.numbers(.defaultUserCrop))
        let shown = userCrop?.size(in: whole) ?? whole
        facts.setSize(shown.width, shown.height)
    }

    /// The part to show of a preview that is of the whole picture; `nil` when all of the preview is to be shown.
    ///
    /// Some programs write previews of all there is, others of the part that was chosen. The shape tells which.
    func userCrop(ofPreview preview: PixelSize) -> DNGUserCrop? {
        guard let userCrop, whole.width > 0, whole.height > 0, preview.width > 0, preview.height > 0 else { return nil }
        func distance(_ size: PixelSize) -> Double {
            // As a file may claim any size, the products need not be integers.
            abs(log2(Double(size.width) * Double(preview.height) / (Double(size.height) * Double(preview.width))))
        }
        return distance(whole) < distance(userCrop.size(in: whole)) ? userCrop : nil
    }
}
