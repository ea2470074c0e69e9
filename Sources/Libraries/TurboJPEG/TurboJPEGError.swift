internal import CTurboJPEG

/// libjpeg-turbo refused a picture, or was asked for something that it cannot do.
package struct TurboJPEGError: Error, Sendable, CustomStringConvertible {
    /// libjpeg-turbo's message, or ours.
    package var description: String

    init(_ description: String) {
        self.description = description
    }

    /// The error of the last call on `handle`; `nil` asks for the last one on this thread.
    init(handle: UnsafeMutableRawPointer?) {
        description = String(cString: tjGetErrorStr2(handle))
    }
}
