internal import CFFmpeg

/// Compressed data of one picture or one block of sound. Owns its memory.
package final class EncodedPacket: @unchecked Sendable {  // the packet is written by nobody after `init`
    /// In units of the encoder's timescale.
    package let presentationTime: Int64
    /// In units of the encoder's timescale; never later than ``presentationTime``.
    package let decodeTime: Int64
    /// Whether decoding can start here.
    package let isKeyFrame: Bool

    private let ffmpeg: ffx_functions
    private var packet: UnsafeMutablePointer<AVPacket>?

    private init(_ ffmpeg: ffx_functions, _ packet: UnsafeMutablePointer<AVPacket>) {
        self.ffmpeg = ffmpeg
        self.packet = packet
        presentationTime = packet.pointee.pts
        decodeTime = packet.pointee.dts
        isKeyFrame = packet.pointee.flags & AV_PKT_FLAG_KEY != 0
    }

    deinit {
        ffmpeg.av_packet_free(&packet)
    }

    /// Runs `body` with the data, valid inside `body`.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: packet!.pointee.data, count: Int(packet!.pointee.size)))
    }

    /// Takes all complete packets out of an encoder.
    static func receive(
        from context: UnsafeMutablePointer<AVCodecContext>, _ ffmpeg: ffx_functions
    ) throws(FFmpegError) -> [EncodedPacket] {
        var packets: [EncodedPacket] = []
        while true {
            var packet: UnsafeMutablePointer<AVPacket>? = try ffmpeg.newPacket()
            let status = ffmpeg.avcodec_receive_packet(context, packet)
            if status >= 0, let packet {
                packets.append(EncodedPacket(ffmpeg, packet))
                continue
            }
            ffmpeg.av_packet_free(&packet)
            if status == ffx_again || status == ffx_eof { return packets }
            try ffmpeg.check(status, .codecFailed, "the encoder failed")
        }
    }
}
