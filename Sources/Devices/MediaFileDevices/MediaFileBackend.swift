import CaptureEngine
import FFmpeg
import Locking

/// Movies and pictures as cameras: `file:clip.mov` is a camera, `file:clip.mov#audio` the microphone that goes with it.
///
/// Files are never listed; they have to be named. They are played in a loop, at their own rate, and upright, as their
/// EXIF block or their track says. A picture with a missing part is refused, and a movie that was cut short fails where
/// it ends, each with a clear message. Damaged frames of a movie are dropped and counted.
package final class MediaFileBackend: DeviceBackend {
    /// The suffix of the microphone's name, after the path.
    static let soundSuffix = "#audio"
    /// Each session reads the file for itself, and a file is known only to those who name it.
    static let traits: DeviceTraits = [.shareable, .unlisted, .playsRecording]

    package let scheme = "file"
    let clock: any CaptureClock
    private let openReaders = OpenReaders()
    private let damage = DamageLog()
    private let timelines = Mutex<[String: MediaTimeline]>([:])

    package init(clock: any CaptureClock = MonotonicClock.shared) {
        self.clock = clock
    }

    /// None: a file is a device only for those who name it.
    package func devices() -> [DeviceDescription] { [] }

    /// Opens the file to describe it.
    ///
    /// - Throws: `deviceNotFound` when there is no such file or it has no pictures (or, after `#audio`, no sound),
    ///   `fileUnreadable` when it cannot be read or holds nothing that FFmpeg knows.
    package func device(named name: String) throws(CaptureError) -> DeviceDescription {
        let file = MediaFile(name: name, openReaders: openReaders, damage: damage)
        return try file.isSound ? file.describeMicrophone() : file.describeCamera()
    }

    /// A movie that is named like a camera stands for its sound.
    package func microphoneName(for name: String) -> String {
        name.hasSuffix(Self.soundSuffix) ? name : name + Self.soundSuffix
    }

    package func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource {
        precondition(device.id.scheme == scheme, "\(device.id) is no file")
        let file = MediaFile(name: device.id.name, openReaders: openReaders, damage: damage)
        damage.clear(file.id)
        return MediaFileSource(device, file: file, timeline: timeline(of: file.path), clock: clock)
    }

    /// How many pictures of a file, or blocks of its sound, could not be decoded since it was opened to be played;
    /// later loops are not counted.
    package func damagedSamples(of device: DeviceID) -> Int { damage.count(of: device) }

    /// A file counts as always there: `handler` is never called.
    package func onChange(_ handler: @escaping @Sendable () -> Void) {}

    private func timeline(of path: String) -> MediaTimeline {
        timelines.withLock { timelines in
            if let timeline = timelines[path] { return timeline }
            let timeline = MediaTimeline()
            timelines[path] = timeline
            return timeline
        }
    }
}
