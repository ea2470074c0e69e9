import Foundation

/// Values of photos and movies as photographers write them. They have a decimal point; a region's
/// own is put in where they are shown.
package enum MediaText {
    /// `3.5`, `30`: at most `digits` decimals, without trailing zeros.
    package static func number(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "–" }
        let scale = pow(10, Double(digits))
        let text = "\((value * scale).rounded() / scale)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// `0:07`, `1:02:03`; a movie is never shown as shorter than a second.
    package static func duration(_ seconds: Double) -> String { clock(max(1, seconds)) }

    /// `0:00`, `1:02:03`.
    package static func clock(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? Int(max(0, min(seconds, 1e7)).rounded()) : 0
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(whole % 60)
    }

    /// `1/60` or `0.5`, in seconds, as cameras show it.
    package static func exposureTime(_ seconds: Double) -> String {
        if seconds >= 0.3 { return number(seconds, digits: 1) }
        return "1/\(Int(min(1 / seconds, 1e7).rounded()))"
    }

    /// `+0.7`; `nil` for none.
    package static func exposureBias(_ stops: Double) -> String? {
        let text = number(abs(stops), digits: 1)
        return text == "0" ? nil : (stops < 0 ? "−" : "+") + text
    }

    /// As photographers write a setting of the camera: `1/60 s`, `200`, `0.35`, `5000 K`.
    package static func value(_ value: Double, of control: ManualControl) -> String {
        switch control {
        case .shutter: exposureTime(value) + " s"
        case .iso: number(value, digits: 0)
        case .focus: number(value, digits: 2)
        // The eye sees no smaller difference.
        case .whiteBalance: "\(Int((value / 50).rounded()) * 50) K"
        }
    }

    package static func focalLength(_ own: Double?, on35mm film: Int?) -> String? {
        let own = own.map { number($0, digits: 1) + " mm" }
        guard let film else { return own }
        return own.map { "\($0) (\(film) mm)" } ?? "\(film) mm"
    }

    /// Maker and model. A model that begins with the maker's name stands alone.
    package static func camera(maker: String?, model: String?) -> String? {
        guard let maker, let model else { return model ?? maker }
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : maker + " " + model
    }

    /// The usual name of a file format, given its uniform type identifier.
    package static func format(_ type: String, _ url: URL) -> String {
        switch type {
        case "public.jpeg": "JPEG"
        case "public.heic": "HEIC"
        case "public.png": "PNG"
        case "com.adobe.raw-image": "DNG"
        case "com.apple.quicktime-movie": "QuickTime"
        case "public.mpeg-4": "MPEG-4"
        default: url.pathExtension.uppercased()
        }
    }

    /// The usual name of a codec, given its four-character code.
    package static func codec(_ code: String) -> String {
        switch code {
        case "avc1", "avc3": "H.264"
        case "hvc1", "hev1": "HEVC"
        case "av01": "AV1"
        case "vp09": "VP9"
        case "mp4v": "MPEG-4"
        case "jpeg", "mjpa", "mjpb": "Motion JPEG"
        case "apch", "apcn", "apcs", "apco", "ap4h", "ap4x": "ProRes"
        case "mp4a": "AAC"
        case "alac": "Apple Lossless"
        case "lpcm", "sowt", "twos", "in24", "in32", "fl32", "fl64": "PCM"
        default: code.split(separator: " ").joined(separator: " ")
        }
    }
}
