import CoreMedia
import LinuxVideo

/// One pixel format at one size, with its frame durations.
package struct V4L2Mode: Sendable, Hashable {
    package var encoding: V4L2Encoding
    /// Even, as 4:2:0 pictures are; odd sizes are left out.
    package var width: Int
    package var height: Int
    /// Shortest first; never empty.
    package var frameDurations: [ClosedRange<CMTime>]

    package init(encoding: V4L2Encoding, width: Int, height: Int, frameDurations: [ClosedRange<CMTime>]) {
        self.encoding = encoding
        self.width = width
        self.height = height
        self.frameDurations = frameDurations
    }

    package var area: Int { width * height }

    /// In frames per second.
    package var maxFrameRate: Double { 1 / frameDurations[0].lowerBound.seconds }

    /// The rate as far as it matters for a choice: more than 30 is no reason to prefer a more expensive encoding.
    private var usableFrameRate: Double { min(maxFrameRate, 30) }

    /// 0 for smooth motion, 1 for choppy motion, 2 for a slide show.
    private var smoothness: Int { maxFrameRate > 23 ? 0 : maxFrameRate > 11 ? 1 : 2 }

    /// Best first: color, then smooth motion, then size. Encodings of one size are ordered by frame rate, then by
    /// cost. So raw pictures at 5 frames a second never come before compressed ones at 30.
    package static func isBetter(_ first: V4L2Mode, than second: V4L2Mode) -> Bool {
        let key = { (mode: V4L2Mode) in
            (mode.encoding.hasColor ? 0 : 1, mode.smoothness, -mode.area, -mode.width)
        }
        if key(first) != key(second) { return key(first) < key(second) }
        let difference = first.usableFrameRate - second.usableFrameRate
        // Nobody sees the difference between 29.97 and 30.
        if abs(difference) > 0.5 { return difference > 0 }
        return first.encoding.cost < second.encoding.cost
    }
}

extension V4L2Mode {
    /// Best first. Equal modes keep the device's order.
    package static func sorted(_ modes: [V4L2Mode]) -> [V4L2Mode] {
        modes.enumerated().sorted { first, second in
            if isBetter(first.element, than: second.element) { return true }
            return !isBetter(second.element, than: first.element) && first.offset < second.offset
        }.map(\.element)
    }

    /// The sizes to offer from a range: the usual ones, the largest, and the current one.
    package static let usualSizes: [(width: Int, height: Int)] = [
        (320, 240), (640, 360), (640, 480), (800, 600), (960, 540), (1024, 768), (1280, 720), (1280, 960), (1600, 1200),
        (1920, 1080), (2048, 1536), (2560, 1440), (2592, 1944), (3840, 2160),
    ]

    /// No camera has larger pictures, but a driver may claim so.
    private static let sides = 2...65_536

    /// Turns what a driver lists into plain even sizes, without duplicates.
    package static func plainSizes(_ sizes: [VideoFrameSize], current: VideoFormat?) -> [(width: Int, height: Int)] {
        var plain: [(width: Int, height: Int)] = []
        func add(_ width: Int, _ height: Int) {
            guard width % 2 == 0, height % 2 == 0, sides.contains(width), sides.contains(height) else { return }
            if !plain.contains(where: { $0 == (width, height) }) { plain.append((width, height)) }
        }
        for size in sizes {
            switch size {
            case .discrete(let width, let height): add(width, height)
            case .range(let widths, let widthStep, let heights, let heightStep):
                let set = current.map { [($0.width, $0.height)] } ?? []
                for (width, height) in usualSizes + set + [(widths.upperBound, heights.upperBound)]
                where widths.contains(width) && heights.contains(height)
                    && (width - widths.lowerBound) % widthStep == 0
                    && (height - heights.lowerBound) % heightStep == 0
                {
                    add(width, height)
                }
            }
        }
        return plain
    }

    /// Turns what a driver lists into durations, shortest first, without duplicates.
    ///
    /// - Parameter fallback: the current duration, for a driver that lists none; 1/30 s if that is unknown too.
    package static func frameDurations(_ intervals: [VideoFrameInterval], fallback: VideoFraction?) -> [ClosedRange<
        CMTime
    >] {
        var durations: [ClosedRange<CMTime>] = intervals.map { interval in
            switch interval {
            case .discrete(let value): CMTime(value)...CMTime(value)
            case .range(let shortest, let longest): CMTime(shortest)...CMTime(longest)
            }
        }
        if durations.isEmpty {
            let only = fallback.flatMap { $0.isValid ? CMTime($0) : nil } ?? CMTime(value: 1, timescale: 30)
            return [only...only]
        }
        durations.sort { $0.lowerBound < $1.lowerBound }
        var unique: [ClosedRange<CMTime>] = []
        for duration in durations where duration != unique.last { unique.append(duration) }
        return unique
    }
}

extension CMTime {
    /// The same duration: exact if a 32-bit timescale allows it, otherwise to the nanosecond.
    package init(_ fraction: VideoFraction) {
        var (divisor, rest) = (fraction.denominator, fraction.numerator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let divided = fraction.denominator / max(divisor, 1)
        if divided <= UInt32(Int32.max), divided > 0 {
            self.init(value: Int64(fraction.numerator / divisor), timescale: Int32(divided))
        } else {
            self.init(value: Int64((fraction.seconds * 1e9).rounded()), timescale: 1_000_000_000)
        }
    }
}

extension VideoFraction {
    /// The same duration; 64-bit values that do not fit are halved until they do.
    package init(_ time: CMTime) {
        var (value, timescale) = (time.value, Int64(time.timescale))
        while value > Int64(UInt32.max) {
            value /= 2
            timescale /= 2
        }
        self.init(UInt32(max(value, 1)), UInt32(max(timescale, 1)))
    }
}
