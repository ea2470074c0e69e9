import CoreMedia
import FFmpeg
import PixelCoding
import YUV

/// Source: ISO/IEC 23008-12, 6.5; ISO/IEC 14496-12, 12.1.5 (colr), 12.1.4 (clap).
extension HEIFProperty {
    private init(essential: Bool = false, _ body: (inout BoxWriter) -> Void) {
        var writer = BoxWriter()
        body(&writer)
        self.init(box: writer.bytes, isEssential: essential)
    }

    /// Sets up the decoder.
    static func configuration(_ still: HEVCStill) -> HEIFProperty {
        HEIFProperty(box: BoxWriter.decoderConfiguration(.init(.hevc, still.parameterSets)), isEssential: true)
    }

    /// The decoded size, before rotation.
    static func extents(_ size: PixelSize) -> HEIFProperty {
        HEIFProperty {
            $0.fullBox("ispe") {
                $0.write(count: size.width)
                $0.write(count: size.height)
            }
        }
    }

    static func bits(_ bitDepth: Int) -> HEIFProperty {
        HEIFProperty {
            $0.fullBox("pixi") {
                $0.write(UInt8(3))
                for _ in 0..<3 { $0.write(UInt8(bitDepth)) }
            }
        }
    }

    static func color(_ color: PictureColor) -> HEIFProperty {
        HEIFProperty {
            $0.box("colr") {
                $0.write("nclx")
                for code in [color.primaries, color.transfer, color.matrix] { $0.write(UInt16(code)) }
                $0.write(UInt8(color.isFullRange ? 0x80 : 0))
            }
        }
    }

    /// The visible part, starting at the upper left corner.
    static func crop(_ coded: PixelSize, to shown: PixelSize) -> HEIFProperty {
        HEIFProperty(essential: true) {
            $0.box("clap") {
                for size in [shown.width, shown.height] {
                    $0.write(count: size)
                    $0.write(UInt32(1))
                }
                // The distance of the centers, in half pixels.
                for excess in [coded.width - shown.width, coded.height - shown.height] {
                    $0.write(Int32(-excess))
                    $0.write(UInt32(2))
                }
            }
        }
    }

    /// - Parameter urn: the kind of picture.
    static func auxiliary(_ urn: String) -> HEIFProperty {
        HEIFProperty(essential: true) {
            $0.fullBox("auxC") {
                $0.write(urn)
                $0.write(UInt8(0))
            }
        }
    }

    /// Turns the decoded picture upright: rotates first, then mirrors.
    static func orientation(_ orientation: PhotoMetadata.Orientation) -> [HEIFProperty] {
        var properties: [HEIFProperty] = []
        let rotation = orientation.rotation
        if rotation != 0 {
            // Counterclockwise quarter turns.
            properties.append(
                HEIFProperty(essential: true) { $0.box("irot") { $0.write(UInt8(4 - rotation / 90)) } })
        }
        if orientation.isMirrored {
            // 1 swaps left and right.
            properties.append(HEIFProperty(essential: true) { $0.box("imir") { $0.write(UInt8(1)) } })
        }
        return properties
    }
}
