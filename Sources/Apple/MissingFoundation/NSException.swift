/// Stops the process, as an Objective-C exception that nobody catches does.
///
/// Only for mistakes that a programmer can avoid by checking first; never for what a device, a file or a user does.
package func raiseException(_ name: ExceptionName, _ reason: String) -> Never {
    fatalError("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'")
}

/// The exception of a bad argument, which most are.
package func raiseException(_ reason: String) -> Never {
    raiseException(.invalidArgument, reason)
}

/// The kinds of mistakes. Source: Apple, NSExceptionName.
package enum ExceptionName: String {
    case invalidArgument = "NSInvalidArgumentException"
    case generic = "NSGenericException"
    case range = "NSRangeException"
    case internalInconsistency = "NSInternalInconsistencyException"
    case undefinedKey = "NSUnknownKeyException"
}
