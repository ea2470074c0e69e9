import PixelCoding

/// The samples that are not in the file yet, interleaved in chunks of at most a second.
///
/// The last sample of a track stays here until its duration is known, which is when the next one arrives.
struct PendingFragment {
    /// Consecutive samples of one track, with their data.
    struct Chunk {
        let track: Int
        /// The decoding time of the first sample, in the track's timescale.
        let start: Int64
        /// The decoding time of the last sample.
        var lastTime: Int64
        var samples: [MediaSample] = []
        var bytes: [UInt8] = []
    }

    private(set) var byteCount = 0
    /// Chunks whose durations are all known, in the order in which they are written.
    private var closed: [Chunk] = []
    private var open: [Chunk?]
    private var timescales: [Int32]
    private var lastDuration: [Int64]
    /// Memory of written chunks, for reuse.
    private var spare: [[UInt8]] = []

    init(tracks: [MovieTrackDescription]) {
        timescales = tracks.map(\.timescale)
        lastDuration = tracks.map(\.sampleDuration)
        open = tracks.map { _ in nil }
    }

    /// Adds a track, as the last one.
    mutating func addTrack(_ track: MovieTrackDescription) {
        timescales.append(track.timescale)
        lastDuration.append(track.sampleDuration)
        open.append(nil)
    }

    var isEmpty: Bool { byteCount == 0 }

    /// Says where the latest sample of a track ends; `nil` means that it lasts as long as the previous one.
    mutating func endLastSample(ofTrack track: Int, at time: Int64?) {
        // The length of linear PCM is known from the start.
        guard let chunk = open[track], let last = chunk.samples.indices.last, chunk.samples[last].duration == 0 else {
            return
        }
        let duration = time.map { $0 - chunk.lastTime } ?? lastDuration[track]
        lastDuration[track] = duration
        // Not 0: a player may drop a frame without duration.
        open[track]!.samples[last].duration = UInt32(clamping: max(1, duration))
    }

    /// Adds a sample. ``endLastSample(ofTrack:at:)`` must have ended the previous one.
    mutating func append(_ sample: MediaSample, _ bytes: UnsafeRawBufferPointer, at time: Int64, toTrack track: Int) {
        if let chunk = open[track], time - chunk.start >= Int64(timescales[track]) { closeChunk(ofTrack: track) }
        if open[track] == nil {
            open[track] = Chunk(track: track, start: time, lastTime: time, bytes: spare.popLast() ?? [])
        }
        open[track]!.samples.append(sample)
        open[track]!.bytes.append(contentsOf: bytes)
        open[track]!.lastTime = time
        byteCount += bytes.count
    }

    /// Moves a track's samples, all of which have ended, to those that can be written.
    mutating func closeChunk(ofTrack track: Int) {
        guard let chunk = open[track] else { return }
        closed.append(chunk)
        open[track] = nil
    }

    /// Moves all of a track's samples except the last, which has not ended, to those that can be written.
    mutating func closeChunkButLast(ofTrack track: Int) {
        guard var chunk = open[track], chunk.samples.count > 1, let last = chunk.samples.popLast() else { return }
        let split = chunk.bytes.count - Int(last.size)
        var rest = Chunk(
            track: track, start: chunk.lastTime, lastTime: chunk.lastTime, samples: [last],
            bytes: spare.popLast() ?? [])
        rest.bytes.append(contentsOf: chunk.bytes[split...])
        chunk.bytes.removeSubrange(split...)
        closed.append(chunk)
        open[track] = rest
    }

    /// Takes the chunks that can be written.
    mutating func takeClosed() -> [Chunk] {
        defer { closed = [] }
        byteCount -= closed.reduce(0) { $0 + $1.bytes.count }
        return closed
    }

    /// Returns the memory of written chunks.
    mutating func recycle(_ chunks: [Chunk]) {
        for chunk in chunks where spare.count < 2 * timescales.count {
            var bytes = chunk.bytes
            bytes.removeAll(keepingCapacity: true)
            spare.append(bytes)
        }
    }
}

/// Writes the header of a fragment.
///
/// Source: ISO/IEC 14496-12, 8.8 (movie fragments).
enum FragmentHeader {
    /// The `moof` box and the head of the `mdat` box, which holds the chunks' bytes one after the other.
    ///
    /// - Parameter tracks: those that the movie's head has announced; others are in the fragment, but not in its header.
    static func bytes(
        sequenceNumber: UInt32, chunks: [PendingFragment.Chunk], tracks: [MovieHeader.Track]
    ) -> [UInt8] {
        // The offsets inside depend on the box's length, but its length does not depend on the offsets.
        let length = box(sequenceNumber, chunks, tracks, dataOffset: 0).count
        let moof = box(sequenceNumber, chunks, tracks, dataOffset: length + 8)
        var head = BoxWriter()
        head.write(UInt32(8 + chunks.reduce(0) { $0 + $1.bytes.count }))
        head.write("mdat")
        return moof + head.bytes
    }

    private static func box(
        _ sequenceNumber: UInt32, _ chunks: [PendingFragment.Chunk], _ tracks: [MovieHeader.Track], dataOffset: Int
    ) -> [UInt8] {
        var offsets: [Int] = []
        var offset = dataOffset
        for chunk in chunks {
            offsets.append(offset)
            offset += chunk.bytes.count
        }
        var writer = BoxWriter()
        writer.box("moof") {
            $0.fullBox("mfhd") { $0.write(sequenceNumber) }
            for (track, value) in tracks.enumerated() {
                let parts = chunks.indices.filter { chunks[$0].track == track }
                guard let first = parts.first else { continue }
                $0.box("traf") {
                    let frameBytes = value.description.frameBytes
                    $0.writeFragmentTrack(id: track + 1, frameBytes: frameBytes)
                    $0.fullBox("tfdt", version: 1) { $0.write(UInt64(max(0, chunks[first].start + value.mediaStart))) }
                    for part in parts {
                        if let frameBytes {
                            $0.writeRun(frames: chunks[part].bytes.count / frameBytes, dataOffset: offsets[part])
                        } else {
                            $0.writeRun(chunks[part].samples, dataOffset: offsets[part])
                        }
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension BoxWriter {
    /// - Parameter frameBytes: the size of every sample, if they are frames of linear PCM; each lasts one unit of time.
    fileprivate mutating func writeFragmentTrack(id: Int, frameBytes: Int?) {
        // Offsets count from the start of this box.
        fullBox("tfhd", flags: 0x020000 | (frameBytes == nil ? 0 : 0x38)) {
            $0.write(UInt32(id))
            guard let frameBytes else { return }
            $0.write(UInt32(1))
            $0.write(UInt32(frameBytes))
            $0.write(UInt32(0x0200_0000))
        }
    }

    fileprivate mutating func writeRun(frames: Int, dataOffset: Int) {
        fullBox("trun", flags: 0x01) {
            $0.write(count: frames)
            $0.write(UInt32(dataOffset))
        }
    }

    fileprivate mutating func writeRun(_ samples: [MediaSample], dataOffset: Int) {
        // Each sample with its duration, size, flags and a signed composition offset.
        fullBox("trun", version: 1, flags: 0x000f01) {
            $0.write(count: samples.count)
            $0.write(UInt32(dataOffset))
            for sample in samples {
                $0.write(sample.duration)
                $0.write(sample.size)
                // A key frame depends on no other frame; all others do.
                $0.write(sample.isKey ? UInt32(0x0200_0000) : 0x0101_0000)
                $0.write(sample.compositionOffset)
            }
        }
    }
}
