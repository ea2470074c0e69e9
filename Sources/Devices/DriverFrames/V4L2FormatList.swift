import CaptureEngine
import CoreMedia
import LinuxVideo

/// A camera's modes as the engine's formats.
package struct V4L2FormatList {
    private let modes: [V4L2Mode]
    /// The current color settings; they decide whether formats will be full range.
    private let current: VideoFormat?
    /// What the driver says of the colors of other pixel formats.
    private let tried: [FourCC: VideoFormat]
    private let canSwitch: Bool
    /// The sizes in color, smallest first, each area once.
    private let photoSizes: [CMVideoDimensions]
    private let rawPixelFormats: [OSType]

    /// - Parameters:
    ///   - modes: best first.
    ///   - tried: what the driver would make of each pixel format; those that are missing have the current colors.
    ///   - canSwitch: whether the camera can change its format for a still.
    package init(
        _ modes: [V4L2Mode], current: VideoFormat?, tried: [FourCC: VideoFormat] = [:], canSwitch: Bool
    ) {
        self.modes = modes
        self.current = current
        self.tried = tried
        self.canSwitch = canSwitch
        var areas: Set<Int> = []
        photoSizes = modes.filter { $0.encoding.hasColor && areas.insert($0.area).inserted }
            .sorted { $0.area < $1.area }
            .map { CMVideoDimensions(width: Int32($0.width), height: Int32($0.height)) }
        var raw: [OSType] = []
        for format in modes.compactMap(\.encoding.rawPixelFormat) where !raw.contains(format) { raw.append(format) }
        rawPixelFormats = raw
    }

    package var formats: [SourceFormat] {
        let largest = modes.map(\.area).max()
        return modes.enumerated().compactMap { index, mode in
            guard let description = self.description(of: mode) else { return nil }
            var format = SourceFormat(
                description: description, native: mode.encoding.fourCC.description,
                frameDurations: mode.frameDurations, photoDimensions: canSwitch ? sizes(above: mode) : [],
                isHighestPhotoQuality: mode.area == largest, index: index)
            format.rawPixelFormats = rawPixelFormats(beside: mode)
            if mode.encoding.layout == .depth {
                format.depthFormats = [
                    DepthFormat(
                        pixelFormat: kCVPixelFormatType_DepthFloat32, dimensions: description.dimensions,
                        frameDurations: mode.frameDurations)
                ]
            }
            return format
        }
    }

    private func sizes(above mode: V4L2Mode) -> [CMVideoDimensions] {
        photoSizes.filter { Int($0.width) * Int($0.height) > mode.area }
    }

    /// The available mosaics: the mode's own, and those that the camera can switch to.
    private func rawPixelFormats(beside mode: V4L2Mode) -> [OSType] {
        guard let own = mode.encoding.rawPixelFormat else { return canSwitch ? rawPixelFormats : [] }
        return canSwitch ? [own] + rawPixelFormats.filter { $0 != own } : [own]
    }

    private func description(of mode: V4L2Mode) -> CMFormatDescription? {
        let colors = V4L2Color(
            tried[mode.encoding.fourCC] ?? current
                ?? VideoFormat(pixelFormat: mode.encoding.fourCC, width: mode.width, height: mode.height),
            layout: mode.encoding.layout)
        return try? CMFormatDescription(
            videoCodecType: .init(rawValue: colors.pixelFormat), width: mode.width, height: mode.height,
            extensions: .init(base: colors.attachments))
    }
}
