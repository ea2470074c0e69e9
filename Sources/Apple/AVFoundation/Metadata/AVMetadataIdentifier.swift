/// Identifies what a metadata item is about: its key space and key in one string, such as
/// `mdta/com.apple.quicktime.title`.
///
/// Source: Apple, AVMetadataIdentifier.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    // Identifiers that mean the same in every key space.

    /// What it is called.
    public static let commonIdentifierTitle = AVMetadataIdentifier("common/title")
    /// Who made it.
    public static let commonIdentifierCreator = AVMetadataIdentifier("common/creator")
    /// What it is about.
    public static let commonIdentifierSubject = AVMetadataIdentifier("common/subject")
    /// What it shows, in a few sentences.
    public static let commonIdentifierDescription = AVMetadataIdentifier("common/description")
    /// Who made it public.
    public static let commonIdentifierPublisher = AVMetadataIdentifier("common/publisher")
    /// Who helped to make it.
    public static let commonIdentifierContributor = AVMetadataIdentifier("common/contributor")
    /// When it was made.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier("common/creationDate")
    /// When it was last changed.
    public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier("common/lastModifiedDate")
    /// What sort of thing it is.
    public static let commonIdentifierType = AVMetadataIdentifier("common/type")
    /// What form it has.
    public static let commonIdentifierFormat = AVMetadataIdentifier("common/format")
    /// A unique identifier for it.
    public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier("common/identifier")
    /// What it was made from.
    public static let commonIdentifierSource = AVMetadataIdentifier("common/source")
    /// Which language is spoken in it.
    public static let commonIdentifierLanguage = AVMetadataIdentifier("common/language")
    /// What belongs to it.
    public static let commonIdentifierRelation = AVMetadataIdentifier("common/relation")
    /// Where it was made.
    public static let commonIdentifierLocation = AVMetadataIdentifier("common/location")
    /// Who has which rights to it.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier("common/copyrights")
    /// The album that it is part of.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier("common/albumName")
    /// Who wrote it.
    public static let commonIdentifierAuthor = AVMetadataIdentifier("common/author")
    /// Who performs in it.
    public static let commonIdentifierArtist = AVMetadataIdentifier("common/artist")
    /// A picture for it.
    public static let commonIdentifierArtwork = AVMetadataIdentifier("common/artwork")
    /// Who built the camera.
    public static let commonIdentifierMake = AVMetadataIdentifier("common/make")
    /// Which camera it was.
    public static let commonIdentifierModel = AVMetadataIdentifier("common/model")
    /// Which program made it.
    public static let commonIdentifierSoftware = AVMetadataIdentifier("common/software")

    // Identifiers of QuickTime's metadata.

    /// Who wrote it.
    public static let quickTimeMetadataAuthor = quickTime("author")
    /// A comment on it.
    public static let quickTimeMetadataComment = quickTime("comment")
    /// Who has the rights to it.
    public static let quickTimeMetadataCopyright = quickTime("copyright")
    /// When it was recorded: ISO 8601 with the zone. Movies have it by themselves.
    public static let quickTimeMetadataCreationDate = quickTime("creationdate")
    /// Who directed it.
    public static let quickTimeMetadataDirector = quickTime("director")
    /// What it is called in a list.
    public static let quickTimeMetadataDisplayName = quickTime("displayname")
    /// What there is to know about it.
    public static let quickTimeMetadataInformation = quickTime("information")
    /// What it is about.
    public static let quickTimeMetadataKeywords = quickTime("keywords")
    /// Who produced it.
    public static let quickTimeMetadataProducer = quickTime("producer")
    /// Who made it public.
    public static let quickTimeMetadataPublisher = quickTime("publisher")
    /// The album that it is part of.
    public static let quickTimeMetadataAlbum = quickTime("album")
    /// Who performs in it.
    public static let quickTimeMetadataArtist = quickTime("artist")
    /// A picture for it: the bytes of an image file.
    public static let quickTimeMetadataArtwork = quickTime("artwork")
    /// What it shows, in a few sentences.
    public static let quickTimeMetadataDescription = quickTime("description")
    /// Which program recorded it. Movies have it by themselves.
    public static let quickTimeMetadataSoftware = quickTime("software")
    /// When it was recorded: the year alone.
    public static let quickTimeMetadataYear = quickTime("year")
    /// What sort of work it is.
    public static let quickTimeMetadataGenre = quickTime("genre")
    /// Where it was recorded, as text: `+52.5200+013.4050/`.
    public static let quickTimeMetadataLocationISO6709 = quickTime("location.ISO6709")
    /// How far that place may be from the true one, in meters.
    public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = quickTime("location.accuracy.horizontal")
    /// Who built the camera. Movies have it by themselves.
    public static let quickTimeMetadataMake = quickTime("make")
    /// Which camera it was. Movies have it by themselves.
    public static let quickTimeMetadataModel = quickTime("model")
    /// What it is called.
    public static let quickTimeMetadataTitle = quickTime("title")
    /// The UUID that the photo and the movie of a Live Photo share.
    public static let quickTimeMetadataContentIdentifier = quickTime("content.identifier")
    public static let quickTimeMetadataAutoLivePhoto = quickTime("live-photo.auto")
    /// What the user thinks of it, as a number.
    public static let quickTimeMetadataRatingUser = quickTime("rating.user")
    /// How the picture is rotated, over time: an EXIF orientation.
    public static let quickTimeMetadataVideoOrientation = quickTime("video-orientation")

    private static func quickTime(_ name: String) -> AVMetadataIdentifier {
        AVMetadataIdentifier("mdta/com.apple.quicktime.\(name)")
    }
}
