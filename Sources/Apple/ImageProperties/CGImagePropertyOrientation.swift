/// Where the first row and the first column of a stored picture belong.
///
/// Source: Apple, CGImagePropertyOrientation; CIPA DC-008 (EXIF 2.32), 4.6.4 "Orientation".
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// Row at the top, column at the left.
    case up = 1
    /// Row at the top, column at the right.
    case upMirrored = 2
    /// Row at the bottom, column at the right.
    case down = 3
    /// Row at the bottom, column at the left.
    case downMirrored = 4
    /// Row at the left, column at the top.
    case leftMirrored = 5
    /// Row at the right, column at the top.
    case right = 6
    /// Row at the right, column at the bottom.
    case rightMirrored = 7
    /// Row at the left, column at the bottom.
    case left = 8
}
