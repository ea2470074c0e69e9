/// How a picture was taken, according to its file; `nil` for what it does not say.
package struct ShotDetails: Sendable, Equatable {
    package var cameraMaker: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// In seconds.
    package var exposureTime: Double?
    package var fNumber: Double?
    package var iso: Int?
    /// In EV.
    package var exposureBias: Double?
    /// In millimeters, as engraved on the lens.
    package var focalLength: Double?
    /// In millimeters, for 35 mm film with the same angle of view.
    package var focalLengthIn35mmFilm: Int?
    package var isFlashFired: Bool?
    package var software: String?

    package init() {}
}

extension ShotDetails {
    /// Source: CIPA DC-008 (EXIF 2.32), 4.6.4 and 4.6.5.
    init(_ tags: TIFFTags) {
        cameraMaker = Self.trimmed(tags.text(.make))
        cameraModel = Self.trimmed(tags.text(.model))
        lensModel = Self.trimmed(tags.text(.lensModel))
        exposureTime = tags.number(.exposureTime).flatMap { $0 > 0 ? $0 : nil }
        fNumber = tags.number(.fNumber).flatMap { $0 > 0 ? $0 : nil }
        iso = tags.number(.iso).flatMap { $0 > 0 ? Int($0) : nil }
        exposureBias = tags.number(.exposureBias)
        focalLength = tags.number(.focalLength).flatMap { $0 > 0 ? $0 : nil }
        focalLengthIn35mmFilm = tags.number(.focalLengthIn35mm).flatMap { $0 > 0 ? Int($0) : nil }
        // The lowest bit; the others say what the flash was set to.
        isFlashFired = tags.number(.flash).map { Int($0) & 1 == 1 }
        software = Self.trimmed(tags.text(.software))
    }

    /// Some cameras pad their names with spaces.
    private static func trimmed(_ text: String?) -> String? {
        guard let text else { return nil }
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
