import AVFoundation

/// One kind of file that our photos are saved as.
///
/// To add one, write a value, and an entry in ``all``: options, menus and file names are made from that list. A camera
/// offers it as soon as the photo output has its codec and type.
package struct PhotoFile: Sendable {
    /// The word for it in options and in what the app remembers, so it never changes.
    package let name: String
    /// What people call it, in every language.
    package let label: String
    /// The codec of the picture; `nil` for the sensor's data.
    package let codec: AVVideoCodecType?
    package let type: AVFileType
    /// What file names end in, in lower case; the first is given to new ones.
    package let fileExtensions: [String]

    package init(
        name: String, label: String, codec: AVVideoCodecType?, type: AVFileType, fileExtensions: [String]
    ) {
        self.name = name
        self.label = label
        self.codec = codec
        self.type = type
        self.fileExtensions = fileExtensions
    }

    package static let jpeg = PhotoFile(
        name: "jpeg", label: "JPEG", codec: .jpeg, type: .jpg, fileExtensions: ["jpg", "jpeg", "jpe"])
    package static let heic = PhotoFile(
        name: "heic", label: "HEIC", codec: .hevc, type: .heic, fileExtensions: ["heic", "heif", "hif"])
    package static let dng = PhotoFile(
        name: "raw", label: "RAW", codec: nil, type: .dng, fileExtensions: ["dng"])

    package static let all: [PhotoFile] = [.jpeg, .heic, .dng]

    package var fileExtension: String { fileExtensions[0] }

    /// Whether it holds what the sensor saw, instead of a picture that everybody can look at.
    package var isRaw: Bool { codec == nil }

    /// Whether an output that is connected can make such files now.
    func isOffered(by output: AVCapturePhotoOutput) -> Bool {
        guard let codec else { return output.availableRawPhotoFileTypes.contains(type) }
        return output.supportedPhotoCodecTypes(for: type).contains(codec)
    }
}

extension PhotoFile: Hashable {
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension [PhotoFile] {
    /// The kind that a file name's extension stands for, in upper or lower case; `nil` if it is none of these.
    package func file(withExtension fileExtension: String) -> PhotoFile? {
        first { $0.fileExtensions.contains(fileExtension.lowercased()) }
    }

    /// All that a photo can be saved as: each kind alone, and each picture with each kind of RAW data beside it.
    package var formats: [PhotoFormat] {
        let (raws, pictures) = (filter(\.isRaw), filter { !$0.isRaw })
        return (pictures + raws).map { PhotoFormat($0) }
            + raws.flatMap { raw in pictures.map { PhotoFormat($0, raw: raw) } }
    }
}
