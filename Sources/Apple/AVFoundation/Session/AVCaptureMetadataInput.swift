import CoreMedia
import Foundation
import Locking
import MissingFoundation
import MovieCoding

/// Timed metadata that a program gives to a session, which a movie file output records as a track of their own: where
/// the camera is, what it sees.
///
/// Source: Apple, AVCaptureMetadataInput.
public final class AVCaptureMetadataInput: AVCaptureInput, @unchecked Sendable {  // a Mutex, the rest is constant
    private let port: Port
    private let format: CMFormatDescription
    private let clock: CMClock
    /// Where the newest group begins.
    private let newest = Mutex(CMTime.invalid)

    /// - Parameters:
    ///   - desc: the identifiers, data types and languages that groups may have; see
    ///     `CMMetadataFormatDescriptionCreateWithMetadataSpecifications`. A description of anything but boxed metadata is
    ///     a programmer's mistake.
    ///   - clock: of the groups' times.
    public init(formatDescription desc: CMMetadataFormatDescription, clock: CMClock) {
        guard !desc.boxedMetadataKeys.isEmpty else {
            raiseException(
                "*** -[AVCaptureMetadataInput initWithFormatDescription:clock:] The format description must be of boxed "
                    + "metadata")
        }
        (format, self.clock) = (desc, clock)
        port = Port(metadata: desc, clock)
        super.init()
        port.belong(to: self)
    }

    /// One, of metadata.
    public override var ports: [Port] { [port] }

    /// Gives the session a group of metadata. Recordings that are under way write it when they have come to its time.
    /// Of the groups that came after a recording was started, the newest one that is not later than its first frame
    /// applies from the beginning.
    ///
    /// A group applies in its time range; without a duration, until the next one begins. Any thread.
    ///
    /// - Throws: ``AVError``. `formatUnsupported` for an item that is not in the input's format, or whose value is not
    ///   of its data type. `operationNotAllowed` for a group without a time, or one that does not begin after the one
    ///   before.
    public func append(_ metadata: AVTimedMetadataGroup) throws {
        let range = metadata.timeRange
        let values: [(number: UInt32, bytes: [UInt8])]
        do throws(MetadataCoding.Mistake) {
            values = try MetadataCoding.values(of: metadata.items, in: format.boxedMetadataKeys)
        } catch {
            throw AVError(
                .formatUnsupported, userInfo: [NSLocalizedDescriptionKey: error.words("input's format description")])
        }
        let isLater = newest.withLock { newest in
            guard range.start.isNumeric, !newest.isNumeric || range.start > newest else { return false }
            newest = range.start
            return true
        }
        guard isLater else {
            throw AVError(
                .operationNotAllowed,
                userInfo: [NSLocalizedDescriptionKey: "A group of metadata must begin after the one before"])
        }
        record(BoxedMetadata.sample(values), at: range.start, isGap: false)
        if range.duration.isNumeric { record(BoxedMetadata.sample([]), at: range.end, isGap: true) }
    }

    private func record(_ bytes: [UInt8], at time: CMTime, isGap: Bool) {
        guard let session, port.isEnabled else { return }
        let time = CMSyncConvertTime(time, from: clock, to: CMClockGetHostTimeClock())
        for case let output as AVCaptureMovieFileOutput in session.outputs {
            output.record(bytes, at: time, isGap: isGap, from: port)
        }
    }
}
