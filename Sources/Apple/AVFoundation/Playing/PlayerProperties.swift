import MissingFoundation

// The properties that can be observed by Objective-C's names, for programs that are older than key paths.

extension AVPlayer: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "currentItem": NamedProperty(\AVPlayer.currentItem),
        "defaultRate": NamedProperty(\AVPlayer.defaultRate),
        "muted": NamedProperty(\AVPlayer.isMuted),
        "rate": NamedProperty(\AVPlayer.rate),
        "reasonForWaitingToPlay": NamedProperty(\AVPlayer.reasonForWaitingToPlay),
        "status": NamedProperty(\AVPlayer.status),
        "timeControlStatus": NamedProperty(\AVPlayer.timeControlStatus),
        "volume": NamedProperty(\AVPlayer.volume),
    ]
}

extension AVPlayerItem: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "duration": NamedProperty(\AVPlayerItem.duration),
        "error": NamedProperty(\AVPlayerItem.error),
        "loadedTimeRanges": NamedProperty(\AVPlayerItem.loadedTimeRanges),
        "playbackBufferEmpty": NamedProperty(\AVPlayerItem.isPlaybackBufferEmpty),
        "playbackBufferFull": NamedProperty(\AVPlayerItem.isPlaybackBufferFull),
        "playbackLikelyToKeepUp": NamedProperty(\AVPlayerItem.isPlaybackLikelyToKeepUp),
        "presentationSize": NamedProperty(\AVPlayerItem.presentationSize),
        "seekableTimeRanges": NamedProperty(\AVPlayerItem.seekableTimeRanges),
        "status": NamedProperty(\AVPlayerItem.status),
    ]
}

extension AVPlayerLayer: KeyValueNamed {
    package static let observableProperties = ["readyForDisplay": NamedProperty(\AVPlayerLayer.isReadyForDisplay)]
}

extension AVPlayerLooper: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "loopCount": NamedProperty(\AVPlayerLooper.loopCount),
        "status": NamedProperty(\AVPlayerLooper.status),
    ]
}
