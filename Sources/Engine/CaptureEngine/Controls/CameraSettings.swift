import CoreMedia

/// How a camera should take its frames: everything that a person or a program can set while it runs.
///
/// A value: the API layer keeps the one it wants, hands it to the source when it starts
/// (``SourceConfiguration/settings``) and again at each change (``AdjustableSource/adjust(_:)``).
package struct CameraSettings: Sendable, Equatable {
    /// A place in the picture as the sensor sees it: 0…1 from the left, 0…1 from the top.
    package struct Point: Sendable, Equatable {
        package var x: Double
        package var y: Double

        package static let middle = Point(x: 0.5, y: 0.5)

        package init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    package enum Focus: Sendable, Equatable {
        /// The lens stays at a position: 0 nearest, 1 farthest; `nil` leaves it where it is.
        case locked(Float?)
        /// Focuses on ``focusPoint`` once, then stays.
        case once
        case continuous
    }

    package enum Exposure: Sendable, Equatable {
        /// Stays as it is.
        case locked
        /// Finds the exposure at ``exposurePoint`` once, then stays.
        case once
        case continuous
        /// `nil` leaves that half as it is.
        case custom(duration: CMTime?, iso: Float?)

        package var isCustom: Bool {
            if case .custom = self { true } else { false }
        }
    }

    package enum WhiteBalance: Sendable, Equatable {
        /// `nil` leaves the gains as they are.
        case locked(WhiteBalanceGains?)
        case once
        case continuous
    }

    /// How far away automatic focus looks for its subject.
    package enum FocusRange: Sendable, Equatable {
        case all
        case near
        case far
    }

    package var focus = Focus.continuous
    package var focusPoint = Point.middle
    /// The ``revision`` that set ``focus`` last: a new search for focus begins when it changes, and only then.
    package var focusStart: UInt64 = 0
    package var focusRange = FocusRange.all
    /// Whether the lens moves so slowly that a movie shows no jump.
    package var isFocusSmooth = false
    package var exposure = Exposure.continuous
    package var exposurePoint = Point.middle
    /// The ``revision`` that set ``exposure`` last, as ``focusStart``.
    package var exposureStart: UInt64 = 0
    /// Stops of light (EV) that automatic exposure adds.
    package var exposureBias: Float = 0
    /// What automatic exposure must not exceed; `nil` leaves it to the camera.
    package var longestExposure: CMTime?
    /// Whether the camera may brighten dark scenes beyond its highest ISO, at the cost of noise.
    package var allowsLowLightBoost = false
    package var whiteBalance = WhiteBalance.continuous
    /// The ``revision`` that set ``whiteBalance`` last, as ``focusStart``.
    package var whiteBalanceStart: UInt64 = 0
    /// The constituent, by its place, that a virtual camera must not leave; `nil` lets it choose by the zoom.
    package var lockedConstituent: Int?
    /// 1 is the whole picture.
    package var zoom: Double = 1
    /// 0 is off, 1 the brightest.
    package var torch: Float = 0
    /// Counts the changes; ``CaptureConditions/settingsRevision`` of a frame says which of them it shows.
    package var revision: UInt64 = 0

    package init() {}
}

/// What red, green and blue are multiplied by; the smallest is 1.
package struct WhiteBalanceGains: Sendable, Equatable {
    package var red: Float
    package var green: Float
    package var blue: Float

    package init(red: Float, green: Float, blue: Float) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// A source whose settings can change while it delivers.
package protocol AdjustableSource: FrameSource {
    /// Takes new settings; the frames that follow show them as soon as the device can. Any thread; returns at once.
    func adjust(_ settings: CameraSettings)
}
