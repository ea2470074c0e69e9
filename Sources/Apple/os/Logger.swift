import Logging

/// Writes messages of one part of a program. Source: Apple, os.Logger.
///
/// Linux: swift-log's `Logger`, whose handler the program chooses with `LoggingSystem.bootstrap(_:)`; otherwise
/// messages go to standard error. The label is subsystem and category, joined by a dot. Handlers know nothing about
/// privacy, so a value that is not public is written as `<private>`.
public struct Logger: Sendable {
    private let logger: Logging.Logger

    public init(subsystem: String, category: String) {
        logger = Logging.Logger(label: "\(subsystem).\(category)")
    }

    /// For tests, with their own handler.
    init(_ logger: Logging.Logger) {
        self.logger = logger
    }

    /// Messages without a subsystem.
    public init() {
        logger = Logging.Logger(label: "default")
    }

    /// Whether debug messages are written.
    var writesDebug: Bool { logger.logLevel <= .debug }

    /// Linux: swift-log's trace level.
    public func trace(_ message: OSLogMessage) { logger.trace("\(message.text)") }

    public func debug(_ message: OSLogMessage) { logger.debug("\(message.text)") }

    public func info(_ message: OSLogMessage) { logger.info("\(message.text)") }

    public func notice(_ message: OSLogMessage) { logger.notice("\(message.text)") }

    public func warning(_ message: OSLogMessage) { logger.warning("\(message.text)") }

    public func error(_ message: OSLogMessage) { logger.error("\(message.text)") }

    public func critical(_ message: OSLogMessage) { logger.critical("\(message.text)") }

    /// A bug in the program.
    public func fault(_ message: OSLogMessage) { logger.critical("\(message.text)") }

    public func log(_ message: OSLogMessage) { notice(message) }

    public func log(level: OSLogType, _ message: OSLogMessage) {
        switch level {
        case .debug: debug(message)
        case .info: info(message)
        case .error: error(message)
        case .fault: fault(message)
        default: notice(message)
        }
    }
}
