import AVCamCore
@_spi(Linux) import AVFoundation

/// What the user reads when something went wrong: what it was, and what to do about it.
enum Sentence {
    static func about(_ error: any Error) -> String {
        var text = error.localizedDescription
        // Messages that name a remedy have it after a semicolon or in parentheses.
        guard let error = error as? AVError else { return finished(text) }
        text = capitalized(text)
        guard !text.contains(";"), !text.contains("("),
            let advice = advice(for: error)
        else { return finished(text) }
        return finished((text.hasSuffix(".") ? String(text.dropLast()) : text) + "; " + advice)
    }

    /// What a person may want to know about a movie that lacks frames; `nil` if it lacks none, or if a damaged file is
    /// the reason (``aboutDamage(of:)``).
    static func aboutMissing(_ frames: Int, of camera: AVCaptureDevice) -> String? {
        if frames == 0 || camera.damagedSampleCount > 0 { return nil }
        return
            "\(frames == 1 ? "1 frame is" : "\(frames) frames are") missing, as the camera or the machine did not keep"
            + " up; \(remedyForLosses(of: camera))."
    }

    /// Why a movie is recorded without sound.
    ///
    /// - Parameter error: why the microphone cannot be used.
    static func aboutSilence(_ error: any Error) -> String { "Recording without sound: " + about(error) }

    /// What has become of the sound during a recording; said when it happens, as the microphone may only need to be plugged
    /// in again.
    static func aboutSound(isMissing: Bool) -> String {
        isMissing ? "The microphone has stopped; the recording goes on without sound." : "The sound is back."
    }

    /// Which part of a movie has no sound because the microphone failed meanwhile; `nil` if none did.
    static func aboutLostSound(of movie: Movie) -> String? {
        movie.lostMicrophone.map { microphone in
            let part = movie.progress.isMissingSound ? "The rest" : "A part"
            return "\(part) of the movie has no sound, as \(microphone.localizedName) stopped meanwhile."
        }
    }

    /// What could not be decoded in the files that were used as camera or microphone; `nil` if everything could be.
    static func aboutDamage(of devices: AVCaptureDevice?...) -> String? {
        let damaged = devices.compactMap(\.self).filter { $0.damagedSampleCount > 0 }
        let parts = damaged.map { device in
            let count = device.damagedSampleCount
            let what =
                device.hasMediaType(.video) ? ("picture", "pictures") : ("block of its sound", "blocks of its sound")
            return count == 1 ? "1 \(what.0)" : "\(count) \(what.1)"
        }
        guard let name = damaged.first?.localizedName else { return nil }
        return
            "\(name) is damaged: \(parts.joined(separator: " and ")) could not be decoded; copy the file again, or name"
            + " another one."
    }

    /// That a file of raw data, which nobody here develops, gives only its preview; `nil` for other cameras.
    static func aboutPreview(of camera: AVCaptureDevice) -> String? {
        guard camera.showsPreview else { return nil }
        let size = camera.activeFormat.formatDescription.dimensions
        return
            "\(camera.localizedName) is raw data of a sensor, which is not developed: the preview in it is used, with"
            + " \(size.width)x\(size.height) pixels."
    }

    /// The advice for a camera that loses frames. Only an external camera can be plugged in elsewhere, and a file has
    /// only one size.
    static func remedyForLosses(of camera: AVCaptureDevice) -> String {
        if camera.isPhysical { return "close other programs, try another USB port, or record with --preset medium" }
        return camera.formats.count > 1
            ? "close other programs, or record with --preset medium" : "close other programs"
    }

    /// A mistake in the command line, from the parser's message.
    static func aboutUse(_ message: String) -> String {
        let lines = message.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let choices = lines.filter { $0.hasPrefix("- ") }.map { String($0.dropFirst(2)) }
        var text = lines.filter { !$0.hasPrefix("- ") }.joined(separator: " ")
        if !choices.isEmpty { text += " " + choices.joined(separator: ", ") }
        if text.hasPrefix("Missing value for ") { text += "; write it after the option, as --help shows" }
        return finished(text)
    }

    private static func advice(for error: AVError) -> String? {
        let isMicrophone = (error.userInfo[AVErrorDeviceKey] as? AVCaptureDevice)?.hasMediaType(.audio) == true
        switch error.code {
        case .diskFull: return "delete something, or choose another place."
        case .deviceInUseByAnotherApplication where isMicrophone:
            return "close that program, or use --microphone none."
        case .deviceInUseByAnotherApplication: return "close that program and try again."
        case .applicationIsNotAuthorized, .applicationIsNotAuthorizedToUseDevice:
            return "avcam doctor says which permission is missing."
        case .deviceWasDisconnected: return "plug it in again."
        case .deviceNotConnected: return "avcam devices lists the available ones."
        case .decodeFailed: return "name another file."
        case .unknown where isMicrophone: return "use --microphone none to record without sound."
        case .unknown where error.userInfo[AVErrorDeviceKey] == nil: return nil
        case .unknown, .operationInterrupted: return "avcam doctor tries every device."
        default: return nil
        }
    }

    /// Capitalizes a first word that is all lower case, and so not the name of a device.
    private static func capitalized(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        return word.allSatisfy { ("a"..."z").contains($0) } ? text.prefix(1).uppercased() + text.dropFirst() : text
    }

    private static func finished(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
