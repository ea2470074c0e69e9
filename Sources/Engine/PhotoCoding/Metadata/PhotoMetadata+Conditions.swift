import CaptureEngine
import CoreMedia
import Foundation

extension PhotoMetadata {
    /// The mode that a camera's flash was set to; the raw values are EXIF's.
    package enum FlashMode: UInt16, Sendable {
        case on = 0x08
        case off = 0x10
        case automatic = 0x18
    }

    /// Adds the conditions of a frame. An exposure that may be another frame's is left out.
    ///
    /// - Parameters:
    ///   - aperture: the lens's f-number; 0 when unknown.
    ///   - isBracketed: whether the frame is one of several with different exposures.
    ///
    /// Source: EXIF 2.32, 4.6.5 D.
    package mutating func add(_ conditions: CaptureConditions, aperture: Float = 0, isBracketed: Bool = false) {
        let seconds = conditions.exposureDuration.seconds
        if conditions.isExposureCertain {
            if seconds.isFinite, seconds > 0 { exposureTime = seconds }
            if conditions.iso.isFinite, conditions.iso >= 1 { iso = Int(min(conditions.iso, 1e6).rounded()) }
        }
        if aperture.isFinite, aperture > 0 { fNumber = Double(aperture) }
        if let brightness = brightness() { fields[.brightness] = .signedRational([TIFFRational(brightness)]) }
        fields[.exposureBias] = .signedRational([TIFFRational(Double(conditions.exposureBias))])
        if conditions.zoom.isFinite, conditions.zoom > 1 {
            fields[.digitalZoomRatio] = .rational([TIFFRational(conditions.zoom)])
        }
        addChoices(conditions, isBracketed: isBracketed)
    }

    /// Adds who chose exposure and white balance. What the device does not say is left out.
    ///
    /// Source: EXIF 2.32, 4.6.5 D "ExposureProgram", and G "ExposureMode" and "WhiteBalance".
    private mutating func addChoices(_ conditions: CaptureConditions, isBracketed: Bool) {
        if let choice = conditions.exposureChoice {
            // Manual; normal program.
            fields[.exposureProgram] = .short([choice == .manual ? 1 : 2])
            // Automatic, manual; a bracket is one around a manual exposure, too.
            fields[.exposureMode] = .short([isBracketed ? 2 : choice == .manual ? 1 : 0])
        }
        if let choice = conditions.whiteBalanceChoice {
            fields[.whiteBalance] = .short([choice == .manual ? 1 : 0])
        }
    }

    /// The scene brightness for which such an exposure is right, in APEX units.
    ///
    /// Source: EXIF 2.32, annex C: Bv = Av + Tv - Sv.
    private func brightness() -> Double? {
        guard let fNumber, let exposureTime, let iso, fNumber > 0, exposureTime > 0, iso > 0 else { return nil }
        return 2 * log2(fNumber) - log2(exposureTime) - log2(Double(iso) / 3.125)
    }

    /// Records what the flash did.
    ///
    /// - Parameter mode: `nil` for a camera without a flash.
    ///
    /// Source: EXIF 2.32, 4.6.5 D "Flash".
    package mutating func setFlash(_ mode: FlashMode?, isFired: Bool, reducesRedEye: Bool = false) {
        let absent: UInt16 = 0x20
        let redEye: UInt16 = isFired && reducesRedEye ? 0x40 : 0
        fields[.flash] = .short([(mode?.rawValue ?? absent) | redEye | (isFired ? 1 : 0)])
    }
}
