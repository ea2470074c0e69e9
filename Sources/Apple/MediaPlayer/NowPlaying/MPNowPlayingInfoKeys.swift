// What the dictionary of an `MPNowPlayingInfoCenter` contains. The raw values are Apple's.

/// A `String`: what is played.
public let MPMediaItemPropertyTitle = "title"
/// A `String`: who made it.
public let MPMediaItemPropertyArtist = "artist"
/// A `String`: what it is a part of.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// A `String`.
public let MPMediaItemPropertyGenre = "genre"
/// A number: how long it is, in seconds.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// A number: how much of it was played, in seconds, when the dictionary was set.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// A number: how fast it is played, 1 by default; 0 is a pause.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// A `Bool`: whether it has no end.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// A `URL`: where it is.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
