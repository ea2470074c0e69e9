import AVFoundation

/// What the person reads when something went wrong: what it was, and what to do about it.
enum Sentence {
    static func about(_ error: any Error) -> String {
        var text = error.localizedDescription
        // Those that name a remedy have it behind a semicolon, or in brackets.
        guard let error = error as? AVError else { return finished(text) }
        text = capitalized(text)
        guard !text.contains(";"), !text.contains("("),
            let advice = advice(for: error)
        else { return finished(text) }
        return finished((text.hasSuffix(".") ? String(text.dropLast()) : text) + "; " + advice)
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
        case .deviceNotConnected: return "avcam devices lists those that are there."
        case .decodeFailed: return "name another file."
        case .unknown where isMicrophone: return "use --microphone none to record without sound."
        case .unknown, .operationInterrupted: return "avcam doctor tries every device."
        default: return nil
        }
    }

    /// A first word of small letters is no name of a device.
    private static func capitalized(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        return word.allSatisfy { ("a"..."z").contains($0) } ? text.prefix(1).uppercased() + text.dropFirst() : text
    }

    private static func finished(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }
}
