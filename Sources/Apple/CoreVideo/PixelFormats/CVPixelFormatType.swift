import MissingFoundation

// Components are listed in memory order, from the lowest address up.

/// 8 bits each of alpha, red, green, blue.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020
/// `BGRA`: 8 bits each of blue, green, red, alpha.
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// `ABGR`: 8 bits each of alpha, blue, green, red.
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// `RGBA`: 8 bits each of red, green, blue, alpha.
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 8 bits each of red, green, blue.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
/// `24BG`: 8 bits each of blue, green, red.
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// `b48r`: 16 bits, big-endian, each of red, green, blue.
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// `b64a`: 16 bits, big-endian, each of alpha, red, green, blue.
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// `l64r`: 16 bits, little-endian, each of red, green, blue, alpha.
public let kCVPixelFormatType_64RGBALE: OSType = 0x6C36_3472
/// `RGhA`: Half floats of red, green, blue, alpha.
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
/// `RGfA`: Floats of red, green, blue, alpha.
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// `b16g`: 16 bits of gray, big-endian.
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// `L008`: 8 bits of one component (gray).
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// `L010`: 10 bits of one component in the high bits of 16, little-endian.
public let kCVPixelFormatType_OneComponent10: OSType = 0x4C30_3130
/// `L016`: 16 bits of one component, little-endian.
public let kCVPixelFormatType_OneComponent16: OSType = 0x4C30_3136
/// `L00h`: Half floats of one component.
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// `L00f`: Floats of one component.
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// `2C08`: 8 bits each of two components.
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// `2vuy`: 4:2:2, 8 bits, Cb Y Cr Y; video range.
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// `yuvs`: 4:2:2, 8 bits, Y Cb Y Cr; video range.
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// `yuvf`: 4:2:2, 8 bits, Y Cb Y Cr; full range.
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666
/// `y420`: 4:2:0, 8 bits, planes Y, Cb, Cr; video range.
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// `f420`: 4:2:0, 8 bits, planes Y, Cb, Cr; full range.
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// `420v`: 4:2:0, 8 bits, planes Y and CbCr; video range (luma 16…235).
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// `420f`: 4:2:0, 8 bits, planes Y and CbCr; full range (luma 0…255).
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// `422v`: 4:2:2, 8 bits, planes Y and CbCr; video range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// `422f`: 4:2:2, 8 bits, planes Y and CbCr; full range.
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// `444v`: 4:4:4, 8 bits, planes Y and CbCr; video range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// `444f`: 4:4:4, 8 bits, planes Y and CbCr; full range.
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// `x420`: 4:2:0, 10 bits in the high bits of 16, little-endian, planes Y and CbCr; video range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// `xf20`: 4:2:0, 10 bits in the high bits of 16, little-endian, planes Y and CbCr; full range.
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// `x422`: 4:2:2, 10 bits in the high bits of 16, little-endian, planes Y and CbCr; video range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// `xf22`: 4:2:2, 10 bits in the high bits of 16, little-endian, planes Y and CbCr; full range.
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// `x444`: 4:4:4, 10 bits in the high bits of 16, little-endian, planes Y and CbCr; video range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// `xf44`: 4:4:4, 10 bits in the high bits of 16, little-endian, planes Y and CbCr; full range.
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// `hdis`: Half floats: 1/meters, larger is nearer.
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
/// `fdis`: Floats: 1/meters, larger is nearer.
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// `hdep`: Half floats: meters.
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// `fdep`: Floats: meters.
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// `grb4`: Bayer, 14 bits in 16, little-endian, rows G R … and B G ….
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// `rgg4`: Bayer, 14 bits in 16, little-endian, rows R G … and G B ….
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// `bgg4`: Bayer, 14 bits in 16, little-endian, rows B G … and G R ….
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// `gbr4`: Bayer, 14 bits in 16, little-endian, rows G B … and R G ….
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
/// `bp16`: Bayer, 16 bits, little-endian; an attachment says the order of colors.
public let kCVPixelFormatType_16VersatileBayer: OSType = 0x6270_3136
