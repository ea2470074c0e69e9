import Foundation

/// A part of a program, in the API that preceded ``Logger``. Source: Apple, OSLog.
public final class OSLog: Sendable {
    let logger: Logger

    public init(subsystem: String, category: String) {
        logger = Logger(subsystem: subsystem, category: category)
    }

    private init() {
        logger = Logger()
    }

    public static let `default` = OSLog()
}

extension Logger {
    public init(_ logObj: OSLog) { self = logObj.logger }
}

/// Writes a message with `printf` formats. Source: Apple, os_log(_:log:type:_:).
///
/// `%{private}` and `%{sensitive}` values are written as `<private>`, as ``Logger`` does.
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ args: any CVarArg...
) {
    log.logger.log(level: type, OSLogMessage(text: LogFormat(message.description).text(args)))
}

/// Writes a message with `printf` formats. Source: Apple, os_log(_:log:_:_:).
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ args: any CVarArg...) {
    log.logger.log(level: type, OSLogMessage(text: LogFormat(message.description).text(args)))
}

/// Writes a message with values in it. Source: Apple, os_log(_:).
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) { OSLog.default.logger.log(level: .default, message) }

/// Writes a message with values in it. Source: Apple, os_log(_:log:_:).
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.logger.log(level: type, message)
}

/// A format with the privacy of each value: `%{public}@`, `%{private, mask.hash}d`, `%5.2f`.
struct LogFormat {
    private enum Piece {
        case literal(String)
        /// A `printf` format of one value.
        case value(String, isPrivate: Bool)
    }

    private var pieces: [Piece] = []

    init(_ format: String) {
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            pieces.append(.literal(String(rest[..<percent])))
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                pieces.append(.literal("%"))
                rest = rest.dropFirst()
                continue
            }
            var attributes = ""[...]
            if rest.first == "{", let end = rest.firstIndex(of: "}") {
                attributes = rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            }
            let conversion = rest.firstIndex { $0.isLetter && !"hlqLzjt".contains($0) || $0 == "@" }
            guard let conversion else { break }
            let isPrivate = attributes.contains("private") || attributes.contains("sensitive")
            pieces.append(.value("%" + rest[...conversion], isPrivate: isPrivate))
            rest = rest[rest.index(after: conversion)...]
        }
        pieces.append(.literal(String(rest)))
    }

    /// A missing value is left out.
    func text(_ values: [any CVarArg]) -> String {
        var rest = values[...]
        return pieces.map { piece in
            switch piece {
            case .literal(let text): return text
            case .value(let format, let isPrivate):
                guard let value = rest.popFirst() else { return "" }
                return isPrivate ? "<private>" : Self.text(value, format)
            }
        }.joined()
    }

    private static func text(_ value: any CVarArg, _ format: String) -> String {
        format.hasSuffix("@") ? String(describing: value) : String(format: format, value)
    }
}
