import CaptureEngine
import Foundation
import PixelCoding

/// Writes a QuickTime or MPEG-4 movie that can be played at any moment, even after a crash, and ends up as a plain movie.
///
/// | when | what the file holds |
/// | --- | --- |
/// | recording | `ftyp free moov` (empty, announcing fragments) and any number of `moof mdat` |
/// | finishing | the same and a second `moov`, with the whole index |
/// | finished | `ftyp mdat moov`: the 16 bytes of `free` have become the head of one `mdat` that reaches to the index |
///
/// Nothing is copied at the end, however long the movie is; each step leaves a file that opens. Used by one thread.
final class QuickTimeWriter {
    /// The most bytes held back for a fragment, however long the interval is.
    private static let maximumPendingBytes = 32 << 20

    private enum Phase {
        /// Nothing is in the file yet.
        case empty
        case writing
        /// A write failed; what is in the file stays, and only the index is added.
        case failed(CaptureError)
        case closed

        var error: CaptureError? {
            if case .failed(let error) = self { error } else { nil }
        }
    }

    private let file: MovieOutputFile
    private let kind: MovieFileKind
    private let putsIndexFirst: Bool
    /// How many tracks the head of the file announces; `nil` before it is written.
    private var announcedTracks: Int?
    private var header: MovieHeader
    private let fragmentInterval: Double
    private var pending: PendingFragment
    private var phase = Phase.empty
    private var fragmentCount: UInt32 = 0
    /// Where the index begins in the finished file.
    private var indexOffset: UInt64?
    /// Movie time in seconds at which the pending fragment begins.
    private var fragmentStart = 0.0
    /// Each track's first decoding time.
    private var firstTimes: [Int64?]

    /// - Parameters:
    ///   - file: empty; ``finish(ends:)`` closes it.
    ///   - tracks: fragments begin at samples of the first video track, or of the first track.
    ///   - fragmentInterval: in seconds; infinite for fragments as large as memory allows.
    ///   - timescale: units per second of movie time.
    ///   - putsIndexFirst: whether the finished file is copied, so that a reader finds the index first.
    init(
        file: MovieOutputFile, kind: MovieFileKind = .quickTime, tracks: [MovieTrackDescription],
        metadata: [MovieMetadataItem], created: Date, fragmentInterval: Double,
        timescale: Int32 = MovieHeader.usualTimescale, putsIndexFirst: Bool = false
    ) {
        self.file = file
        self.kind = kind
        self.putsIndexFirst = putsIndexFirst
        header = MovieHeader(
            kind: kind, timescale: timescale, tracks: tracks.map(MovieHeader.Track.init), created: created,
            metadata: metadata)
        self.fragmentInterval = fragmentInterval
        pending = PendingFragment(tracks: tracks)
        firstTimes = tracks.map { _ in nil }
    }

    /// Adds a track, as the last one. Once the file has begun, only its index will show the track.
    func addTrack(_ track: MovieTrackDescription) {
        header.tracks.append(MovieHeader.Track(track))
        pending.addTrack(track)
        firstTimes.append(nil)
    }

    /// Where a track ends, in the time of ``append(_:at:compositionOffset:isKey:toTrack:)``.
    struct TrackEnd {
        /// Where the last sample ends; `nil` means that it lasts as long as the previous one.
        var media: Int64?
        /// Where playback ends.
        var played: Int64
    }

    /// The size of the file once everything that was appended is in it, without the index; after the end, its size.
    var bytesWritten: Int64 {
        if case .closed = phase { return Int64(file.size) }
        return Int64(file.size) + Int64(pending.byteCount)
    }

    /// The samples of a track that are in the file, and how long they last in the track's timescale.
    func content(ofTrack track: Int) -> (samples: Int, duration: Int64) {
        let table = header.tracks[track].table
        return (table.sampleCount, table.duration)
    }

    /// Adds a sample to a track; it lasts until the track's next one.
    ///
    /// - Parameters:
    ///   - time: the decoding time as movie time in the track's timescale. A track with priming begins at −`priming`; a
    ///     track's times must rise.
    ///   - compositionOffset: presentation time minus decoding time.
    /// - Throws: ``CaptureError`` `diskFull`, `fileUnwritable`; and the same again for every later sample.
    func append(
        _ bytes: UnsafeRawBufferPointer, at time: Int64, compositionOffset: Int32 = 0, isKey: Bool, toTrack track: Int
    ) throws(CaptureError) {
        if case .failed(let error) = phase { throw error }
        pending.endLastSample(ofTrack: track, at: time)
        if mustCut(beforeSampleOfTrack: track, at: time) {
            pending.closeChunk(ofTrack: track)
            for other in header.tracks.indices where other != track { pending.closeChunkButLast(ofTrack: other) }
            fragmentStart = seconds(time, ofTrack: track)
            try writeFragment()
        }
        if firstTimes[track] == nil { firstTimes[track] = time }
        let sample = MediaSample(
            size: UInt32(bytes.count),
            duration: header.tracks[track].description.frameBytes.map { UInt32(bytes.count / $0) } ?? 0,
            compositionOffset: compositionOffset, isKey: isKey)
        pending.append(sample, bytes, at: time, toTrack: track)
    }

    /// Completes the movie and closes the file.
    ///
    /// - Parameter ends: one for each track.
    /// - Throws: ``CaptureError``. `noData` if there is no sample; the file is removed then. `diskFull` or
    ///   `fileUnwritable` if the end could not be written; the file then plays up to its last complete fragment. A
    ///   failure that `append` has thrown is not thrown again.
    func finish(ends: [TrackEnd]) throws(CaptureError) {
        var failure: CaptureError?
        switch phase {
        case .closed: return
        case .failed: break
        case .empty, .writing:
            do { try writeLastFragment(ends) } catch { failure = error }
        }
        let error = phase.error
        phase = .closed
        guard header.tracks.contains(where: { !$0.table.isEmpty }) else {
            file.remove()
            throw error ?? CaptureError(.noData, "\(file.path) was not written: nothing was recorded")
        }
        do {
            try writeIndex(ends)
            try file.checkPlace()
            if putsIndexFirst { try moveIndexToTheFront() }
            if failure == nil { try file.complete() }
        } catch { failure = failure ?? error }
        file.closeFile()
        if let failure { throw failure }
    }

}

// MARK: Fragments

extension QuickTimeWriter {
    private var leadingTrack: Int { header.tracks.firstIndex { $0.description.isVideo } ?? 0 }

    private func seconds(_ time: Int64, ofTrack track: Int) -> Double {
        Double(time) / Double(header.tracks[track].description.timescale)
    }

    /// Whether the fragment ends before this sample: at the leading track's first sample after the interval. It ends at
    /// any sample if the leading track has had none for twice the interval, or too much is held in memory.
    ///
    /// It need not be a key frame, because fragments are read one after the other.
    private func mustCut(beforeSampleOfTrack track: Int, at time: Int64) -> Bool {
        guard !pending.isEmpty else { return false }
        let length = seconds(time, ofTrack: track) - fragmentStart
        // A frame that is slightly early still counts.
        if track == leadingTrack, length >= fragmentInterval - min(0.01, fragmentInterval / 10) { return true }
        return length >= 2 * fragmentInterval || pending.byteCount >= Self.maximumPendingBytes
    }

    private func writeFragment() throws(CaptureError) {
        let chunks = pending.takeClosed()
        guard !chunks.isEmpty else { return }
        do {
            // With the first fragment in one piece, as a file that replaces another must have something to show.
            let lead = if case .empty = phase { makeFileHead() } else { [UInt8]() }
            phase = .writing
            let head = FragmentHeader.bytes(
                sequenceNumber: fragmentCount + 1, chunks: chunks,
                tracks: Array(header.tracks.prefix(announcedTracks ?? 0)))
            var offset = file.size + UInt64(lead.count + head.count)
            try file.append([lead, head] + chunks.map(\.bytes))
            fragmentCount += 1
            for chunk in chunks {
                header.tracks[chunk.track].table.append(chunk.samples, at: offset)
                offset += UInt64(chunk.bytes.count)
            }
        } catch {
            phase = .failed(error)
            throw error
        }
        pending.recycle(chunks)
        file.syncInBackground()
    }

    private func writeLastFragment(_ ends: [TrackEnd]) throws(CaptureError) {
        for track in header.tracks.indices {
            pending.endLastSample(ofTrack: track, at: ends[track].media)
            pending.closeChunk(ofTrack: track)
        }
        try writeFragment()
    }

    private func makeFileHead() -> [UInt8] {
        announcedTracks = header.tracks.count
        for index in header.tracks.indices {
            // What lies before the movie's start is in the file, too.
            header.tracks[index].mediaStart = max(header.tracks[index].mediaStart, -(firstTimes[index] ?? 0))
        }
        var writer = BoxWriter()
        writer.box("free") { $0.writeZeros(8) }
        return kind.typeBox + writer.bytes + header.bytes(isFragmented: true)
    }
}

// MARK: Index

extension QuickTimeWriter {
    /// Makes a file of the same samples whose index comes first; without room for it, the file stays as it is.
    private func moveIndexToTheFront() throws(CaptureError) {
        guard let indexOffset else { return }
        var index = header
        index.tracks.removeAll { $0.table.isEmpty }
        // Its length does not depend on where the samples are.
        let length = UInt64(index.bytes(isFragmented: false).count)
        for track in index.tracks.indices { index.tracks[track].table.move(by: length) }
        do {
            try file.replace(by: [
                .bytes(kind.typeBox + index.bytes(isFragmented: false)),
                .part(UInt64(kind.typeBox.count)..<indexOffset),
            ])
        } catch  where error.code == .diskFull {
            return
        }
    }

    /// Appends the index, then turns everything before it into one `mdat`.
    private func writeIndex(_ ends: [TrackEnd]) throws(CaptureError) {
        for index in header.tracks.indices {
            let track = header.tracks[index]
            // Frames that are shown later than they are decoded also move the first one.
            let lead = track.description.priming + Int64(track.table.compositionOffsets.runs.first?.value ?? 0)
            let firstTime = firstTimes[index] ?? 0
            let start = max(0, firstTime + lead)
            let mediaStart = max(lead, -firstTime)
            // After a failure, the tables end earlier than what was appended.
            let recorded = track.table.duration - mediaStart + (lead - track.description.priming)
            header.tracks[index].start = start
            header.tracks[index].mediaStart = mediaStart
            header.tracks[index].duration = max(0, min(ends[index].played - start, recorded))
        }
        let indexOffset = file.size
        do {
            var index = header
            // Some readers cannot handle a track without samples.
            index.tracks.removeAll { $0.table.isEmpty }
            try file.append([index.bytes(isFragmented: false)])
            // The order matters after a power cut: the fragments may be hidden only once the index is on disk.
            try file.sync()
        } catch {
            file.truncate(to: indexOffset)
            throw error
        }
        self.indexOffset = indexOffset
        var mdat = BoxWriter()
        mdat.write(UInt32(1))
        mdat.write("mdat")
        let freeOffset = UInt64(kind.typeBox.count)
        mdat.write(indexOffset - freeOffset)
        try file.overwrite(mdat.bytes, at: freeOffset)
        try file.sync()
    }
}
