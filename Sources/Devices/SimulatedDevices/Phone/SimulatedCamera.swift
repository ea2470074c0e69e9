import CaptureEngine

/// One camera of the phone: which lenses it has and what it can do.
struct SimulatedCamera: Sendable {
    struct Lens: Sendable {
        /// The camera that has only this lens.
        var name: String
        /// How large it shows the scene; the back wide-angle camera is 1.
        var scale: Double
        var aperture: Float

        /// In millimeters: 69 degrees on a sensor of 4032 pixels of 1.4 micrometers, at a scale of 1.
        var focalLength: Float { (Float(scale) * 4.1 * 10).rounded() / 10 }

        static let ultraWide = Lens(name: "back-ultra-wide", scale: 0.5, aperture: 2.4)
        static let wide = Lens(name: "back", scale: 1, aperture: 1.8)
        static let telephoto = Lens(name: "back-telephoto", scale: 3, aperture: 2.8)
    }

    /// The part of the device's identifier after `simulated:`.
    let name: String
    let title: String
    var position = DeviceDescription.Position.back
    var module: DeviceDescription.Module
    /// Several of them for a virtual camera, the widest first.
    var lenses: [Lens]
    var view = SimulatedCamera.backView
    var hasAutoFocus = true
    var hasFlash = true
    var hasTorch = true
    var hasDepth = false
    /// Whether exposure and white balance can be set by hand.
    var hasManualControl = true
    /// The highest zoom factor. It is doubled for a virtual camera that begins with the ultra-wide lens, which then
    /// reaches as far as the wide-angle camera.
    var maxZoom = 16.0

    /// How bright torch and flash are, in units of the scene's brightness; for the flash, at its subject.
    static let torchLight = 0.125
    static let flashLight = 1.0
    /// The position of a lens that cannot move, in diopters.
    static let fixedFocus: Float = 1

    /// All of them, best first.
    static let all: [SimulatedCamera] = [
        SimulatedCamera(name: "back", title: "Simulated Back Camera", module: .wideAngle, lenses: [.wide]),
        SimulatedCamera(
            name: "front", title: "Simulated Front Camera", position: .front, module: .wideAngle,
            lenses: [frontLens], view: frontView, hasAutoFocus: false, hasTorch: false),
        SimulatedCamera(
            name: "back-ultra-wide", title: "Simulated Back Ultra Wide Camera", module: .ultraWide,
            lenses: [.ultraWide]),
        SimulatedCamera(
            name: "back-telephoto", title: "Simulated Back Telephoto Camera", module: .telephoto,
            lenses: [.telephoto]),
        SimulatedCamera(
            name: "back-dual", title: "Simulated Back Dual Camera", module: .dual, lenses: [.wide, .telephoto],
            hasDepth: true),
        SimulatedCamera(
            name: "back-dual-wide", title: "Simulated Back Dual Wide Camera", module: .dualWide,
            lenses: [.ultraWide, .wide], hasDepth: true, maxZoom: 32),
        SimulatedCamera(
            name: "back-triple", title: "Simulated Back Triple Camera", module: .triple,
            lenses: [.ultraWide, .wide, .telephoto], maxZoom: 32),
        SimulatedCamera(
            name: "back-lidar", title: "Simulated Back LiDAR Depth Camera", module: .lidarDepth, lenses: [.wide],
            hasDepth: true),
        SimulatedCamera(
            name: "front-truedepth", title: "Simulated Front TrueDepth Camera", position: .front, module: .trueDepth,
            lenses: [frontLens], view: frontView, hasAutoFocus: false, hasTorch: false, hasDepth: true),
        SimulatedCamera(
            name: "external", title: "Simulated External Camera", position: .unspecified, module: .external,
            lenses: [Lens(name: "external", scale: 1, aperture: 2)],
            view: .init(
                title: "EXTERNAL CAMERA", sky: SceneColor(hex: 0x6A5A8C), ground: SceneColor(hex: 0x6B5A45),
                showsPortrait: false), hasAutoFocus: false, hasFlash: false, hasTorch: false, hasManualControl: false,
            maxZoom: 1),
    ]

    static func named(_ name: String) -> SimulatedCamera? { all.first { $0.name == name } }

    /// The names of the cameras that a virtual one combines, the widest first; empty for any other device.
    static func constituents(of name: String) -> [String] { named(name)?.constituents ?? [] }

    /// The names of the cameras that it combines; empty for one that is not virtual.
    var constituents: [String] { lenses.count > 1 ? lenses.map(\.name) : [] }

    private static let frontLens = Lens(name: "front", scale: 1, aperture: 2.2)
    private static let backView = SceneBackground.View(
        title: "BACK CAMERA", sky: SceneColor(hex: 0x3A6EA5), ground: SceneColor(hex: 0x6B5A45),
        showsPortrait: false)
    private static let frontView = SceneBackground.View(
        title: "FRONT CAMERA", sky: SceneColor(hex: 0x3F7F78), ground: SceneColor(hex: 0x4B4A5C),
        showsPortrait: true)

    /// The distance of the flash's subject in meters: a face, or the charts.
    var flashDistance: Float { view.showsPortrait ? SceneLayout.faceDistance : SceneLayout.chartDistance }

    /// Whether it delivers a matte of the people in a still.
    var hasPortraitMatte: Bool { module == .trueDepth }

    /// The zoom factors at which a virtual camera changes from one lens to the next.
    var switchOverZooms: [Double] { lenses.dropFirst().map { $0.scale / lenses[0].scale } }

    func scale(zoom: Double) -> Double { lenses[0].scale * min(max(zoom, 1), maxZoom) }

    /// The index of the lens that is used at a zoom factor.
    func constituent(zoom: Double, locked: Int?) -> Int {
        if let locked, lenses.indices.contains(locked) { return locked }
        return switchOverZooms.count { $0 <= zoom }
    }

    /// The lens that belongs to a constituent camera; `nil` if it is not one of this camera's.
    func lens(of device: DeviceID) -> Lens? {
        lenses.first { $0.name == device.name && device.scheme == "simulated" }
    }

    var capabilities: CameraCapabilities {
        var capabilities = CameraCapabilities()
        capabilities.hasFlash = hasFlash
        capabilities.hasTorch = hasTorch
        capabilities.isolatesFlash = hasFlash
        capabilities.hasAutoFocus = hasAutoFocus
        capabilities.canLockLens = hasAutoFocus
        capabilities.hasFocusPoint = hasAutoFocus
        capabilities.hasFocusRange = hasAutoFocus
        capabilities.hasSmoothFocus = hasAutoFocus
        capabilities.minimumFocusDistance = hasAutoFocus ? 100 : -1
        capabilities.hasAutoExposure = true
        capabilities.hasAutoWhiteBalance = true
        capabilities.maxZoom = maxZoom
        capabilities.switchOverZooms = switchOverZooms
        capabilities.lensAperture = lenses[0].aperture
        capabilities.lensFocalLength = lenses[0].focalLength
        guard hasManualControl else { return capabilities }
        capabilities.hasExposurePoint = true
        capabilities.exposure = .init(durations: ExposureProgram.durations, iso: ExposureProgram.isos)
        capabilities.exposureBias = -8...8
        capabilities.maxWhiteBalanceGain = 4
        capabilities.daylightGains = SensorLevels.daylight
        capabilities.hasLongestExposure = true
        capabilities.hasLowLightBoost = true
        return capabilities
    }
}
