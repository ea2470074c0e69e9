import Foundation

/// What a bar code or two-dimensional code in the picture says.
package struct FoundCode: Sendable, Equatable {
    /// What can be done with it.
    package enum Content: Sendable, Equatable {
        /// Something that another program opens: a page, an address to write to, a number to call, a place.
        case link(URL)
        case wirelessNetwork(WirelessNetwork)
        /// Any other text, and the number of a product.
        case text
    }

    package let text: String
    package let content: Content

    package init(_ text: String) {
        self.text = text
        content =
            if let network = WirelessNetwork(code: text) {
                .wirelessNetwork(network)
            } else if let url = Self.link(text) {
                .link(url)
            } else {
                .text
            }
    }

    /// The kinds of links that are opened. Others, such as files and scripts, are shown as text.
    private static let schemes: Set = ["http", "https", "mailto", "tel", "sms", "geo"]

    private static func link(_ text: String) -> URL? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), schemes.contains(scheme) else {
            return nil
        }
        let isPage = scheme.hasPrefix("http")
        return isPage && url.host?.isEmpty != false ? nil : url
    }

    /// What it is about, in a few words: a link's host, a network's name, the first line of a text.
    package var title: String {
        switch content {
        case .link(let url): url.host ?? url.absoluteString
        case .wirelessNetwork(let network): network.name
        case .text: String(text.split(whereSeparator: \.isNewline).first ?? "")
        }
    }
}

/// A wireless network that a code describes.
package struct WirelessNetwork: Sendable, Equatable {
    package enum Security: Sendable, Equatable {
        case open
        case wep
        /// WPA and WPA2 with a password.
        case wpa
        /// WPA3 with a password.
        case sae
    }

    package let name: String
    /// Empty for an open network.
    package let password: String
    package let security: Security
    /// Whether it does not tell its name to everybody.
    package let isHidden: Bool

    /// - Returns: `nil` for another text, and for a network that needs more than a password.
    ///
    /// Source: ZXing, "Barcode Contents", Wi-Fi Network config (Android, iOS 11+).
    init?(code: String) {
        guard code.uppercased().hasPrefix("WIFI:") else { return nil }
        let fields = Self.fields(of: code.dropFirst(5))
        guard let name = fields["S"], !name.isEmpty else { return nil }
        self.name = name
        isHidden = fields["H"]?.lowercased() == "true"
        let password = fields["P"] ?? ""
        switch fields["T"]?.uppercased() ?? "" {
        case "", "NOPASS": (security, self.password) = (.open, "")
        case "WEP": (security, self.password) = (.wep, password)
        case "WPA", "WPA2", "WPA/WPA2": (security, self.password) = (.wpa, password)
        case "SAE", "WPA3": (security, self.password) = (.sae, password)
        default: return nil
        }
        if security != .open, password.isEmpty { return nil }
    }

    /// `S:name;P:pass\;word;`: a backslash keeps the next character from being a separator.
    private static func fields(of text: Substring) -> [String: String] {
        var fields: [String: String] = [:]
        var (key, value) = (nil as String?, "")
        var isEscaped = false
        for character in text + ";" {
            switch character {
            case _ where isEscaped:
                value.append(character)
                isEscaped = false
            case "\\": isEscaped = true
            case ":" where key == nil: (key, value) = (value.uppercased(), "")
            case ";":
                if let key { fields[key] = fields[key] ?? unquoted(value) }
                (key, value) = (nil, "")
            default: value.append(character)
            }
        }
        return fields
    }

    /// Quotation marks tell text from hexadecimal numbers.
    private static func unquoted(_ text: String) -> String {
        text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }
}
