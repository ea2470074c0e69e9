import Foundation
import UIKitCore

// Linux: a desktop's keyboard is not on the screen, so its frame is a line at the window's lower edge, as it is on
// Apple's systems with a hardware keyboard.
extension UIResponder {
    /// Before a text field is edited.
    public nonisolated static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
    public nonisolated static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
    /// When no text field is edited anymore.
    public nonisolated static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
    public nonisolated static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
    /// Before the keyboard comes or goes.
    public nonisolated static let keyboardWillChangeFrameNotification = Notification.Name(
        "UIKeyboardWillChangeFrameNotification")
    public nonisolated static let keyboardDidChangeFrameNotification = Notification.Name(
        "UIKeyboardDidChangeFrameNotification")

    /// An `NSValue` with a rectangle in the screen's coordinates.
    public nonisolated static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
    public nonisolated static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
    /// A number of seconds.
    public nonisolated static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
    /// A number: ``UIView/AnimationCurve``'s raw value.
    public nonisolated static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
    /// Whether the keyboard is this program's.
    public nonisolated static let keyboardIsLocalUserInfoKey = "UIKeyboardIsLocalUserInfoKey"
}

/// A view whose text a person edits.
@MainActor
protocol EditedView: UIView {
    var isEdited: Bool { get }
}

/// Says when text begins to be edited, and when it ends.
@MainActor
enum KeyboardPresence {
    /// The view that the keyboard was shown for, while it is.
    private static weak var field: (any EditedView)?

    static func began(_ new: any EditedView) {
        let isShown = field != nil
        field = new
        guard !isShown else { return }
        let info = info(of: new.window)
        post(UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardWillShowNotification, info)
        DispatchQueue.main.async {
            post(UIResponder.keyboardDidChangeFrameNotification, UIResponder.keyboardDidShowNotification, info)
        }
    }

    static func ended(_ old: any EditedView) {
        let info = info(of: old.window)
        // The next field is edited in the same turn.
        DispatchQueue.main.async {
            guard field === old, !old.isEdited else { return }
            field = nil
            post(UIResponder.keyboardWillChangeFrameNotification, UIResponder.keyboardWillHideNotification, info)
            DispatchQueue.main.async {
                post(UIResponder.keyboardDidChangeFrameNotification, UIResponder.keyboardDidHideNotification, info)
            }
        }
    }

    private static func info(of window: UIWindow?) -> [String: Any] {
        let screen = window?.bounds ?? UIScreen.main.bounds
        let frame = NSValue(cgRect: CGRect(x: 0, y: screen.height, width: screen.width, height: 0))
        return [
            UIResponder.keyboardFrameBeginUserInfoKey: frame, UIResponder.keyboardFrameEndUserInfoKey: frame,
            UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: 0.25),
            // Apple's number, 7, is no case of the enumeration: apps would fail to make one of it.
            UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: UIView.AnimationCurve.easeInOut.rawValue),
            UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
        ]
    }

    private static func post(_ first: Notification.Name, _ second: Notification.Name, _ info: [String: Any]) {
        for name in [first, second] { NotificationCenter.default.post(name: name, object: nil, userInfo: info) }
    }
}

/// What the keyboard covers. Source: Apple, UIKeyboardLayoutGuide.
///
/// Linux: a desktop's keyboard covers nothing, so that this is what is below the safe area, as it is on Apple's systems while
/// no keyboard is shown.
open class UIKeyboardLayoutGuide: UILayoutGuide {}
