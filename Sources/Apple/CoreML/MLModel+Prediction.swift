import Foundation

/// How a prediction is made. Source: Apple, MLPredictionOptions.
open class MLPredictionOptions: NSObject, @unchecked Sendable {  // as Apple's: one thread at a time changes it
    /// Linux: without effect.
    @available(iOS, deprecated: 15.0, message: "Use MLModelConfiguration.computeUnits.")
    public final var usesCPUOnly = false
}

extension MLModel {
    /// Linux: never called, because no model can be loaded.
    ///
    /// - Throws: ``MLModelError`` `generic`, always.
    public func prediction(from input: any MLFeatureProvider) throws -> any MLFeatureProvider {
        throw MLModelError(.generic, "Nothing here runs Core ML's models")
    }

    /// Linux: as ``prediction(from:)``.
    ///
    /// - Throws: ``MLModelError`` `generic`, always.
    public func prediction(
        from input: any MLFeatureProvider, options: MLPredictionOptions
    ) throws -> any MLFeatureProvider {
        try prediction(from: input)
    }
}
