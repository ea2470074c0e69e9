/// A property of `EnvironmentValues` with `@Entry`: `var name: Type = value`, where the type or the value may be left out.
struct Entry {
    static let problem =
        "@Entry is for a variable with a name and an initial value, such as `@Entry var flash = false`; only an optional type needs no value"

    private let name: String
    private let type: String?
    private let value: String

    /// - Parameter declaration: its source, with or without the attribute.
    init?(_ declaration: String) {
        var rest = Substring(declaration)
        // In front of `var` are comments, attributes and modifiers.
        while let word = Self.takeWord(from: &rest), word != "var" {}
        guard let name = Self.takeWord(from: &rest), name.first?.isLetter == true || "_`".contains(name.first ?? " ")
        else {
            return nil
        }
        let parts = Self.split(rest)
        guard let value = parts.value ?? (parts.type?.hasSuffix("?") == true ? "nil" : nil) else { return nil }
        self.name = name
        self.type = parts.type
        self.value = value
    }

    var accessors: String {
        """
        {
            get { self[\(keyName).self] }
            set { self[\(keyName).self] = newValue }
        }
        """
    }

    /// The type behind the property. A value of a type that is named is made each time it is asked for: it need not be
    /// `Sendable` then.
    var key: String {
        let member = type.map { "static var defaultValue: \($0) { \(value) }" } ?? "static let defaultValue = \(value)"
        return """
            private struct \(keyName): SwiftUI.EnvironmentKey {
                \(member)
            }
            """
    }

    private var keyName: String { "__Key_" + name.filter { $0 != "`" } }

    /// Takes a word, or a single other character, after spaces and comments.
    private static func takeWord(from text: inout Substring) -> String? {
        skipSpace(in: &text)
        guard let first = text.first else { return nil }
        let isWord = first.isLetter || first.isNumber || "_`".contains(first)
        let word = isWord ? text.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) } : text.prefix(1)
        text = text[word.endIndex...]
        // What is in parentheses belongs to an attribute or a modifier.
        if word == "(" { skipParentheses(in: &text) }
        return String(word)
    }

    private static func skipSpace(in text: inout Substring) {
        while true {
            text = text.drop(while: \.isWhitespace)
            if text.hasPrefix("//") {
                text = text.drop { !$0.isNewline }
            } else if text.hasPrefix("/*") {
                text = text.dropFirst(2)
                while !text.isEmpty, !text.hasPrefix("*/") { text = text.dropFirst() }
                text = text.dropFirst(2)
            } else {
                return
            }
        }
    }

    private static func skipParentheses(in text: inout Substring) {
        var depth = 1
        while depth > 0, let next = text.popFirst() { depth += next == "(" ? 1 : next == ")" ? -1 : 0 }
    }

    /// What follows the name: `: Type = value`.
    private static func split(_ text: Substring) -> (type: String?, value: String?) {
        var depth = 0
        let equals = text.indices.first { index in
            switch text[index] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "=": return depth == 0
            default: break
            }
            return false
        }
        let type = trimmed(text[..<(equals ?? text.endIndex)])
        let value = equals.map { trimmed(text[text.index(after: $0)...]) }
        return (type.hasPrefix(":") ? trimmed(type.dropFirst()) : nil, value)
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
