import ALSA
import CaptureEngine
import Locking

/// A microphone through ALSA.
///
/// Its thread waits for the device and delivers blocks of at most 20 ms, each with the time at which its first frame
/// was captured (see ``SampleTimeline``). Lost sound, whether through an overrun or silently, is reported as `.dropped`
/// with the time at which it is missing, and delivery continues.
package final class ALSAMicrophoneSource: FrameSource {
    package let id: DeviceID
    private let timeout: Duration
    /// `nil` while idle. After a failure the thread has ended and waits to be joined.
    private let thread = Mutex<SourceThread?>(nil)

    /// - Parameter timeout: the timeout: without sound for this long, the device counts as failed.
    package init(id: DeviceID, timeout: Duration = .seconds(5)) {
        self.id = id
        self.timeout = timeout
    }

    package func start(
        _ configuration: SourceConfiguration, deliver: @escaping @Sendable (SourceEvent) -> Void
    ) throws(CaptureError) {
        guard let parameters = MicrophoneFormat.parameters(for: configuration.format) else {
            throw CaptureError(
                .formatUnsupported, "the microphone \(id.name) has no format number \(configuration.format.index)",
                device: id)
        }
        stop()  // what is left after a failure
        let pcm: CapturePCM
        do throws(ALSAError) {
            pcm = try Self.open(id.name, parameters)
            try pcm.start()
        } catch {
            throw CaptureError(error, device: id)
        }
        let reader = MicrophoneReader(
            pcm: pcm, id: id, format: configuration.format.description, timeout: timeout, deliver: deliver)
        let started = try SourceThread("alsa-microphone", reader.run)
        thread.withLock { $0 = started }
    }

    package func stop() {
        let ended = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        ended?.end()
    }

    /// The device itself if it supports exactly what is wanted, otherwise through ALSA's conversions.
    private static func open(_ name: String, _ wanted: CaptureParameters) throws(ALSAError) -> CapturePCM {
        do throws(ALSAError) {
            let pcm = try CapturePCM(name: name, nearest: wanted)
            if (pcm.parameters.framesPerSecond, pcm.parameters.channels) == (wanted.framesPerSecond, wanted.channels) {
                return pcm
            }
            pcm.close()
        } catch  where error.kind == .unsupported {
            // The error of the second attempt says more.
        }
        return try CapturePCM(name: "plug:'\(name)'", nearest: wanted)
    }
}

extension CaptureError {
    /// Says what an error of alsa-lib means for a microphone.
    package init(_ error: ALSAError, device: DeviceID) {
        let name = device.name
        let (code, message): (Code, String) =
            switch error.kind {
            case .notFound: (.deviceNotFound, "there is no microphone \(name)")
            case .busy: (.deviceInUse, "the microphone \(name) is used by another program")
            case .notPermitted:
                (.notAuthorized, "the microphone \(name) may not be used: this user is not in the group \"audio\"")
            case .disconnected: (.deviceDisconnected, "the microphone \(name) was disconnected")
            case .serverNotRunning: (.deviceFailed, "the sound server behind the microphone \(name) does not run")
            case .unsupported: (.formatUnsupported, error.message)
            case .overrun, .suspended, .notReady, .other: (.deviceFailed, error.message)
            }
        self.init(code, message, device: device, cause: error)
    }
}
