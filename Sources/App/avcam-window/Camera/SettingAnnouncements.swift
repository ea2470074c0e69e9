import AVCamCore
import GtkSupport

/// Tells a screen reader which setting has changed, by a key or otherwise, where it is not looking.
final class SettingAnnouncements {
    /// How long a value must stay to be said: a zoom passes many.
    private static let rest = Duration.milliseconds(300)

    private let interface: Interface
    private let camera: any Camera
    private let window: Window
    private let zoom: ZoomLadder
    private let say: (String) -> Void
    private var observers: [Observer] = []

    init(
        _ interface: Interface, of camera: any Camera, _ settings: WindowSettings, _ zoom: ZoomLadder,
        say: @escaping (String) -> Void
    ) {
        self.interface = interface
        self.camera = camera
        window = interface["window"]
        self.zoom = zoom
        self.say = say
        follow(ofCamera: false) { camera.cameras.first { $0.id == camera.selectedCameraID }?.name }
        follow(ofCamera: false) { camera.modeInWords }
        // The Camera Control's slider says it itself.
        follow(
            isSaid: { camera.controlsAppearance != nil }, isSaidAtRest: { [unowned zoom] in zoom.saysZoom },
            { camera.zoomInWords })
        // What a bracket turns off is told as its consequence.
        let hasBracket = { !camera.photoFeatures.bracket.isEmpty }
        follow(except: "flash", isSaid: hasBracket) { camera.flashInWords }
        follow(except: "torch") { camera.torchInWords }
        follow(except: "live", isSaid: hasBracket) { camera.livePhotosInWords }
        follow(except: "hdr") { camera.hdrVideoInWords }
        follow(except: "timer") { camera.timerInWords }
        follow(except: "options") { SettingWords.setting(gettext("Grid"), settings.showsGrid) }
        follow(except: "options") { SettingWords.setting(gettext("Level"), camera.isLevelEnabled) }
        follow(except: "options") { SettingWords.setting(gettext("Histogram"), settings.showsExposure) }
        follow(except: "options") { SettingWords.setting(gettext("Scan Codes"), camera.isCodeScanningEnabled) }
        follow(except: "options") { SettingWords.setting(gettext("Show Whole Picture"), settings.fitsPreview) }
    }

    private struct Words: Equatable {
        /// The camera and the mode. Differences between cameras are not announced.
        var context: String
        var sentence: String
    }

    /// Says what a setting is like when it has changed.
    ///
    /// - Parameters:
    ///   - ofCamera: whether each camera and mode has its own.
    ///   - control: it says its value itself while it, or its menu, has the focus.
    ///   - isSaid: whether something else says it while it changes.
    ///   - isSaidAtRest: whether something else says it once it rests.
    ///   - sentence: the setting and its value; `nil` while nothing is to be said.
    private func follow(
        ofCamera: Bool = true, except control: String? = nil, isSaid: @escaping () -> Bool = { false },
        isSaidAtRest: @escaping () -> Bool = { false }, _ sentence: @escaping () -> String?
    ) {
        var last: Words?
        var contextBegan = ContinuousClock.now
        var saying: Task<Void, Never>?
        observers.append(
            observe { [unowned self] in
                guard isSettled, let sentence = sentence() else { return }
                let new = Words(context: ofCamera ? context : "", sentence: sentence)
                guard new != last else { return }
                if last?.context != new.context { contextBegan = .now }
                // The settings of another camera come a little after its name.
                let isSteady = !ofCamera || contextBegan.duration(to: .now) > Self.rest
                let isChange = last?.context == new.context && isSteady
                last = new
                saying?.cancel()
                if isSaid() { return }
                if let control, window.isFocused(in: interface.widget(control)) { return }
                guard isChange else { return }
                saying = Task { [weak self] in
                    try? await Task.sleep(for: Self.rest)
                    if !Task.isCancelled, !isSaidAtRest() { self?.say(sentence) }
                }
            })
    }

    private var context: String { "\(camera.selectedCameraID ?? "") \(camera.captureMode.rawValue)" }

    /// A QuickTake is in video mode for a moment only.
    private var isSettled: Bool { camera.status == .running && !camera.isSwitching && !camera.isQuickTaking }
}
