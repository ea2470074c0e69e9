import Foundation

/// What an editor did to an asset, in a form that only this editor, and those that know its format, can read.
///
/// Source: Apple, PHAdjustmentData.
public final class PHAdjustmentData: NSObject, Sendable {
    /// Names the format, in reverse DNS order.
    public let formatIdentifier: String
    public let formatVersion: String
    public let data: Data

    public init(formatIdentifier: String, formatVersion: String, data: Data) {
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }
}

/// The file in which adjustment data lie beside the edited picture.
///
/// The keys are those of the `.AAE` files that come out of Apple's libraries, so that programs which read one read the
/// other.
struct AdjustmentFile: Codable {
    private var adjustmentBaseVersion = 0
    private var adjustmentData: Data
    private var adjustmentEditorBundleID: String
    private var adjustmentFormatIdentifier: String
    private var adjustmentFormatVersion: String
    private var adjustmentTimestamp: Date

    static let fileExtension = "aae"

    init(_ data: PHAdjustmentData, at date: Date = Date()) {
        adjustmentData = data.data
        adjustmentEditorBundleID = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        adjustmentFormatIdentifier = data.formatIdentifier
        adjustmentFormatVersion = data.formatVersion
        adjustmentTimestamp = date
    }

    /// - Throws: an error of the file system or of the decoder.
    init(path: String) throws {
        self = try PropertyListDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    var encoded: Data {
        get throws {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = .xml
            return try encoder.encode(self)
        }
    }

    var data: PHAdjustmentData {
        PHAdjustmentData(
            formatIdentifier: adjustmentFormatIdentifier, formatVersion: adjustmentFormatVersion, data: adjustmentData)
    }
}
