import Foundation
import UIKitCore

extension UIWindowScene {
    /// How a scene is placed. Source: Apple, UIWindowScene.Geometry.
    @MainActor @preconcurrency
    open class Geometry: NSObject {
        private weak var scene: UIWindowScene?

        init(_ scene: UIWindowScene) { self.scene = scene }

        open var interfaceOrientation: UIInterfaceOrientation { scene?.interfaceOrientation ?? .unknown }

        /// Linux: always `false`, as an interface turns with the device or not at all.
        open var isInterfaceOrientationLocked: Bool { false }
    }

    /// What an app wishes of a scene's geometry. Source: Apple, UIWindowScene.GeometryPreferences.
    @MainActor @preconcurrency
    open class GeometryPreferences: NSObject {
        /// Source: Apple, UIWindowScene.GeometryPreferences.iOS.
        @MainActor @preconcurrency
        open class iOS: GeometryPreferences {
            /// `nil` for those of the controllers.
            open var interfaceOrientations: UIInterfaceOrientationMask?

            public init(interfaceOrientations: UIInterfaceOrientationMask? = nil) {
                self.interfaceOrientations = interfaceOrientations
            }
        }
    }

    public var effectiveGeometry: Geometry { Geometry(self) }

    /// Asks for another geometry.
    ///
    /// Linux: a wish for the orientation that there is holds; another one is refused, as neither a desktop's window nor the
    /// simulated phone turns for an app.
    ///
    /// - `errorHandler`: receives ``UISceneError`` `geometryRequestUnsupported`.
    public func requestGeometryUpdate(
        _ geometryPreferences: GeometryPreferences, errorHandler: ((any Error) -> Void)? = nil
    ) {
        guard let wish = (geometryPreferences as? GeometryPreferences.iOS)?.interfaceOrientations,
            !wish.contains(interfaceOrientation)
        else { return }
        let error = UISceneError(
            .geometryRequestUnsupported,
            userInfo: [NSLocalizedDescriptionKey: "The interface cannot be turned: it stands as the device is held."])
        DispatchQueue.main.async { errorHandler?(error) }
    }
}

extension UIInterfaceOrientationMask {
    func contains(_ orientation: UIInterfaceOrientation) -> Bool {
        contains(UIInterfaceOrientationMask(rawValue: 1 << UInt(orientation.rawValue)))
    }
}

/// Why a scene did not do as it was asked. Source: Apple, UISceneError.
public struct UISceneError: Error, CustomNSError, LocalizedError, Sendable {
    /// Source: Apple, UISceneError.Code.
    public enum Code: Int, Sendable {
        case multipleScenesNotSupported = 0
        case requestDenied = 1
        case geometryRequestUnsupported = 100
        case geometryRequestDenied = 101
    }

    public static var errorDomain: String { "UISceneErrorDomain" }

    public let code: Code
    private let text: String?

    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        (self.code, text) = (code, userInfo[NSLocalizedDescriptionKey] as? String)
    }

    public var errorCode: Int { code.rawValue }
    public var errorUserInfo: [String: Any] { text.map { [NSLocalizedDescriptionKey: $0] } ?? [:] }
    public var errorDescription: String? { text }
}
