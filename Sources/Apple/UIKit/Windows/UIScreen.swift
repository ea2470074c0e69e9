import Foundation
import GtkSupport
import UIKitCore

/// What windows are on. Source: Apple, UIScreen.
///
/// Linux: as large as the program's window, which on a phone fills the screen.
@MainActor @preconcurrency
open class UIScreen: NSObject {
    public static let main = UIScreen()

    var size = CGSize(width: 390, height: 844)

    open var bounds: CGRect { CGRect(origin: .zero, size: size) }

    /// Pixels per point.
    open var scale: CGFloat {
        UIApplication.isRunning ? CGFloat(Display.scale) : UITraitCollection.current.displayScale
    }

    open var nativeScale: CGFloat { scale }

    /// In pixels.
    open var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: size.width * scale, height: size.height * scale) }
}
