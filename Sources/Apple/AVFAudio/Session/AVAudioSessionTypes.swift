import Foundation

/// In the user info of ``AVAudioSession/interruptionNotification``: the raw value of an
/// ``AVAudioSession/InterruptionType``.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// In the user info of ``AVAudioSession/interruptionNotification`` at the end: the raw value of
/// ``AVAudioSession/InterruptionOptions``.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// In the user info of ``AVAudioSession/routeChangeNotification``: the raw value of an
/// ``AVAudioSession/RouteChangeReason``.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"

extension AVAudioSession {
    /// A call has taken the microphone from an active session, or has ended. Linux: only on the simulated phone.
    public static let interruptionNotification = NSNotification.Name("AVAudioSessionInterruptionNotification")
    /// A microphone was added or removed. Linux: posted only while capture devices are in use, and never for sound
    /// outputs.
    public static let routeChangeNotification = NSNotification.Name("AVAudioSessionRouteChangeNotification")
    /// Linux: never posted; there are no system media services.
    public static let mediaServicesWereResetNotification = NSNotification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")

    /// How a program uses sound. Source: Apple, AVAudioSession.Category.
    public struct Category: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sound is not essential; it mixes with other programs.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sound is not essential; other programs are silenced.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Playback is essential to the program.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Sound is only recorded.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Sound is recorded and played.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Sound goes to several outputs at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// The purpose of the sound. Source: Apple, AVAudioSession.Mode.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
        public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
        public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
        public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
    }

    /// How sound mixes with that of others, and where it may go. Linux: stored without effect. Source: Apple,
    /// AVAudioSession.CategoryOptions.
    public struct CategoryOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let mixWithOthers = CategoryOptions(rawValue: 0x1)
        public static let duckOthers = CategoryOptions(rawValue: 0x2)
        @available(*, deprecated, renamed: "allowBluetoothHFP")
        public static let allowBluetooth = CategoryOptions(rawValue: 0x4)
        public static let allowBluetoothHFP = CategoryOptions(rawValue: 0x4)
        public static let defaultToSpeaker = CategoryOptions(rawValue: 0x8)
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 0x11)
        public static let allowBluetoothA2DP = CategoryOptions(rawValue: 0x20)
        public static let allowAirPlay = CategoryOptions(rawValue: 0x40)
        public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 0x80)
    }

    /// What happens when the session becomes inactive. Source: Apple, AVAudioSession.SetActiveOptions.
    public struct SetActiveOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Linux: without effect; the sound server notifies other programs.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 0x1)
    }

    /// Whether the program may use the microphone. Source: Apple, AVAudioSession.RecordPermission.
    public enum RecordPermission: UInt, Sendable {
        /// Linux: never; there is nobody to ask.
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    /// Whether an interruption begins or ends. Source: Apple, AVAudioSession.InterruptionType.
    public enum InterruptionType: UInt, Sendable {
        case began = 1
        case ended = 0
    }

    /// What a program may do after an interruption. Source: Apple, AVAudioSession.InterruptionOptions.
    public struct InterruptionOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The program may resume.
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }

    /// Linux: only new, removed and chosen devices are reported. Source: Apple, AVAudioSession.RouteChangeReason.
    public enum RouteChangeReason: UInt, Sendable {
        case unknown = 0
        case newDeviceAvailable = 1
        case oldDeviceUnavailable = 2
        case categoryChange = 3
        case override = 4
        case wakeFromSleep = 6
        case noSuitableRouteForCategory = 7
        case routeConfigurationChange = 8
    }

    /// Linux: only ``insufficientPriority`` and ``badParam`` occur. Source: Apple, AVAudioSession.ErrorCode.
    public enum ErrorCode: Int, Sendable {
        case none = 0
        case badParam = -50
        case mediaServicesFailed = 0x6D73_7276
        case isBusy = 0x2161_6374
        case incompatibleCategory = 0x2163_6174
        case cannotInterruptOthers = 0x2169_6E74
        case cannotStartRecording = 0x2172_6563
        case insufficientPriority = 0x2170_7269
        case resourceNotAvailable = 0x2172_6573
        case unspecified = 0x7768_6174
    }
}
