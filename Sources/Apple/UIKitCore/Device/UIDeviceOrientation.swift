import Foundation

/// How a device is held. Source: Apple, UIDeviceOrientation.
public enum UIDeviceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    /// The top points to the left.
    case landscapeLeft = 3
    case landscapeRight = 4
    /// On its back.
    case faceUp = 5
    case faceDown = 6

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
    /// Whether an interface can be upright in it.
    public var isValidInterfaceOrientation: Bool { isPortrait || isLandscape }
}

/// How an interface stands on the device. Source: Apple, UIInterfaceOrientation.
///
/// The interface turns against the device: it is ``landscapeRight`` when the device is in
/// ``UIDeviceOrientation/landscapeLeft``, and both have the same number.
public enum UIInterfaceOrientation: Int, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeRight = 3
    case landscapeLeft = 4

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// Orientations that an interface supports. Source: Apple, UIInterfaceOrientationMask.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    private init(_ orientations: UIInterfaceOrientation...) {
        rawValue = orientations.reduce(0) { $0 | 1 << UInt($1.rawValue) }
    }

    public static let portrait = UIInterfaceOrientationMask(UIInterfaceOrientation.portrait)
    public static let portraitUpsideDown = UIInterfaceOrientationMask(UIInterfaceOrientation.portraitUpsideDown)
    public static let landscapeLeft = UIInterfaceOrientationMask(UIInterfaceOrientation.landscapeLeft)
    public static let landscapeRight = UIInterfaceOrientationMask(UIInterfaceOrientation.landscapeRight)
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
    public static let all: UIInterfaceOrientationMask = [.allButUpsideDown, .portraitUpsideDown]
}
