import CoreMedia

/// How much of a file one track takes, to end a file that may not become larger.
struct TrackUsage {
    /// The parts of a file that do not grow with its samples.
    static let ofHeader: Int64 = 4096
    /// What the index and the fragments have of a sample: its size, its duration and when it is shown.
    private static let ofSample: Int64 = 32

    private var bytes: Int64 = 0
    /// The first sample, which is larger than others: all of a picture.
    private var firstBytes: Int64 = 0
    private var given = 0
    private var taken = 0
    /// Where the last sample that came ends, by when samples are decoded; `nil` before the first.
    private(set) var end: CMTime?

    /// A sample came, and may wait in an encoder.
    mutating func add(_ sample: CMSampleBuffer) {
        given += 1
        end = sample.duration.isNumeric ? sample.decodingTime + sample.duration : sample.decodingTime
    }

    /// A sample is in the file, or will be with the next fragment.
    mutating func add(_ sample: AssetSample) {
        taken += 1
        bytes += Int64(sample.byteCount) + Self.ofSample
        if taken == 1 { firstBytes = bytes }
    }

    /// What is in the file, and what the encoder still has: as much for a sample as before.
    var expectedBytes: Int64 {
        guard taken > 1, given > taken else { return bytes }
        return bytes + (bytes - firstBytes) / Int64(taken - 1) * Int64(given - taken)
    }
}

extension CMSampleBuffer {
    /// When it is decoded: when it is shown, unless it says otherwise.
    var decodingTime: CMTime { decodeTimeStamp.isNumeric ? decodeTimeStamp : presentationTimeStamp }
}
