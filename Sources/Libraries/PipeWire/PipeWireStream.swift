internal import CPipeWire

/// How pictures are laid out, and how often they come.
package struct PipeWireFormat: Sendable, Hashable {
    /// A four-character code as V4L2 has it.
    package var pixelFormat: UInt32
    package var width: Int
    package var height: Int
    /// Frames in so many seconds; 0 frames when nobody says.
    package var rate: PipeWireChoice.Pair
    /// V4L2_COLORSPACE_…, _YCBCR_ENC_…, _QUANTIZATION_… and _XFER_FUNC_…; 0 when nobody says.
    package var colorspace: UInt32 = 0
    package var ycbcrEncoding: UInt32 = 0
    package var quantization: UInt32 = 0
    package var transfer: UInt32 = 0

    package init(pixelFormat: UInt32, width: Int, height: Int, rate: PipeWireChoice.Pair) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
        self.rate = rate
    }

    fileprivate init(_ format: pipewire_format) {
        self.init(
            pixelFormat: format.four_cc, width: Int(format.width), height: Int(format.height),
            rate: .init(Int(format.rate.first), Int(format.rate.second)))
        colorspace = format.colorspace
        ycbcrEncoding = format.ycbcr_encoding
        quantization = format.quantization
        transfer = format.transfer
    }

    fileprivate var raw: pipewire_format {
        var format = pipewire_format()
        format.four_cc = pixelFormat
        format.width = UInt32(clamping: width)
        format.height = UInt32(clamping: height)
        format.rate = pipewire_pair(first: UInt32(clamping: rate.first), second: UInt32(clamping: rate.second))
        return format
    }
}

/// One picture, in memory that is given back when the call that hands it out returns.
package struct PipeWireFrame {
    package struct Plane {
        package var bytes: UnsafeRawBufferPointer
        /// 0 when nobody says.
        package var bytesPerRow: Int
    }

    package var planes: [Plane]
    /// When it was captured, on the monotonic clock, in nanoseconds.
    package var time: Int64?
    /// Its number among all that the camera made, also those that nobody got.
    package var sequence: UInt64?
    package var isDamaged: Bool

    fileprivate init(_ frame: pipewire_frame) {
        planes = UnsafeBufferPointer(start: frame.planes, count: Int(frame.plane_count)).map {
            Plane(
                bytes: UnsafeRawBufferPointer(start: $0.data, count: Int($0.size)),
                bytesPerRow: max(0, Int($0.bytes_per_row)))
        }
        time = frame.time >= 0 ? frame.time : nil
        sequence = frame.has_sequence ? frame.sequence : nil
        isDamaged = frame.is_damaged
    }
}

/// Pictures of one node, on the connection's thread. They end when the object is released.
///
/// Source: PipeWire, "Stream API".
package final class PipeWireStream {
    package enum Event {
        case connecting
        /// Nothing comes, for now: before the first picture, or since the camera went.
        case paused
        case streaming
        /// The node is gone, or was never there.
        case unconnected
        case failed(String)
        /// What comes from now on. It may differ from what was asked for: the first program that opens a camera chooses.
        case agreed(PipeWireFormat)
        case delivered(PipeWireFrame)
    }

    private let pointer: OpaquePointer
    private let handler: Handler
    // Events come only while it is alive.
    private let connection: PipeWireConnection

    private final class Handler {
        let tell: (Event) -> Void

        init(_ tell: @escaping (Event) -> Void) { self.tell = tell }

        static func of(_ context: UnsafeMutableRawPointer?) -> Handler {
            guard let context else { preconditionFailure("every event has its handler") }
            return Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue()
        }
    }

    /// - Parameter serial: of the node.
    package init(
        _ connection: PipeWireConnection, from serial: String, as format: PipeWireFormat,
        _ tell: @escaping (Event) -> Void
    ) throws(PipeWireError) {
        self.connection = connection
        handler = Handler(tell)
        var events = pipewire_stream_events()
        events.context = Unmanaged.passUnretained(handler).toOpaque()
        events.changed = { context, state, message in
            Handler.of(context).tell(Event(state: state, message: message.map { String(cString: $0) }))
        }
        events.agreed = { context, format in
            if let format { Handler.of(context).tell(.agreed(PipeWireFormat(format.pointee))) }
        }
        events.delivered = { context, frame in
            if let frame { Handler.of(context).tell(.delivered(PipeWireFrame(frame.pointee))) }
        }
        var raw = format.raw
        var error: Int32 = 0
        guard let pointer = pipewire_start(connection.pointer, serial, &raw, &events, &error) else {
            throw PipeWireError.ended(error)
        }
        self.pointer = pointer
    }

    deinit { pipewire_stop(pointer) }
}

extension PipeWireStream.Event {
    fileprivate init(state: Int32, message: String?) {
        self =
            switch state {
            case pipewire_streaming.rawValue: .streaming
            case pipewire_paused.rawValue: .paused
            case pipewire_connecting.rawValue: .connecting
            case pipewire_unconnected.rawValue: .unconnected
            default: .failed(message ?? "unknown error")
            }
    }
}
