/// How Y'CbCr relates to red, green and blue.
///
/// Source: ITU-R BT.601, BT.709, BT.2020 (non-constant luminance).
package enum YUVMatrix: Sendable, Hashable, CaseIterable {
    case rec601, rec709, rec2020
}

/// Which values stand for black and white.
package enum YUVRange: Sendable, Hashable, CaseIterable {
    /// Luma 16…235, chroma 16…240.
    case video
    /// Luma and chroma 0…255, as in JFIF.
    case full
}
