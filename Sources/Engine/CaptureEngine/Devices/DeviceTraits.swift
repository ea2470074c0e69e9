/// How a device may be used, apart from what it delivers. Its backend says so; no other code infers it from the kind of
/// device.
package struct DeviceTraits: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Any number of sessions may read it at once. Every other camera belongs to one session at a time.
    package static let shareable = DeviceTraits(rawValue: 1 << 0)
    /// It is found only by name: its kind is never listed, nothing reports when it comes or goes, and describing it is
    /// slow.
    package static let unlisted = DeviceTraits(rawValue: 1 << 1)
    /// It is built into something that a person holds, and turns with it.
    package static let turnsWithBody = DeviceTraits(rawValue: 1 << 2)
    /// Its pictures are the preview in a file of raw data, which may be smaller than the sensor's.
    package static let showsPreview = DeviceTraits(rawValue: 1 << 3)
    /// Its pictures have no color: an infrared sensor for logging in, a depth sensor. Every other camera comes before it.
    package static let lacksColor = DeviceTraits(rawValue: 1 << 4)
    /// It plays what was recorded earlier. Only its own sound goes with its pictures; where it has none, that is on
    /// purpose.
    package static let playsRecording = DeviceTraits(rawValue: 1 << 5)
}
