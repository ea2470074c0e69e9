import CaptureEngine
import CoreMedia
import DeviceKinds
import Foundation
import Locking

/// Tells the system how the program uses sound. Source: Apple, AVAudioSession.
///
/// Linux: the sound server mixes and routes the sound of all programs; category, mode and options are only stored.
/// Permission, the microphone's properties, its connection and removal, and calls on the simulated phone are real.
public final class AVAudioSession: NSObject, Sendable {
    private struct State {
        var category = Category.soloAmbient
        var mode = Mode.default
        var options: CategoryOptions = []
        var isActive = false
        var isInterrupted = false
        var allowsHaptics = false
        var prefersNoAlerts = false
        var wishes = Wishes()
    }

    /// What the program would like; zero is no wish.
    struct Wishes {
        var sampleRate = 0.0
        var bufferDuration = 0.0
        var inputChannels = 0
    }

    let world: CaptureWorld
    private let state = Mutex(State())
    private let observations = Mutex<[SurroundingsObservation]>([])
    let volumeWatch = Mutex(VolumeWatch.none)

    /// The program's only instance.
    public class func sharedInstance() -> AVAudioSession { CaptureWorld.current.audioSession }

    init(_ world: CaptureWorld) {
        self.world = world
        super.init()
        let surroundings = world.observe { [weak self] event, _ in
            if event == .interruptionsChanged { self?.checkInterruption() }
        }
        observations.withLock { $0 = surroundings }
        world.microphones.onChange { [weak self] isThere in
            self?.postRouteChange(isThere ? .newDeviceAvailable : .oldDeviceUnavailable)
        }
    }

    // MARK: Category and mode

    public var category: Category { state.withLock { $0.category } }
    public var mode: Mode { state.withLock { $0.mode } }
    public var categoryOptions: CategoryOptions { state.withLock { $0.options } }

    /// Linux: all of them.
    public var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }

    /// Linux: never throws, like the other setters of category and mode.
    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        state.withLock { state in
            state.category = category
            state.mode = mode
            state.options = options
        }
    }

    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        state.withLock { state in
            state.category = category
            state.options = options
        }
    }

    public func setMode(_ mode: Mode) throws { state.withLock { $0.mode = mode } }

    /// Tells the system that the program starts or stops using sound.
    ///
    /// - Throws: an `NSError` of the domain `NSOSStatusErrorDomain` with the code
    ///   ``ErrorCode/insufficientPriority`` while there is a call on the simulated phone.
    ///
    /// Linux: capturing does not need it.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        if active, isCalled {
            throw NSError(
                domain: NSOSStatusErrorDomain, code: ErrorCode.insufficientPriority.rawValue,
                userInfo: [NSLocalizedDescriptionKey: "A call has the microphone; wait until it ends."])
        }
        state.withLock { $0.isActive = active }
    }

    /// Linux: stored without effect; there are no haptics.
    public var allowHapticsAndSystemSoundsDuringRecording: Bool { state.withLock { $0.allowsHaptics } }

    public func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        state.withLock { $0.allowsHaptics = inValue }
    }

    /// Linux: stored without effect; the desktop's alerts do not interrupt sound.
    public var prefersNoInterruptionsFromSystemAlerts: Bool { state.withLock { $0.prefersNoAlerts } }

    public func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        state.withLock { $0.prefersNoAlerts = inValue }
    }

    var wishes: Wishes { state.withLock { $0.wishes } }

    func change(_ edit: (inout Wishes) -> Void) { state.withLock { edit(&$0.wishes) } }

    // MARK: The microphone

    /// Whether there is a microphone.
    public var isInputAvailable: Bool { microphone != nil }

    /// The sample rate of the default microphone, in hertz; 0 without one.
    public var sampleRate: Double { microphoneFormat?.mSampleRate ?? 0 }

    /// The number of channels of the default microphone; 0 without one.
    public var inputNumberOfChannels: Int { Int(microphoneFormat?.mChannelsPerFrame ?? 0) }

    private var microphone: DeviceDescription? { world.microphones.best }

    private var microphoneFormat: AudioStreamBasicDescription? { microphone.flatMap(world.microphones.format) }

    /// The same as `AVCaptureDevice.authorizationStatus(for:)` for sound.
    public var recordPermission: RecordPermission {
        world.areClosed(.microphone) ? .denied : .granted
    }

    /// The same as `AVCaptureDevice.requestAccess(for:completionHandler:)` for sound: `response` is called on an
    /// arbitrary queue.
    @preconcurrency public func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        let isGranted = recordPermission == .granted
        DispatchQueue.global().async { response(isGranted) }
    }

    // MARK: Interruptions

    private var isCalled: Bool { world.interruptions.contains(.microphoneInUse) }

    private func checkInterruption() {
        let isCalled = isCalled
        let news = state.withLock { state -> InterruptionType? in
            guard isCalled != state.isInterrupted, state.isActive || state.isInterrupted else { return nil }
            state.isInterrupted = isCalled
            // The system has deactivated the session; the program activates it again when it resumes.
            if isCalled { state.isActive = false }
            return isCalled ? .began : .ended
        }
        guard let news else { return }
        var info: [String: Any] = [AVAudioSessionInterruptionTypeKey: news.rawValue]
        if news == .ended { info[AVAudioSessionInterruptionOptionKey] = InterruptionOptions.shouldResume.rawValue }
        post(Self.interruptionNotification, info)
    }

    func postRouteChange(_ reason: RouteChangeReason) {
        post(Self.routeChangeNotification, [AVAudioSessionRouteChangeReasonKey: reason.rawValue])
    }

    private func post(_ name: NSNotification.Name, _ info: [String: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
}

/// Asks for permission to use the microphone, for code for iOS 17 and later. Source: Apple, AVAudioApplication.
public final class AVAudioApplication: NSObject, Sendable {
    /// The program's only instance.
    public class var shared: AVAudioApplication { CaptureWorld.current.audioApplication }

    private let world: CaptureWorld

    init(_ world: CaptureWorld) {
        self.world = world
        super.init()
    }

    /// Whether the program may use the microphone. Source: Apple, AVAudioApplication.recordPermission.
    public enum recordPermission: Int, Sendable {
        /// Linux: never; there is nobody to ask.
        case undetermined = 0x756E_6474
        case denied = 0x6465_6E79
        case granted = 0x6772_6E74
    }

    /// The same as `AVAudioSession.recordPermission`.
    public var recordPermission: recordPermission {
        world.areClosed(.microphone) ? .denied : .granted
    }

    /// The same as `AVCaptureDevice.requestAccess(for:)` for sound.
    public class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            requestRecordPermission { continuation.resume(returning: $0) }
        }
    }

    /// As above; `response` is called on an arbitrary queue.
    @preconcurrency public class func requestRecordPermission(
        completionHandler response: @escaping @Sendable (Bool) -> Void
    ) {
        let world = CaptureWorld.current
        DispatchQueue.global().async { response(world.askForPermission(for: .microphone) == .granted) }
    }
}
