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

        mutating func append(_ value: Value) {
            if let last = runs.last, last.value == value {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((1, value))
            }
        }
    }

    private(set) var durations = Runs<UInt32>()
    private(set) var compositionOffsets = Runs<Int32>()
    private(set) var sizes: [UInt32] = []
    /// The numbers of the samples where decoding can start; the first sample is number 1.
    private(set) var keySamples: [UInt32] = []
    private(set) var chunks: [Chunk] = []
    /// The sum of all durations.
    private(set) var duration: Int64 = 0

    var isEmpty: Bool { sizes.isEmpty }
    var hasOnlyKeySamples: Bool { keySamples.count == sizes.count }
    var hasCompositionOffsets: Bool { compositionOffsets.runs.contains { $0.value != 0 } }

    /// Adds samples that were written one after the other from `offset` on.
    mutating func append(_ samples: [MediaSample], at offset: UInt64) {
        guard !samples.isEmpty else { return }
        for sample in samples {
            durations.append(sample.duration)
            compositionOffsets.append(sample.compositionOffset)
            sizes.append(sample.size)
            if sample.isKey { keySamples.append(UInt32(sizes.count)) }
            duration += Int64(sample.duration)
        }
        chunks.append(Chunk(offset: offset, sampleCount: UInt32(samples.count)))
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
            $0.write(UInt32(0))
            $0.write(count: sizes.count)
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
