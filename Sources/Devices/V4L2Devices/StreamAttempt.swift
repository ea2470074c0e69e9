import CaptureEngine
import DriverFrames
import LinuxVideo

/// A way to run a camera. When the driver refuses to start one, another is tried that needs less of the bus: two cameras
/// at one USB hub often have no room for two uncompressed streams.
struct StreamAttempt {
    var format: SourceFormat
    /// `nil` takes the fastest.
    var frameDuration: CMTime?

    /// What is tried, in this order: as wanted, then the same size in encodings of fewer bytes, the best first, then as
    /// wanted with fewer frames a second. A smaller picture is the user's decision.
    ///
    /// - Parameter formats: all that the camera has, best first.
    static func list(_ wanted: StreamAttempt, among formats: [SourceFormat]) -> [StreamAttempt] {
        guard let encoding = V4L2Encoding(native: wanted.format) else { return [wanted] }
        let size = wanted.format.description.dimensions
        let smaller = formats.filter { format in
            guard let other = V4L2Encoding(native: format), other.hasColor == encoding.hasColor else { return false }
            let dimensions = format.description.dimensions
            return dimensions.width == size.width && dimensions.height == size.height
                && other.bitsPerPixel < encoding.bitsPerPixel
        }
        let others = smaller.map { StreamAttempt(format: $0, frameDuration: $0.duration(near: wanted.frameDuration)) }
        let fastest = wanted.frameDuration ?? wanted.format.frameDurations.first?.lowerBound
        let slower = wanted.format.frameDurations.flatMap { [$0.lowerBound, $0.upperBound] }
            .filter { duration in fastest.map { duration > $0 } ?? false }
        var rates: [StreamAttempt] = []
        for duration in slower where duration != rates.last?.frameDuration {
            rates.append(StreamAttempt(format: wanted.format, frameDuration: duration))
        }
        return [wanted] + others + rates
    }
}

extension V4L2Encoding {
    /// The encoding that a format names.
    init?(native format: SourceFormat) {
        guard let encoding = FourCC(format.native).flatMap(V4L2Encoding.init) else { return nil }
        self = encoding
    }
}

extension SourceFormat {
    /// The duration on offer that is nearest to another format's.
    fileprivate func duration(near wanted: CMTime?) -> CMTime? {
        guard let wanted else { return nil }
        let nearest = frameDurations.map { min(max(wanted, $0.lowerBound), $0.upperBound) }
        return nearest.min { abs($0.seconds - wanted.seconds) < abs($1.seconds - wanted.seconds) }
    }
}
