/// The name of a metadata item within its ``AVMetadataKeySpace``. Source: Apple, AVMetadataKey.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Source: Apple, AVMetadataKey.init(_:).
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Of ``AVMetadataIdentifier/commonIdentifierTitle``. Source: Apple, AVMetadataKey.commonKeyTitle.
    public static let commonKeyTitle = AVMetadataKey("title")
    /// Of ``AVMetadataIdentifier/commonIdentifierCreator``. Source: Apple, AVMetadataKey.commonKeyCreator.
    public static let commonKeyCreator = AVMetadataKey("creator")
    /// Of ``AVMetadataIdentifier/commonIdentifierSubject``. Source: Apple, AVMetadataKey.commonKeySubject.
    public static let commonKeySubject = AVMetadataKey("subject")
    /// Of ``AVMetadataIdentifier/commonIdentifierDescription``. Source: Apple, AVMetadataKey.commonKeyDescription.
    public static let commonKeyDescription = AVMetadataKey("description")
    /// Of ``AVMetadataIdentifier/commonIdentifierPublisher``. Source: Apple, AVMetadataKey.commonKeyPublisher.
    public static let commonKeyPublisher = AVMetadataKey("publisher")
    /// Of ``AVMetadataIdentifier/commonIdentifierContributor``. Source: Apple, AVMetadataKey.commonKeyContributor.
    public static let commonKeyContributor = AVMetadataKey("contributor")
    /// Of ``AVMetadataIdentifier/commonIdentifierCreationDate``. Source: Apple, AVMetadataKey.commonKeyCreationDate.
    public static let commonKeyCreationDate = AVMetadataKey("creationDate")
    /// Of ``AVMetadataIdentifier/commonIdentifierLastModifiedDate``. Source: Apple, AVMetadataKey.commonKeyLastModifiedDate.
    public static let commonKeyLastModifiedDate = AVMetadataKey("lastModifiedDate")
    /// Of ``AVMetadataIdentifier/commonIdentifierType``. Source: Apple, AVMetadataKey.commonKeyType.
    public static let commonKeyType = AVMetadataKey("type")
    /// Of ``AVMetadataIdentifier/commonIdentifierFormat``. Source: Apple, AVMetadataKey.commonKeyFormat.
    public static let commonKeyFormat = AVMetadataKey("format")
    /// Of ``AVMetadataIdentifier/commonIdentifierAssetIdentifier``. Source: Apple, AVMetadataKey.commonKeyIdentifier.
    public static let commonKeyIdentifier = AVMetadataKey("identifier")
    /// Of ``AVMetadataIdentifier/commonIdentifierSource``. Source: Apple, AVMetadataKey.commonKeySource.
    public static let commonKeySource = AVMetadataKey("source")
    /// Of ``AVMetadataIdentifier/commonIdentifierLanguage``. Source: Apple, AVMetadataKey.commonKeyLanguage.
    public static let commonKeyLanguage = AVMetadataKey("language")
    /// Of ``AVMetadataIdentifier/commonIdentifierRelation``. Source: Apple, AVMetadataKey.commonKeyRelation.
    public static let commonKeyRelation = AVMetadataKey("relation")
    /// Of ``AVMetadataIdentifier/commonIdentifierLocation``. Source: Apple, AVMetadataKey.commonKeyLocation.
    public static let commonKeyLocation = AVMetadataKey("location")
    /// Of ``AVMetadataIdentifier/commonIdentifierCopyrights``. Source: Apple, AVMetadataKey.commonKeyCopyrights.
    public static let commonKeyCopyrights = AVMetadataKey("copyrights")
    /// Of ``AVMetadataIdentifier/commonIdentifierAlbumName``. Source: Apple, AVMetadataKey.commonKeyAlbumName.
    public static let commonKeyAlbumName = AVMetadataKey("albumName")
    /// Of ``AVMetadataIdentifier/commonIdentifierAuthor``. Source: Apple, AVMetadataKey.commonKeyAuthor.
    public static let commonKeyAuthor = AVMetadataKey("author")
    /// Of ``AVMetadataIdentifier/commonIdentifierArtist``. Source: Apple, AVMetadataKey.commonKeyArtist.
    public static let commonKeyArtist = AVMetadataKey("artist")
    /// Of ``AVMetadataIdentifier/commonIdentifierArtwork``. Source: Apple, AVMetadataKey.commonKeyArtwork.
    public static let commonKeyArtwork = AVMetadataKey("artwork")
    /// Of ``AVMetadataIdentifier/commonIdentifierMake``. Source: Apple, AVMetadataKey.commonKeyMake.
    public static let commonKeyMake = AVMetadataKey("make")
    /// Of ``AVMetadataIdentifier/commonIdentifierModel``. Source: Apple, AVMetadataKey.commonKeyModel.
    public static let commonKeyModel = AVMetadataKey("model")
    /// Of ``AVMetadataIdentifier/commonIdentifierSoftware``. Source: Apple, AVMetadataKey.commonKeySoftware.
    public static let commonKeySoftware = AVMetadataKey("software")
}

/// Where the key of a metadata item comes from. Source: Apple, AVMetadataKeySpace.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Source: Apple, AVMetadataKeySpace.init(_:).
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The names that mean the same in all others. Source: Apple, AVMetadataKeySpace.common.
    public static let common = AVMetadataKeySpace("comn")
    /// Reverse domain names: `com.apple.quicktime.make`. Source: Apple, AVMetadataKeySpace.quickTimeMetadata.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// Four characters: `©nam`. Source: Apple, AVMetadataKeySpace.quickTimeUserData.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// Four characters, in MPEG-4 files. Source: Apple, AVMetadataKeySpace.isoUserData.
    public static let isoUserData = AVMetadataKeySpace("uiso")
    /// Four characters or a number, in files of the iTunes Store. Source: Apple, AVMetadataKeySpace.iTunes.
    public static let iTunes = AVMetadataKeySpace("itsk")
    /// Three or four characters, in MP3 files. Source: Apple, AVMetadataKeySpace.id3.
    public static let id3 = AVMetadataKeySpace("org.id3")
    /// Names of internet radio: `StreamTitle`. Source: Apple, AVMetadataKeySpace.icy.
    public static let icy = AVMetadataKeySpace("icy")
    /// Attributes of a time range in an HLS playlist. Source: Apple, AVMetadataKeySpace.hlsDateRange.
    public static let hlsDateRange = AVMetadataKeySpace("lsdr")
    /// Names in Core Audio's files. Source: Apple, AVMetadataKeySpace.audioFile.
    public static let audioFile = AVMetadataKeySpace("caaf")
}
