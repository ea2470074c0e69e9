import MissingFoundation

/// Something that the system can ask an app to do. Source: Apple, AppIntent.
///
/// Linux: what an app offers (``AppShortcutsProvider``, controls) are actions of the program on D-Bus and in its desktop
/// file.
public protocol AppIntent: Sendable {
    /// What ``perform()`` returns.
    associatedtype PerformResult: IntentResult

    /// The name for people.
    static var title: LocalizedStringResource { get }
    static var description: IntentDescription? { get }
    /// Whether the app's window is shown before the intent is performed.
    static var openAppWhenRun: Bool { get }
    /// What has to be unlocked before the intent is performed.
    static var authenticationPolicy: IntentAuthenticationPolicy { get }
    /// Whether the intent is offered by itself. Linux: if not, its shortcuts are left out too.
    static var isDiscoverable: Bool { get }
    static var persistentIdentifier: String { get }

    init()

    func perform() async throws -> PerformResult
}

extension AppIntent {
    public static var description: IntentDescription? { nil }
    public static var openAppWhenRun: Bool { false }
    public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
    public static var isDiscoverable: Bool { true }
    public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// What an intent does, in a sentence. Source: Apple, IntentDescription.
public struct IntentDescription: ExpressibleByStringInterpolation, Sendable {
    public let descriptionText: LocalizedStringResource

    public init(_ descriptionText: LocalizedStringResource) { self.descriptionText = descriptionText }
    public init(stringLiteral value: String) { descriptionText = LocalizedStringResource(stringLiteral: value) }
}

/// What has to be unlocked. Source: Apple, IntentAuthenticationPolicy.
public enum IntentAuthenticationPolicy: Sendable {
    case alwaysAllowed
    /// Linux: as ``requiresLocalDeviceAuthentication``: the session must not be locked.
    case requiresAuthentication
    case requiresLocalDeviceAuthentication
}

/// What an intent returns. Source: Apple, IntentResult.
public protocol IntentResult: Sendable {}

/// A result without a value. Source: Apple, IntentResultContainer.
///
/// Linux: there are no shortcuts that would take a value, so that it cannot have one.
public struct IntentResultContainer: IntentResult {
    init() {}
}

extension IntentResult where Self == IntentResultContainer {
    /// Success.
    public static func result() -> IntentResultContainer { IntentResultContainer() }
}

/// An intent that shows something in its app. Source: Apple, OpenIntent.
public protocol OpenIntent: AppIntent {
    associatedtype Value: Sendable
    /// What is shown.
    var target: Value { get set }
}

extension OpenIntent {
    public static var openAppWhenRun: Bool { true }
}

/// An intent that sets a value, as a toggle does. Source: Apple, SetValueIntent.
public protocol SetValueIntent: AppIntent {
    associatedtype ValueType: Sendable
    /// The new value.
    var value: ValueType { get set }
}
