import Foundation

/// Why a model cannot be used. Source: Apple, MLModelError.
public struct MLModelError: Error, LocalizedError, CustomNSError, Sendable {
    /// Source: Apple, MLModelError.Code.
    public enum Code: Int, Sendable {
        /// Linux: the model cannot be used here.
        case generic = 0
        case featureType = 1
        /// The file cannot be read.
        case io = 3
        case customLayer = 4
        case customModel = 5
        case update = 6
        case parameters = 7
        case modelDecryptionKeyFetch = 8
        case modelDecryption = 9
        case modelCollection = 10
    }

    public static let errorDomain = "com.apple.CoreML"

    public let code: Code
    private let words: String

    init(_ code: Code, _ words: String) {
        self.code = code
        self.words = words
    }

    public var errorCode: Int { code.rawValue }
    public var errorDescription: String? { words }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: words] }
}

/// What may compute. Source: Apple, MLComputeUnits.
public enum MLComputeUnits: Int, Sendable {
    case cpuOnly = 0
    case cpuAndGPU = 1
    case all = 2
    case cpuAndNeuralEngine = 3
}

/// How a model is to be loaded. Source: Apple, MLModelConfiguration.
open class MLModelConfiguration: NSObject, @unchecked Sendable {  // as Apple's: one thread at a time changes it
    public final var computeUnits = MLComputeUnits.all
    /// The name of the model in messages.
    public final var modelDisplayName: String?
}

/// A model.
///
/// Linux: none can be loaded, because nothing here runs Core ML's models. The type exists so that programs compile, and
/// have an error to show.
/// Source: Apple, MLModel.
public final class MLModel: NSObject, Sendable {
    public let configuration: MLModelConfiguration

    /// - Throws: ``MLModelError`` `io` if there is no such file; otherwise `generic`, always.
    public convenience init(contentsOf url: URL) throws {
        try self.init(contentsOf: url, configuration: MLModelConfiguration())
    }

    /// - Throws: as ``init(contentsOf:)``.
    public init(contentsOf url: URL, configuration: MLModelConfiguration) throws {
        self.configuration = configuration
        super.init()
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw MLModelError(.io, "\(url.path) does not exist")
        }
        throw MLModelError(.generic, "\(url.path) cannot be used: nothing here runs Core ML's models")
    }

    /// The same, without waiting.
    ///
    /// - Throws: as ``init(contentsOf:)``.
    public class func load(
        contentsOf url: URL, configuration: MLModelConfiguration = MLModelConfiguration()
    ) async throws -> MLModel {
        try MLModel(contentsOf: url, configuration: configuration)
    }
}
