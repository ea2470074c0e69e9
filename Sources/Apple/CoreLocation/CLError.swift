import Foundation

/// Source: Apple, kCLErrorDomain.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why there is no location. Source: Apple, CLError.
public struct CLError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// Linux: only these occur. Source: Apple, CLError.Code.
    public enum Code: Int, Sendable {
        /// The place is not known now; it may be later.
        case locationUnknown = 0
        /// The person, or the system, does not let the program know.
        case denied = 1
        /// The service failed.
        case network = 2
    }

    public let code: Code

    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { kCLErrorDomain }
    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }
    public var errorDescription: String? { sentence }

    public static var locationUnknown: Code { .locationUnknown }
    public static var denied: Code { .denied }
    public static var network: Code { .network }

    private var sentence: String {
        switch code {
        case .locationUnknown: "The place is not known yet."
        case .denied:
            "This program may not know where it is: allow it in the desktop's privacy settings, and install GeoClue."
        case .network: "GeoClue does not answer."
        }
    }
}
