/// What has come while the format of another track is not known, so that the file cannot begin.
struct HeldSamples {
    private static let maximumBytes = 8 << 20
    private static let maximumSeconds = 10.0

    private typealias Held = (sample: AssetSample, track: Int)
    private var all: [Held] = []
    private var bytes = 0

    var isEmpty: Bool { all.isEmpty }

    mutating func append(_ samples: [AssetSample], ofTrack track: Int) {
        all += samples.map { ($0, track) }
        bytes += samples.reduce(0) { $0 + $1.byteCount }
    }

    /// Whether the file has waited too long.
    ///
    /// - Parameter timescale: of a track, in units a second.
    func areTooMany(timescale: (_ track: Int) -> Int32) -> Bool {
        if bytes > Self.maximumBytes { return true }
        guard let first = all.first, let last = all.last else { return false }
        func seconds(_ held: Held) -> Double { Double(held.sample.time) / Double(timescale(held.track)) }
        return seconds(last) - seconds(first) > Self.maximumSeconds
    }

    /// Holds nothing anymore.
    ///
    /// - Returns: all, in the order in which they came.
    mutating func take() -> [(sample: AssetSample, track: Int)] {
        defer { self = HeldSamples() }
        return all
    }
}
