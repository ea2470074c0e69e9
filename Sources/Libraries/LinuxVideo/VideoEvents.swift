internal import CLinuxVideo

/// What a driver tells while a stream runs. Source: Linux Media API, VIDIOC_DQEVENT.
package struct VideoEvents: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A receiver has another signal, perhaps none.
    package static let sourceChanged = VideoEvents(rawValue: UInt32(LINUX_VIDEO_SOURCE_CHANGED))
    /// A control that is watched was changed through another descriptor.
    package static let controlChanged = VideoEvents(rawValue: UInt32(LINUX_VIDEO_CONTROL_CHANGED))
}

extension VideoDevice {
    /// Asks for ``VideoEvents/sourceChanged``. Few drivers have it; nothing comes from the others.
    package func watchSource() { linux_video_subscribe_source_change(descriptor) }

    /// Asks for ``VideoEvents/controlChanged``. Nothing tells of the values that an automatic function chooses.
    ///
    /// - Returns: whether the driver will tell.
    package func watchControl(_ id: UInt32) -> Bool { linux_video_subscribe_control(descriptor, id) == 0 }

    /// What was told since the last call.
    package func takeEvents() -> VideoEvents { VideoEvents(rawValue: UInt32(linux_video_take_events(descriptor))) }
}
