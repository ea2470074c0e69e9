internal import CFFmpeg

/// An error from FFmpeg's libraries, as one sentence.
package struct FFmpegError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// A shared library is not installed.
        case librariesMissing
        /// The library was built without the encoder, or the decoder of a file's codec.
        case codecMissing
        /// The file cannot be opened or contains nothing playable.
        case unreadable
        /// The requested values exceed what the codec supports.
        case unsupported
        /// A codec failed in the middle.
        case codecFailed
    }

    package var code: Code
    package var message: String
    /// The underlying `errno` value, or 0 (`ENOENT` for a missing file).
    package var errno: Int32 = 0

    package init(_ code: Code, _ message: String, errno: Int32 = 0) {
        self.code = code
        self.message = message
        self.errno = errno
    }

    package var description: String { message }
}

extension ffx_functions {
    /// Turns a negative return code into an error; `context` names the thing and what was attempted.
    @discardableResult
    func check(_ status: Int32, _ code: FFmpegError.Code, _ context: @autoclosure () -> String)
        throws(FFmpegError) -> Int32
    {
        guard status < 0 else { return status }
        throw FFmpegError(code, "\(context()): \(text(of: status))", errno: ffx_errno(status))
    }

    func newFrame() throws(FFmpegError) -> UnsafeMutablePointer<AVFrame> { try present(av_frame_alloc()) }

    func newPacket() throws(FFmpegError) -> UnsafeMutablePointer<AVPacket> { try present(av_packet_alloc()) }

    func newContext(of codec: UnsafePointer<AVCodec>) throws(FFmpegError) -> UnsafeMutablePointer<AVCodecContext> {
        try present(avcodec_alloc_context3(codec))
    }

    private func present<Value>(_ new: UnsafeMutablePointer<Value>?) throws(FFmpegError) -> UnsafeMutablePointer<Value>
    {
        guard let new else { throw FFmpegError(.codecFailed, "there is not enough memory", errno: ENOMEM) }
        return new
    }

    private func text(of status: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            _ = av_strerror(status, buffer.baseAddress, buffer.count)
            return String(cString: buffer.baseAddress!)
        }
    }

    func name(ofCodec codec: AVCodecID) -> String {
        avcodec_get_name(codec).map { String(cString: $0) } ?? "unknown"
    }

    func name(ofPixelFormat format: Int32) -> String {
        av_get_pix_fmt_name(AVPixelFormat(format)).map { String(cString: $0) } ?? "unknown"
    }

    func name(ofSampleFormat format: Int32) -> String {
        av_get_sample_fmt_name(AVSampleFormat(format)).map { String(cString: $0) } ?? "unknown"
    }
}
