import Foundation

/// The route before the change, in the user info of ``AVAudioSession/routeChangeNotification``. Linux: never there.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// What to do with secondary sound, in the user info of ``AVAudioSession/silenceSecondaryAudioHintNotification``.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey = "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
    /// Other programs have begun or ended to play sound. Linux: never posted, as ``isOtherAudioPlaying`` is not known.
    public static let silenceSecondaryAudioHintNotification = NSNotification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")

    /// Source: Apple, AVAudioSession.SilenceSecondaryAudioHintType.
    public enum SilenceSecondaryAudioHintType: UInt, Sendable {
        case end = 0
        case begin = 1
    }

    /// With which routes of other programs a session shares its own. Source: Apple, AVAudioSession.RouteSharingPolicy.
    public enum RouteSharingPolicy: UInt, Sendable {
        case `default` = 0
        case longFormAudio = 1
        case independent = 2
        case longFormVideo = 3
    }

    /// As ``setCategory(_:mode:options:)``. Linux: a policy has no effect, as the sound server decides about routes.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        try setCategory(category, mode: mode, options: options)
    }

    /// Linux: always `default`, whatever was set.
    public var routeSharingPolicy: RouteSharingPolicy { .default }

    /// Whether another program plays sound. Linux: always `false`; the sound server mixes all programs, and is not asked.
    public var isOtherAudioPlaying: Bool { false }

    /// Linux: always `false`, as ``isOtherAudioPlaying``.
    public var secondaryAudioShouldBeSilencedHint: Bool { false }

    /// Seconds from the microphone to the program. Linux: 0, not known.
    public var inputLatency: TimeInterval { 0 }

    /// Seconds from the program to the ear. Linux: 0, not known.
    public var outputLatency: TimeInterval { 0 }

    /// Seconds of sound that come at once. Linux: what was wished for.
    public var ioBufferDuration: TimeInterval { preferredIOBufferDuration }

    /// Chooses one of the ``inputDataSources``. Linux: there are none; only `nil` is taken.
    ///
    /// - Throws: an error for any other.
    public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let input = currentRoute.inputs.first else { return }
        try input.setPreferredDataSource(dataSource)
    }

    /// Linux: without effect, as microphones have no orientation.
    public var preferredInputOrientation: StereoOrientation { .none }

    /// Linux: always `none`.
    public var inputOrientation: StereoOrientation { .none }

    /// How a device is held that records in stereo. Source: Apple, AVAudioSession.StereoOrientation.
    public enum StereoOrientation: Int, Sendable {
        case none = 0
        case portrait = 1
        case portraitUpsideDown = 2
        case landscapeRight = 3
        case landscapeLeft = 4
    }

    /// Linux: without effect, as microphones have no orientation.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {}
}
