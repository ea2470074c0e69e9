import MissingFoundation

/// Bayer formats for which Apple has no identifier; Apple's own are 14 bits only.
///
/// The codes are the letters of the same format in Linux. Source: V4L2 specification, Raw Bayer Formats
/// (V4L2_PIX_FMT_SBGGR8 … V4L2_PIX_FMT_SRGGB16).
package enum BayerPixelFormat {
    /// `BA81`: BGGR, 8 bits in a byte.
    package static let bggr8: OSType = 0x4241_3831
    /// `GBRG`: GBRG, 8 bits in a byte.
    package static let gbrg8: OSType = 0x4742_5247
    /// `GRBG`: GRBG, 8 bits in a byte.
    package static let grbg8: OSType = 0x4752_4247
    /// `RGGB`: RGGB, 8 bits in a byte.
    package static let rggb8: OSType = 0x5247_4742
    /// `BG10`: BGGR, 10 bits in the low bits of 16, little-endian.
    package static let bggr10: OSType = 0x4247_3130
    /// `GB10`: GBRG, 10 bits in the low bits of 16, little-endian.
    package static let gbrg10: OSType = 0x4742_3130
    /// `BA10`: GRBG, 10 bits in the low bits of 16, little-endian.
    package static let grbg10: OSType = 0x4241_3130
    /// `RG10`: RGGB, 10 bits in the low bits of 16, little-endian.
    package static let rggb10: OSType = 0x5247_3130
    /// `BG12`: BGGR, 12 bits in the low bits of 16, little-endian.
    package static let bggr12: OSType = 0x4247_3132
    /// `GB12`: GBRG, 12 bits in the low bits of 16, little-endian.
    package static let gbrg12: OSType = 0x4742_3132
    /// `BA12`: GRBG, 12 bits in the low bits of 16, little-endian.
    package static let grbg12: OSType = 0x4241_3132
    /// `RG12`: RGGB, 12 bits in the low bits of 16, little-endian.
    package static let rggb12: OSType = 0x5247_3132
    /// `BYR2`: BGGR, 16 bits, little-endian.
    package static let bggr16: OSType = 0x4259_5232
    /// `GB16`: GBRG, 16 bits, little-endian.
    package static let gbrg16: OSType = 0x4742_3136
    /// `GR16`: GRBG, 16 bits, little-endian.
    package static let grbg16: OSType = 0x4752_3136
    /// `RG16`: RGGB, 16 bits, little-endian.
    package static let rggb16: OSType = 0x5247_3136
}
