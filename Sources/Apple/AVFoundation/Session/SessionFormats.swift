import CoreMedia

/// Picks the format for a preset.
///
/// Frame rate takes precedence over size: a camera that delivers 5 raw frames a second at full size, and 30 at a
/// smaller size or compressed, is never run at 5.
enum SessionFormats {
    /// The rates below which video stutters, and below which a viewfinder is useless for photos.
    private static let fluentRate = 24.0
    private static let finderRate = 15.0

    /// - Returns: `nil` when the device does not support the preset.
    static func format(for preset: AVCaptureSession.Preset, in formats: [AVCaptureDevice.Format])
        -> AVCaptureDevice.Format?
    {
        if let size = preset.exactSize {
            let exact = formats.filter { $0.width == size.width && $0.height == size.height }
            return fastest(of: exact)
        }
        switch preset {
        case .photo: return largest(of: photoFormats(formats), fluentAt: finderRate)
        case .high:
            return largest(of: formats.filter { $0.area <= 1920 * 1080 }, fluentAt: fluentRate) ?? fastest(of: formats)
        case .medium: return nearest(to: 640 * 480, in: formats)
        case .low: return nearest(to: 352 * 288, in: formats)
        // The device keeps its own format; any format shows that it can.
        case .inputPriority: return formats.first
        default: return nil
        }
    }

    /// The formats that the device marks as best for photos; all if there are none.
    private static func photoFormats(_ formats: [AVCaptureDevice.Format]) -> [AVCaptureDevice.Format] {
        let best = formats.filter { $0.isHighestPhotoQualitySupported && $0.usableRate >= finderRate }
        return best.isEmpty ? formats : best
    }

    /// The largest format that is fast enough; if there is none, the fastest.
    private static func largest(of formats: [AVCaptureDevice.Format], fluentAt rate: Double) -> AVCaptureDevice.Format?
    {
        let fluent = formats.filter { $0.usableRate >= rate }
        guard let area = fluent.map(\.area).max() else { return fastest(of: formats) }
        return fastest(of: fluent.filter { $0.area == area })
    }

    /// The format nearest to a size among those that are fast enough, or among all.
    private static func nearest(to area: Int, in formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
        let fluent = formats.filter { $0.usableRate >= fluentRate }
        let candidates = fluent.isEmpty ? formats : fluent
        guard let best = candidates.map({ abs($0.area - area) }).min() else { return nil }
        return fastest(of: candidates.filter { abs($0.area - area) == best })
    }

    /// The fastest format, where anything above 30 frames a second counts as 30; of equally fast ones the largest.
    private static func fastest(of formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
        guard let rate = formats.map(\.usableRate).max() else { return nil }
        let fastest = formats.filter { $0.usableRate == rate }
        let area = fastest.map(\.area).max()
        // The device lists the cheapest encoding first.
        return fastest.first { $0.area == area }
    }
}

extension AVCaptureDevice.Format {
    fileprivate var width: Int32 { formatDescription.dimensions.width }
    fileprivate var height: Int32 { formatDescription.dimensions.height }
    fileprivate var area: Int { Int(width) * Int(height) }
    /// Frames a second, limited to what presets ask for.
    fileprivate var usableRate: Double { min(source.maxFrameRate, 30) }
}
