import CaptureEngine
import Foundation

/// Makes the sound of the scene: a beep of 1 kHz with each flash, and quiet noise that is the same in every run.
final class MicrophoneMaker: SampleMaker {
    let step = SimulatedModel.soundBlock
    let delay: Int64
    let backlog: Int64 = 25

    private static let rate = Int64(SimulatedModel.sampleRate)
    private static let framesPerBlock =
        Int(rate * SimulatedModel.soundBlock.value) / Int(SimulatedModel.soundBlock.timescale)
    private static let beepFrames = rate * Int64(SceneLayout.flashMilliseconds) / 1000

    private let format: SourceFormat
    private let channels: Int

    init(_ format: SourceFormat) {
        self.format = format
        channels = format.index + 1
        delay = step.nanoseconds
    }

    func prepare() {}

    func sample(_ tick: Tick) -> CMSampleBuffer? {
        let first = Self.frame(at: tick.phoneTime)
        let samples = (0..<Self.framesPerBlock).flatMap { frame in
            repeatElement(Self.level(first + Int64(frame)), count: channels)
        }
        return .sound(
            samples.withUnsafeBytes { CMBlockBuffer(copying: $0) }, format: format.description,
            numSamples: Self.framesPerBlock,
            presentationTimeStamp: CMTime(nanoseconds: tick.timestamp))
    }

    /// The position in the sound of a moment in nanoseconds of the phone's time; blocks begin on whole positions.
    private static func frame(at phoneTime: Int64) -> Int64 {
        let (seconds, rest) = phoneTime.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * rate + (rest * rate + 500_000_000) / 1_000_000_000
    }

    /// The sound at a position since the phone's time began.
    static func level(_ frame: Int64) -> Int16 {
        let inSecond = frame % rate
        return (inSecond < beepFrames ? tone[Int(inSecond) % tone.count] : 0) + noise(frame)
    }

    /// One wave of 1 kHz at half of full scale.
    private static let tone: [Int16] = (0..<Int(rate) / 1000).map { index in
        Int16((16_384 * sin(2 * .pi * Double(index) * 1000 / Double(rate))).rounded())
    }

    /// -4 … 3, about -80 dB: a hash of the position (Knuth's multiplicative one).
    private static func noise(_ frame: Int64) -> Int16 {
        Int16((UInt32(truncatingIfNeeded: frame) &* 2_654_435_761) >> 29) - 4
    }
}
