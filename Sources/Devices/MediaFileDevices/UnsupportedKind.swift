import Foundation

/// Files that are known, but that no library here reads.
enum UnsupportedKind {
    private static let kinds: [(begin: [UInt8], name: String)] = [
        ([0x49, 0x49, 43, 0], "a BigTIFF picture"), ([0x4D, 0x4D, 0, 43], "a BigTIFF picture"),
        (Array("8BPS".utf8), "a Photoshop picture of a rare kind"), (Array("gimp xcf".utf8), "a GIMP picture"),
        (Array("id=ImageMagick".utf8), "an ImageMagick picture"), (Array("AT&TFORM".utf8), "a DjVu document"),
        (Array("%PDF".utf8), "a PDF document"), (Array("%!PS".utf8), "a PostScript document"),
        (Array("<svg".utf8), "an SVG drawing"), (Array("FUJIFILMCCD-RAW".utf8), "a raw photo"),
    ]
    /// Of a WebP file's header. Source: Google, "WebP Container Specification", VP8X.
    private static let animation: UInt8 = 0x02

    /// What a file is that begins like this.
    static func name(_ head: Data) -> String? {
        if isAnimatedWebP(head) { return "an animated WebP picture" }
        if head.starts(with: Array("<?xml".utf8)), head.range(of: Data("<svg".utf8)) != nil { return "an SVG drawing" }
        return kinds.first { head.starts(with: $0.begin) }?.name
    }

    private static func isAnimatedWebP(_ head: Data) -> Bool {
        head.count > 20 && head.starts(with: Array("RIFF".utf8))
            && head.dropFirst(8).starts(with: Array("WEBPVP8X".utf8)) && head[20] & animation != 0
    }
}
