/// Where the first row and the first column of a stored picture belong.
///
/// Source: Apple, CGImagePropertyOrientation; CIPA DC-008 (EXIF 2.32), 4.6.4 "Orientation".
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Row at the top, column at the left. Source: Apple, CGImagePropertyOrientation.up.
    case up = 1
    /// Row at the top, column at the right. Source: Apple, CGImagePropertyOrientation.upMirrored.
    case upMirrored = 2
    /// Row at the bottom, column at the right. Source: Apple, CGImagePropertyOrientation.down.
    case down = 3
    /// Row at the bottom, column at the left. Source: Apple, CGImagePropertyOrientation.downMirrored.
    case downMirrored = 4
    /// Row at the left, column at the top. Source: Apple, CGImagePropertyOrientation.leftMirrored.
    case leftMirrored = 5
    /// Row at the right, column at the top. Source: Apple, CGImagePropertyOrientation.right.
    case right = 6
    /// Row at the right, column at the bottom. Source: Apple, CGImagePropertyOrientation.rightMirrored.
    case rightMirrored = 7
    /// Row at the left, column at the bottom. Source: Apple, CGImagePropertyOrientation.left.
    case left = 8
}
