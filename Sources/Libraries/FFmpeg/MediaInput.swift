internal import CFFmpeg

extension ffx_functions {
    /// Opens a local file. It may refer to other local files, as a playlist does, never to a server.
    ///
    /// - Parameter path: taken literally, whatever characters it has.
    /// - Throws: ``FFmpegError`` `unreadable`.
    func open(
        _ container: inout UnsafeMutablePointer<AVFormatContext>?, path: String
    ) throws(FFmpegError) {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        _ = av_dict_set(&options, "protocol_whitelist", "file", 0)
        _ = av_dict_set(&options, "pattern_type", "none", 0)
        // "file:" keeps a colon in the path from being taken for a protocol.
        try check(
            avformat_open_input(&container, "file:" + path, nil, &options), .unreadable, "\(path) cannot be opened")
    }
}
