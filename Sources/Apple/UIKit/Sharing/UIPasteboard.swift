import Foundation
import GtkSupport

/// The clipboard. Source: Apple, UIPasteboard.
///
/// Linux: what other programs have put on it is not read; a person pastes it into a text field.
@MainActor @preconcurrency open class UIPasteboard: NSObject {
    private enum Content {
        case strings([String])
        case url(URL)
        case image(UIImage)
    }

    /// The desktop's.
    open class var general: UIPasteboard { shared }
    private static let shared = UIPasteboard()

    private var content: Content?

    private override init() {}

    /// What this program has put there, until another one puts something there.
    private var own: Content? { Clipboard.isOwn ? content : nil }

    private func put(_ text: String?, _ content: Content) {
        guard let text else {
            self.content = nil
            return Clipboard.clear()
        }
        self.content = content
        Clipboard.put(text)
    }

    open var string: String? {
        get { strings?.first ?? url?.absoluteString }
        set { put(newValue, .strings([newValue ?? ""])) }
    }

    /// For other programs they are one text, a line for each.
    open var strings: [String]? {
        get {
            guard case .strings(let all)? = own else { return nil }
            return all
        }
        set { put(newValue?.joined(separator: "\n"), .strings(newValue ?? [])) }
    }

    open var url: URL? {
        get {
            guard case .url(let url)? = own else { return nil }
            return url
        }
        set {
            guard let newValue else { return put(nil, .strings([])) }
            put(newValue.absoluteString, .url(newValue))
        }
    }

    open var image: UIImage? {
        get {
            guard case .image(let image)? = own else { return nil }
            return image
        }
        set {
            guard let newValue else { return put(nil, .strings([])) }
            guard let file = newValue.pngData() else {
                return FileHandle.standardError.write(
                    Data("UIPasteboard: the image has no pixels; the clipboard stays as it is.\n".utf8))
            }
            content = .image(newValue)
            Clipboard.put(png: file)
        }
    }

    open var hasStrings: Bool { string != nil }
    open var hasURLs: Bool { url != nil }
    open var hasImages: Bool { image != nil }
}
