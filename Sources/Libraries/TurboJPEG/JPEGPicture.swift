internal import CTurboJPEG

/// How many pixels share a chroma sample.
package enum JPEGSubsampling: Sendable, Hashable, CaseIterable {
    case yuv444, yuv422, yuv420, yuv440, yuv411
    /// No chroma.
    case gray

    /// How many pixels a chroma sample covers in each direction; 1 by 1 for gray.
    package var factors: (horizontal: Int, vertical: Int) {
        switch self {
        case .yuv444, .gray: (1, 1)
        case .yuv422: (2, 1)
        case .yuv420: (2, 2)
        case .yuv440: (1, 2)
        case .yuv411: (4, 1)
        }
    }

    package var planeCount: Int { self == .gray ? 1 : 3 }

    /// The samples in a plane of a picture of this size, rounded up.
    ///
    /// - Parameter plane: 0 for luma, 1 for Cb, 2 for Cr.
    package func size(ofPlane plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
        guard plane > 0 else { return (width, height) }
        let (horizontal, vertical) = factors
        return ((width + horizontal - 1) / horizontal, (height + vertical - 1) / vertical)
    }

    /// TurboJPEG's plane size: luma too is rounded up to whole chroma samples.
    func paddedSize(ofPlane plane: Int, width: Int, height: Int) -> (width: Int, height: Int) {
        guard self != .gray else { return (width, height) }
        let chroma = size(ofPlane: 1, width: width, height: height)
        return plane > 0 ? chroma : (chroma.width * factors.horizontal, chroma.height * factors.vertical)
    }

    var code: Int32 {
        switch self {
        case .yuv444: Int32(TJSAMP_444.rawValue)
        case .yuv422: Int32(TJSAMP_422.rawValue)
        case .yuv420: Int32(TJSAMP_420.rawValue)
        case .yuv440: Int32(TJSAMP_440.rawValue)
        case .yuv411: Int32(TJSAMP_411.rawValue)
        case .gray: Int32(TJSAMP_GRAY.rawValue)
        }
    }

    init?(code: Int32) {
        guard let match = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = match
    }
}

/// Rows of 8-bit samples of one component, in the caller's memory.
package struct JPEGPlane {
    package var base: UnsafeMutableRawPointer
    package var bytesPerRow: Int

    package init(_ base: UnsafeMutableRawPointer, bytesPerRow: Int) {
        self.base = base
        self.bytesPerRow = bytesPerRow
    }

    /// Read-only rows.
    package init(reading base: UnsafeRawPointer, bytesPerRow: Int) {
        self.init(UnsafeMutableRawPointer(mutating: base), bytesPerRow: bytesPerRow)
    }

    var bytes: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
}

/// What a JPEG picture's header says.
package struct JPEGHeader: Sendable, Hashable {
    package var width: Int
    package var height: Int
    package var subsampling: JPEGSubsampling
    /// Whether its planes are Y'CbCr or gray. RGB and CMYK pictures have other planes and can only be decoded to
    /// pixels.
    package var hasLuma: Bool

    /// The size after dividing each side, rounded up.
    package func reduced(by reduction: Int) -> (width: Int, height: Int) {
        ((width + reduction - 1) / reduction, (height + reduction - 1) / reduction)
    }
}
