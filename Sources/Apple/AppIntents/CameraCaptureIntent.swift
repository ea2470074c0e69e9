import Foundation

/// An intent that opens an app's camera, or its extension on the lock screen. Source: Apple, CameraCaptureIntent.
///
/// Its context is what the app and the extension both know: small, and written by either. Linux: it is a file in the
/// user's state folder, named after the intent's type.
public protocol CameraCaptureIntent: AppIntent {
    /// What the app and its extension share.
    associatedtype AppContext: Codable & Sendable = Never

    /// The context that was written last; `nil` when there is none.
    static var appContext: AppContext? { get async throws }
    /// Replaces the context.
    ///
    /// - Throws: a `LocalizedError` when it is too large; `CocoaError` when it cannot be written.
    static func updateAppContext(_ context: AppContext) async throws
}

/// Why a context is not taken. Linux: Apple documents that a context has at most 4 KB, and no error for it.
enum CameraCaptureIntentError: LocalizedError {
    case contextTooLarge(bytes: Int)

    var errorDescription: String? {
        switch self {
        case .contextTooLarge(let bytes): "The context of the camera has \(bytes) bytes; at most 4096 are possible."
        }
    }
}

extension CameraCaptureIntent {
    public static var openAppWhenRun: Bool { true }

    public static var appContext: AppContext? {
        get async throws { try ContextFile(persistentIdentifier).read() }
    }

    public static func updateAppContext(_ context: AppContext) async throws {
        try ContextFile(persistentIdentifier).write(context)
    }
}

/// Where a context is.
///
///     $XDG_STATE_HOME/camera-capture-intents/AVCamCaptureIntent.json
struct ContextFile {
    static let limit = 4096
    let url: URL

    init(_ identifier: String) {
        let environment = ProcessInfo.processInfo.environment
        let folder = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        // An identifier may be anything; a file's name may not.
        let name = identifier.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? identifier
        url = URL(fileURLWithPath: folder ?? home + "/.local/state")
            .appendingPathComponent("camera-capture-intents/\(name).json")
    }

    func read<Context: Decodable>() throws -> Context? {
        do {
            return try JSONDecoder().decode(Context.self, from: Data(contentsOf: url))
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            return nil
        }
    }

    func write(_ context: some Encodable) throws {
        let data = try JSONEncoder().encode(context)
        guard data.count <= Self.limit else { throw CameraCaptureIntentError.contextTooLarge(bytes: data.count) }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try data.write(to: url, options: .atomic)
    }
}
