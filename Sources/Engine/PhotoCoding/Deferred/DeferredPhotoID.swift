import Foundation

/// Identifies a photo whose processing was deferred.
///
/// The proxy and the final file carry it as EXIF's ImageUniqueID, which any program may read and which every format
/// with EXIF has. That is how the photo library knows what a proxy is waiting for.
///
/// Source: CIPA DC-008 (EXIF 2.32), 4.6.6 table 8: ImageUniqueID, 32 hexadecimal digits.
package struct DeferredPhotoID: Hashable, Sendable, CustomStringConvertible {
    /// 32 hexadecimal digits, capitals.
    package let description: String

    /// Creates a unique identifier.
    package init() {
        description = UUID().uuidString.filter { $0 != "-" }
    }

    /// Parses an identifier as files carry it; `nil` if it is not one.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        description = text.uppercased()
    }
}

extension PhotoMetadata {
    /// The identifier in the file's ImageUniqueID.
    package var deferredPhotoID: DeferredPhotoID? {
        get { text(.imageUniqueID).flatMap { DeferredPhotoID($0) } }
        set { fields[.imageUniqueID] = newValue.map { .text($0.description) } }
    }
}
