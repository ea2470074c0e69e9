import ImageProperties
import MissingFoundation

extension ExifTag {
    /// Every tag that is written: numbers, types and counts of EXIF 2.32 (CIPA DC-008-2019), sections 4.6.4 to 4.6.6.
    static let all: [ExifTag] = ownProperties + tiffTags + exifTags + gpsTags

    /// The tags that have a name here.
    private static let ownProperties: [ExifTag] = [
        make, model, orientation, software, dateTime, exposureTime, fNumber, iso, dateTimeOriginal, dateTimeDigitized,
        offsetTime, offsetTimeOriginal, offsetTimeDigitized, focalLength, subsecTime, subsecTimeOriginal,
        subsecTimeDigitized, pixelWidth, pixelHeight, focalLengthIn35mm, imageUniqueID, lensMake, lensModel,
        latitudeRef, latitude,
        longitudeRef, longitude, altitudeRef, altitude, positioningError, xResolution, yResolution, resolutionUnit,
        brightness, exposureBias, flash, digitalZoomRatio,
        exifVersion, componentsConfiguration, flashPixVersion, colorSpace, gpsVersion,
    ]

    private static let tiffTags: [ExifTag] = [
        ExifTag(.tiff, 0x010D, kCGImagePropertyTIFFDocumentName, .text),
        ExifTag(.tiff, 0x010E, kCGImagePropertyTIFFImageDescription, .text),
        ExifTag(.tiff, 0x013B, kCGImagePropertyTIFFArtist, .text),
        ExifTag(.tiff, 0x013C, kCGImagePropertyTIFFHostComputer, .text),
        ExifTag(.tiff, 0x8298, kCGImagePropertyTIFFCopyright, .text),
    ]

    private static let exifTags: [ExifTag] = [
        ExifTag(.exif, 0x8822, kCGImagePropertyExifExposureProgram, .short(isList: false)),
        ExifTag(.exif, 0x8824, kCGImagePropertyExifSpectralSensitivity, .text),
        ExifTag(.exif, 0x8830, kCGImagePropertyExifSensitivityType, .short(isList: false)),
        ExifTag(.exif, 0x8831, kCGImagePropertyExifStandardOutputSensitivity, .long),
        ExifTag(.exif, 0x8832, kCGImagePropertyExifRecommendedExposureIndex, .long),
        ExifTag(.exif, 0x9102, kCGImagePropertyExifCompressedBitsPerPixel, .rational),
        ExifTag(.exif, 0x9201, kCGImagePropertyExifShutterSpeedValue, .signedRational),
        ExifTag(.exif, 0x9202, kCGImagePropertyExifApertureValue, .rational),
        ExifTag(.exif, 0x9205, kCGImagePropertyExifMaxApertureValue, .rational),
        ExifTag(.exif, 0x9206, kCGImagePropertyExifSubjectDistance, .rational),
        ExifTag(.exif, 0x9207, kCGImagePropertyExifMeteringMode, .short(isList: false)),
        ExifTag(.exif, 0x9208, kCGImagePropertyExifLightSource, .short(isList: false)),
        ExifTag(.exif, 0x9214, kCGImagePropertyExifSubjectArea, .short(isList: true)),
        ExifTag(.exif, 0x9286, kCGImagePropertyExifUserComment, .comment),
        ExifTag(.exif, 0xA004, kCGImagePropertyExifRelatedSoundFile, .text),
        ExifTag(.exif, 0xA20B, kCGImagePropertyExifFlashEnergy, .rational),
        ExifTag(.exif, 0xA20E, kCGImagePropertyExifFocalPlaneXResolution, .rational),
        ExifTag(.exif, 0xA20F, kCGImagePropertyExifFocalPlaneYResolution, .rational),
        ExifTag(.exif, 0xA210, kCGImagePropertyExifFocalPlaneResolutionUnit, .short(isList: false)),
        ExifTag(.exif, 0xA214, kCGImagePropertyExifSubjectLocation, .short(isList: true)),
        ExifTag(.exif, 0xA215, kCGImagePropertyExifExposureIndex, .rational),
        ExifTag(.exif, 0xA217, kCGImagePropertyExifSensingMethod, .short(isList: false)),
        ExifTag(.exif, 0xA300, kCGImagePropertyExifFileSource, .code),
        ExifTag(.exif, 0xA301, kCGImagePropertyExifSceneType, .code),
        ExifTag(.exif, 0xA401, kCGImagePropertyExifCustomRendered, .short(isList: false)),
        ExifTag(.exif, 0xA402, kCGImagePropertyExifExposureMode, .short(isList: false)),
        ExifTag(.exif, 0xA403, kCGImagePropertyExifWhiteBalance, .short(isList: false)),
        ExifTag(.exif, 0xA406, kCGImagePropertyExifSceneCaptureType, .short(isList: false)),
        ExifTag(.exif, 0xA407, kCGImagePropertyExifGainControl, .short(isList: false)),
        ExifTag(.exif, 0xA408, kCGImagePropertyExifContrast, .short(isList: false)),
        ExifTag(.exif, 0xA409, kCGImagePropertyExifSaturation, .short(isList: false)),
        ExifTag(.exif, 0xA40A, kCGImagePropertyExifSharpness, .short(isList: false)),
        ExifTag(.exif, 0xA40C, kCGImagePropertyExifSubjectDistRange, .short(isList: false)),
        ExifTag(.exif, 0xA430, kCGImagePropertyExifCameraOwnerName, .text),
        ExifTag(.exif, 0xA431, kCGImagePropertyExifBodySerialNumber, .text),
        ExifTag(.exif, 0xA432, kCGImagePropertyExifLensSpecification, .rationals),
        ExifTag(.exif, 0xA435, kCGImagePropertyExifLensSerialNumber, .text),
    ]

    private static let gpsTags: [ExifTag] = [
        ExifTag(.gps, 7, kCGImagePropertyGPSTimeStamp, .timeOfDay),
        ExifTag(.gps, 8, kCGImagePropertyGPSSatellites, .text),
        ExifTag(.gps, 9, kCGImagePropertyGPSStatus, .text),
        ExifTag(.gps, 10, kCGImagePropertyGPSMeasureMode, .text),
        ExifTag(.gps, 11, kCGImagePropertyGPSDOP, .rational),
        ExifTag(.gps, 12, kCGImagePropertyGPSSpeedRef, .text),
        ExifTag(.gps, 13, kCGImagePropertyGPSSpeed, .rational),
        ExifTag(.gps, 14, kCGImagePropertyGPSTrackRef, .text),
        ExifTag(.gps, 15, kCGImagePropertyGPSTrack, .rational),
        ExifTag(.gps, 16, kCGImagePropertyGPSImgDirectionRef, .text),
        ExifTag(.gps, 17, kCGImagePropertyGPSImgDirection, .rational),
        ExifTag(.gps, 18, kCGImagePropertyGPSMapDatum, .text),
        ExifTag(.gps, 19, kCGImagePropertyGPSDestLatitudeRef, .text),
        ExifTag(.gps, 20, kCGImagePropertyGPSDestLatitude, .degrees),
        ExifTag(.gps, 21, kCGImagePropertyGPSDestLongitudeRef, .text),
        ExifTag(.gps, 22, kCGImagePropertyGPSDestLongitude, .degrees),
        ExifTag(.gps, 23, kCGImagePropertyGPSDestBearingRef, .text),
        ExifTag(.gps, 24, kCGImagePropertyGPSDestBearing, .rational),
        ExifTag(.gps, 25, kCGImagePropertyGPSDestDistanceRef, .text),
        ExifTag(.gps, 26, kCGImagePropertyGPSDestDistance, .rational),
        ExifTag(.gps, 27, kCGImagePropertyGPSProcessingMethod, .comment),
        ExifTag(.gps, 28, kCGImagePropertyGPSAreaInformation, .comment),
        ExifTag(.gps, 29, kCGImagePropertyGPSDateStamp, .text),
        ExifTag(.gps, 30, kCGImagePropertyGPSDifferental, .short(isList: false)),
    ]
}
