import AVFoundation

/// The microphone, which may come and go, and what is captured without it.
///
/// | why there is no sound | when it comes back |
/// | --- | --- |
/// | the microphone is unplugged | at once, if there is another one; or when one is plugged in |
/// | a call has taken it | when the call ends |
/// | it is busy, forbidden or broken | when a person tries again, see ``mendSound()`` |
///
/// While something is being captured, the session is not changed, because that would end a movie. Its pictures go on, and
/// so does its sound when the session can use the same microphone again.
extension CaptureService {
    /// The microphone in use.
    package var microphone: AVCaptureDevice? { microphoneInput?.device }

    /// Why what is captured has no sound, although it should.
    package var missingSound: (any Error)? { setup?.missingSound(on: platform) }

    func followSilence() {
        let isInCall = setup?.silence as? CameraError == .microphoneInUse
        if isInCall, callWatch == nil, let microphone = setup?.microphone {
            callWatch = try? CallWatch(microphone) { [tell] in tell(.callEnded) }
        } else if !isInCall {
            callWatch = nil
        }
        soundProblem.set(missingSound.map { Message($0) })
    }

    // MARK: What a person wants

    /// Records the sound of another microphone, or none.
    ///
    /// - Throws: ``CameraError``, `AVError`; the old microphone stays.
    package func setMicrophone(_ microphone: AVCaptureDevice?) throws {
        guard var setup else { throw CameraError.notRunning }
        setup.microphone = microphone
        setup.replacedMicrophone = nil
        setup.recordsSound = microphone != nil
        setup.silence = nil
        // The person wants this one, so it is an error if it cannot be used.
        try changeExactly(to: setup)
        followSilence()
    }

    /// Tries again to record with sound, after the microphone could not be used or was missing.
    ///
    /// - Throws: ``CameraError``, `AVError`; nothing changes. Sound that is still missing is not an error:
    ///   ``soundProblem`` says so.
    func mendSound() throws {
        guard var setup, missingSound != nil else { return }
        retrySound(in: &setup)
        try change(to: setup)
    }

    /// Makes the next change try the microphone again, or the one that is there instead. During a call, no microphone
    /// can be used.
    func retrySound(in setup: inout CaptureSetup) {
        if callWatch?.isWaiting != true { setup.silence = nil }
        if let old = setup.replacedMicrophone, old.isConnected {
            setup.microphone = old
            setup.replacedMicrophone = nil
        }
        replaceMissingMicrophone(in: &setup)
    }

    /// - Returns: whether there is another one.
    @discardableResult private func replaceMissingMicrophone(in setup: inout CaptureSetup) -> Bool {
        guard setup.recordsSound, setup.microphone?.isConnected != true,
            let other = lookup.defaultMicrophone(for: setup.camera), other.isConnected
        else { return false }
        setup.replacedMicrophone = setup.replacedMicrophone ?? setup.microphone
        setup.microphone = other
        return true
    }

    // MARK: What happens to the microphone

    /// The session goes on without the microphone, because of `error`.
    func microphoneFailed(_ error: any Error) throws {
        guard let silent = setup?.silent(because: error) else { return }
        setup = silent
        try settleSound()
    }

    /// Continues without sound when only the microphone has been taken by something else, if movies may be silent.
    /// Returns when the session runs again.
    func leaveTakenMicrophone() async throws {
        guard isMicrophoneTaken, var setup, setup.isSoundOptional, setup.neededMicrophone != nil else { return }
        setup.silence = CameraError.microphoneInUse
        try change(to: setup)
        // The session resumes by itself, in a moment.
        let deadline = ContinuousClock.now + timeout
        while isMicrophoneTaken, .now < deadline { try await Task.sleep(for: .milliseconds(10)) }
        await settleInterruption()
    }

    private var isMicrophoneTaken: Bool {
        session.isInterrupted && notifications.interruptionReason == .audioDeviceInUseByAnotherClient
    }

    /// Adapts to the microphones that are there now, and to the end of a call. While something is being captured, it
    /// only says why the sound is missing, and that it is back.
    ///
    /// - Returns: whether a different microphone is used now, or there is sound again.
    @discardableResult func settleSound() throws -> Bool {
        defer { followSilence() }
        guard var setup, setup.isSoundOptional, setup.needsSound else { return false }
        if let microphone = setup.microphone, !microphone.isConnected {
            setup.silence = CameraError.microphoneUnplugged(microphone.localizedName)
            self.setup = setup
        }
        guard activity.value == .idle, !isRecording else { return noteSoundOfMovie() }
        if takeBackMicrophone(setup) { return true }
        let isMended = isSoundBack || replaceMissingMicrophone(in: &setup)
        if isMended { setup.silence = nil }
        guard isMended || setup.neededMicrophone !== microphone else { return false }
        try change(to: setup)
        return true
    }

    /// Forgets why a movie has no sound when the session uses its microphone again, which it does by itself. A session
    /// can notice later than the list of devices that the microphone is unplugged.
    ///
    /// - Returns: whether a movie that was silent for a while has sound again.
    func noteSoundOfMovie() -> Bool {
        let output = movieCapture.output
        guard output.isRecording, setup?.silence != nil, let microphone, microphone === setup?.microphone,
            microphone.isConnected, output.connection(with: .audio) != nil, !platform.isMissingSound(output)
        else { return false }
        setup?.silence = nil
        followSilence()
        return true
    }

    /// Whether the reason for the silence is over.
    private var isSoundBack: Bool {
        switch setup?.silence as? CameraError {
        case .microphoneUnplugged: setup?.microphone?.isConnected == true
        case .microphoneInUse: callWatch?.isWaiting == false
        default: false
        }
    }

    /// - Returns: whether the microphone that was replaced is back and in use. If it cannot be used, its replacement
    ///   stays.
    private func takeBackMicrophone(_ setup: CaptureSetup) -> Bool {
        guard let microphone = setup.replacedMicrophone, microphone.isConnected else { return false }
        var setup = setup
        setup.microphone = microphone
        setup.replacedMicrophone = nil
        setup.silence = nil
        return (try? changeExactly(to: setup)) != nil
    }

    // MARK: The sound level

    /// Turns the measuring of ``soundLevel`` on or off. It runs in video mode, while a microphone is in use.
    package func setMetering(enabled isEnabled: Bool) {
        isMetering = isEnabled
        followSound()
    }

    /// Starts or ends the measuring of sound. In photo mode no level is shown.
    func followSound() {
        let isWanted = isMetering && session.isRunning && setup?.mode == .video
        meter.follow(isWanted ? movieCapture.output.connection(with: .audio) : nil)
    }
}
