import CaptureEngine
import DeviceKinds
import Foundation
import Locking

/// What the program does with sound, as it tells the system. Source: Apple, AVAudioSession.
///
/// Linux: the sound server mixes and routes all programs; category, mode and options are kept for the program itself.
/// Permission, the microphone's properties, its coming and going and a call on the simulated phone are real.
public final class AVAudioSession: NSObject, Sendable {
    private struct State {
        var category = Category.soloAmbient
        var mode = Mode.default
        var options: CategoryOptions = []
        var isActive = false
        var isInterrupted = false
        var allowsHaptics = false
    }

    private let world: CaptureWorld
    private let state = Mutex(State())
    private struct Observations: @unchecked Sendable {  // only kept
        var surroundings: [SurroundingsObservation] = []
        var tokens: [any NSObjectProtocol] = []
    }
    private let observations = Mutex(Observations())

    /// The one of the program. Source: Apple, AVAudioSession.sharedInstance().
    public class func sharedInstance() -> AVAudioSession { CaptureWorld.current.audioSession }

    init(_ world: CaptureWorld) {
        self.world = world
        super.init()
        let surroundings = world.observe { [weak self] event, _ in
            if event == .interruptionsChanged { self?.checkInterruption() }
        }
        let changes: [(NSNotification.Name, RouteChangeReason)] = [
            (AVCaptureDevice.wasConnectedNotification, .newDeviceAvailable),
            (AVCaptureDevice.wasDisconnectedNotification, .oldDeviceUnavailable),
        ]
        observations.withLock { observations in
            observations.surroundings = surroundings
            observations.tokens = changes.map { name, reason in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
                    guard let self, let device = note.object as? AVCaptureDevice, device.world === self.world,
                        device.hasMediaType(.audio)
                    else { return }
                    post(Self.routeChangeNotification, [AVAudioSessionRouteChangeReasonKey: reason.rawValue])
                }
            }
        }
    }

    deinit {
        for token in observations.withLock({ $0.tokens }) { NotificationCenter.default.removeObserver(token) }
    }

    // MARK: What it is for

    /// Source: Apple, AVAudioSession.category.
    public var category: Category { state.withLock { $0.category } }
    /// Source: Apple, AVAudioSession.mode.
    public var mode: Mode { state.withLock { $0.mode } }
    /// Source: Apple, AVAudioSession.categoryOptions.
    public var categoryOptions: CategoryOptions { state.withLock { $0.options } }

    /// Linux: all of them. Source: Apple, AVAudioSession.availableCategories.
    public var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }

    /// Source: Apple, AVAudioSession.setCategory(_:mode:options:).
    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        state.withLock { state in
            state.category = category
            state.mode = mode
            state.options = options
        }
    }

    /// Source: Apple, AVAudioSession.setCategory(_:options:).
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        state.withLock { state in
            state.category = category
            state.options = options
        }
    }

    /// Source: Apple, AVAudioSession.setMode(_:).
    public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

    /// Tells that the program uses sound now, or no longer.
    ///
    /// - Throws: an `NSError` of the domain `NSOSStatusErrorDomain` with the code
    ///   ``ErrorCode/insufficientPriority`` while there is a call on the simulated phone.
    ///
    /// Linux: capturing does not need it.
    /// Source: Apple, AVAudioSession.setActive(_:options:).
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        if active, isCalled {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: ErrorCode.insufficientPriority.rawValue,
                userInfo: [NSLocalizedDescriptionKey: "A call has the microphone; wait until it ends."])
        }
        state.withLock { $0.isActive = active }
    }

    /// Linux: kept, without effect; there are no haptics. Source: Apple,
    /// AVAudioSession.allowHapticsAndSystemSoundsDuringRecording.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { state.withLock { $0.allowsHaptics } }

    /// Source: Apple, AVAudioSession.setAllowHapticsAndSystemSoundsDuringRecording(_:).
    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        state.withLock { $0.allowsHaptics = inValue }
    }

    // MARK: The microphone

    /// Whether there is a microphone. Source: Apple, AVAudioSession.isInputAvailable.
    public var isInputAvailable: Bool { microphone != nil }

    /// Of the default microphone, in hertz; 0 without one. Source: Apple, AVAudioSession.sampleRate.
    public var sampleRate: Double { microphoneFormat?.mSampleRate ?? 0 }

    /// Of the default microphone. Source: Apple, AVAudioSession.inputNumberOfChannels.
    public var inputNumberOfChannels: Int { Int(microphoneFormat?.mChannelsPerFrame ?? 0) }

    private var microphone: AVCaptureDevice? { world.devices.best(for: .audio) }

    private var microphoneFormat: AudioStreamBasicDescription? {
        microphone?.activeFormat.formatDescription.audioStreamBasicDescription
    }

    /// As ``AVCaptureDevice/authorizationStatus(for:)`` says for sound.
    ///
    /// Source: Apple, AVAudioSession.recordPermission.
    public var recordPermission: RecordPermission {
        world.areClosed(.microphone) ? .denied : .granted
    }

    /// As ``AVCaptureDevice/requestAccess(for:completionHandler:)`` for sound: `response` is called on an arbitrary queue.
    ///
    /// Source: Apple, AVAudioSession.requestRecordPermission(_:).
    public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        AVCaptureDevice.requestAccess(for: .audio, completionHandler: response)
    }

    // MARK: Interruptions

    private var isCalled: Bool { world.interruptions.contains(.microphoneInUse) }

    private func checkInterruption() {
        let isCalled = isCalled
        let news = state.withLock { state -> InterruptionType? in
            guard isCalled != state.isInterrupted, state.isActive || state.isInterrupted else { return nil }
            state.isInterrupted = isCalled
            // The system has deactivated it; the program activates it again when it goes on.
            if isCalled { state.isActive = false }
            return isCalled ? .began : .ended
        }
        guard let news else { return }
        var info: [String: Any] = [AVAudioSessionInterruptionTypeKey: news.rawValue]
        if news == .ended { info[AVAudioSessionInterruptionOptionKey] = InterruptionOptions.shouldResume.rawValue }
        post(Self.interruptionNotification, info)
    }

    private func post(_ name: NSNotification.Name, _ info: [String: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
}

/// Asks for the microphone in code for iOS 17 and later. Source: Apple, AVAudioApplication.
public final class AVAudioApplication: NSObject, Sendable {
    /// The program. Source: Apple, AVAudioApplication.shared.
    public static let shared = AVAudioApplication()

    private override init() { super.init() }

    /// Source: Apple, AVAudioApplication.recordPermission.
    public enum recordPermission: Int, Sendable {
        /// Linux: never; there is nobody to ask. Source: Apple, AVAudioApplication.recordPermission.undetermined.
        case undetermined = 0x756E_6474
        /// Source: Apple, AVAudioApplication.recordPermission.denied.
        case denied = 0x6465_6E79
        /// Source: Apple, AVAudioApplication.recordPermission.granted.
        case granted = 0x6772_6E74
    }

    /// As `AVAudioSession.recordPermission`. Source: Apple, AVAudioApplication.recordPermission.
    public var recordPermission: recordPermission {
        AVCaptureDevice.authorizationStatus(for: .audio) == .authorized ? .granted : .denied
    }

    /// As ``AVCaptureDevice/requestAccess(for:)`` for sound. Source: Apple, AVAudioApplication.requestRecordPermission().
    public class func requestRecordPermission() async -> Bool { await AVCaptureDevice.requestAccess(for: .audio) }

    /// Source: Apple, AVAudioApplication.requestRecordPermission(completionHandler:).
    public class func requestRecordPermission(completionHandler response: @escaping @Sendable (Bool) -> Void) {
        AVCaptureDevice.requestAccess(for: .audio, completionHandler: response)
    }
}
