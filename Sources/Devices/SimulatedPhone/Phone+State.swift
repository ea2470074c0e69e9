internal import SimulatedDevices

extension Phone {
    /// A phone's state at one moment.
    public struct State: Sendable, Hashable, Codable {
        fileprivate enum CodingKeys: String, CodingKey {
            case orientation, tilt, isLocked, interruptions, devices, running, pressure, allowsCameras, allowsMicrophone
            case brightness, place, volume
        }

        public var orientation: Orientation
        /// In degrees, clockwise from ``orientation``; 0 by default.
        public var tilt: Double
        public var isLocked: Bool
        /// What takes devices away from the app now. A locked phone has its apps in the background.
        public var interruptions: Set<Interruption>
        /// The cameras and microphones that are there.
        public var devices: Set<Device>
        /// The cameras and microphones that the app has open.
        public var running: Set<Device>
        public var pressure: Pressure
        /// Whether the app may use any of the cameras.
        public var allowsCameras: Bool
        public var allowsMicrophone: Bool
        /// Of the scene; 1 is a bright day.
        public var brightness: Double
        /// `nil` if the phone does not know where it is, as at first.
        public var place: Place?
        /// From 0 to 1; `nil` if the machine's volume counts, as at first.
        public var volume: Double?

        /// Unknown words, which come from a program with another version of the libraries, are left out.
        init(_ snapshot: PhoneSnapshot) {
            orientation = Orientation(rawValue: snapshot.orientation) ?? .landscapeLeft
            tilt = snapshot.tilt
            isLocked = snapshot.isLocked
            interruptions = Set(snapshot.interruptions.compactMap(Interruption.init))
            devices = Set(snapshot.devices.compactMap(Device.init))
            running = Set(snapshot.running.compactMap(Device.init))
            pressure = Pressure(rawValue: snapshot.pressure) ?? .nominal
            allowsCameras = snapshot.allowsCameras
            allowsMicrophone = snapshot.allowsMicrophone
            brightness = snapshot.brightness
            place = snapshot.place.flatMap(Place.init)
            volume = snapshot.volume
        }
    }
}

extension Phone.State {
    /// Encodes sets in the order of their words, so that equal states give equal text.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(orientation, forKey: .orientation)
        try values.encode(tilt, forKey: .tilt)
        try values.encode(isLocked, forKey: .isLocked)
        try values.encode(interruptions.map(\.rawValue).sorted(), forKey: .interruptions)
        try values.encode(devices.map(\.rawValue).sorted(), forKey: .devices)
        try values.encode(running.map(\.rawValue).sorted(), forKey: .running)
        try values.encode(pressure, forKey: .pressure)
        try values.encode(allowsCameras, forKey: .allowsCameras)
        try values.encode(allowsMicrophone, forKey: .allowsMicrophone)
        try values.encode(brightness, forKey: .brightness)
        try values.encodeIfPresent(place, forKey: .place)
        try values.encodeIfPresent(volume, forKey: .volume)
    }
}
