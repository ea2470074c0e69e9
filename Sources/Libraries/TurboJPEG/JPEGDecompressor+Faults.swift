/// What was wrong with a picture that was decoded all the same.
///
/// libjpeg-turbo tells the first fault that it met, as a sentence. Source: libjpeg-turbo, jerror.h.
extension JPEGDecompressor.Outcome {
    /// Whether the bytes ended before the picture's end marker, wherever that was.
    package var lacksEnd: Bool {
        guard case .damaged(let fault) = self else { return false }
        return fault.contains("Premature end of JPEG file")
    }

    /// How many bytes there were that belong to nothing, before a marker; `nil` if the fault is another one.
    package var extraneousBytes: Int? {
        guard case .damaged(let fault) = self, fault.contains("extraneous bytes before marker") else { return nil }
        return fault.split(separator: " ").lazy.compactMap { Int($0) }.first
    }
}
