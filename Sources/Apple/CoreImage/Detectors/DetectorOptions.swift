import Foundation
import PixelCoding

/// How thorough to be: ``CIDetectorAccuracyLow`` or ``CIDetectorAccuracyHigh``, which is the default.
///
/// Linux: with low accuracy, faces, rectangles and text are searched in a picture of half the size; codes are always
/// searched thoroughly.
public let CIDetectorAccuracy = "CIDetectorAccuracy"
public let CIDetectorAccuracyLow = "CIDetectorAccuracyLow"
public let CIDetectorAccuracyHigh = "CIDetectorAccuracyHigh"
/// Whether faces have numbers that they keep from one picture to the next: a Boolean.
public let CIDetectorTracking = "CIDetectorTracking"
/// The least side of what is found, as a part of the picture's shorter side: a number from 0 to 1.
///
/// Linux: for faces and rectangles. Faces below a twelfth are not found in any case; rectangles have at least a tenth
/// without it.
public let CIDetectorMinFeatureSize = "CIDetectorMinFeatureSize"
/// How many rectangles are found at most: a number from 1 to 256. Without it one, the largest.
public let CIDetectorMaxFeatureCount = "CIDetectorMaxFeatureCount"
/// From how many sides faces are looked for: a number. Linux: without effect; they look into the camera.
public let CIDetectorNumberOfAngles = "CIDetectorNumberOfAngles"
/// How the picture is to be turned upright: a number, as EXIF's. What is found has the coordinates of the picture as it is.
public let CIDetectorImageOrientation = "CIDetectorImageOrientation"
/// Whether to look for closed eyes: a Boolean. Linux: without effect.
public let CIDetectorEyeBlink = "CIDetectorEyeBlink"
/// Whether to look for smiles: a Boolean. Linux: without effect.
public let CIDetectorSmile = "CIDetectorSmile"
/// The focal length in pixels of the camera, for rectangles: a number. Linux: without effect.
public let CIDetectorFocalLength = "CIDetectorFocalLength"
/// The width of the rectangles that are wanted, divided by their height: a number.
///
/// Linux: a rectangle lies either way, and may differ by a quarter, as it looks shorter from a side. Without it any up to
/// five to one.
public let CIDetectorAspectRatio = "CIDetectorAspectRatio"
/// Whether a text has the characters that it consists of: a Boolean.
public let CIDetectorReturnSubFeatures = "CIDetectorReturnSubFeatures"

/// The options of a detector, or of one search, in Swift's words. What is not what its key asks for counts as absent.
struct DetectorOptions {
    var isThorough = true
    var isTracking = false
    var returnsParts = false
    var smallestPart: Double?
    var mostFeatures = 1
    /// Of the shorter side to the longer one.
    var aspectRatio: Double?
    var orientation = ExifOrientation.up

    init(_ options: [String: Any]?) {
        func number(_ key: String) -> Double? {
            switch options?[key] {
            case let number as NSNumber: number.doubleValue
            case let number as any BinaryInteger: Double(number)
            case let number as any BinaryFloatingPoint: Double(number)
            default: nil
            }
        }
        func isOn(_ key: String) -> Bool { (options?[key] as? Bool) ?? (number(key).map { $0 != 0 } ?? false) }
        isThorough = (options?[CIDetectorAccuracy] as? String) != CIDetectorAccuracyLow
        isTracking = isOn(CIDetectorTracking)
        returnsParts = isOn(CIDetectorReturnSubFeatures)
        smallestPart = number(CIDetectorMinFeatureSize).flatMap { (0...1).contains($0) ? $0 : nil }
        if let count = number(CIDetectorMaxFeatureCount), (1...256).contains(count) { mostFeatures = Int(count) }
        aspectRatio = number(CIDetectorAspectRatio).flatMap { $0 > 0 && $0.isFinite ? min($0, 1 / $0) : nil }
        if let value = number(CIDetectorImageOrientation), (1...8).contains(value) {
            orientation = ExifOrientation(rawValue: Int(value)) ?? .up
        }
    }
}
