import CaptureEngine
import CoreVideo
import PixelCoding

/// The directories of a DNG file: the thumbnail with the metadata first, then the mosaic and the preview.
///
/// Source: Adobe, Digital Negative Specification 1.4, chapters 2 to 4; TIFF 6.0; TIFF/EP (ISO 12234-2).
struct DNGDirectory {
    /// A JPEG picture.
    struct Picture {
        var width: Int
        var height: Int
        var jpeg: [UInt8]
    }

    var thumbnail: Picture?
    var preview: Picture?
    /// `nil` to show all of the picture.
    var userCrop: DNGUserCrop?
    /// Of the stored mosaic, without padding.
    let bytesPerRow: Int

    private let width: Int
    private let height: Int
    private let mosaic: BayerMosaic
    private let color: RawColor

    init(_ raw: CVPixelBuffer, _ mosaic: BayerMosaic, _ color: RawColor) {
        width = CVPixelBufferGetWidth(raw)
        height = CVPixelBufferGetHeight(raw)
        self.mosaic = mosaic
        self.color = color
        bytesPerRow = width * (mosaic.bits > 8 ? 2 : 1)
    }

    /// Everything before the mosaic.
    func header(_ metadata: PhotoMetadata) -> [UInt8] {
        // The directories have the same size wherever the mosaic is.
        let size = TIFFWriter.file([main(metadata, mosaicAt: 0)]).count
        let start = (size + 15) / 16 * 16
        let bytes = TIFFWriter.file([main(metadata, mosaicAt: start)])
        return bytes + [UInt8](repeating: 0, count: start - bytes.count)
    }

    private func main(_ metadata: PhotoMetadata, mosaicAt offset: Int) -> TIFFDirectory {
        var directory = ExifWriter.directory(metadata, isDNG: true)
        if let thumbnail { add(thumbnail, to: &directory) }
        directory[Tag.dngVersion] = .byte([1, 4, 0, 0])
        directory[Tag.dngBackwardVersion] = .byte([1, 1, 0, 0])
        let names = [metadata.make, metadata.model].compactMap { $0 }
        directory[Tag.uniqueCameraModel] = .text(names.isEmpty ? "Camera" : names.joined(separator: " "))
        directory[Tag.colorMatrix] = .signedRational(color.matrix.map { TIFFRational($0) })
        directory[Tag.asShotNeutral] = .rational(color.neutral.map { TIFFRational($0) })
        // D65.
        directory[Tag.calibrationIlluminant] = .short([21])
        var pictures = [mosaicDirectory(at: offset)]
        if let preview {
            var directory = TIFFDirectory()
            add(preview, to: &directory)
            pictures.append(directory)
        }
        directory.children[Tag.subDirectories] = pictures
        return directory
    }

    private func mosaicDirectory(at offset: Int) -> TIFFDirectory {
        var directory = TIFFDirectory()
        directory[Tag.newSubfileType] = .long([0])
        directory[Tag.imageWidth] = .long([UInt32(width)])
        directory[Tag.imageLength] = .long([UInt32(height)])
        directory[Tag.bitsPerSample] = .short([mosaic.bits > 8 ? 16 : 8])
        directory[Tag.compression] = .short([1])
        directory[Tag.photometric] = .short([32803])
        directory[Tag.samplesPerPixel] = .short([1])
        directory[Tag.rowsPerStrip] = .long([UInt32(height)])
        directory[Tag.planarConfiguration] = .short([1])
        directory[Tag.stripOffsets] = .long([UInt32(clamping: offset)])
        directory[Tag.stripByteCounts] = .long([UInt32(clamping: bytesPerRow * height)])
        directory[Tag.cfaRepeatPatternDim] = .short([2, 2])
        directory[Tag.cfaPattern] = .byte(pattern)
        directory[Tag.cfaPlaneColor] = .byte([0, 1, 2])
        directory[Tag.cfaLayout] = .short([1])
        directory[Tag.blackLevelRepeatDim] = .short([1, 1])
        directory[Tag.blackLevel] = .long([UInt32(clamping: color.blackLevel)])
        directory[Tag.whiteLevel] = .long([UInt32(clamping: color.whiteLevel ?? (1 << mosaic.bits) - 1)])
        directory[Tag.defaultCropOrigin] = .long([0, 0])
        directory[Tag.defaultCropSize] = .long([UInt32(width), UInt32(height)])
        if let userCrop { directory[DNGUserCrop.tag] = userCrop.field }
        directory[Tag.activeArea] = .long([0, 0, UInt32(height), UInt32(width)])
        return directory
    }

    /// The colors of the upper left square, row by row: 0 is red, 1 green, 2 blue.
    private var pattern: [UInt8] {
        switch mosaic.pattern {
        case .rggb: [0, 1, 1, 2]
        case .grbg: [1, 0, 2, 1]
        case .gbrg: [1, 2, 0, 1]
        case .bggr: [2, 1, 1, 0]
        }
    }

    private func add(_ picture: Picture, to directory: inout TIFFDirectory) {
        directory[Tag.newSubfileType] = .long([1])
        directory[Tag.imageWidth] = .long([UInt32(picture.width)])
        directory[Tag.imageLength] = .long([UInt32(picture.height)])
        directory[Tag.bitsPerSample] = .short([8, 8, 8])
        directory[Tag.compression] = .short([7])
        // Y'CbCr, with chroma halved in both directions.
        directory[Tag.photometric] = .short([6])
        directory[Tag.yCbCrSubSampling] = .short([2, 2])
        directory[Tag.samplesPerPixel] = .short([3])
        directory[Tag.rowsPerStrip] = .long([UInt32(picture.height)])
        directory[Tag.planarConfiguration] = .short([1])
        directory.blocks = [
            .init(offsetTag: Tag.stripOffsets, lengthTag: Tag.stripByteCounts, bytes: picture.jpeg)
        ]
    }

    private enum Tag {
        static let newSubfileType: UInt16 = 254
        static let imageWidth: UInt16 = 256
        static let imageLength: UInt16 = 257
        static let bitsPerSample: UInt16 = 258
        static let compression: UInt16 = 259
        static let photometric: UInt16 = 262
        static let stripOffsets: UInt16 = 273
        static let samplesPerPixel: UInt16 = 277
        static let rowsPerStrip: UInt16 = 278
        static let stripByteCounts: UInt16 = 279
        static let planarConfiguration: UInt16 = 284
        static let subDirectories: UInt16 = 330
        static let yCbCrSubSampling: UInt16 = 530
        static let cfaRepeatPatternDim: UInt16 = 33421
        static let cfaPattern: UInt16 = 33422
        static let dngVersion: UInt16 = 50706
        static let dngBackwardVersion: UInt16 = 50707
        static let uniqueCameraModel: UInt16 = 50708
        static let cfaPlaneColor: UInt16 = 50710
        static let cfaLayout: UInt16 = 50711
        static let blackLevelRepeatDim: UInt16 = 50713
        static let blackLevel: UInt16 = 50714
        static let whiteLevel: UInt16 = 50717
        static let defaultCropOrigin: UInt16 = 50719
        static let defaultCropSize: UInt16 = 50720
        static let colorMatrix: UInt16 = 50721
        static let asShotNeutral: UInt16 = 50728
        static let calibrationIlluminant: UInt16 = 50778
        static let activeArea: UInt16 = 50829
    }
}
