internal import CLinuxVideo
import Glibc

/// An open video node, such as `/dev/video0`; closed when the last reference is released.
///
/// All methods may be called from any thread: the kernel has its own lock per device.
package final class VideoDevice: Sendable {
    package let path: String
    package let capability: VideoCapability
    let descriptor: Int32
    /// The node's capture type, V4L2_BUF_TYPE_….
    let bufferType: UInt32

    /// Opens a node, which does not disturb other users of the device.
    package init(path: String) throws(Errno) {
        let descriptor = try Errno.check(linux_video_open(path))
        var raw = linux_video_capability()
        let result = linux_video_query_capability(descriptor, &raw)
        if result < 0 {
            close(descriptor)
            throw Errno(-result)
        }
        self.path = path
        self.descriptor = descriptor
        capability = VideoCapability(raw)
        let isSinglePlanar = capability.flags.contains(.capture)
        bufferType =
            isSinglePlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue
    }

    deinit {
        close(descriptor)
    }

    // MARK: What is on offer

    /// The pixel formats, in the driver's order. Formats that the kernel emulates are left out, because they cost more
    /// than our own conversion.
    package func pixelFormats() -> [FourCC] { Self.list(pixelFormat) }

    /// The first pixel format for which `body` returns something, in the driver's order; no further ones are asked for.
    package func firstPixelFormat<Found>(_ body: (FourCC) -> Found?) -> Found? {
        for index in 0..<Self.longestList {
            guard let next = pixelFormat(UInt32(index)) else { break }
            if let found = next.flatMap(body) { return found }
        }
        return nil
    }

    private func pixelFormat(_ index: UInt32) -> FourCC?? {
        var code: UInt32 = 0
        var flags: UInt32 = 0
        guard linux_video_enumerate_format(descriptor, bufferType, index, &code, &flags) == 0 else { return nil }
        return .some(flags & UInt32(V4L2_FMT_FLAG_EMULATED) == 0 ? FourCC(code: code) : nil)
    }

    /// Some drivers' lists never end.
    private static let longestList = 1000

    /// The sizes in one pixel format; empty if the driver cannot list them.
    package func sizes(of pixelFormat: FourCC) -> [VideoFrameSize] {
        Self.list { index in
            var raw = linux_video_size()
            let result = linux_video_enumerate_size(descriptor, pixelFormat.code, index, &raw)
            return result == 0 ? .some(VideoFrameSize(raw)) : nil
        } endsWith: {
            if case .range = $0 { true } else { false }
        }
    }

    /// The frame durations in one pixel format and size; empty if the driver cannot list them.
    package func intervals(of pixelFormat: FourCC, width: Int, height: Int) -> [VideoFrameInterval] {
        Self.list { index in
            var raw = linux_video_interval()
            let result = linux_video_enumerate_interval(
                descriptor, pixelFormat.code, UInt32(width), UInt32(height), index, &raw)
            return result == 0 ? .some(VideoFrameInterval(raw)) : nil
        } endsWith: {
            if case .range = $0 { true } else { false }
        }
    }

    /// Collects what `entry` returns for 0, 1, 2 … until it returns `nil`; `.some(nil)` is an entry that makes no
    /// sense.
    ///
    /// - Parameter isLast: whether nothing comes after an entry. A range is the only entry of its list, and some drivers
    ///   that have one ignore the number: each further question may take a camera milliseconds.
    package static func list<Entry>(
        _ entry: (UInt32) -> Entry??, endsWith isLast: (Entry) -> Bool = { _ in false }
    ) -> [Entry] {
        var entries: [Entry] = []
        for index in 0..<longestList {
            guard let next = entry(UInt32(index)) else { break }
            guard let next else { continue }
            entries.append(next)
            if isLast(next) { break }
        }
        return entries
    }

    // MARK: What is set

    package func format() throws(Errno) -> VideoFormat {
        var raw = linux_video_format()
        try Errno.check(linux_video_get_format(descriptor, bufferType, &raw))
        return VideoFormat(raw)
    }

    /// Sets pixel format and size. A driver that would deliver the fields separately is asked to weave them.
    ///
    /// - Returns: what the driver chose, which may be another size or even another pixel format.
    /// - Throws: ``Errno/busy`` while any program streams.
    package func setFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat {
        try change(pixelFormat, width, height, linux_video_set_format)
    }

    /// What ``setFormat(_:width:height:)`` would return; changes nothing.
    package func tryFormat(_ pixelFormat: FourCC, width: Int, height: Int) throws(Errno) -> VideoFormat {
        try change(pixelFormat, width, height, linux_video_try_format)
    }

    private func change(
        _ pixelFormat: FourCC, _ width: Int, _ height: Int,
        _ call: (Int32, UInt32, UnsafeMutablePointer<linux_video_format>) -> Int32
    ) throws(Errno) -> VideoFormat {
        var raw = linux_video_format()
        (raw.pixel_format, raw.width, raw.height) = (pixelFormat.code, UInt32(width), UInt32(height))
        var woven = raw
        woven.field = V4L2_FIELD_INTERLACED.rawValue
        try Errno.check(call(descriptor, bufferType, &raw))
        if VideoFields(raw.field).isPicture { return VideoFormat(raw) }
        // If the driver does not weave, its first answer says what it does.
        return VideoFormat(call(descriptor, bufferType, &woven) == 0 ? woven : raw)
    }

    /// - Throws: ``Errno/notSupported`` or ``Errno/notTypewriter`` if the driver has no such setting.
    package func interval() throws(Errno) -> VideoFraction {
        var raw = linux_video_fraction()
        try Errno.check(linux_video_get_interval(descriptor, bufferType, &raw))
        return VideoFraction(raw)
    }

    /// Sets the frame duration; the driver chooses the nearest one.
    ///
    /// - Returns: the chosen duration.
    @discardableResult
    package func setInterval(_ interval: VideoFraction) throws(Errno) -> VideoFraction {
        var raw = linux_video_fraction(numerator: interval.numerator, denominator: interval.denominator)
        try Errno.check(linux_video_set_interval(descriptor, bufferType, &raw))
        return VideoFraction(raw)
    }

    /// The value of a control; `nil` if the device does not have it.
    package func control(_ id: UInt32) -> Int32? {
        var value: Int32 = 0
        return linux_video_get_control(descriptor, id, &value) == 0 ? value : nil
    }

    /// The limits of a control; `nil` if the device does not have it or has disabled it permanently.
    package func controlRange(_ id: UInt32) -> VideoControl? {
        var raw = linux_video_control()
        guard linux_video_query_control(descriptor, id, &raw) == 0,
            raw.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0
        else { return nil }
        return VideoControl(
            range: raw.minimum...max(raw.maximum, raw.minimum), step: max(raw.step, 1), defaultValue: raw.default_value,
            isReadOnly: raw.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0,
            isVolatile: raw.flags & UInt32(V4L2_CTRL_FLAG_VOLATILE) != 0)
    }

    /// - Throws: ``Errno/busy`` or ``Errno/io`` while another control blocks it (manual exposure in automatic mode).
    package func setControl(_ id: UInt32, _ value: Int32) throws(Errno) {
        try Errno.check(linux_video_set_control(descriptor, id, value))
    }

    /// The numbers of an integer menu by item, without the items that the device leaves out.
    package func menu(_ id: UInt32) -> [Int32: Int64] {
        guard let range = controlRange(id)?.range else { return [:] }
        var menu: [Int32: Int64] = [:]
        for item in range.prefix(1000) {
            var value: Int64 = 0
            if linux_video_query_menu(descriptor, id, UInt32(bitPattern: item), &value) == 0 { menu[item] = value }
        }
        return menu
    }

    /// Whether the device still answers; `false` once it has been pulled out.
    package var isPresent: Bool {
        var raw = linux_video_capability()
        return linux_video_query_capability(descriptor, &raw) != -ENODEV
    }
}
