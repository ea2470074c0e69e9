import GtkSupport

/// The keys of the program's actions.
enum Keys {
    static let always: [(action: String, keys: [String])] = [
        ("app.preferences", ["<Control>comma"]), ("app.quit", ["<Control>q"]), ("win.fullscreen", ["F11"]),
        ("win.show-shortcuts", ["<Control>question"]),
    ]

    /// Takes a photo wherever the focus is. Return activates what has the focus, which is the shutter at first.
    static let capture = ["space"] + captureInMenus

    /// Takes a photo even while a menu or panel is open, where the space bar belongs to what has the focus.
    static let captureInMenus = ["WebCam"]

    /// They belong to a slider that has the focus.
    static let exposure: [(action: String, keys: [String])] = [
        ("win.brighter", ["Page_Up"]), ("win.darker", ["Page_Down"]),
    ]

    /// Active while the camera is shown.
    static let ofCamera: [(action: String, keys: [String])] =
        [
            ("win.capture", capture), ("win.take-photo", ["p"]), ("win.pause", ["<Shift>p"]),
            ("win.burst", ["b"]), ("win.quick-take", ["r"]),
            ("win.mode::photo", ["<Control>1"]),
            ("win.mode::video", ["<Control>2"]), ("win.switch-camera", ["<Control>Tab"]),
            ("win.zoom-in", ["plus", "equal", "KP_Add"]), ("win.zoom-out", ["minus", "KP_Subtract"]),
            ("win.focus-middle", ["m"]),
            ("win.lock-focus", ["<Shift>m"]),
            ("win.live", ["l"]), ("win.hdr", ["h"]), ("win.torch", ["t"]), ("win.grid", ["g"]),
            ("win.level", ["<Shift>g"]), ("win.manual", ["a"]), ("win.histogram", ["<Shift>h"]),
            ("win.codes", ["<Shift>q"]), ("win.code", ["q"]),
            ("win.fit", ["f"]), ("win.camera-control", ["c"]),
            ("win.camera-control-list", ["<Shift>c"]), ("win.camera-control-right", ["period"]),
            ("win.camera-control-left", ["comma"]), ("win.show-viewer", ["<Control>l"]), ("win.leave", ["Escape"]),
        ] + exposure
}

extension Application {
    /// - Parameter areActive: whether the keys do anything.
    func setKeys(_ keys: [(action: String, keys: [String])], areActive: Bool = true) {
        for (action, keys) in keys { setKeys(areActive ? keys : [], for: action) }
    }
}
