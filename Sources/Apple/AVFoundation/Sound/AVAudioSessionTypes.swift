import Foundation

/// In the user info of ``AVAudioSession/interruptionNotification``: the raw value of an
/// ``AVAudioSession/InterruptionType``. Source: Apple, AVAudioSessionInterruptionTypeKey.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// In the user info of ``AVAudioSession/interruptionNotification`` at the end: the raw value of
/// ``AVAudioSession/InterruptionOptions``. Source: Apple, AVAudioSessionInterruptionOptionKey.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// In the user info of ``AVAudioSession/routeChangeNotification``: the raw value of an
/// ``AVAudioSession/RouteChangeReason``. Source: Apple, AVAudioSessionRouteChangeReasonKey.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"

extension AVAudioSession {
    /// A call has taken the microphone from an active session, or has ended. Linux: on the simulated phone.
    /// Source: Apple, AVAudioSession.interruptionNotification.
    public static let interruptionNotification = NSNotification.Name("AVAudioSessionInterruptionNotification")
    /// A microphone came or went. Linux: for as long as somebody uses devices, and not for outputs of sound.
    /// Source: Apple, AVAudioSession.routeChangeNotification.
    public static let routeChangeNotification = NSNotification.Name("AVAudioSessionRouteChangeNotification")
    /// Linux: never posted; there are no media services of the system's.
    /// Source: Apple, AVAudioSession.mediaServicesWereResetNotification.
    public static let mediaServicesWereResetNotification = NSNotification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")

    /// What sound is to a program. Source: Apple, AVAudioSession.Category.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Not important; others go on. Source: Apple, AVAudioSession.Category.ambient.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Not important; others stop. Source: Apple, AVAudioSession.Category.soloAmbient.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// What the program is about. Source: Apple, AVAudioSession.Category.playback.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// It is recorded only. Source: Apple, AVAudioSession.Category.record.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// It is recorded and played. Source: Apple, AVAudioSession.Category.playAndRecord.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// It goes to several outputs. Source: Apple, AVAudioSession.Category.multiRoute.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// What the sound is. Source: Apple, AVAudioSession.Mode.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Source: Apple, AVAudioSession.Mode.default.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Source: Apple, AVAudioSession.Mode.voiceChat.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// Source: Apple, AVAudioSession.Mode.gameChat.
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        /// Source: Apple, AVAudioSession.Mode.videoRecording.
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        /// Source: Apple, AVAudioSession.Mode.measurement.
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        /// Source: Apple, AVAudioSession.Mode.moviePlayback.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        /// Source: Apple, AVAudioSession.Mode.videoChat.
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        /// Source: Apple, AVAudioSession.Mode.spokenAudio.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// Source: Apple, AVAudioSession.Mode.voicePrompt.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// Source: Apple, AVAudioSession.CategoryOptions.
    public struct CategoryOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Source: Apple, AVAudioSession.CategoryOptions.mixWithOthers.
        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        /// Source: Apple, AVAudioSession.CategoryOptions.duckOthers.
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        /// Source: Apple, AVAudioSession.CategoryOptions.allowBluetooth.
        @available(*, deprecated, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        /// Source: Apple, AVAudioSession.CategoryOptions.allowBluetoothHFP.
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        /// Source: Apple, AVAudioSession.CategoryOptions.defaultToSpeaker.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        /// Source: Apple, AVAudioSession.CategoryOptions.interruptSpokenAudioAndMixWithOthers.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        /// Source: Apple, AVAudioSession.CategoryOptions.allowBluetoothA2DP.
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        /// Source: Apple, AVAudioSession.CategoryOptions.allowAirPlay.
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        /// Source: Apple, AVAudioSession.CategoryOptions.overrideMutedMicrophoneInterruption.
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// Source: Apple, AVAudioSession.SetActiveOptions.
    public struct SetActiveOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Linux: without effect; the sound server tells others. Source: Apple,
        /// AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 0x1)
    }

    /// Source: Apple, AVAudioSession.RecordPermission.
    public enum RecordPermission: UInt, Sendable {
        /// Linux: never; there is nobody to ask. Source: Apple, AVAudioSession.RecordPermission.undetermined.
        case undetermined = 0x756E_6474
        /// Source: Apple, AVAudioSession.RecordPermission.denied.
        case denied = 0x6465_6E79
        /// Source: Apple, AVAudioSession.RecordPermission.granted.
        case granted = 0x6772_6E74
    }

    /// Source: Apple, AVAudioSession.InterruptionType.
    public enum InterruptionType: UInt, Sendable {
        /// Source: Apple, AVAudioSession.InterruptionType.began.
        case began = 1
        /// Source: Apple, AVAudioSession.InterruptionType.ended.
        case ended = 0
    }

    /// Source: Apple, AVAudioSession.InterruptionOptions.
    public struct InterruptionOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The program may go on. Source: Apple, AVAudioSession.InterruptionOptions.shouldResume.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Linux: only devices that come and go are told. Source: Apple, AVAudioSession.RouteChangeReason.
    public enum RouteChangeReason: UInt, Sendable {
        /// Source: Apple, AVAudioSession.RouteChangeReason.unknown.
        case unknown = 0
        /// Source: Apple, AVAudioSession.RouteChangeReason.newDeviceAvailable.
        case newDeviceAvailable = 1
        /// Source: Apple, AVAudioSession.RouteChangeReason.oldDeviceUnavailable.
        case oldDeviceUnavailable = 2
        /// Source: Apple, AVAudioSession.RouteChangeReason.categoryChange.
        case categoryChange = 3
        /// Source: Apple, AVAudioSession.RouteChangeReason.override.
        case override = 4
        /// Source: Apple, AVAudioSession.RouteChangeReason.wakeFromSleep.
        case wakeFromSleep = 6
        /// Source: Apple, AVAudioSession.RouteChangeReason.noSuitableRouteForCategory.
        case noSuitableRouteForCategory = 7
        /// Source: Apple, AVAudioSession.RouteChangeReason.routeConfigurationChange.
        case routeConfigurationChange = 8
    }

    /// Linux: ``insufficientPriority`` alone occurs. Source: Apple, AVAudioSession.ErrorCode.
    public enum ErrorCode: Int, Sendable {
        /// Source: Apple, AVAudioSession.ErrorCode.none.
        case none = 0
        /// Source: Apple, AVAudioSession.ErrorCode.badParam.
        case badParam = -50
        /// Source: Apple, AVAudioSession.ErrorCode.mediaServicesFailed.
        case mediaServicesFailed = 0x6D73_7276
        /// Source: Apple, AVAudioSession.ErrorCode.isBusy.
        case isBusy = 0x2161_6374
        /// Source: Apple, AVAudioSession.ErrorCode.incompatibleCategory.
        case incompatibleCategory = 0x2163_6174
        /// Source: Apple, AVAudioSession.ErrorCode.cannotInterruptOthers.
        case cannotInterruptOthers = 0x2169_6E74
        /// Source: Apple, AVAudioSession.ErrorCode.cannotStartRecording.
        case cannotStartRecording = 0x2172_6563
        /// Source: Apple, AVAudioSession.ErrorCode.insufficientPriority.
        case insufficientPriority = 0x2170_7269
        /// Source: Apple, AVAudioSession.ErrorCode.resourceNotAvailable.
        case resourceNotAvailable = 0x2172_6573
        /// Source: Apple, AVAudioSession.ErrorCode.unspecified.
        case unspecified = 0x7768_6174
    }
}
