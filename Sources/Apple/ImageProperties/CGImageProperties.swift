// The keys of a picture's metadata. CIPA DC-008 (EXIF 2.32) defines the values.

// Groups

/// The group of the keys that begin with `kCGImagePropertyTIFF`.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The group of the keys that begin with `kCGImagePropertyExif`.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The group of the keys that begin with `kCGImagePropertyGPS`.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// Apple's group; its keys are numbers; 17 is the identifier that the photo and the movie of a Live Photo share.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"
/// The group of the keys that begin with `kCGImagePropertyGIF`.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"

// Groups that are neither read nor written here: the dictionaries of pictures do not have them.

/// Captions and keywords for the press.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
public let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
public let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
public let kCGImagePropertyRawDictionary: CFString = "{Raw}"
public let kCGImagePropertyHEICSDictionary: CFString = "{HEICS}"
/// What cameras add to EXIF: lenses and serial numbers.
public let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"

// The picture as a whole

/// How to rotate and mirror the picture: 1 to 8, as `CGImagePropertyOrientation`.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// As stored, before any rotation.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// As stored, before any rotation.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Pixels per inch.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Pixels per inch.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// `kCGImagePropertyColorModelRGB` or another color model.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Whether pixels can be transparent.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The size of the file in bytes; of the file, not of a picture.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// Bits per component.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The name of the ICC profile, to show to users.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// A value of `kCGImagePropertyColorModel`.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// A value of `kCGImagePropertyColorModel`.
public let kCGImagePropertyColorModelGray: CFString = "Gray"

// In the group "{GIF}"

/// How many times an animation is repeated, 0 for endlessly: of the file.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// Until the next picture, in seconds. Less than 0.1 s is read as 0.1 s.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// Until the next picture, in seconds, as the file has it.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// Whether all pictures share one color map: of the file.
public let kCGImagePropertyGIFHasGlobalColorMap: CFString = "HasGlobalColorMap"
/// Of the animation, in pixels: of the file.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// Of the animation, in pixels: of the file.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The delays of all pictures: of the file, an array of dictionaries.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"

// In the group "{TIFF}"

public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// What the picture shows.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// The camera's manufacturer.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The camera's model.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// 1 to 8, as `CGImagePropertyOrientation`.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Pixels per unit.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Pixels per unit.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The unit of the resolution: 2 for an inch, 3 for a centimeter.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// The program that wrote the file.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// When the file was changed, local time: `2026:01:31 23:59:59`.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// Who took the picture.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"

// In the group "{Exif}"

/// In seconds.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The focal length over the aperture's diameter.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// 0 unknown, 1 manual, 2 automatic, 3 aperture priority, 4 shutter priority, and so on.
public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// The sensitivity of each channel: a string.
public let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// The ISO sensitivity: a list of one number.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// The kind of ISO sensitivity: 1 standard output sensitivity, 2 recommended exposure index, 3 ISO speed.
public let kCGImagePropertyExifSensitivityType: CFString = "SensitivityType"
/// As in ISO 12232.
public let kCGImagePropertyExifStandardOutputSensitivity: CFString = "StandardOutputSensitivity"
/// As in ISO 12232.
public let kCGImagePropertyExifRecommendedExposureIndex: CFString = "RecommendedExposureIndex"
/// The digits of the version, 0, 2, 3, 2 for 2.32: a list of numbers.
public let kCGImagePropertyExifVersion: CFString = "ExifVersion"
/// When it was taken, local time: `2026:01:31 23:59:59`.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// When it was digitized, local time.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// The offset of `DateTime` from UTC: `+01:00`.
public let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// The offset of `DateTimeOriginal` from UTC: `+01:00`.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// The offset of `DateTimeDigitized` from UTC: `+01:00`.
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// A list of four: 1 Y, 2 Cb, 3 Cr, 4 R, 5 G, 6 B, 0 none.
public let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
public let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// The exposure time t as -log₂ t.
public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// The f-number N as 2 log₂ N.
public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// The subject's brightness, in APEX steps.
public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// In steps (EV).
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// The lens's smallest f-number N as 2 log₂ N.
public let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// In meters.
public let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// 1 average, 2 center-weighted, 3 spot, 5 pattern, and so on.
public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// 0 unknown, 1 daylight, 2 fluorescent, 3 tungsten, 4 flash, and so on.
public let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// Bits: 1 for a flash that fired; the others describe its mode and return light.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// In millimeters.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// A list in pixels: center; center and diameter; or center, width and height.
public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// Text.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// The digits after the second of `DateTime`.
public let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// The digits after the second of `DateTimeOriginal`.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The digits after the second of `DateTimeDigitized`.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// The digits of the version, 0, 1, 0, 0 for 1.0: a list of numbers.
public let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// 1 for sRGB, 65535 for any other.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// The width of the valid picture.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// The height of the valid picture.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// The name of the sound file.
public let kCGImagePropertyExifRelatedSoundFile: CFString = "RelatedSoundFile"
/// In beam candlepower seconds.
public let kCGImagePropertyExifFlashEnergy: CFString = "FlashEnergy"
/// Pixels of the sensor per unit.
public let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// Pixels of the sensor per unit.
public let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// The unit of the two: 2 for an inch, 3 for a centimeter.
public let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// A list in pixels: x, y.
public let kCGImagePropertyExifSubjectLocation: CFString = "SubjectLocation"
public let kCGImagePropertyExifExposureIndex: CFString = "ExposureIndex"
/// 2 for a one-chip color sensor, and others.
public let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// 3 for a digital camera, 1 and 2 for scanners.
public let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// 1 for a picture taken with a camera.
public let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// 1 when the picture was processed in a special way.
public let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// 0 automatic, 1 manual, 2 part of a bracket.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// 0 automatic, 1 manual.
public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// 0 when there was none.
public let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// In millimeters, for the same angle of view on 35 mm film.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// 0 standard, 1 landscape, 2 portrait, 3 night.
public let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// 0 none, 1 low gain up, 2 high gain up, 3 low gain down, 4 high gain down.
public let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// 0 normal, 1 low, 2 high.
public let kCGImagePropertyExifContrast: CFString = "Contrast"
/// 0 normal, 1 low, 2 high.
public let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// 0 normal, 1 low, 2 high.
public let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// 1 macro, 2 close, 3 distant.
public let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistRange"
/// 32 hexadecimal digits.
public let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
public let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// The camera's serial number.
public let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// A list: shortest and longest focal length in millimeters, and the smallest f-number at each.
public let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// The lens's manufacturer.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
public let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"

// In the group "{GPS}"

/// A list of numbers: 2, 3, 0, 0.
public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// In degrees, never negative.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// In degrees, never negative.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// 0 above sea level, 1 below.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// In meters, never negative.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// UTC: `23:59:59`.
public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// The satellites that were used: a string.
public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// `A` if the receiver had a position, `V` if it had none.
public let kCGImagePropertyGPSStatus: CFString = "Status"
/// `2` without height, `3` with it.
public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// The dilution of precision; lower is better.
public let kCGImagePropertyGPSDOP: CFString = "DOP"
/// The unit of the speed: `K` kilometers per hour, `M` miles per hour, `N` knots.
public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// In the unit of `SpeedRef`.
public let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// `T` from true north, `M` from magnetic north.
public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// The direction in which the camera moved, in degrees clockwise.
public let kCGImagePropertyGPSTrack: CFString = "Track"
/// `T` from true north, `M` from magnetic north.
public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// The direction in which the camera pointed, in degrees clockwise.
public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// The geodetic datum: `WGS-84`.
public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// `N` or `S`.
public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// Of the subject, in degrees.
public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// `E` or `W`.
public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// Of the subject, in degrees.
public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// `T` from true north, `M` from magnetic north.
public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// The direction to the subject, in degrees clockwise.
public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// The unit of the distance: `K` kilometers, `M` miles, `N` nautical miles.
public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// The distance to the subject, in the unit of `DestDistanceRef`.
public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// How the position was found: `GPS`, `CELLID`, `WLAN`, `MANUAL`.
public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
/// The name of the place.
public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
/// UTC: `2026:01:31`.
public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// 1 when the position was corrected by a ground station.
public let kCGImagePropertyGPSDifferental: CFString = "Differental"
/// The horizontal error of the position, in meters.
public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"

/// Among the options of a file that is written: the quality, 0 to 1. Source: Apple, CGImageDestination.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
