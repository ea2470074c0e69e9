import YUV

/// The part of a DNG file's picture to show, as it was chosen for the photo. All of the sensor's picture stays in the
/// file, so the choice can be changed later.
///
/// As fractions of the default crop, in the orientation of the sensor: 0 is the upper or left edge, 1 the lower or right one.
///
/// Source: Adobe, Digital Negative Specification 1.4, chapter 4, "DefaultUserCrop".
struct DNGUserCrop: Equatable {
    static let tag: UInt16 = 51125

    let top: Double
    let left: Double
    let bottom: Double
    let right: Double

    /// The middle of a picture.
    ///
    /// - Returns: `nil` if that is all of it.
    init?(middle: PixelSize, of whole: PixelSize) {
        guard middle != whole, middle.width > 0, middle.height > 0, middle.width <= whole.width,
            middle.height <= whole.height
        else { return nil }
        top = Double(whole.height - middle.height) / 2 / Double(whole.height)
        left = Double(whole.width - middle.width) / 2 / Double(whole.width)
        bottom = 1 - top
        right = 1 - left
    }

    /// - Parameter values: of the tag.
    /// - Returns: `nil` if they make no sense.
    init?(_ values: [Double]) {
        guard values.count == 4, values.allSatisfy({ (0...1).contains($0) }), values[0] < values[2],
            values[1] < values[3]
        else { return nil }
        (top, left, bottom, right) = (values[0], values[1], values[2], values[3])
    }

    /// The tag's value.
    var field: TIFFValue { .rational([top, left, bottom, right].map { TIFFRational($0) }) }

    /// The size of this part of a picture; never empty.
    func size(in whole: PixelSize) -> PixelSize {
        PixelSize(
            width: max(Int((Double(whole.width) * (right - left)).rounded()), 1),
            height: max(Int((Double(whole.height) * (bottom - top)).rounded()), 1))
    }

    /// The upper left corner of this part, so that all of it is inside the picture.
    func origin(in whole: PixelSize) -> (x: Int, y: Int) {
        let part = size(in: whole)
        return (
            min(Int((Double(whole.width) * left).rounded()), whole.width - part.width),
            min(Int((Double(whole.height) * top).rounded()), whole.height - part.height)
        )
    }
}
