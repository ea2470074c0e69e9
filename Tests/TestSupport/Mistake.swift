import Testing

/// Programming errors, which stop the process with Apple's wording.
///
/// A test makes each mistake in a separate process:
///
/// ```swift
/// @Test(arguments: SessionMistake.allCases)
/// func stopsTheProcess(_ mistake: SessionMistake) async throws {
///     let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
///         try mistake.make()
///     }
///     try mistake.expectReason(in: result)
/// }
/// ```
package protocol Mistake: CaseIterable, Codable, Sendable {
    /// The process's message, without numbers of the device at its end.
    var reason: String { get }

    func make() throws
}

extension Mistake {
    /// Expects that the process which made the mistake gave its reason.
    package func expectReason(in result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("', reason: '\(reason)"), "said: \(said.prefix(600))", sourceLocation: sourceLocation)
    }
}
