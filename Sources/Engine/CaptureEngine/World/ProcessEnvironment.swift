import Glibc

/// The process's environment variables, one at a time.
///
/// Foundation makes a dictionary of all of them at each question, which takes as long as to look for a camera.
package enum ProcessEnvironment {
    /// `nil` if there is no variable of that name. Nobody may change the environment meanwhile.
    package static func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Those of the variables that there are.
    package static func values(of names: String...) -> [String: String] {
        var values: [String: String] = [:]
        for name in names { values[name] = value(of: name) }
        return values
    }
}
