import CaptureEngine

/// When the samples of a source are taken: in equal steps of the phone's time, without accumulating rounding errors.
struct SampleGrid: Sendable {
    /// Where the phone's time begins, in nanoseconds of the capture clock.
    let epoch: Int64
    /// The step from one sample to the next.
    let step: CMTime
    /// The steps before the first sample.
    private let first: Int64

    /// The grid's first sample is the first one at or after `now`.
    init(epoch: Int64, step: CMTime, now: Int64) {
        self.epoch = epoch
        self.step = step
        let elapsed = max(now - epoch, 0)
        let (high, low) = elapsed.multipliedFullWidth(by: Int64(step.timescale))
        let (quotient, remainder) = (1_000_000_000 * step.value).dividingFullWidth((high, low))
        first = quotient + (remainder > 0 ? 1 : 0)
    }

    /// Sample `number`, in nanoseconds since the phone's time began.
    func phoneTime(_ number: Int64) -> Int64 {
        let (high, low) = (first + number).multipliedFullWidth(by: step.value * 1_000_000_000)
        let (quotient, remainder) = Int64(step.timescale).dividingFullWidth((high, low))
        return quotient + (remainder * 2 >= Int64(step.timescale) ? 1 : 0)
    }

    /// Sample `number` on the capture clock, in nanoseconds.
    func timestamp(_ number: Int64) -> Int64 { epoch + phoneTime(number) }
}

/// One point of the grid.
struct Tick: Sendable {
    /// Samples since the source started, lost ones included.
    var number: Int64
    /// On the capture clock, in nanoseconds.
    var timestamp: Int64
    /// Since the phone's time began, in nanoseconds.
    var phoneTime: Int64
    /// The frame arrives with its lower half missing.
    var isCorrupt = false
}

/// Makes the samples of one device.
protocol SampleMaker: AnyObject {
    /// The time from one sample to the next.
    var step: CMTime { get }
    /// How long after its timestamp a sample is complete, in nanoseconds.
    var delay: Int64 { get }
    /// How many samples may wait for a slow consumer before they are lost.
    var backlog: Int64 { get }

    /// Does the slow preparations, on the source's thread.
    func prepare()

    /// Makes a sample; `nil` if every buffer is in use.
    func sample(_ tick: Tick) -> CMSampleBuffer?
}
