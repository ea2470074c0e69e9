import Foundation

/// One item of a movie's metadata: a key in one of QuickTime's key spaces, and its value.
///
/// Source: Apple, QuickTime File Format, "Metadata", "Well-known types".
package struct MovieMetadataItem: Sendable, Equatable {
    package enum Value: Sendable, Equatable {
        case text(String)
        case integer(Int64)
        case real(Double)
        case data(Data)
    }

    /// `mdta` for keys like `com.apple.quicktime.make`; `udta` for four characters.
    package var keySpace: String
    package var key: String
    package var value: Value

    package init(_ key: String, _ value: Value, keySpace: String = "mdta") {
        self.key = key
        self.value = value
        self.keySpace = keySpace
    }

    package init(_ key: String, _ text: String) {
        self.init(key, .text(text))
    }
}
