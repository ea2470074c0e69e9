/// The name of a metadata item within its ``AVMetadataKeySpace``. Source: Apple, AVMetadataKey.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The key of ``AVMetadataIdentifier/commonIdentifierTitle``.
    public static let commonKeyTitle = AVMetadataKey("title")
    /// The key of ``AVMetadataIdentifier/commonIdentifierCreator``.
    public static let commonKeyCreator = AVMetadataKey("creator")
    /// The key of ``AVMetadataIdentifier/commonIdentifierSubject``.
    public static let commonKeySubject = AVMetadataKey("subject")
    /// The key of ``AVMetadataIdentifier/commonIdentifierDescription``.
    public static let commonKeyDescription = AVMetadataKey("description")
    /// The key of ``AVMetadataIdentifier/commonIdentifierPublisher``.
    public static let commonKeyPublisher = AVMetadataKey("publisher")
    /// The key of ``AVMetadataIdentifier/commonIdentifierContributor``.
    public static let commonKeyContributor = AVMetadataKey("contributor")
    /// The key of ``AVMetadataIdentifier/commonIdentifierCreationDate``.
    public static let commonKeyCreationDate = AVMetadataKey("creationDate")
    /// The key of ``AVMetadataIdentifier/commonIdentifierLastModifiedDate``.
    public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
    /// The key of ``AVMetadataIdentifier/commonIdentifierType``.
    public static let commonKeyType = AVMetadataKey("type")
    /// The key of ``AVMetadataIdentifier/commonIdentifierFormat``.
    public static let commonKeyFormat = AVMetadataKey("format")
    /// The key of ``AVMetadataIdentifier/commonIdentifierAssetIdentifier``.
    public static let commonKeyIdentifier = AVMetadataKey("identifier")
    /// The key of ``AVMetadataIdentifier/commonIdentifierSource``.
    public static let commonKeySource = AVMetadataKey("source")
    /// The key of ``AVMetadataIdentifier/commonIdentifierLanguage``.
    public static let commonKeyLanguage = AVMetadataKey("language")
    /// The key of ``AVMetadataIdentifier/commonIdentifierRelation``.
    public static let commonKeyRelation = AVMetadataKey("relation")
    /// The key of ``AVMetadataIdentifier/commonIdentifierLocation``.
    public static let commonKeyLocation = AVMetadataKey("location")
    /// The key of ``AVMetadataIdentifier/commonIdentifierCopyrights``.
    public static let commonKeyCopyrights = AVMetadataKey("copyrights")
    /// The key of ``AVMetadataIdentifier/commonIdentifierAlbumName``.
    public static let commonKeyAlbumName = AVMetadataKey("albumName")
    /// The key of ``AVMetadataIdentifier/commonIdentifierAuthor``.
    public static let commonKeyAuthor = AVMetadataKey("author")
    /// The key of ``AVMetadataIdentifier/commonIdentifierArtist``.
    public static let commonKeyArtist = AVMetadataKey("artist")
    /// The key of ``AVMetadataIdentifier/commonIdentifierArtwork``.
    public static let commonKeyArtwork = AVMetadataKey("artwork")
    /// The key of ``AVMetadataIdentifier/commonIdentifierMake``.
    public static let commonKeyMake = AVMetadataKey("make")
    /// The key of ``AVMetadataIdentifier/commonIdentifierModel``.
    public static let commonKeyModel = AVMetadataKey("model")
    /// The key of ``AVMetadataIdentifier/commonIdentifierSoftware``.
    public static let commonKeySoftware = AVMetadataKey("software")
}

/// The naming scheme that the key of a metadata item belongs to. Source: Apple, AVMetadataKeySpace.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Names that correspond to keys in all other key spaces.
    public static let common = AVMetadataKeySpace("comn")
    /// Reverse domain names: `com.apple.quicktime.make`.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// Four characters: `©nam`.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// Four characters, in MPEG-4 files.
    public static let isoUserData = AVMetadataKeySpace("uiso")
    /// Four characters or a number, in files of the iTunes Store.
    public static let iTunes = AVMetadataKeySpace("itsk")
    /// Three or four characters, in MP3 files.
    public static let id3 = AVMetadataKeySpace("org.id3")
    /// Names of internet radio: `StreamTitle`.
    public static let icy = AVMetadataKeySpace("icy")
    /// Attributes of a time range in an HLS playlist.
    public static let hlsDateRange = AVMetadataKeySpace("lsdr")
    /// Names in Core Audio's files.
    public static let audioFile = AVMetadataKeySpace("caaf")
}
