import CaptureEngine
import Foundation
import GtkSupport
import UIKitCore

/// What windows are on. Source: Apple, UIScreen.
///
/// Linux: as large as the program's window, which on a phone fills the screen.
@MainActor @preconcurrency
open class UIScreen: NSObject {
    public static let main = UIScreen(world: { .current })

    /// Linux: the one that the program's windows are on.
    public static var screens: [UIScreen] { [main] }

    /// Linux: told after ``brightness`` was set; other programs' changes are not noticed.
    nonisolated public static let brightnessDidChangeNotification = Notification.Name(
        "UIScreenBrightnessDidChangeNotification")

    /// Made when it is first asked for: a program that only shows something needs no devices.
    private lazy var world = makeWorld()
    private let makeWorld: @MainActor () -> CaptureWorld
    var size = CGSize(width: 390, height: 844)

    package init(world: @escaping @MainActor () -> CaptureWorld) { makeWorld = world }

    open var bounds: CGRect { CGRect(origin: .zero, size: size) }

    /// Pixels per point.
    open var scale: CGFloat {
        UIApplication.isRunning ? CGFloat(Display.scale) : UITraitCollection.current.displayScale
    }

    open var nativeScale: CGFloat { scale }

    /// In pixels.
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale) }

    open var traitCollection: UITraitCollection { .current }

    /// Of the monitor; 60 where it is unknown.
    open var maximumFramesPerSecond: Int { UIApplication.isRunning ? Display.framesPerSecond ?? 60 : 60 }

    /// From 0 to 1, such as to light a face in front of the screen.
    ///
    /// Linux: that of the light behind a built-in screen. People who sit in front of the machine may set it; it is not turned
    /// off altogether. On a machine without such a light it is always 1.
    open var brightness: CGFloat {
        get { CGFloat(world.surroundings.lazy.compactMap(\.screenBrightness).first ?? 1) }
        set {
            guard let screen = world.surroundings.first(where: { $0.screenBrightness != nil }), newValue.isFinite else {
                return
            }
            screen.setScreenBrightness(Double(min(max(newValue, 0), 1)))
            NotificationCenter.default.post(name: Self.brightnessDidChangeNotification, object: self)
        }
    }
}
