import CoreMedia
import MovieCoding

extension [CompositionPlan.Ramp] {
    /// The ramp at a time, or else the first one after it; `nil` after the last. A value that was set at a time is a flat
    /// ramp up to the next one.
    func ramp(for time: CMTime) -> CompositionPlan.Ramp? {
        guard let index = lastIndex(where: { $0.range.start <= time }) else { return isEmpty ? nil : wholeRamp(0) }
        let ramp = wholeRamp(index)
        if time < ramp.range.end { return ramp }
        return index + 1 < count ? wholeRamp(index + 1) : nil
    }

    private func wholeRamp(_ index: Int) -> CompositionPlan.Ramp {
        var ramp = self[index]
        if ramp.range.duration == .zero {
            let end = index + 1 < count ? self[index + 1].range.start : .positiveInfinity
            ramp.range = CMTimeRange(start: ramp.range.start, end: end)
        }
        return ramp
    }

    /// Hands a ramp to a program's pointers, each of which may be `nil`.
    ///
    /// - Returns: whether there is a ramp.
    func give<Value>(
        for time: CMTime, _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?,
        _ timeRange: UnsafeMutablePointer<CMTimeRange>?, _ value: ([Double]) -> Value
    ) -> Bool {
        guard let ramp = ramp(for: time) else { return false }
        start?.pointee = value(ramp.start)
        end?.pointee = value(ramp.end)
        timeRange?.pointee = ramp.range
        return true
    }
}
