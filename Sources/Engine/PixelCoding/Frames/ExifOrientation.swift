/// How the stored picture has to be turned to be upright: where its first row and first column belong.
///
/// Source: EXIF 2.32, 4.6.4 A "Orientation"; Apple, CGImagePropertyOrientation.
package enum ExifOrientation: Int, Sendable, CaseIterable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// - Parameters:
    ///   - rotation: how far to turn clockwise, in degrees; the nearest quarter counts.
    ///   - isMirrored: whether to exchange left and right after that.
    package init(rotation: Int, isMirrored: Bool) {
        let quarters = ((rotation % 360 + 360 + 45) / 90) % 4
        let turned: [ExifOrientation] = [.up, .right, .down, .left]
        let mirrored: [ExifOrientation] = [.upMirrored, .leftMirrored, .downMirrored, .rightMirrored]
        self = isMirrored ? mirrored[quarters] : turned[quarters]
    }

    /// How far to turn clockwise, in degrees.
    package var rotation: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .leftMirrored: 90
        case .down, .downMirrored: 180
        case .left, .rightMirrored: 270
        }
    }

    /// Whether left and right change places after that.
    package var isMirrored: Bool {
        switch self {
        case .up, .right, .down, .left: false
        case .upMirrored, .leftMirrored, .downMirrored, .rightMirrored: true
        }
    }

    /// What turns the upright picture back into the stored one.
    package var inverse: ExifOrientation {
        isMirrored ? self : ExifOrientation(rotation: -rotation, isMirrored: false)
    }
}
