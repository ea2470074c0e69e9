import ALSA
import CaptureEngine
import Glibc

/// Plays through ALSA's `default`, which leads to the desktop's sound server if there is one.
package final class ALSASoundOutput: SoundOutput {
    /// How much sound the device holds: so late can its writer be.
    private static let milliseconds = 250

    private let volume = MixerVolume()

    package init() {}

    package var volumeControl: (any VolumeControl)? { volume }

    package func open(sampleRate: Int, channels: Int) throws(CaptureError) -> any SoundStream {
        do throws(ALSAError) {
            return ALSAStream(
                try PlaybackPCM(
                    name: "default", framesPerSecond: sampleRate, channels: channels, milliseconds: Self.milliseconds))
        } catch {
            throw CaptureError(playing: error)
        }
    }
}

private final class ALSAStream: SoundStream {
    /// A device that takes nothing for so long is stuck.
    private static let limitMilliseconds = 3000

    private let pcm: PlaybackPCM

    init(_ pcm: PlaybackPCM) { self.pcm = pcm }

    func write(_ samples: [Float]) throws(CaptureError) {
        do throws(ALSAError) {
            try samples.withUnsafeBufferPointer { samples throws(ALSAError) in
                var rest = samples
                var waited = 0
                while rest.count >= pcm.channels {
                    let taken = try pcm.write(rest)
                    rest = UnsafeBufferPointer(rebasing: rest.dropFirst(taken * pcm.channels))
                    // At once: a short sound may be all there is.
                    pcm.start()
                    guard taken == 0 else { continue }
                    guard waited < Self.limitMilliseconds else {
                        throw ALSAError(code: -EIO, pcm: pcm.name, attempt: "play through")
                    }
                    pcm.wait(milliseconds: 50)
                    waited += 50
                }
            }
        } catch {
            throw CaptureError(playing: error)
        }
    }

    var delay: CMTime? { pcm.delay.map { CMTime(value: Int64($0), timescale: CMTimeScale(pcm.framesPerSecond)) } }

    func drop() { pcm.drop() }

    func close() { pcm.close() }
}

extension CaptureError {
    /// Says what an error of alsa-lib means for the sound output.
    fileprivate init(playing error: ALSAError) {
        let (code, message): (Code, String) =
            switch error.kind {
            case .notFound: (.deviceNotFound, "there is no sound output")
            case .busy: (.deviceInUse, "the sound output is used by another program")
            case .notPermitted:
                (.notAuthorized, "the sound output may not be used: this user is not in the group \"audio\"")
            case .disconnected: (.deviceDisconnected, "the sound output was disconnected")
            case .serverNotRunning: (.deviceFailed, "the sound server does not run")
            case .unsupported: (.formatUnsupported, error.message)
            default: (.deviceFailed, error.message)
            }
        self.init(code, message, cause: error)
    }
}
