/// What a metadata item is about: its key space and key in one text, such as `mdta/com.apple.quicktime.title`.
///
/// Source: Apple, AVMetadataIdentifier.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    /// Source: Apple, AVMetadataIdentifier.init(_:).
    public init(_ rawValue: String) { self.rawValue = rawValue }

    // Identifiers that mean the same in every key space.

    /// What it is called. Source: Apple, AVMetadataIdentifier.commonIdentifierTitle.
    public static let commonIdentifierTitle = AVMetadataIdentifier("common/title")
    /// Who made it. Source: Apple, AVMetadataIdentifier.commonIdentifierCreator.
    public static let commonIdentifierCreator = AVMetadataIdentifier("common/creator")
    /// What it is about. Source: Apple, AVMetadataIdentifier.commonIdentifierSubject.
    public static let commonIdentifierSubject = AVMetadataIdentifier("common/subject")
    /// What it shows, in a few sentences. Source: Apple, AVMetadataIdentifier.commonIdentifierDescription.
    public static let commonIdentifierDescription = AVMetadataIdentifier("common/description")
    /// Who made it public. Source: Apple, AVMetadataIdentifier.commonIdentifierPublisher.
    public static let commonIdentifierPublisher = AVMetadataIdentifier("common/publisher")
    /// Who helped to make it. Source: Apple, AVMetadataIdentifier.commonIdentifierContributor.
    public static let commonIdentifierContributor = AVMetadataIdentifier("common/contributor")
    /// When it was made. Source: Apple, AVMetadataIdentifier.commonIdentifierCreationDate.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier("common/creationDate")
    /// When it was last changed. Source: Apple, AVMetadataIdentifier.commonIdentifierLastModifiedDate.
    public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier("common/lastModifiedDate")
    /// What sort of thing it is. Source: Apple, AVMetadataIdentifier.commonIdentifierType.
    public static let commonIdentifierType = AVMetadataIdentifier("common/type")
    /// What form it has. Source: Apple, AVMetadataIdentifier.commonIdentifierFormat.
    public static let commonIdentifierFormat = AVMetadataIdentifier("common/format")
    /// What tells it from all others. Source: Apple, AVMetadataIdentifier.commonIdentifierAssetIdentifier.
    public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier("common/identifier")
    /// What it was made from. Source: Apple, AVMetadataIdentifier.commonIdentifierSource.
    public static let commonIdentifierSource = AVMetadataIdentifier("common/source")
    /// Which language is spoken in it. Source: Apple, AVMetadataIdentifier.commonIdentifierLanguage.
    public static let commonIdentifierLanguage = AVMetadataIdentifier("common/language")
    /// What belongs to it. Source: Apple, AVMetadataIdentifier.commonIdentifierRelation.
    public static let commonIdentifierRelation = AVMetadataIdentifier("common/relation")
    /// Where it was made. Source: Apple, AVMetadataIdentifier.commonIdentifierLocation.
    public static let commonIdentifierLocation = AVMetadataIdentifier("common/location")
    /// Who has which rights to it. Source: Apple, AVMetadataIdentifier.commonIdentifierCopyrights.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier("common/copyrights")
    /// The album that it is part of. Source: Apple, AVMetadataIdentifier.commonIdentifierAlbumName.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier("common/albumName")
    /// Who wrote it. Source: Apple, AVMetadataIdentifier.commonIdentifierAuthor.
    public static let commonIdentifierAuthor = AVMetadataIdentifier("common/author")
    /// Who performs in it. Source: Apple, AVMetadataIdentifier.commonIdentifierArtist.
    public static let commonIdentifierArtist = AVMetadataIdentifier("common/artist")
    /// A picture for it. Source: Apple, AVMetadataIdentifier.commonIdentifierArtwork.
    public static let commonIdentifierArtwork = AVMetadataIdentifier("common/artwork")
    /// Who built the camera. Source: Apple, AVMetadataIdentifier.commonIdentifierMake.
    public static let commonIdentifierMake = AVMetadataIdentifier("common/make")
    /// Which camera it was. Source: Apple, AVMetadataIdentifier.commonIdentifierModel.
    public static let commonIdentifierModel = AVMetadataIdentifier("common/model")
    /// Which program made it. Source: Apple, AVMetadataIdentifier.commonIdentifierSoftware.
    public static let commonIdentifierSoftware = AVMetadataIdentifier("common/software")

    // Identifiers of QuickTime's metadata.

    /// Who wrote it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataAuthor.
    public static let quickTimeMetadataAuthor = quickTime("author")
    /// What somebody says of it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataComment.
    public static let quickTimeMetadataComment = quickTime("comment")
    /// Who has the rights to it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataCopyright.
    public static let quickTimeMetadataCopyright = quickTime("copyright")
    /// When it was recorded: ISO 8601 with the zone. Movies have it by themselves. Source: Apple, AVMetadataIdentifier.quickTimeMetadataCreationDate.
    public static let quickTimeMetadataCreationDate = quickTime("creationdate")
    /// Who directed it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataDirector.
    public static let quickTimeMetadataDirector = quickTime("director")
    /// What it is called in a list. Source: Apple, AVMetadataIdentifier.quickTimeMetadataDisplayName.
    public static let quickTimeMetadataDisplayName = quickTime("displayname")
    /// What there is to know about it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataInformation.
    public static let quickTimeMetadataInformation = quickTime("information")
    /// What it is about. Source: Apple, AVMetadataIdentifier.quickTimeMetadataKeywords.
    public static let quickTimeMetadataKeywords = quickTime("keywords")
    /// Who produced it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataProducer.
    public static let quickTimeMetadataProducer = quickTime("producer")
    /// Who made it public. Source: Apple, AVMetadataIdentifier.quickTimeMetadataPublisher.
    public static let quickTimeMetadataPublisher = quickTime("publisher")
    /// The album that it is part of. Source: Apple, AVMetadataIdentifier.quickTimeMetadataAlbum.
    public static let quickTimeMetadataAlbum = quickTime("album")
    /// Who performs in it. Source: Apple, AVMetadataIdentifier.quickTimeMetadataArtist.
    public static let quickTimeMetadataArtist = quickTime("artist")
    /// A picture for it: the bytes of an image file. Source: Apple, AVMetadataIdentifier.quickTimeMetadataArtwork.
    public static let quickTimeMetadataArtwork = quickTime("artwork")
    /// What it shows, in a few sentences. Source: Apple, AVMetadataIdentifier.quickTimeMetadataDescription.
    public static let quickTimeMetadataDescription = quickTime("description")
    /// Which program recorded it. Movies have it by themselves. Source: Apple, AVMetadataIdentifier.quickTimeMetadataSoftware.
    public static let quickTimeMetadataSoftware = quickTime("software")
    /// When it was recorded: the year alone. Source: Apple, AVMetadataIdentifier.quickTimeMetadataYear.
    public static let quickTimeMetadataYear = quickTime("year")
    /// What sort of work it is. Source: Apple, AVMetadataIdentifier.quickTimeMetadataGenre.
    public static let quickTimeMetadataGenre = quickTime("genre")
    /// Where it was recorded, as text: `+52.5200+013.4050/`. Source: Apple, AVMetadataIdentifier.quickTimeMetadataLocationISO6709.
    public static let quickTimeMetadataLocationISO6709 = quickTime("location.ISO6709")
    /// Who built the camera. Movies have it by themselves. Source: Apple, AVMetadataIdentifier.quickTimeMetadataMake.
    public static let quickTimeMetadataMake = quickTime("make")
    /// Which camera it was. Movies have it by themselves. Source: Apple, AVMetadataIdentifier.quickTimeMetadataModel.
    public static let quickTimeMetadataModel = quickTime("model")
    /// What it is called. Source: Apple, AVMetadataIdentifier.quickTimeMetadataTitle.
    public static let quickTimeMetadataTitle = quickTime("title")
    /// The UUID that the photo and the movie of a Live Photo share. Source: Apple, AVMetadataIdentifier.quickTimeMetadataContentIdentifier.
    public static let quickTimeMetadataContentIdentifier = quickTime("content.identifier")
    /// Source: Apple, AVMetadataIdentifier.quickTimeMetadataAutoLivePhoto.
    public static let quickTimeMetadataAutoLivePhoto = quickTime("live-photo.auto")
    /// What the user thinks of it, as a number. Source: Apple, AVMetadataIdentifier.quickTimeMetadataRatingUser.
    public static let quickTimeMetadataRatingUser = quickTime("rating.user")
    /// How the picture is turned, from moment to moment: EXIF's number. Source: Apple, AVMetadataIdentifier.quickTimeMetadataVideoOrientation.
    public static let quickTimeMetadataVideoOrientation = quickTime("video-orientation")

    private static func quickTime(_ name: String) -> AVMetadataIdentifier {
        AVMetadataIdentifier("mdta/com.apple.quicktime.\(name)")
    }
}
