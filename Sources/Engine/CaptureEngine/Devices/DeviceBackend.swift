/// Everything the engine knows about one kind of device.
///
/// All methods may be called from any thread.
package protocol DeviceBackend: AnyObject, Sendable {
    /// The part of a ``DeviceID`` before the colon.
    var scheme: String { get }

    /// The kinds of devices that it may have. It is not asked for others.
    var kinds: Set<DeviceDescription.Kind> { get }

    /// Whether all its devices are simulated. It is asked only where they might be offered.
    var isSimulated: Bool { get }

    /// The devices that are there now, best first. Never throws: a device that cannot be described is left out.
    ///
    /// It must be quick (it runs before the first frame of a one-shot photo) and must not disturb a device that is
    /// in use.
    func devices() -> [DeviceDescription]

    /// Describes a device by name, whether ``devices()`` lists it or not (a media file is never listed).
    ///
    /// - Throws: ``CaptureError`` that says why there is no such device.
    func device(named name: String) throws(CaptureError) -> DeviceDescription

    /// What ``device(named:)`` calls the microphone that a person means by `name`. A name of another device, such as a
    /// camera with a sound of its own, may stand for it.
    func microphoneName(for name: String) -> String

    /// The microphone on a sound card with that number of the kernel; `nil` from a backend that has no sound cards.
    func microphone(onSoundCard card: Int) -> DeviceID?

    /// Makes the source of a device. It opens nothing yet: ``FrameSource/start(_:deliver:)`` does.
    func source(for device: DeviceDescription) throws(CaptureError) -> any FrameSource

    /// Makes another source of a camera that is another backend's, for when a different program holds it.
    ///
    /// - Returns: a source with the camera's name, which takes its formats but may lack its controls; `nil` if there is
    ///   no other way to it.
    func source(standingInFor device: DeviceDescription) -> (any FrameSource)?

    /// Calls `handler` after a device came or went, on any thread, until the process ends.
    func onChange(_ handler: @escaping @Sendable () -> Void)

    /// Whether to delay calling ``onChange(_:)``. A process that has called it takes longer to end: the kernel needs
    /// about 8 ms to remove a watch of a folder.
    var changesCanWait: Bool { get }

    /// What is around its devices; `nil` for those of the machine that the program runs on.
    var surroundings: (any Surroundings)? { get }

    /// Who grants access to its devices; `nil` if no permission is needed.
    var permissionDesk: (any PermissionDesk)? { get }

    /// The kinds of devices that are nodes below `/dev` here, whose permissions decide who may use them.
    var nodeKinds: Set<DeviceDescription.Kind> { get }

    /// The nodes of the machine that may look like devices, and are not offered.
    func nodesLeftOut() -> [LeftOutNode]

    /// How many samples of a device could not be decoded since it was opened, because they are damaged.
    func damagedSamples(of device: DeviceID) -> Int
}

extension DeviceBackend {
    package var kinds: Set<DeviceDescription.Kind> { [.camera, .microphone] }

    package var isSimulated: Bool { false }

    package func microphoneName(for name: String) -> String { name }

    package func microphone(onSoundCard card: Int) -> DeviceID? { nil }

    package func source(standingInFor device: DeviceDescription) -> (any FrameSource)? { nil }

    package var changesCanWait: Bool { false }

    package var surroundings: (any Surroundings)? { nil }

    package var permissionDesk: (any PermissionDesk)? { nil }

    package var nodeKinds: Set<DeviceDescription.Kind> { [] }

    package func nodesLeftOut() -> [LeftOutNode] { [] }

    package func damagedSamples(of device: DeviceID) -> Int { 0 }

    /// Whether listing its devices may prompt the person.
    var mayAskPerson: Bool { permissionDesk?.permission == .undecided }
}

/// A node below `/dev` that a backend does not offer.
package struct LeftOutNode: Sendable, Equatable {
    package var path: String
    /// The rest of a sentence that begins with the path.
    package var reason: String

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}
