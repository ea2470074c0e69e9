import MissingFoundation

/// The kind of media. Source: Apple, CMMediaType.
public typealias CMMediaType = FourCharCode
/// A video codec. Source: Apple, CMVideoCodecType.
public typealias CMVideoCodecType = FourCharCode
/// A pixel format. Source: Apple, CMPixelFormatType.
public typealias CMPixelFormatType = FourCharCode

/// Identifies a track of a movie. Source: Apple, CMPersistentTrackID.
public typealias CMPersistentTrackID = Int32
/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

/// `vide`.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465
/// `soun`.
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E
/// `muxx`: several media in one stream, as DV has.
public let kCMMediaType_Muxed: CMMediaType = 0x6D75_7878
/// `text`.
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
/// `clcp`.
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C_6370
/// `sbtl`.
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746C
/// `tmcd`.
public let kCMMediaType_TimeCode: CMMediaType = 0x746D_6364
/// `meta`.
public let kCMMediaType_Metadata: CMMediaType = 0x6D65_7461

/// `2vuy`: not compressed: 4:2:2, 8 bits, Cb Y Cr Y.
public let kCMVideoCodecType_422YpCbCr8: CMVideoCodecType = 0x3276_7579
/// `rle `: runs of equal pixels.
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726C_6520
/// `cvid`.
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964
/// `jpeg`: each frame a JPEG picture.
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A70_6567
/// `dmb1`: motion JPEG as AVI files have it.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D_6231
/// `SVQ1`.
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131
/// `SVQ3`.
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133
/// `h263`.
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633
/// `avc1`: AVC, parameter sets in the format description.
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// `hvc1`: H.265, parameter sets in the format description.
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
/// `muxa`: HEVC with a second layer of alpha.
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6D75_7861
/// `mp4v`: MPEG-4 part 2.
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6D70_3476
/// `mp2v`.
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6D70_3276
/// `mp1v`.
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6D70_3176
/// `dvc `: DV of 525 lines.
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320
/// `dvcp`: DV of 625 lines.
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370
/// `ap4x`: 4:4:4 with alpha, at the highest rate.
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
/// `ap4h`: 4:4:4 with alpha.
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
/// `apch`: 4:2:2 at a high rate.
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
/// `apcn`: 4:2:2.
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636E
/// `apcs`: 4:2:2 at a low rate.
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
/// `apco`: 4:2:2 at the lowest rate, for drafts.
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636F
/// `aprn`: the sensor's values.
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170_726E
/// `aprh`: the sensor's values, at a higher rate.
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x6170_7268
/// `dvh1`: HEVC with Dolby Vision's metadata.
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
/// `vp09`.
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039
/// `av01`.
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031

/// 8 bits each of alpha, red, green, blue.
public let kCMPixelFormat_32ARGB: CMPixelFormatType = 0x0000_0020
/// `BGRA`: 8 bits each of blue, green, red, alpha.
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x4247_5241
/// 8 bits each of red, green, blue.
public let kCMPixelFormat_24RGB: CMPixelFormatType = 0x0000_0018
/// 16 bits, big-endian: one unused, then 5 each of red, green, blue.
public let kCMPixelFormat_16BE555: CMPixelFormatType = 0x0000_0010
/// `B565`: 16 bits, big-endian: 5 of red, 6 of green, 5 of blue.
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x4235_3635
/// `L555`: 16 bits, little-endian: one unused, then 5 each of red, green, blue.
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4C35_3535
/// `L565`: 16 bits, little-endian: 5 of red, 6 of green, 5 of blue.
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4C35_3635
/// `5551`: 16 bits, little-endian: 5 each of red, green, blue, then one of alpha.
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x3535_3531
/// `2vuy`: 4:2:2, 8 bits, Cb Y Cr Y.
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x3276_7579
/// `yuvs`: 4:2:2, 8 bits, Y Cb Y Cr.
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x7975_7673
/// `v308`: 4:4:4, 8 bits.
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x7633_3038
/// `v408`: 4:4:4 with alpha, 8 bits.
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x7634_3038
/// `v216`: 4:2:2, 10 to 16 bits in 16.
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x7632_3136
/// `v210`: 4:2:2, 10 bits, six pixels in 16 bytes.
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x7632_3130
/// `v410`: 4:4:4, 10 bits, a pixel in 4 bytes.
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x7634_3130
/// 8 bits of gray, from 0 for white to 255 for black.
public let kCMPixelFormat_8IndexedGray_WhiteIsZero: CMPixelFormatType = 0x0000_0028

extension CMFormatDescription.MediaType {
    public static let video = Self(rawValue: kCMMediaType_Video)
    /// Sound.
    public static let audio = Self(rawValue: kCMMediaType_Audio)
    /// Several media in one stream.
    public static let muxed = Self(rawValue: kCMMediaType_Muxed)
    public static let text = Self(rawValue: kCMMediaType_Text)
    public static let closedCaption = Self(rawValue: kCMMediaType_ClosedCaption)
    public static let subtitle = Self(rawValue: kCMMediaType_Subtitle)
    /// A film's time code.
    public static let timeCode = Self(rawValue: kCMMediaType_TimeCode)
    /// Timed information about other media.
    public static let metadata = Self(rawValue: kCMMediaType_Metadata)
}

extension CMFormatDescription.MediaSubType {
    /// Runs of equal pixels.
    public static let animation = Self(rawValue: kCMVideoCodecType_Animation)
    public static let cinepak = Self(rawValue: kCMVideoCodecType_Cinepak)
    /// A JPEG picture per frame.
    public static let jpeg = Self(rawValue: kCMVideoCodecType_JPEG)
    /// Motion JPEG as in AVI files.
    public static let jpeg_OpenDML = Self(rawValue: kCMVideoCodecType_JPEG_OpenDML)
    public static let sorensonVideo = Self(rawValue: kCMVideoCodecType_SorensonVideo)
    public static let sorensonVideo3 = Self(rawValue: kCMVideoCodecType_SorensonVideo3)
    public static let h263 = Self(rawValue: kCMVideoCodecType_H263)
    /// AVC.
    public static let h264 = Self(rawValue: kCMVideoCodecType_H264)
    /// H.265.
    public static let hevc = Self(rawValue: kCMVideoCodecType_HEVC)
    /// HEVC with a second layer of alpha.
    public static let hevcWithAlpha = Self(rawValue: kCMVideoCodecType_HEVCWithAlpha)
    /// MPEG-4 part 2.
    public static let mpeg4Video = Self(rawValue: kCMVideoCodecType_MPEG4Video)
    public static let mpeg2Video = Self(rawValue: kCMVideoCodecType_MPEG2Video)
    public static let mpeg1Video = Self(rawValue: kCMVideoCodecType_MPEG1Video)
    /// DV with 525 lines.
    public static let dvcNTSC = Self(rawValue: kCMVideoCodecType_DVCNTSC)
    /// DV with 625 lines.
    public static let dvcPAL = Self(rawValue: kCMVideoCodecType_DVCPAL)
    /// 4:4:4 with alpha, at the highest rate.
    public static let proRes4444XQ = Self(rawValue: kCMVideoCodecType_AppleProRes4444XQ)
    /// 4:4:4 with alpha.
    public static let proRes4444 = Self(rawValue: kCMVideoCodecType_AppleProRes4444)
    /// 4:2:2 at a high rate.
    public static let proRes422HQ = Self(rawValue: kCMVideoCodecType_AppleProRes422HQ)
    /// 4:2:2.
    public static let proRes422 = Self(rawValue: kCMVideoCodecType_AppleProRes422)
    /// 4:2:2 at a low rate.
    public static let proRes422LT = Self(rawValue: kCMVideoCodecType_AppleProRes422LT)
    /// 4:2:2 at the lowest rate, for drafts.
    public static let proRes422Proxy = Self(rawValue: kCMVideoCodecType_AppleProRes422Proxy)
    /// The sensor's values.
    public static let proResRAW = Self(rawValue: kCMVideoCodecType_AppleProResRAW)
    /// The sensor's values, at a higher rate.
    public static let proResRAWHQ = Self(rawValue: kCMVideoCodecType_AppleProResRAWHQ)
    /// HEVC with Dolby Vision's metadata.
    public static let dolbyVisionHEVC = Self(rawValue: kCMVideoCodecType_DolbyVisionHEVC)
    public static let vp9 = Self(rawValue: kCMVideoCodecType_VP9)
    public static let av1 = Self(rawValue: kCMVideoCodecType_AV1)

    /// 8 bits each of alpha, red, green, blue.
    public static let pixelFormat_32ARGB = Self(rawValue: kCMPixelFormat_32ARGB)
    /// 8 bits each of blue, green, red, alpha.
    public static let pixelFormat_32BGRA = Self(rawValue: kCMPixelFormat_32BGRA)
    /// 8 bits each of red, green, blue.
    public static let pixelFormat_24RGB = Self(rawValue: kCMPixelFormat_24RGB)
    /// 16 bits, big-endian, 5 of each color.
    public static let pixelFormat_16BE555 = Self(rawValue: kCMPixelFormat_16BE555)
    /// 16 bits, big-endian, 6 of green.
    public static let pixelFormat_16BE565 = Self(rawValue: kCMPixelFormat_16BE565)
    /// 16 bits, little-endian, 5 of each color.
    public static let pixelFormat_16LE555 = Self(rawValue: kCMPixelFormat_16LE555)
    /// 16 bits, little-endian, 6 of green.
    public static let pixelFormat_16LE565 = Self(rawValue: kCMPixelFormat_16LE565)
    /// 16 bits, little-endian, 5 of each color and one of alpha.
    public static let pixelFormat_16LE5551 = Self(rawValue: kCMPixelFormat_16LE5551)
    /// 4:2:2, 8 bits, Cb Y Cr Y.
    public static let pixelFormat_422YpCbCr8 = Self(rawValue: kCMPixelFormat_422YpCbCr8)
    /// 4:2:2, 8 bits, Y Cb Y Cr.
    public static let pixelFormat_422YpCbCr8_yuvs = Self(rawValue: kCMPixelFormat_422YpCbCr8_yuvs)
    /// 4:4:4, 8 bits.
    public static let pixelFormat_444YpCbCr8 = Self(rawValue: kCMPixelFormat_444YpCbCr8)
    /// 4:4:4 with alpha, 8 bits.
    public static let pixelFormat_4444YpCbCrA8 = Self(rawValue: kCMPixelFormat_4444YpCbCrA8)
    /// 4:2:2, 10 to 16 bits in 16.
    public static let pixelFormat_422YpCbCr16 = Self(rawValue: kCMPixelFormat_422YpCbCr16)
    /// 4:2:2, 10 bits, six pixels in 16 bytes.
    public static let pixelFormat_422YpCbCr10 = Self(rawValue: kCMPixelFormat_422YpCbCr10)
    /// 4:4:4, 10 bits, a pixel in 4 bytes.
    public static let pixelFormat_444YpCbCr10 = Self(rawValue: kCMPixelFormat_444YpCbCr10)
    /// 8 bits of gray, 0 is white.
    public static let pixelFormat_8IndexedGray_WhiteIsZero = Self(rawValue: kCMPixelFormat_8IndexedGray_WhiteIsZero)

    /// Uncompressed samples.
    public static let linearPCM = Self(rawValue: kAudioFormatLinearPCM)
    /// Dolby Digital.
    public static let ac3 = Self(rawValue: kAudioFormatAC3)
    /// Low-complexity AAC.
    public static let mpeg4AAC = Self(rawValue: kAudioFormatMPEG4AAC)
    /// High-efficiency AAC.
    public static let mpeg4AAC_HE = Self(rawValue: kAudioFormatMPEG4AAC_HE)
    /// AAC with a low delay.
    public static let mpeg4AAC_LD = Self(rawValue: kAudioFormatMPEG4AAC_LD)
    /// AAC with an even lower delay.
    public static let mpeg4AAC_ELD = Self(rawValue: kAudioFormatMPEG4AAC_ELD)
    public static let mpeg4AAC_ELD_SBR = Self(rawValue: kAudioFormatMPEG4AAC_ELD_SBR)
    /// High-efficiency AAC with parametric stereo.
    public static let mpeg4AAC_HE_V2 = Self(rawValue: kAudioFormatMPEG4AAC_HE_V2)
    /// MP3.
    public static let mpegLayer3 = Self(rawValue: kAudioFormatMPEGLayer3)
    /// ALAC.
    public static let appleLossless = Self(rawValue: kAudioFormatAppleLossless)
    /// Lossless.
    public static let flac = Self(rawValue: kAudioFormatFLAC)
    public static let opus = Self(rawValue: kAudioFormatOpus)
    /// G.711, as used in most of the world.
    public static let aLaw = Self(rawValue: kAudioFormatALaw)
    /// G.711, as used in North America and Japan.
    public static let uLaw = Self(rawValue: kAudioFormatULaw)
}
