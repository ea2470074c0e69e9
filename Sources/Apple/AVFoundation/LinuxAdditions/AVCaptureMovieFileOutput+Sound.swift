extension AVCaptureMovieFileOutput {
    /// Whether a recording has no sound for now although it has a microphone: the microphone has failed or was unplugged,
    /// and the session goes on without it. Changes while a recording is under way. Any thread.
    /// Not Apple's.
    @_spi(Linux) public var isMissingSound: Bool {
        guard let connection = connection(with: .audio), connection.isWanted,
            let microphone = connection.inputPorts.first?.device
        else { return false }
        return !connection.isActive || session?.hasLost(microphone) == true
    }
}
