import CoreLocation
import Foundation
import PhotoCoding

/// What the catalogue stores about a picture or movie; read from the first bytes, without decoding.
struct MediaFileFacts: Equatable {
    enum Format: String, CaseIterable {
        case jpeg = "jpg"
        case heif = "heic"
        case png = "png"
        case tiff = "dng"
        case quickTime = "mov"
        case mpeg4 = "mp4"

        /// The file's type in Apple's terms. Source: Apple, Uniform Type Identifiers.
        var uniformTypeIdentifier: String {
            switch self {
            case .jpeg: "public.jpeg"
            case .heif: "public.heic"
            case .png: "public.png"
            case .tiff: "com.adobe.raw-image"
            case .quickTime: "com.apple.quicktime-movie"
            case .mpeg4: "public.mpeg-4"
            }
        }

        var fileExtension: String { rawValue }

        var isMovie: Bool { self == .quickTime || self == .mpeg4 }

        /// The format that a file name suggests.
        init?(filename: String) {
            guard let dot = filename.lastIndex(of: ".") else { return nil }
            switch filename[filename.index(after: dot)...].lowercased() {
            case "jpg", "jpeg": self = .jpeg
            case "heic", "heif": self = .heif
            case "png": self = .png
            case "dng": self = .tiff
            case "mov": self = .quickTime
            case "mp4", "m4v": self = .mpeg4
            default: return nil
            }
        }
    }

    var format: Format
    /// The size when shown upright; 0 if unknown.
    var pixelWidth = 0
    var pixelHeight = 0
    /// In seconds; 0 for a picture.
    var duration = 0.0
    /// When it was taken, according to the file.
    var creationDate: Date?
    /// Where it was taken, according to the file.
    var location: CLLocation?
    /// The pending photo, if this is a proxy.
    var deferredID: DeferredPhotoID?
    var burstIdentifier: String?
    var hasDepth = false

    /// - Returns: `nil` if the bytes are not a picture or movie of a kind that the library keeps, or end before their
    ///   description does.
    init?(_ source: some ByteSource) {
        guard let format = Self.format(of: source.bytes(at: 0, count: 12)) else { return nil }
        self.format = format
        switch format {
        case .jpeg:
            guard let header = JPEGHeader(source) else { return nil }
            take(header.facts)
        case .heif:
            guard let header = HEIFHeader(source) else { return nil }
            take(header.facts)
        case .tiff:
            guard let header = DNGHeader(source) else { return nil }
            take(header.facts)
        case .png:
            pixelWidth = source.integer(at: 16, width: 4) ?? 0
            pixelHeight = source.integer(at: 20, width: 4) ?? 0
        case .quickTime, .mpeg4:
            guard let header = MovieHeader(source) else { return nil }
            (pixelWidth, pixelHeight) = (header.uprightWidth, header.uprightHeight)
            duration = header.duration
            creationDate = header.creationDate
        }
    }

    private mutating func take(_ facts: PictureFacts) {
        (pixelWidth, pixelHeight) = (facts.width, facts.height)
        (creationDate, location) = (facts.creationDate, facts.location)
        deferredID = facts.uniqueID.flatMap { DeferredPhotoID($0) }
        (burstIdentifier, hasDepth) = (facts.burstIdentifier, facts.hasDepth)
    }

    /// The subtypes of an asset whose main file this is.
    func subtypes(isLive: Bool) -> PHAssetMediaSubtype {
        var subtypes: PHAssetMediaSubtype = []
        if isLive { subtypes.insert(.photoLive) }
        if hasDepth { subtypes.insert(.photoDepthEffect) }
        return subtypes
    }

    /// Recognises the format by the signature at the start of a file.
    private static func format(of signature: [UInt8]) -> Format? {
        if signature.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if signature.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if signature.starts(with: [0x49, 0x49, 0x2A, 0x00]) || signature.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
            return .tiff
        }
        guard signature.count == 12 else { return nil }
        let brand = String(decoding: signature[8...], as: UTF8.self)
        switch String(decoding: signature[4..<8], as: UTF8.self) {
        case "ftyp" where ["heic", "heix", "mif1", "hevc"].contains(brand): return .heif
        case "ftyp": return brand == "qt  " ? .quickTime : .mpeg4
        // QuickTime files older than the type box.
        case "moov", "mdat", "wide", "free", "skip": return .quickTime
        default: return nil
        }
    }
}
