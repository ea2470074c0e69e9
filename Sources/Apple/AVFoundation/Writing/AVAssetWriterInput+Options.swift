import CoreMedia
import Foundation

extension AVAssetWriterInput {
    private func set<Value>(_ option: WritableKeyPath<Options, Value>, _ value: Value, _ name: String) {
        let writer = state.withLock { $0.writer }
        writer?.requireStatus(.unknown, "*** -[AVAssetWriterInput set\(name):]")
        nonisolated(unsafe) let (option, value) = (option, value)  // a key path without captures, and a plain value
        state.withLock { $0.options[keyPath: option] = value }
    }

    /// Whether media comes from a camera or a microphone; `false` by default.
    ///
    /// Linux: without effect. ``isReadyForMoreMediaData`` says in both cases whether the encoder keeps up.
    public var expectsMediaDataInRealTime: Bool {
        get { state.withLock { $0.options.expectsMediaDataInRealTime } }
        set { set(\.expectsMediaDataInRealTime, newValue, "ExpectsMediaDataInRealTime") }
    }

    /// How the pictures are turned when they are played; stored in the track.
    public var transform: CGAffineTransform {
        get { state.withLock { $0.options.transform } }
        set { set(\.transform, newValue, "Transform") }
    }

    /// The size that the track shows; `.zero` for that of its pictures.
    public var naturalSize: CGSize {
        get { state.withLock { $0.options.naturalSize } }
        set { set(\.naturalSize, newValue, "NaturalSize") }
    }

    /// The track's metadata.
    public var metadata: [AVMetadataItem] {
        get { state.withLock { $0.options.metadata } }
        set { set(\.metadata, newValue, "Metadata") }
    }

    /// Units per second of the track's time; 0 by default, for a fitting one.
    ///
    /// Linux: that of sound is always its sample rate.
    public var mediaTimeScale: CMTimeScale {
        get { state.withLock { $0.options.mediaTimeScale } }
        set { set(\.mediaTimeScale, newValue, "MediaTimeScale") }
    }

    /// The track's language: three letters of ISO 639-2/T.
    public var languageCode: String? {
        get { state.withLock { $0.options.languageCode } }
        set { set(\.languageCode, newValue, "LanguageCode") }
    }

    /// The track's language in BCP 47. Linux: stored, not written.
    public var extendedLanguageTag: String? {
        get { state.withLock { $0.options.extendedLanguageTag } }
        set { set(\.extendedLanguageTag, newValue, "ExtendedLanguageTag") }
    }

    /// Whether players use the track unless told otherwise; `true` by default.
    public var marksOutputTrackAsEnabled: Bool {
        get { state.withLock { $0.options.marksOutputTrackAsEnabled } }
        set { set(\.marksOutputTrackAsEnabled, newValue, "MarksOutputTrackAsEnabled") }
    }

    /// How loud the track is played, from 0 to 1.
    public var preferredVolume: Float {
        get { state.withLock { $0.options.preferredVolume } }
        set { set(\.preferredVolume, newValue, "PreferredVolume") }
    }

    /// Whether the encoder may want all media more than once. Linux: stored; it never does.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { state.withLock { $0.options.performsMultiPassEncoding } }
        set { set(\.performsMultiPassEncoding, newValue, "PerformsMultiPassEncodingIfSupported") }
    }

    /// Linux: always `false`.
    public var canPerformMultiplePasses: Bool { false }
}
