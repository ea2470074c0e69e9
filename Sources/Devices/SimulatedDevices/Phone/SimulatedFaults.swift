import CaptureEngine

/// What should go wrong with a device of the simulated phone.
///
/// In words, for the environment variable `AVCAM_SIMULATED_FAULTS`: a comma-separated list of `[device:]fault[=value]`.
/// Without a device, a fault applies to all cameras. A fault of a camera is also one of the virtual cameras that combine
/// it.
///
/// | word | what happens |
/// | --- | --- |
/// | `missing` | the device is not there; `no-camera` and `no-microphone` are short for it |
/// | `denied` | opening it is forbidden |
/// | `busy` | another program holds it |
/// | `covered` | its privacy switch covers it: it sends black frames, and says so; from the next frame on |
/// | `unplug-after=2s` | it is unplugged after running that long (`s` or `ms`) |
/// | `stall-after=1s` | it stays open and sends nothing more |
/// | `drop-every=10` | it loses every tenth sample |
/// | `corrupt-every=10` | every tenth frame arrives short: its lower half is missing |
package struct SimulatedFaults: Sendable, Equatable {
    package var isMissing = false
    package var isDenied = false
    package var isBusy = false
    package var isCovered = false
    package var unplugAfterMilliseconds: Int64?
    package var stallAfterMilliseconds: Int64?
    package var dropEvery: Int64?
    package var corruptEvery: Int64?

    package init() {}

    /// The faults of a device that has both; of two times or counts, the lower one.
    func joined(with other: SimulatedFaults) -> SimulatedFaults {
        var all = self
        all.isMissing = isMissing || other.isMissing
        all.isDenied = isDenied || other.isDenied
        all.isBusy = isBusy || other.isBusy
        all.isCovered = isCovered || other.isCovered
        func take(_ field: WritableKeyPath<Self, Int64?>) {
            all[keyPath: field] = [self[keyPath: field], other[keyPath: field]].compactMap { $0 }.min()
        }
        take(\.unplugAfterMilliseconds)
        take(\.stallAfterMilliseconds)
        take(\.dropEvery)
        take(\.corruptEvery)
        return all
    }

    /// Reads the list of `AVCAM_SIMULATED_FAULTS`.
    ///
    /// - Returns: the faults by the device's name (`back`, `microphone` …).
    /// - Throws: `deviceFailed`, naming the word that is not a fault.
    package static func parse(_ text: String) throws(CaptureError) -> [String: SimulatedFaults] {
        var faults: [String: SimulatedFaults] = [:]
        for word in text.split(separator: ",").map(\.trimmed) where !word.isEmpty {
            let (devices, fault) = split(word)
            for device in devices {
                guard SimulatedPhone.names.contains(device), faults[device, default: .init()].add(fault) else {
                    throw CaptureError(.deviceFailed, "AVCAM_SIMULATED_FAULTS: \"\(word)\" is not a fault")
                }
            }
        }
        return faults
    }

    private static func split(_ word: Substring) -> (devices: [String], fault: Substring) {
        if word == "no-camera" { return (SimulatedPhone.cameraNames, "missing") }
        if word == "no-microphone" { return ([SimulatedPhone.microphoneName], "missing") }
        guard let colon = word.firstIndex(of: ":") else { return (SimulatedPhone.cameraNames, word) }
        return ([String(word[..<colon])], word[word.index(after: colon)...])
    }

    /// - Returns: `false` if it is not a fault.
    private mutating func add(_ word: Substring) -> Bool {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return add(word: word) }
        switch parts[0] {
        case "unplug-after": return set(\.unplugAfterMilliseconds, Self.milliseconds(parts[1]))
        case "stall-after": return set(\.stallAfterMilliseconds, Self.milliseconds(parts[1]))
        case "drop-every": return set(\.dropEvery, Self.count(parts[1]))
        case "corrupt-every": return set(\.corruptEvery, Self.count(parts[1]))
        default: return false
        }
    }

    private mutating func set(_ field: WritableKeyPath<Self, Int64?>, _ value: Int64?) -> Bool {
        self[keyPath: field] = value
        return value != nil
    }

    private mutating func add(word: Substring) -> Bool {
        switch word {
        case "missing": isMissing = true
        case "denied": isDenied = true
        case "busy": isBusy = true
        case "covered": isCovered = true
        default: return false
        }
        return true
    }

    private static func count(_ text: Substring) -> Int64? {
        Int64(text).flatMap { $0 > 0 ? $0 : nil }
    }

    /// `1500ms`, `2s` or `0.5s`; at most a day.
    private static func milliseconds(_ text: Substring) -> Int64? {
        let factor = text.hasSuffix("ms") ? 1.0 : 1000.0
        guard text.hasSuffix("s"), let number = Double(text.dropLast(text.hasSuffix("ms") ? 2 : 1)) else { return nil }
        let time = number * factor
        return time >= 0 && time <= 86_400_000 ? Int64(time) : nil
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
