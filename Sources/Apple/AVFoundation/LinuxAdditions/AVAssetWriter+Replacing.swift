import Foundation

extension AVAssetWriter {
    /// Whether the new file replaces one that is there, in one step, as soon as it has something to show; `false` at first.
    /// Set it before writing starts. Not Apple's.
    @_spi(Linux) public var replacesExistingFile: Bool {
        get { state.withLock { $0.options.replacesFile } }
        set { state.withLock { $0.options.replacesFile = newValue } }
    }
}
