import CoreMedia
import DriverFrames
import LinuxVideo

extension V4L2Mode {
    /// Asks a device for every mode that this backend supports, best first.
    ///
    /// - Parameter only: the one pixel format wanted, `nil` for all.
    static func modes(of device: some ListingDevice, only: FourCC? = nil) -> [V4L2Mode] {
        let current = try? device.format()
        let fallback = try? device.interval()
        var modes: [V4L2Mode] = []
        for fourCC in device.pixelFormats() where only == nil || fourCC == only {
            guard let encoding = V4L2Encoding(fourCC) else { continue }
            for (width, height) in sizes(of: fourCC, device: device, current: current) {
                let intervals = device.intervals(of: fourCC, width: width, height: height)
                let durations = frameDurations(intervals, fallback: fallback)
                modes.append(V4L2Mode(encoding: encoding, width: width, height: height, frameDurations: durations))
            }
        }
        return sorted(modes)
    }

    /// One of the modes, found with few questions; `nil` if there is none. It has color if any of them has.
    static func sample(of device: some ListingDevice, only: FourCC? = nil) -> V4L2Mode? {
        let current = try? device.format()
        func sample(_ fourCC: FourCC, hasColor: Bool) -> V4L2Mode? {
            guard only == nil || fourCC == only, let encoding = V4L2Encoding(fourCC), encoding.hasColor == hasColor,
                let (width, height) = sizes(of: fourCC, device: device, current: current).first
            else { return nil }
            let durations = frameDurations([], fallback: try? device.interval())
            return V4L2Mode(encoding: encoding, width: width, height: height, frameDurations: durations)
        }
        return device.firstPixelFormat { sample($0, hasColor: true) }
            ?? device.firstPixelFormat { sample($0, hasColor: false) }
    }

    /// What a driver says of the colors of each pixel format, in the best of its modes. They differ: one camera may have
    /// compressed pictures in full range and others in video range.
    ///
    /// Each answer may take a USB camera milliseconds, so each pixel format is asked for once, not each size.
    /// - Parameter known: a pixel format whose colors are known.
    static func colors(
        of modes: [V4L2Mode], on device: any ListingDevice, except known: FourCC?
    ) -> [FourCC: VideoFormat] {
        var colors: [FourCC: VideoFormat] = [:]
        var asked = Set([known].compactMap(\.self))
        for mode in modes where asked.insert(mode.encoding.fourCC).inserted {
            let fourCC = mode.encoding.fourCC
            guard let format = try? device.tryFormat(fourCC, width: mode.width, height: mode.height),
                format.pixelFormat == fourCC
            else { continue }
            colors[fourCC] = format
        }
        return colors
    }

    private static func sizes(
        of fourCC: FourCC, device: some ListingDevice, current: VideoFormat?
    ) -> [(width: Int, height: Int)] {
        let listed = device.sizes(of: fourCC)
        if !listed.isEmpty { return plainSizes(listed, current: current) }
        // No list: a receiver (HDMI, television) whose only size is the signal's.
        guard let current, let tried = try? device.tryFormat(fourCC, width: current.width, height: current.height),
            tried.pixelFormat == fourCC
        else { return [] }
        return plainSizes([.discrete(width: tried.width, height: tried.height)], current: nil)
    }
}
