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

// MARK: Formats that no camera here delivers and no buffer can have: programs list them all, to print their names.

/// 1 bit.
public let kCVPixelFormatType_1Monochrome: OSType = 0x0000_0001
/// 2 bits, a place in a palette.
public let kCVPixelFormatType_2Indexed: OSType = 0x0000_0002
/// 4 bits, a place in a palette.
public let kCVPixelFormatType_4Indexed: OSType = 0x0000_0004
/// 8 bits, a place in a palette.
public let kCVPixelFormatType_8Indexed: OSType = 0x0000_0008
/// 1 bit of gray; 0 is white.
public let kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType = 0x0000_0021
/// 2 bits of gray; 0 is white.
public let kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType = 0x0000_0022
/// 4 bits of gray; 0 is white.
public let kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType = 0x0000_0024
/// 8 bits of gray; 0 is white.
public let kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType = 0x0000_0028
/// 5 bits each of red, green, blue in 16, big-endian.
public let kCVPixelFormatType_16BE555: OSType = 0x0000_0010
/// `L555`: 5 bits each of red, green, blue in 16, little-endian.
public let kCVPixelFormatType_16LE555: OSType = 0x4C35_3535
/// `5551`: 5 bits each of red, green, blue and 1 of alpha, little-endian.
public let kCVPixelFormatType_16LE5551: OSType = 0x3535_3531
/// `B565`: 5 bits of red, 6 of green, 5 of blue, big-endian.
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635
/// `L565`: 5 bits of red, 6 of green, 5 of blue, little-endian.
public let kCVPixelFormatType_16LE565: OSType = 0x4C35_3635
/// `b32a`: 16 bits, big-endian, each of alpha and gray.
public let kCVPixelFormatType_32AlphaGray: OSType = 0x6233_3261
/// `R10k`: 10 bits each of red, green, blue in the high bits of 32, big-endian.
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306B
/// `r210`: 10 bits each of red, green, blue in the low bits of 32, big-endian, in video range.
public let kCVPixelFormatType_30RGB_r210: OSType = 0x7232_3130
/// `v408`: 8 bits each of Cb, Y, Cr, alpha.
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
/// `r408`: 8 bits each of alpha, Y, Cb, Cr, for rendering: Y from 0.
public let kCVPixelFormatType_4444YpCbCrA8R: OSType = 0x7234_3038
/// `y408`: 8 bits each of alpha, Y, Cb, Cr.
public let kCVPixelFormatType_4444AYpCbCr8: OSType = 0x7934_3038
/// `y416`: 16 bits, little-endian, each of alpha, Y, Cb, Cr.
public let kCVPixelFormatType_4444AYpCbCr16: OSType = 0x7934_3136
/// `r4fl`: Floats of alpha, Y, Cb, Cr.
public let kCVPixelFormatType_4444AYpCbCrFloat: OSType = 0x7234_666C
/// `v308`: 8 bits each of Cr, Y, Cb.
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038
/// `v216`: 16 bits, little-endian, of which 10 to 16 are used: Cb, Y, Cr, Y.
public let kCVPixelFormatType_422YpCbCr16: OSType = 0x7632_3136
/// `v210`: 10 bits, six pixels in 16 bytes: Cb, Y, Cr, Y.
public let kCVPixelFormatType_422YpCbCr10: OSType = 0x7632_3130
/// `v410`: 10 bits each of Cb, Y, Cr in 32, little-endian.
public let kCVPixelFormatType_444YpCbCr10: OSType = 0x7634_3130
/// `a2vy`: A plane of 8 bits of Cb, Y, Cr, Y, and one of alpha.
public let kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType = 0x6132_7679
/// `w30r`: 10 bits each of red, green, blue of extended range in 32, little-endian.
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// `l10r`: 2 bits of alpha and 10 each of red, green, blue, little-endian.
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6C31_3072
/// `w40a`: 10 bits each of alpha, red, green, blue of extended range in the high bits of 16, little-endian.
public let kCVPixelFormatType_40ARGBLEWideGamut: OSType = 0x7734_3061
/// `w40m`: As ``kCVPixelFormatType_40ARGBLEWideGamut``, multiplied by alpha.
public let kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType = 0x7734_306D
/// `L012`: 12 bits of one component in the high bits of 16, little-endian.
public let kCVPixelFormatType_OneComponent12: OSType = 0x4C30_3132
/// `2C16`: 16 bits, little-endian, each of two components.
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// `2C0h`: Half floats of two components.
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// `2C0f`: Floats of two components.
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// `bp64`: 16 bits each of red, green, blue, alpha of a ProRes RAW picture of half its size.
public let kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType = 0x6270_3634
/// `v0a8`: As ``kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange``, and a plane of alpha.
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138
/// `sv22`: Planes of Y and of CbCr, chroma at half width, 16 bits, video range.
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232
/// `sv44`: Planes of Y and of CbCr, 16 bits, video range.
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
/// `s4as`: As ``kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange``, and a plane of alpha.
public let kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType = 0x7334_6173
/// `b3a8`: As ``kCVPixelFormatType_30RGBLEPackedWideGamut``, and a plane of alpha.
public let kCVPixelFormatType_30RGBLE_8A_BiPlanar: OSType = 0x6233_6138
/// `&BGA`: ``kCVPixelFormatType_32BGRA``, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_32BGRA: OSType = 0x2642_4741
/// `&RhA`: ``kCVPixelFormatType_64RGBAHalf``, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_64RGBAHalf: OSType = 0x2652_6841
/// `&8v0`: ``kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange``, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType = 0x2638_7630
/// `&8f0`: ``kCVPixelFormatType_420YpCbCr8BiPlanarFullRange``, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType = 0x2638_6630
/// `&xv0`: 10 bits of 4:2:0, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7630
/// `&xf0`: 10 bits of 4:2:0, full range, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarFullRange: OSType = 0x2678_6630
/// `&xv2`: 10 bits of 4:2:2, compressed without loss by Apple's hardware.
public let kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7632
/// `-BGA`: ``kCVPixelFormatType_32BGRA``, compressed by Apple's hardware.
public let kCVPixelFormatType_Lossy_32BGRA: OSType = 0x2D42_4741
/// `-8v0`: ``kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange``, compressed by Apple's hardware.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType = 0x2D38_7630
/// `-8f0`: ``kCVPixelFormatType_420YpCbCr8BiPlanarFullRange``, compressed by Apple's hardware.
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType = 0x2D38_6630
/// `-xv0`: 10 bits of 4:2:0, compressed by Apple's hardware.
public let kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2D78_7630
/// `-xv2`: 10 bits of 4:2:2, compressed by Apple's hardware.
public let kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2D78_7632
