import PixelCoding

/// What the index of a finished movie says about one track: where its samples lie, how long and how large they are.
///
/// An hour at 30 frames a second takes less than half a megabyte: times are kept as runs, sizes as 32-bit numbers.
struct TrackTable {
    /// Samples that are next to each other in the file.
    struct Chunk {
        var offset: UInt64
        var sampleCount: UInt32
    }

    /// Runs of equal values.
    struct Runs<Value: Equatable> {
        private(set) var runs: [(count: UInt32, value: Value)] = []

        mutating func append(_ value: Value, count: UInt32 = 1) {
            if let last = runs.last, last.value == value, last.count <= .max - count {
                runs[runs.count - 1].count += count
            } else {
                runs.append((count, value))
            }
        }
    }

    /// The bytes of a sound frame, if each is a sample; see ``MovieTrackDescription/frameBytes``.
    let frameBytes: Int?
    private(set) var sampleCount = 0
    private(set) var durations = Runs<UInt32>()
    private(set) var compositionOffsets = Runs<Int32>()
    private(set) var sizes: [UInt32] = []
    /// The numbers of the samples where decoding can start; the first sample is number 1.
    private(set) var keySamples: [UInt32] = []
    private(set) var chunks: [Chunk] = []
    /// The sum of all durations.
    private(set) var duration: Int64 = 0

    init(frameBytes: Int? = nil) { self.frameBytes = frameBytes }

    var isEmpty: Bool { sampleCount == 0 }
    var hasOnlyKeySamples: Bool { keySamples.count == sizes.count }
    var hasCompositionOffsets: Bool { compositionOffsets.runs.contains { $0.value != 0 } }

    /// Adds samples that were written one after the other from `offset` on.
    mutating func append(_ samples: [MediaSample], at offset: UInt64) {
        guard !samples.isEmpty else { return }
        if let frameBytes { return append(frames: samples.reduce(0) { $0 + Int($1.size) } / frameBytes, at: offset) }
        for sample in samples {
            durations.append(sample.duration)
            compositionOffsets.append(sample.compositionOffset)
            sizes.append(sample.size)
            if sample.isKey { keySamples.append(UInt32(sizes.count)) }
            duration += Int64(sample.duration)
        }
        sampleCount += samples.count
        chunks.append(Chunk(offset: offset, sampleCount: UInt32(samples.count)))
    }

    private mutating func append(frames: Int, at offset: UInt64) {
        durations.append(1, count: UInt32(frames))
        compositionOffsets.append(0, count: UInt32(frames))
        sampleCount += frames
        duration += Int64(frames)
        chunks.append(Chunk(offset: offset, sampleCount: UInt32(frames)))
    }

    /// Says that all samples have moved to the back by so many bytes.
    mutating func move(by bytes: UInt64) {
        for index in chunks.indices { chunks[index].offset += bytes }
    }

    /// Writes the sample table without its sample description.
    ///
    /// Source: Apple, QuickTime File Format, "Sample Table Atoms".
    func write(to writer: inout BoxWriter, isVideo: Bool) {
        writer.fullBox("stts") {
            $0.write(count: durations.runs.count)
            for run in durations.runs {
                $0.write(run.count)
                $0.write(run.value)
            }
        }
        if hasCompositionOffsets { writeCompositionOffsets(to: &writer) }
        if isVideo, !hasOnlyKeySamples {
            writer.fullBox("stss") {
                $0.write(count: keySamples.count)
                for sample in keySamples { $0.write(sample) }
            }
        }
        writeChunks(to: &writer)
    }

    private func writeCompositionOffsets(to writer: inout BoxWriter) {
        // Version 1 holds signed offsets.
        writer.fullBox("ctts", version: 1) {
            $0.write(count: compositionOffsets.runs.count)
            for run in compositionOffsets.runs {
                $0.write(run.count)
                $0.write(run.value)
            }
        }
    }

    private func writeChunks(to writer: inout BoxWriter) {
        writer.fullBox("stsc") {
            // Only chunks that differ in size from the previous one have an entry.
            let entries = chunks.indices.filter {
                $0 == 0 || chunks[$0].sampleCount != chunks[$0 - 1].sampleCount
            }
            $0.write(count: entries.count)
            for index in entries {
                $0.write(UInt32(index + 1))
                $0.write(chunks[index].sampleCount)
                $0.write(UInt32(1))
            }
        }
        writer.fullBox("stsz") {
            $0.write(UInt32(frameBytes ?? 0))
            $0.write(count: sampleCount)
            for size in sizes { $0.write(size) }
        }
        writer.fullBox("co64") {
            $0.write(count: chunks.count)
            for chunk in chunks { $0.write(chunk.offset) }
        }
    }
}

/// One sample as the file format defines it: the data of one frame, or of one packet of sound.
struct MediaSample {
    var size: UInt32
    /// In the track's timescale; 0 until the next sample's time is known.
    var duration: UInt32
    /// Presentation time minus decoding time.
    var compositionOffset: Int32
    /// Whether decoding can start here.
    var isKey: Bool
}
