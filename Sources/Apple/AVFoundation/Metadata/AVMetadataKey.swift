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

    // Of ``AVMetadataKeySpace/quickTimeMetadata``.

    /// The key of ``AVMetadataIdentifier/quickTimeMetadataAuthor``.
    public static let quickTimeMetadataKeyAuthor = AVMetadataKey("com.apple.quicktime.author")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataComment``.
    public static let quickTimeMetadataKeyComment = AVMetadataKey("com.apple.quicktime.comment")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataCopyright``.
    public static let quickTimeMetadataKeyCopyright = AVMetadataKey("com.apple.quicktime.copyright")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataCreationDate``.
    public static let quickTimeMetadataKeyCreationDate = AVMetadataKey("com.apple.quicktime.creationdate")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataDirector``.
    public static let quickTimeMetadataKeyDirector = AVMetadataKey("com.apple.quicktime.director")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataDisplayName``.
    public static let quickTimeMetadataKeyDisplayName = AVMetadataKey("com.apple.quicktime.displayname")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataInformation``.
    public static let quickTimeMetadataKeyInformation = AVMetadataKey("com.apple.quicktime.information")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataKeywords``.
    public static let quickTimeMetadataKeyKeywords = AVMetadataKey("com.apple.quicktime.keywords")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataProducer``.
    public static let quickTimeMetadataKeyProducer = AVMetadataKey("com.apple.quicktime.producer")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataPublisher``.
    public static let quickTimeMetadataKeyPublisher = AVMetadataKey("com.apple.quicktime.publisher")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataAlbum``.
    public static let quickTimeMetadataKeyAlbum = AVMetadataKey("com.apple.quicktime.album")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataArtist``.
    public static let quickTimeMetadataKeyArtist = AVMetadataKey("com.apple.quicktime.artist")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataArtwork``.
    public static let quickTimeMetadataKeyArtwork = AVMetadataKey("com.apple.quicktime.artwork")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataDescription``.
    public static let quickTimeMetadataKeyDescription = AVMetadataKey("com.apple.quicktime.description")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataSoftware``.
    public static let quickTimeMetadataKeySoftware = AVMetadataKey("com.apple.quicktime.software")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataYear``.
    public static let quickTimeMetadataKeyYear = AVMetadataKey("com.apple.quicktime.year")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataGenre``.
    public static let quickTimeMetadataKeyGenre = AVMetadataKey("com.apple.quicktime.genre")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataLocationISO6709``.
    public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey("com.apple.quicktime.location.ISO6709")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataMake``.
    public static let quickTimeMetadataKeyMake = AVMetadataKey("com.apple.quicktime.make")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataModel``.
    public static let quickTimeMetadataKeyModel = AVMetadataKey("com.apple.quicktime.model")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataTitle``.
    public static let quickTimeMetadataKeyTitle = AVMetadataKey("com.apple.quicktime.title")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataContentIdentifier``.
    public static let quickTimeMetadataKeyContentIdentifier = AVMetadataKey("com.apple.quicktime.content.identifier")
    /// The key of ``AVMetadataIdentifier/quickTimeMetadataRatingUser``.
    public static let quickTimeMetadataKeyRatingUser = AVMetadataKey("com.apple.quicktime.rating.user")
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
