// The keys of a picture's metadata. CIPA DC-008 (EXIF 2.32) has what the values mean.

// Groups

/// The group of those whose names begin with `kCGImagePropertyTIFF`. Source: Apple, kCGImagePropertyTIFFDictionary.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The group of those whose names begin with `kCGImagePropertyExif`. Source: Apple, kCGImagePropertyExifDictionary.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The group of those whose names begin with `kCGImagePropertyGPS`. Source: Apple, kCGImagePropertyGPSDictionary.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// Apple's group; its keys are numbers, 17 being what photo and movie of a Live Photo share. Source: Apple, kCGImagePropertyMakerAppleDictionary.
public let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"

// The picture as a whole

/// How the picture is to be turned: 1 to 8, as `CGImagePropertyOrientation`. Source: Apple, kCGImagePropertyOrientation.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// As it is stored, before it is turned. Source: Apple, kCGImagePropertyPixelWidth.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// As it is stored, before it is turned. Source: Apple, kCGImagePropertyPixelHeight.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// Pixels an inch. Source: Apple, kCGImagePropertyDPIWidth.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// Pixels an inch. Source: Apple, kCGImagePropertyDPIHeight.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// `kCGImagePropertyColorModelRGB` or one of its like. Source: Apple, kCGImagePropertyColorModel.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// Bits of a component. Source: Apple, kCGImagePropertyDepth.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The name of the ICC profile, for people. Source: Apple, kCGImagePropertyProfileName.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// A value of `kCGImagePropertyColorModel`. Source: Apple, kCGImagePropertyColorModelRGB.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// A value of `kCGImagePropertyColorModel`. Source: Apple, kCGImagePropertyColorModelGray.
public let kCGImagePropertyColorModelGray: CFString = "Gray"

// In the group "{TIFF}"

/// Source: Apple, kCGImagePropertyTIFFDocumentName.
public let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// What the picture shows. Source: Apple, kCGImagePropertyTIFFImageDescription.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// Who made the camera. Source: Apple, kCGImagePropertyTIFFMake.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// The camera. Source: Apple, kCGImagePropertyTIFFModel.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// 1 to 8, as `CGImagePropertyOrientation`. Source: Apple, kCGImagePropertyTIFFOrientation.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// Pixels a unit. Source: Apple, kCGImagePropertyTIFFXResolution.
public let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Pixels a unit. Source: Apple, kCGImagePropertyTIFFYResolution.
public let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// The unit of the resolution: 2 for an inch, 3 for a centimetre. Source: Apple, kCGImagePropertyTIFFResolutionUnit.
public let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// What wrote the file. Source: Apple, kCGImagePropertyTIFFSoftware.
public let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// When the file was changed, local time: `2026:01:31 23:59:59`. Source: Apple, kCGImagePropertyTIFFDateTime.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// Who took the picture. Source: Apple, kCGImagePropertyTIFFArtist.
public let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// Source: Apple, kCGImagePropertyTIFFHostComputer.
public let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
/// Source: Apple, kCGImagePropertyTIFFCopyright.
public let kCGImagePropertyTIFFCopyright: CFString = "Copyright"

// In the group "{Exif}"

/// In seconds. Source: Apple, kCGImagePropertyExifExposureTime.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// The focal length over the aperture's diameter. Source: Apple, kCGImagePropertyExifFNumber.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// 0 not known, 1 by hand, 2 automatic, 3 and 4 with one of aperture and time given, and so on. Source: Apple, kCGImagePropertyExifExposureProgram.
public let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// Of each channel: text. Source: Apple, kCGImagePropertyExifSpectralSensitivity.
public let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// The ISO sensitivity: a list of one number. Source: Apple, kCGImagePropertyExifISOSpeedRatings.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// What the ISO sensitivity is: 1 the standard output one, 2 the recommended one, 3 the speed. Source: Apple, kCGImagePropertyExifSensitivityType.
public let kCGImagePropertyExifSensitivityType: CFString = "SensitivityType"
/// As in ISO 12232. Source: Apple, kCGImagePropertyExifStandardOutputSensitivity.
public let kCGImagePropertyExifStandardOutputSensitivity: CFString = "StandardOutputSensitivity"
/// As in ISO 12232. Source: Apple, kCGImagePropertyExifRecommendedExposureIndex.
public let kCGImagePropertyExifRecommendedExposureIndex: CFString = "RecommendedExposureIndex"
/// The digits of the version, 0, 2, 3, 2 for 2.32: a list of numbers. Source: Apple, kCGImagePropertyExifVersion.
public let kCGImagePropertyExifVersion: CFString = "ExifVersion"
/// When it was taken, local time: `2026:01:31 23:59:59`. Source: Apple, kCGImagePropertyExifDateTimeOriginal.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// When it became a file, local time. Source: Apple, kCGImagePropertyExifDateTimeDigitized.
public let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// How far `DateTime` is from UTC: `+01:00`. Source: Apple, kCGImagePropertyExifOffsetTime.
public let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// How far `DateTimeOriginal` is from UTC: `+01:00`. Source: Apple, kCGImagePropertyExifOffsetTimeOriginal.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// How far `DateTimeDigitized` is from UTC: `+01:00`. Source: Apple, kCGImagePropertyExifOffsetTimeDigitized.
public let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// A list of four: 1 Y, 2 Cb, 3 Cr, 4 R, 5 G, 6 B, 0 none. Source: Apple, kCGImagePropertyExifComponentsConfiguration.
public let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
/// Source: Apple, kCGImagePropertyExifCompressedBitsPerPixel.
public let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// The exposure time t as -log₂ t. Source: Apple, kCGImagePropertyExifShutterSpeedValue.
public let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// The f-number N as 2 log₂ N. Source: Apple, kCGImagePropertyExifApertureValue.
public let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// The subject's brightness, in APEX's steps. Source: Apple, kCGImagePropertyExifBrightnessValue.
public let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// In steps (EV). Source: Apple, kCGImagePropertyExifExposureBiasValue.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// The lens's smallest f-number N as 2 log₂ N. Source: Apple, kCGImagePropertyExifMaxApertureValue.
public let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// In metres. Source: Apple, kCGImagePropertyExifSubjectDistance.
public let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// 1 average, 2 weighted to the middle, 3 spot, 5 pattern, and so on. Source: Apple, kCGImagePropertyExifMeteringMode.
public let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// 0 not known, 1 daylight, 2 fluorescent, 3 tungsten, 4 flash, and so on. Source: Apple, kCGImagePropertyExifLightSource.
public let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// Bits: 1 for a flash that fired; the next say how and why. Source: Apple, kCGImagePropertyExifFlash.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// In millimetres. Source: Apple, kCGImagePropertyExifFocalLength.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// A list in pixels: centre; centre and diameter; or centre, width and height. Source: Apple, kCGImagePropertyExifSubjectArea.
public let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// Text. Source: Apple, kCGImagePropertyExifUserComment.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// The digits after the second of `DateTime`. Source: Apple, kCGImagePropertyExifSubsecTime.
public let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// The digits after the second of `DateTimeOriginal`. Source: Apple, kCGImagePropertyExifSubsecTimeOriginal.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// The digits after the second of `DateTimeDigitized`. Source: Apple, kCGImagePropertyExifSubsecTimeDigitized.
public let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// The digits of the version, 0, 1, 0, 0 for 1.0: a list of numbers. Source: Apple, kCGImagePropertyExifFlashPixVersion.
public let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// 1 for sRGB, 65535 for another. Source: Apple, kCGImagePropertyExifColorSpace.
public let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// The width of the picture proper. Source: Apple, kCGImagePropertyExifPixelXDimension.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// The height of the picture proper. Source: Apple, kCGImagePropertyExifPixelYDimension.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// Its name. Source: Apple, kCGImagePropertyExifRelatedSoundFile.
public let kCGImagePropertyExifRelatedSoundFile: CFString = "RelatedSoundFile"
/// In beam candle power seconds. Source: Apple, kCGImagePropertyExifFlashEnergy.
public let kCGImagePropertyExifFlashEnergy: CFString = "FlashEnergy"
/// Pixels of the sensor a unit. Source: Apple, kCGImagePropertyExifFocalPlaneXResolution.
public let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// Pixels of the sensor a unit. Source: Apple, kCGImagePropertyExifFocalPlaneYResolution.
public let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// The unit of the two: 2 for an inch, 3 for a centimetre. Source: Apple, kCGImagePropertyExifFocalPlaneResolutionUnit.
public let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// A list in pixels: x, y. Source: Apple, kCGImagePropertyExifSubjectLocation.
public let kCGImagePropertyExifSubjectLocation: CFString = "SubjectLocation"
/// Source: Apple, kCGImagePropertyExifExposureIndex.
public let kCGImagePropertyExifExposureIndex: CFString = "ExposureIndex"
/// 2 for a sensor with a mosaic of colours, and others. Source: Apple, kCGImagePropertyExifSensingMethod.
public let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// 3 for a digital camera, 1 and 2 for scanners. Source: Apple, kCGImagePropertyExifFileSource.
public let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// 1 for a picture taken with a camera. Source: Apple, kCGImagePropertyExifSceneType.
public let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// 1 when the picture was processed in a special way. Source: Apple, kCGImagePropertyExifCustomRendered.
public let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// 0 automatic, 1 by hand, 2 one of a bracket. Source: Apple, kCGImagePropertyExifExposureMode.
public let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// 0 automatic, 1 by hand. Source: Apple, kCGImagePropertyExifWhiteBalance.
public let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// 0 when there was none. Source: Apple, kCGImagePropertyExifDigitalZoomRatio.
public let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// In millimetres, for the same view on 35 mm film. Source: Apple, kCGImagePropertyExifFocalLenIn35mmFilm.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// 0 standard, 1 landscape, 2 portrait, 3 night. Source: Apple, kCGImagePropertyExifSceneCaptureType.
public let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// 0 none, 1 and 2 low and high gain up, 3 and 4 down. Source: Apple, kCGImagePropertyExifGainControl.
public let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// 0 normal, 1 low, 2 high. Source: Apple, kCGImagePropertyExifContrast.
public let kCGImagePropertyExifContrast: CFString = "Contrast"
/// 0 normal, 1 low, 2 high. Source: Apple, kCGImagePropertyExifSaturation.
public let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// 0 normal, 1 low, 2 high. Source: Apple, kCGImagePropertyExifSharpness.
public let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// 1 macro, 2 close, 3 distant. Source: Apple, kCGImagePropertyExifSubjectDistRange.
public let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistRange"
/// 32 hexadecimal digits. Source: Apple, kCGImagePropertyExifImageUniqueID.
public let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
/// Source: Apple, kCGImagePropertyExifCameraOwnerName.
public let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// The camera's. Source: Apple, kCGImagePropertyExifBodySerialNumber.
public let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// A list: shortest and longest focal length in millimetres, and the smallest f-number at each. Source: Apple, kCGImagePropertyExifLensSpecification.
public let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// Who made the lens. Source: Apple, kCGImagePropertyExifLensMake.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// Source: Apple, kCGImagePropertyExifLensModel.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// Source: Apple, kCGImagePropertyExifLensSerialNumber.
public let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"

// In the group "{GPS}"

/// A list of numbers: 2, 3, 0, 0. Source: Apple, kCGImagePropertyGPSVersion.
public let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// `N` or `S`. Source: Apple, kCGImagePropertyGPSLatitudeRef.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// In degrees, never negative. Source: Apple, kCGImagePropertyGPSLatitude.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// `E` or `W`. Source: Apple, kCGImagePropertyGPSLongitudeRef.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// In degrees, never negative. Source: Apple, kCGImagePropertyGPSLongitude.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// 0 above the sea, 1 below. Source: Apple, kCGImagePropertyGPSAltitudeRef.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// In metres, never negative. Source: Apple, kCGImagePropertyGPSAltitude.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// UTC: `23:59:59`. Source: Apple, kCGImagePropertyGPSTimeStamp.
public let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// Which were used: text. Source: Apple, kCGImagePropertyGPSSatellites.
public let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// `A` while there is a position, `V` while there is none. Source: Apple, kCGImagePropertyGPSStatus.
public let kCGImagePropertyGPSStatus: CFString = "Status"
/// `2` without height, `3` with it. Source: Apple, kCGImagePropertyGPSMeasureMode.
public let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// How far the satellites' places spoil the position; small is good. Source: Apple, kCGImagePropertyGPSDOP.
public let kCGImagePropertyGPSDOP: CFString = "DOP"
/// The unit of the speed: `K` kilometres, `M` miles an hour, `N` knots. Source: Apple, kCGImagePropertyGPSSpeedRef.
public let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// In the unit of `SpeedRef`. Source: Apple, kCGImagePropertyGPSSpeed.
public let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// `T` from true north, `M` from magnetic north. Source: Apple, kCGImagePropertyGPSTrackRef.
public let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// Whither the camera moved, in degrees clockwise. Source: Apple, kCGImagePropertyGPSTrack.
public let kCGImagePropertyGPSTrack: CFString = "Track"
/// `T` from true north, `M` from magnetic north. Source: Apple, kCGImagePropertyGPSImgDirectionRef.
public let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// Whither the camera looked, in degrees clockwise. Source: Apple, kCGImagePropertyGPSImgDirection.
public let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// The model of the earth: `WGS-84`. Source: Apple, kCGImagePropertyGPSMapDatum.
public let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// `N` or `S`. Source: Apple, kCGImagePropertyGPSDestLatitudeRef.
public let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// Of what is shown, in degrees. Source: Apple, kCGImagePropertyGPSDestLatitude.
public let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// `E` or `W`. Source: Apple, kCGImagePropertyGPSDestLongitudeRef.
public let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// Of what is shown, in degrees. Source: Apple, kCGImagePropertyGPSDestLongitude.
public let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// `T` from true north, `M` from magnetic north. Source: Apple, kCGImagePropertyGPSDestBearingRef.
public let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// Whither it is to what is shown, in degrees clockwise. Source: Apple, kCGImagePropertyGPSDestBearing.
public let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// The unit of the distance: `K` kilometres, `M` miles, `N` nautical miles. Source: Apple, kCGImagePropertyGPSDestDistanceRef.
public let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// To what is shown, in the unit of `DestDistanceRef`. Source: Apple, kCGImagePropertyGPSDestDistance.
public let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// How the position was found: `GPS`, `CELLID`, `WLAN`, `MANUAL`. Source: Apple, kCGImagePropertyGPSProcessingMethod.
public let kCGImagePropertyGPSProcessingMethod: CFString = "ProcessingMethod"
/// The name of the place. Source: Apple, kCGImagePropertyGPSAreaInformation.
public let kCGImagePropertyGPSAreaInformation: CFString = "AreaInformation"
/// UTC: `2026:01:31`. Source: Apple, kCGImagePropertyGPSDateStamp.
public let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// 1 when the position was corrected by a station on the ground. Source: Apple, kCGImagePropertyGPSDifferental.
public let kCGImagePropertyGPSDifferental: CFString = "Differental"
/// In metres. Source: Apple, kCGImagePropertyGPSHPositioningError.
public let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
