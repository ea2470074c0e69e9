import Foundation
import SessionBus

/// A program as a player of media on the session bus. Source: freedesktop.org, MPRIS D-Bus Interface Specification 2.2.
final class MediaPlayerObject: Sendable {
    private static let program = "org.mpris.MediaPlayer2"
    private static let player = "org.mpris.MediaPlayer2.Player"
    /// The only track that there ever is.
    static let track = "/org/avcam/track"

    private let object: BusObject

    /// - Parameter address: of the bus; `nil` for that of the session.
    /// - Returns: `nil` without a bus.
    init?(_ controls: MediaControls, address: String?) {
        let object = BusObject(
            name: Self.busName, path: "/org/mpris/MediaPlayer2", description: Self.description,
            interfaces: [Self.program, Self.player], address: address,
            property: { [weak controls] interface, name in
                if interface == Self.program { return Self.programProperties[name] }
                return name == "Position" ? controls.map { .number($0.position) } : controls?.properties[name]
            },
            call: { [weak controls] call in
                // A program is not raised and does not quit, as the properties say.
                call.interface == Self.player && controls?.perform(call) == true
            })
        guard let object else { return nil }
        self.object = object
    }

    func announce(_ properties: [String: BusValue]) { object.announce(properties, of: Self.player) }

    /// - Parameter position: where playing goes on, in microseconds.
    func announce(position: Int64) { object.emit("Seeked", of: Self.player, [.number(position)]) }

    /// Each process has its own.
    static var busName: String {
        let name = ProcessInfo.processInfo.processName.unicodeScalars
            .map { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) ? String($0) : "_" }.joined()
        return "\(program)._\(name.prefix(100)).instance\(ProcessInfo.processInfo.processIdentifier)"
    }

    private static let programProperties: [String: BusValue] = {
        let bundle = Bundle.main.infoDictionary
        let title = bundle?["CFBundleDisplayName"] as? String ?? bundle?["CFBundleName"] as? String
        return [
            "Identity": .string(title ?? ProcessInfo.processInfo.processName), "CanQuit": .bool(false),
            "CanRaise": .bool(false), "HasTrackList": .bool(false), "SupportedUriSchemes": .strings([]),
            "SupportedMimeTypes": .strings([]),
        ]
    }()

    private static let description = """
        <node>
          <interface name="org.mpris.MediaPlayer2">
            <method name="Raise"/>
            <method name="Quit"/>
            <property name="Identity" type="s" access="read"/>
            <property name="CanQuit" type="b" access="read"/>
            <property name="CanRaise" type="b" access="read"/>
            <property name="HasTrackList" type="b" access="read"/>
            <property name="SupportedUriSchemes" type="as" access="read"/>
            <property name="SupportedMimeTypes" type="as" access="read"/>
          </interface>
          <interface name="org.mpris.MediaPlayer2.Player">
            <method name="Play"/>
            <method name="Pause"/>
            <method name="PlayPause"/>
            <method name="Stop"/>
            <method name="Next"/>
            <method name="Previous"/>
            <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
            <method name="SetPosition">
              <arg name="TrackId" type="o" direction="in"/><arg name="Position" type="x" direction="in"/>
            </method>
            <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
            <signal name="Seeked"><arg name="Position" type="x"/></signal>
            <property name="PlaybackStatus" type="s" access="read"/>
            <property name="Rate" type="d" access="read"/>
            <property name="MinimumRate" type="d" access="read"/>
            <property name="MaximumRate" type="d" access="read"/>
            <property name="Metadata" type="a{sv}" access="read"/>
            <property name="Volume" type="d" access="read"/>
            <property name="Position" type="x" access="read"/>
            <property name="CanGoNext" type="b" access="read"/>
            <property name="CanGoPrevious" type="b" access="read"/>
            <property name="CanPlay" type="b" access="read"/>
            <property name="CanPause" type="b" access="read"/>
            <property name="CanSeek" type="b" access="read"/>
            <property name="CanControl" type="b" access="read"/>
          </interface>
        </node>
        """
}
