import Foundation
import Testing

@testable import UIKit

/// What apps are told of the keyboard.
@MainActor @Suite(.serialized) struct KeyboardTests {
    private final class Log: @unchecked Sendable {  // Only the main thread touches it.
        var names: [Notification.Name] = []
        var frames: [CGRect] = []
        private var observers: [any NSObjectProtocol] = []

        init() {
            let names: [Notification.Name] = [
                UIResponder.keyboardWillShowNotification, UIResponder.keyboardDidShowNotification,
                UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification,
            ]
            observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [unowned self] in
                    self.names.append(name)
                    let value = $0.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue
                    if let value { frames.append(value.cgRectValue) }
                }
            }
        }

        func stop() { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    }

    /// What is due on the main queue.
    private func turn() async {
        for _ in 0..<2 { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
    }

    @Test func oneShowAndOneHideForSeveralFields() async {
        let log = Log()
        defer { log.stop() }
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        let fields = [UITextField(), UITextField()]
        defer { withExtendedLifetime(window) {} }
        fields.forEach(window.addSubview)
        fields[0].becomeFirstResponder()
        #expect(log.names == [UIResponder.keyboardWillShowNotification])
        await turn()
        fields[1].becomeFirstResponder()
        await turn()
        #expect(log.names.count == 2 && log.names.last == UIResponder.keyboardDidShowNotification)
        fields[1].resignFirstResponder()
        await turn()
        #expect(
            log.names.suffix(2) == [UIResponder.keyboardWillHideNotification, UIResponder.keyboardDidHideNotification])
        // It covers nothing.
        #expect(log.frames.allSatisfy { $0 == CGRect(x: 0, y: 844, width: 390, height: 0) } && log.frames.count == 4)
    }
}
