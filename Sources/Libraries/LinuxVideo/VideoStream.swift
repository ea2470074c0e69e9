internal import CLinuxVideo
import Glibc

/// The mapped buffers of a device, and the stream through them.
///
/// A buffer is either the driver's (queued: being filled or filled) or the program's (dequeued). Buffers may be queued
/// from any thread; ``wait(wake:timeoutMilliseconds:)`` and ``dequeue()`` belong to one.
package final class VideoStream: Sendable {
    /// One mapped buffer. It stays mapped while anything refers to it, even after the stream has ended.
    package final class Buffer: @unchecked Sendable {  // immutable; driver and program own the memory in turns
        package let index: Int
        /// One, or one for each plane of a format whose planes are apart.
        package let areas: [UnsafeMutableRawBufferPointer]
        /// A preloaded library may need the descriptor open while it unmaps; `nil` if the memory is somebody else's.
        private let device: VideoDevice?

        fileprivate init(_ index: Int, of device: VideoDevice) throws(Errno) {
            var raw = linux_video_buffer()
            try Errno.check(
                linux_video_query_buffer(device.descriptor, device.bufferType, UInt32(index), &raw))
            var areas: [UnsafeMutableRawBufferPointer] = []
            for area in raw.usedAreas {
                var address: UnsafeMutableRawPointer?
                let result = linux_video_map(device.descriptor, Int(area.length), area.offset, &address)
                if result < 0 {
                    for area in areas { linux_video_unmap(area.baseAddress, area.count) }
                    throw Errno(-result)
                }
                areas.append(UnsafeMutableRawBufferPointer(start: address, count: Int(area.length)))
            }
            self.index = index
            self.areas = areas
            self.device = device
        }

        /// A buffer in memory that somebody else maps.
        package init(_ index: Int, areas: [UnsafeMutableRawBufferPointer]) {
            self.index = index
            self.areas = areas
            device = nil
        }

        deinit {
            if device == nil { return }
            for area in areas { linux_video_unmap(area.baseAddress, area.count) }
        }
    }

    /// A filled buffer.
    package struct Frame: Sendable {
        package var buffer: Buffer
        /// The bytes of each area that hold the picture.
        package var ranges: [Range<Int>]
        /// Counts the frames that the device produced, delivered or not; wraps around.
        package var sequence: UInt32
        /// When it was captured, in nanoseconds of CLOCK_MONOTONIC; `nil` if the driver uses another or an unknown
        /// clock.
        package var monotonicNanoseconds: Int64?
        /// Whether the driver marked the picture as damaged.
        package var isDamaged: Bool

        /// What each area holds.
        package var areas: [UnsafeRawBufferPointer] {
            zip(buffer.areas, ranges).map { UnsafeRawBufferPointer(rebasing: $0[$1]) }
        }

        package init(
            buffer: Buffer, ranges: [Range<Int>], sequence: UInt32, monotonicNanoseconds: Int64?, isDamaged: Bool
        ) {
            self.buffer = buffer
            self.ranges = ranges
            self.sequence = sequence
            self.monotonicNanoseconds = monotonicNanoseconds
            self.isDamaged = isDamaged
        }
    }

    /// What ended a wait.
    package struct Readiness: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A buffer can probably be dequeued.
        package static let frame = Readiness(rawValue: 1)
        /// The wake descriptor is readable.
        package static let woken = Readiness(rawValue: 2)
        /// The stream is broken or the device is gone; ``dequeue()`` says which.
        package static let broken = Readiness(rawValue: 4)
        /// The driver tells something; ``VideoDevice/takeEvents()`` says what.
        package static let event = Readiness(rawValue: 8)
    }

    package let device: VideoDevice
    package let buffers: [Buffer]

    /// Allocates and maps the buffers and queues them all.
    ///
    /// - Parameter bufferCount: how many to request; the driver may allocate more or fewer.
    /// - Throws: ``Errno/busy`` if another program has the device's buffers.
    package init(device: VideoDevice, bufferCount: Int) throws(Errno) {
        let count = try Errno.check(
            linux_video_request_buffers(device.descriptor, device.bufferType, UInt32(bufferCount)))
        if count == 0 { throw .outOfMemory }
        self.device = device
        do throws(Errno) {
            var buffers: [Buffer] = []
            for index in 0..<Int(count) { buffers.append(try Buffer(index, of: device)) }
            self.buffers = buffers
            for buffer in buffers { try queue(buffer) }
        } catch {
            // While there are buffers, nobody can set another format.
            linux_video_request_buffers(device.descriptor, device.bufferType, 0)
            throw error
        }
    }

    package func start() throws(Errno) {
        try Errno.check(linux_video_stream_on(device.descriptor, device.bufferType))
    }

    /// Ends the stream and frees the device for others. Buffers that are still referenced stay mapped.
    package func stop() {
        // Both fail harmlessly if the device is gone; there is nothing left to end then.
        linux_video_stream_off(device.descriptor, device.bufferType)
        linux_video_request_buffers(device.descriptor, device.bufferType, 0)
    }

    /// Queues a buffer with the driver.
    package func queue(_ buffer: Buffer) throws(Errno) {
        try Errno.check(linux_video_queue(device.descriptor, device.bufferType, UInt32(buffer.index)))
    }

    /// Dequeues the oldest filled buffer.
    ///
    /// - Throws: ``Errno/tryAgain`` if there is none, which can happen even right after a wait that promised one.
    package func dequeue() throws(Errno) -> Frame {
        var raw = linux_video_buffer()
        try Errno.check(linux_video_dequeue(device.descriptor, device.bufferType, &raw))
        guard Int(raw.index) < buffers.count else { throw .invalid }
        let buffer = buffers[Int(raw.index)]
        let ranges = zip(raw.usedAreas, buffer.areas).map { area, memory in
            let end = min(Int(area.bytes_used), memory.count)
            return min(Int(area.data_offset), end)..<end
        }
        let isMonotonic =
            raw.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
            == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        return Frame(
            buffer: buffer, ranges: ranges, sequence: raw.sequence,
            monotonicNanoseconds: isMonotonic ? raw.timestamp_nanoseconds : nil,
            isDamaged: raw.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0)
    }

    /// Waits for a filled buffer or for `wake` to become readable; the result is empty on timeout.
    package func wait(wake: Int32, timeoutMilliseconds: Int) throws(Errno) -> Readiness {
        try Self.poll(device.descriptor, wake: wake, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Waits for `wake` only.
    package static func pause(wake: Int32, milliseconds: Int) throws(Errno) -> Readiness {
        try poll(-1, wake: wake, timeoutMilliseconds: milliseconds)
    }

    private static func poll(
        _ descriptor: Int32, wake: Int32, timeoutMilliseconds: Int
    ) throws(Errno) -> Readiness {
        var events: Int16 = 0
        var isWoken = false
        let timeout = Int32(clamping: timeoutMilliseconds)
        try Errno.check(linux_video_poll(descriptor, wake, timeout, &events, &isWoken))
        var readiness: Readiness = isWoken ? .woken : []
        if events & Int16(POLLIN) != 0 { readiness.insert(.frame) }
        if events & Int16(POLLPRI) != 0 { readiness.insert(.event) }
        if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { readiness.insert(.broken) }
        return readiness
    }
}

extension linux_video_buffer {
    fileprivate var usedAreas: ArraySlice<linux_video_area> {
        [areas.0, areas.1, areas.2, areas.3].prefix(Int(area_count))
    }
}
