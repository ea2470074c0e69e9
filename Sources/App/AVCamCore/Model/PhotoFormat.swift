/// What a photo is saved as: a picture, the sensor's data, or both.
package struct PhotoFormat: Hashable, Sendable {
    /// The file that everybody can look at; the sensor's data when nothing else is wanted.
    package let main: PhotoFile
    private let rawBeside: PhotoFile?

    package init(_ main: PhotoFile) {
        self.main = main
        rawBeside = nil
    }

    /// - Parameter raw: the kind of the sensor's data beside the picture.
    package init(_ picture: PhotoFile, raw: PhotoFile) {
        precondition(!picture.isRaw && raw.isRaw, "A photo is a picture, RAW data, or one of each")
        main = picture
        rawBeside = raw
    }

    package static let jpeg = PhotoFormat(.jpeg)

    package static let all = PhotoFile.all.formats

    /// The picture's file; `nil` without one.
    package var picture: PhotoFile? { main.isRaw ? nil : main }

    /// The file of the sensor's data; `nil` without one.
    package var raw: PhotoFile? { main.isRaw ? main : rawBeside }

    package var hasRaw: Bool { raw != nil }

    package var files: [PhotoFile] { [main] + [rawBeside].compactMap(\.self) }

    /// What people call it, in every language: `RAW + JPEG`.
    package var label: String { files.reversed().map(\.label).joined(separator: " + ") }
}

/// What the app remembers, and the words of options and actions: `heic`, `raw+heic`.
extension PhotoFormat: RawRepresentable, Codable {
    package var rawValue: String { files.reversed().map(\.name).joined(separator: "+") }

    /// - Returns: `nil` for a word that is none of ``all``.
    package init?(rawValue: String) { self.init(rawValue, among: Self.all) }

    init?(_ word: String, among formats: [PhotoFormat]) {
        guard let format = formats.first(where: { $0.rawValue == word }) else { return nil }
        self = format
    }
}
