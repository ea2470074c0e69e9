import Foundation

/// Chooses which metadata items go on into another file. Source: Apple, AVMetadataItemFilter.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {  // has no state
    override init() {}

    /// A filter that keeps what says which work it is, who sells it, who has rights to it, and how it is played. All
    /// that could tell who made it, where, when and with what is left out, and so is every name that is not known.
    ///
    /// Linux: Apple lists no names. Here, titles, artists, albums, copyrights and artwork are kept, what shops add, and
    /// what playback needs, such as the identifier that joins a Live Photo. Places, dates, cameras, programs, comments,
    /// descriptions, keywords, authors and the user's rating are not.
    open class func forSharing() -> AVMetadataItemFilter { AVMetadataItemFilter() }

    func keeps(_ item: AVMetadataItem) -> Bool {
        guard let identifier = item.identifier, let (space, escaped) = MetadataNames.parts(of: identifier) else {
            return false
        }
        let name = MetadataNames.unescaped(escaped)
        switch space {
        case "common": return SharedMetadata.common.contains(name)
        case AVMetadataKeySpace.quickTimeMetadata.rawValue:
            guard name.hasPrefix(SharedMetadata.quickTimePrefix) else { return false }
            let key = name.dropFirst(SharedMetadata.quickTimePrefix.count)
            return SharedMetadata.quickTime.contains(String(key)) || key.hasPrefix("live-photo.")
        case AVMetadataKeySpace.quickTimeUserData.rawValue: return SharedMetadata.userData.contains(name)
        case AVMetadataKeySpace.isoUserData.rawValue: return SharedMetadata.isoUserData.contains(name)
        case AVMetadataKeySpace.iTunes.rawValue: return SharedMetadata.iTunes.contains(name)
        case AVMetadataKeySpace.id3.rawValue: return SharedMetadata.id3.contains(name)
        default: return false
        }
    }
}

/// The names of items that do not tell who recorded something, where, when and with what.
private enum SharedMetadata {
    static let common: Set<String> = [
        "title", "publisher", "type", "format", "identifier", "language", "copyrights", "albumName", "artist",
        "artwork",
    ]

    static let quickTimePrefix = "com.apple.quicktime."

    static let quickTime: Set<String> = [
        "title", "displayname", "album", "artist", "artwork", "copyright", "director", "genre", "producer",
        "publisher", "content.identifier", "video-orientation", "still-image-time", "full-frame-rate-playback-intent",
    ]

    static let userData: Set<String> = [
        "©nam", "©alb", "©ART", "©cpy", "©dir", "©gen", "©lab", "©prd", "©prf", "©PRD", "©pub", "©trk", "©wrt", "LOOP",
        "AllF", "SelO",
    ]

    static let isoUserData: Set<String> = ["titl", "albm", "perf", "cprt", "gnre", "clsf", "rtng", "tsel"]

    static let iTunes: Set<String> = [
        "©nam", "©ART", "aART", "©alb", "©gen", "©wrt", "©lyr", "©st3", "©mvc", "©mvi", "©mvn", "©wrk", "©dir", "©prd",
        "gnre", "trkn", "disk", "cpil", "pgap", "tmpo", "shwm", "cprt", "covr", "stik", "rtng", "hdvd", "pcst", "catg",
        "purl", "egid", "tvsh", "tven", "tvsn", "tves", "tvnn", "sonm", "soar", "soaa", "soal", "soco", "sosn",
        // Of the shop.
        "apID", "akID", "atID", "cnID", "cmID", "geID", "plID", "sfID", "purd", "flvr", "xid ",
        // What the encoder added to fill packets.
        "com.apple.iTunes.iTunSMPB",
    ]

    static let id3: Set<String> = [
        "TIT1", "TIT2", "TIT3", "TALB", "TPE1", "TPE2", "TPE3", "TPE4", "TCOM", "TCON", "TCOP", "TEXT", "TRCK", "TPOS",
        "TPUB", "TSRC", "TBPM", "TKEY", "TLAN", "TLEN", "TCMP", "TSOA", "TSOP", "TSOT", "APIC", "RVA2", "RVAD", "MCDI",
        "UFID", "COMR", "OWNE", "WCOM", "WCOP", "WPAY", "WPUB",
    ]
}

extension AVMetadataItem {
    /// The items that a filter lets through, in their order.
    public class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredBy metadataItemFilter: AVMetadataItemFilter
    ) -> [AVMetadataItem] {
        metadataItems.filter(metadataItemFilter.keeps)
    }
}
