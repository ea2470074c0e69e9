/// Stops the process, as an Objective-C exception that nobody catches does.
///
/// Only for what a programmer can avoid by asking first; never for what a device, a file or a user does.
func raiseException(_ name: ExceptionName = .invalidArgument, _ reason: String) -> Never {
    fatalError("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'")
}

enum ExceptionName: String {
    case invalidArgument = "NSInvalidArgumentException"
    case generic = "NSGenericException"
}
