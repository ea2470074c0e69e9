import CoreMedia

extension CMTime {
    /// The same place in another range, which can be longer or shorter.
    func mapped(from source: CMTimeRange, to target: CMTimeRange) -> CMTime {
        let offset = self - source.start
        guard source.duration != target.duration, source.duration.isNumeric, target.duration.isNumeric,
            source.duration > .zero
        else { return offset + target.start }
        return offset.scaled(from: source.duration, to: target.duration) + target.start
    }

    /// A length that changes as another one does.
    func scaled(from source: CMTime, to target: CMTime) -> CMTime {
        guard isNumeric, source != target, source.isNumeric, target.isNumeric, source > .zero else { return self }
        // Fine enough for sound and for any frame rate.
        let timescale = max(self.timescale, 90_000)
        let (values, isLarge) = (Int128(value) * Int128(target.value)).multipliedReportingOverflow(
            by: Int128(source.timescale))
        let (product, isLarger) = values.multipliedReportingOverflow(by: Int128(timescale))
        // Nanoseconds on both sides.
        guard !isLarge, !isLarger else {
            return CMTime(seconds: seconds * target.seconds / source.seconds, preferredTimescale: timescale)
        }
        let divisor = Int128(self.timescale) * Int128(target.timescale) * Int128(source.value)
        let half = product < 0 ? -divisor / 2 : divisor / 2
        return CMTime(value: Int64(clamping: (product + half) / divisor), timescale: timescale)
    }
}
