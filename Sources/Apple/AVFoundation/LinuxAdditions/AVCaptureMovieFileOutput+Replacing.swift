import Foundation

extension AVCaptureMovieFileOutput {
    /// Whether a recording replaces a file that is there, in one step, as soon as the movie has something to show; `false` at
    /// first. It counts for recordings that begin later. Not Apple's.
    @_spi(Linux) public var replacesExistingFile: Bool {
        get { settings.withLock { $0.replacesFile } }
        set { settings.withLock { $0.replacesFile = newValue } }
    }
}
