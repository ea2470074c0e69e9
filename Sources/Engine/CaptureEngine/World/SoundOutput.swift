import CoreMedia

/// Where sound is heard.
package protocol SoundOutput: AnyObject, Sendable {
    /// Begins to play.
    ///
    /// - Throws: ``CaptureError`` `deviceNotFound`, `deviceInUse`, `notAuthorized`, `deviceFailed`.
    func open(sampleRate: Int, channels: Int) throws(CaptureError) -> any SoundStream

    /// How loud all programs are heard there; `nil` if it has no volume.
    var volumeControl: (any VolumeControl)? { get }
}

extension SoundOutput {
    package var volumeControl: (any VolumeControl)? { nil }
}

/// Sound on its way to an output. One thread at a time.
package protocol SoundStream: AnyObject {
    /// Plays interleaved samples after those before; waits while there is no room.
    func write(_ samples: [Float]) throws(CaptureError)

    /// How long until what is written next will be heard; `nil` if the output does not know, or follows another clock.
    var delay: CMTime? { get }

    /// Forgets what has not been heard yet.
    func drop()

    /// Releases the output. Sound that was not played yet is discarded.
    func close()
}

/// Nobody listens.
package final class SilentOutput: SoundOutput {
    private final class Stream: SoundStream {
        func write(_ samples: [Float]) {}
        var delay: CMTime? { nil }
        func drop() {}
        func close() {}
    }

    package init() {}

    package func open(sampleRate: Int, channels: Int) -> any SoundStream { Stream() }
}
