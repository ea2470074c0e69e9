import MissingFoundation

// Source: Apple, CMFormatDescription: media types, codec types, pixel formats.

/// The kind of media. Source: Apple, CMMediaType.
public typealias CMMediaType = FourCharCode
/// A video codec. Source: Apple, CMVideoCodecType.
public typealias CMVideoCodecType = FourCharCode
/// A pixel format. Source: Apple, CMPixelFormatType.
public typealias CMPixelFormatType = FourCharCode

public let kCMMediaType_Video: CMMediaType = 0x7669_6465
public let kCMMediaType_Audio: CMMediaType = 0x736F_756E
public let kCMMediaType_Muxed: CMMediaType = 0x6D75_7878
public let kCMMediaType_Text: CMMediaType = 0x7465_7874
public let kCMMediaType_ClosedCaption: CMMediaType = 0x636C_6370
public let kCMMediaType_Subtitle: CMMediaType = 0x7362_746C
public let kCMMediaType_TimeCode: CMMediaType = 0x746D_6364
public let kCMMediaType_Metadata: CMMediaType = 0x6D65_7461

public let kCMVideoCodecType_422YpCbCr8: CMVideoCodecType = 0x3276_7579
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726C_6520
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x6376_6964
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6A70_6567
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646D_6231
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x5356_5131
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x5356_5133
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x6832_3633
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6D75_7861
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6D70_3476
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6D70_3276
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6D70_3176
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x6476_6320
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x6476_6370
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x6170_3478
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x6170_3468
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x6170_6368
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170_636E
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x6170_6373
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170_636F
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170_726E
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x6170_7268
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x6476_6831
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x7670_3039
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x6176_3031

public let kCMPixelFormat_32ARGB: CMPixelFormatType = 0x0000_0020
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x4247_5241
public let kCMPixelFormat_24RGB: CMPixelFormatType = 0x0000_0018
public let kCMPixelFormat_16BE555: CMPixelFormatType = 0x0000_0010
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x4235_3635
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4C35_3535
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4C35_3635
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x3535_3531
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x3276_7579
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x7975_7673
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x7633_3038
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x7634_3038
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x7632_3136
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x7632_3130
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x7634_3130
public let kCMPixelFormat_8IndexedGray_WhiteIsZero: CMPixelFormatType = 0x0000_0028

extension CMFormatDescription.MediaType {
    public static let video = Self(rawValue: kCMMediaType_Video)
    public static let audio = Self(rawValue: kCMMediaType_Audio)
    public static let muxed = Self(rawValue: kCMMediaType_Muxed)
    public static let text = Self(rawValue: kCMMediaType_Text)
    public static let closedCaption = Self(rawValue: kCMMediaType_ClosedCaption)
    public static let subtitle = Self(rawValue: kCMMediaType_Subtitle)
    public static let timeCode = Self(rawValue: kCMMediaType_TimeCode)
    public static let metadata = Self(rawValue: kCMMediaType_Metadata)
}

extension CMFormatDescription.MediaSubType {
    public static let animation = Self(rawValue: kCMVideoCodecType_Animation)
    public static let cinepak = Self(rawValue: kCMVideoCodecType_Cinepak)
    public static let jpeg = Self(rawValue: kCMVideoCodecType_JPEG)
    public static let jpeg_OpenDML = Self(rawValue: kCMVideoCodecType_JPEG_OpenDML)
    public static let sorensonVideo = Self(rawValue: kCMVideoCodecType_SorensonVideo)
    public static let sorensonVideo3 = Self(rawValue: kCMVideoCodecType_SorensonVideo3)
    public static let h263 = Self(rawValue: kCMVideoCodecType_H263)
    public static let h264 = Self(rawValue: kCMVideoCodecType_H264)
    public static let hevc = Self(rawValue: kCMVideoCodecType_HEVC)
    public static let hevcWithAlpha = Self(rawValue: kCMVideoCodecType_HEVCWithAlpha)
    public static let mpeg4Video = Self(rawValue: kCMVideoCodecType_MPEG4Video)
    public static let mpeg2Video = Self(rawValue: kCMVideoCodecType_MPEG2Video)
    public static let mpeg1Video = Self(rawValue: kCMVideoCodecType_MPEG1Video)
    public static let dvcNTSC = Self(rawValue: kCMVideoCodecType_DVCNTSC)
    public static let dvcPAL = Self(rawValue: kCMVideoCodecType_DVCPAL)
    public static let proRes4444XQ = Self(rawValue: kCMVideoCodecType_AppleProRes4444XQ)
    public static let proRes4444 = Self(rawValue: kCMVideoCodecType_AppleProRes4444)
    public static let proRes422HQ = Self(rawValue: kCMVideoCodecType_AppleProRes422HQ)
    public static let proRes422 = Self(rawValue: kCMVideoCodecType_AppleProRes422)
    public static let proRes422LT = Self(rawValue: kCMVideoCodecType_AppleProRes422LT)
    public static let proRes422Proxy = Self(rawValue: kCMVideoCodecType_AppleProRes422Proxy)
    public static let proResRAW = Self(rawValue: kCMVideoCodecType_AppleProResRAW)
    public static let proResRAWHQ = Self(rawValue: kCMVideoCodecType_AppleProResRAWHQ)
    public static let dolbyVisionHEVC = Self(rawValue: kCMVideoCodecType_DolbyVisionHEVC)
    public static let vp9 = Self(rawValue: kCMVideoCodecType_VP9)
    public static let av1 = Self(rawValue: kCMVideoCodecType_AV1)

    public static let pixelFormat_32ARGB = Self(rawValue: kCMPixelFormat_32ARGB)
    public static let pixelFormat_32BGRA = Self(rawValue: kCMPixelFormat_32BGRA)
    public static let pixelFormat_24RGB = Self(rawValue: kCMPixelFormat_24RGB)
    public static let pixelFormat_16BE555 = Self(rawValue: kCMPixelFormat_16BE555)
    public static let pixelFormat_16BE565 = Self(rawValue: kCMPixelFormat_16BE565)
    public static let pixelFormat_16LE555 = Self(rawValue: kCMPixelFormat_16LE555)
    public static let pixelFormat_16LE565 = Self(rawValue: kCMPixelFormat_16LE565)
    public static let pixelFormat_16LE5551 = Self(rawValue: kCMPixelFormat_16LE5551)
    public static let pixelFormat_422YpCbCr8 = Self(rawValue: kCMPixelFormat_422YpCbCr8)
    public static let pixelFormat_422YpCbCr8_yuvs = Self(rawValue: kCMPixelFormat_422YpCbCr8_yuvs)
    public static let pixelFormat_444YpCbCr8 = Self(rawValue: kCMPixelFormat_444YpCbCr8)
    public static let pixelFormat_4444YpCbCrA8 = Self(rawValue: kCMPixelFormat_4444YpCbCrA8)
    public static let pixelFormat_422YpCbCr16 = Self(rawValue: kCMPixelFormat_422YpCbCr16)
    public static let pixelFormat_422YpCbCr10 = Self(rawValue: kCMPixelFormat_422YpCbCr10)
    public static let pixelFormat_444YpCbCr10 = Self(rawValue: kCMPixelFormat_444YpCbCr10)
    public static let pixelFormat_8IndexedGray_WhiteIsZero = Self(rawValue: kCMPixelFormat_8IndexedGray_WhiteIsZero)

    public static let linearPCM = Self(rawValue: kAudioFormatLinearPCM)
    public static let ac3 = Self(rawValue: kAudioFormatAC3)
    public static let mpeg4AAC = Self(rawValue: kAudioFormatMPEG4AAC)
    public static let mpeg4AAC_HE = Self(rawValue: kAudioFormatMPEG4AAC_HE)
    public static let mpegLayer3 = Self(rawValue: kAudioFormatMPEGLayer3)
    public static let appleLossless = Self(rawValue: kAudioFormatAppleLossless)
    public static let flac = Self(rawValue: kAudioFormatFLAC)
    public static let opus = Self(rawValue: kAudioFormatOpus)
    public static let aLaw = Self(rawValue: kAudioFormatALaw)
    public static let uLaw = Self(rawValue: kAudioFormatULaw)
}
