import CaptureEngine
import CoreVideo
import LinuxVideo
import Testing
import TurboJPEG
import YUV

@testable import DriverFrames

/// Frames as a driver lays them out, and what they must look like. The pictures are 8 × 4 unless said otherwise.
@Suite struct FrameUnpackerTests {
    private func unpacker(
        _ name: String, width: Int = 8, height: Int = 4, bytesPerRow: Int = 0, quantization: UInt32 = 0
    ) throws -> FrameUnpacker {
        let encoding = try #require(FourCC(name).flatMap(V4L2Encoding.init))
        let format = VideoFormat(
            pixelFormat: encoding.fourCC, width: width, height: height, bytesPerRow: bytesPerRow, colorspace: 8,
            quantization: quantization)
        return try FrameUnpacker(format: format, encoding: encoding)
    }

    private func unpack(_ bytes: [UInt8], _ unpacker: FrameUnpacker) throws -> CVPixelBuffer {
        try bytes.withUnsafeBytes { try unpacker.unpack([$0]) }
    }

    /// The samples of a plane without its padding; chroma as Cb Cr Cb Cr.
    private func samples(_ picture: CVPixelBuffer, plane: Int) -> [UInt8] {
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, plane) else { return [] }
        let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(picture, plane)
        let count = CVPixelBufferGetWidthOfPlane(picture, plane) * (plane + 1)
        return (0..<CVPixelBufferGetHeightOfPlane(picture, plane)).flatMap { row in
            UnsafeRawBufferPointer(start: base + row * bytesPerRow, count: count).map { $0 }
        }
    }

    private func ramp(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0) } }

    private func pairs(_ first: UInt8, _ second: UInt8, count: Int) -> [UInt8] {
        Array(repeating: [first, second], count: count).flatMap { $0 }
    }

    @Test func nv12IsUsedUnchanged() throws {
        let picture = try unpack(ramp(48), unpacker("NV12"))
        #expect(samples(picture, plane: 0) == ramp(32))
        #expect(samples(picture, plane: 1) == Array(ramp(48).dropFirst(32)))
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
    }

    @Test func aDriversPaddingIsLeftOut() throws {
        let row = ramp(8) + Array(repeating: 99, count: 8)
        let frame = Array(repeating: row, count: 6).flatMap { $0 }
        let picture = try unpack(frame, unpacker("NV12", bytesPerRow: 16))
        #expect(samples(picture, plane: 0) == Array(repeating: ramp(8), count: 4).flatMap { $0 })
        #expect(samples(picture, plane: 1) == Array(repeating: ramp(8), count: 2).flatMap { $0 })
    }

    @Test func nv21GetsItsChromaSwapped() throws {
        let picture = try unpack(ramp(32) + pairs(1, 2, count: 8), unpacker("NV21"))
        #expect(samples(picture, plane: 0) == ramp(32))
        #expect(samples(picture, plane: 1) == pairs(2, 1, count: 8))
    }

    @Test func yu12GetsItsChromaInterleaved() throws {
        let frame = ramp(32) + Array(repeating: 1, count: 8) + Array(repeating: 2, count: 8)
        let picture = try unpack(frame, unpacker("YU12"))
        #expect(samples(picture, plane: 0) == ramp(32))
        #expect(samples(picture, plane: 1) == pairs(1, 2, count: 8))
    }

    @Test(
        arguments: [
            ("YUYV", [50, 1, 60, 2]), ("YVYU", [50, 2, 60, 1]), ("UYVY", [1, 50, 2, 60]), ("VYUY", [2, 50, 1, 60]),
        ] as [(String, [UInt8])])
    func packedPicturesAreTakenApart(name: String, pair: [UInt8]) throws {
        let picture = try unpack(Array(repeating: pair, count: 16).flatMap { $0 }, unpacker(name))
        #expect(samples(picture, plane: 0) == pairs(50, 60, count: 16))
        #expect(samples(picture, plane: 1) == pairs(1, 2, count: 8))
    }

    @Test(arguments: [("YV12", 8), ("422P", 16)])
    func separatePlanesOfChromaAreInterleaved(name: String, count: Int) throws {
        let (first, second): (UInt8, UInt8) = name == "YV12" ? (2, 1) : (1, 2)
        let frame = ramp(32) + Array(repeating: first, count: count) + Array(repeating: second, count: count)
        let picture = try unpack(frame, unpacker(name))
        #expect(samples(picture, plane: 0) == ramp(32))
        #expect(samples(picture, plane: 1) == pairs(1, 2, count: 8))
    }

    @Test(arguments: ["NV16", "NV61"])
    func twoRowsOfChromaBecomeTheirMean(name: String) throws {
        let upper = pairs(10, 100, count: 4) + pairs(20, 104, count: 4)
        let lower = pairs(30, 200, count: 4) + pairs(30, 210, count: 4)
        let picture = try unpack(ramp(32) + upper + lower, unpacker(name))
        #expect(samples(picture, plane: 0) == ramp(32))
        let means = pairs(15, 102, count: 4) + pairs(30, 205, count: 4)
        let swapped = pairs(102, 15, count: 4) + pairs(205, 30, count: 4)
        #expect(samples(picture, plane: 1) == (name == "NV16" ? means : swapped))
    }

    /// Each plane in memory of its own, with its own padding.
    @Test(
        arguments: [
            ("NM12", [[1, 2]], 2), ("NM21", [[2, 1]], 2), ("NM16", [[1, 2]], 4), ("NM61", [[2, 1]], 4),
            ("YM12", [[1], [2]], 2), ("YM21", [[2], [1]], 2), ("YM16", [[1], [2]], 4), ("YM61", [[2], [1]], 4),
        ] as [(String, [[UInt8]], Int)])
    func planesThatAreApartArePutTogether(name: String, chroma: [[UInt8]], chromaRows: Int) throws {
        let encoding = try #require(FourCC(name).flatMap(V4L2Encoding.init))
        let format = VideoFormat(
            pixelFormat: encoding.fourCC, width: 8, height: 4, bytesPerRow: 16, chromaBytesPerRow: 12, colorspace: 8)
        let unpacker = try FrameUnpacker(format: format, encoding: encoding)
        let padding = [UInt8](repeating: 99, count: 8)
        var areas: [[UInt8]] = [(0..<4).flatMap { row -> [UInt8] in Array(ramp(32)[row * 8..<row * 8 + 8]) + padding }]
        for values in chroma {
            let row = Array(repeating: values, count: 4).flatMap { $0 }
            let padded = row + Array(repeating: 99, count: 12 - row.count)
            areas.append(Array(repeating: padded, count: chromaRows).flatMap { $0 })
        }
        let memory = areas.map { area in
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: area.count, alignment: 64)
            bytes.copyBytes(from: area)
            return bytes
        }
        defer { for bytes in memory { bytes.deallocate() } }
        let picture = try unpacker.unpack(memory.map { UnsafeRawBufferPointer($0) })
        #expect(samples(picture, plane: 0) == ramp(32))
        #expect(samples(picture, plane: 1) == pairs(1, 2, count: 8))
        let short = memory.map { UnsafeRawBufferPointer(rebasing: $0[..<($0.count - 1)]) }
        #expect(throws: FrameLoss.short) { try unpacker.unpack(short) }
    }

    @Test func deepPicturesKeepTheirTenBits() throws {
        let words = (0..<48).map { UInt16($0) << 6 | 0x8000 }
        let picture = try unpack(words.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, unpacker("P010"))
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
        let found = picture.withPlanes { planes in
            planes.map { plane in (0..<8).map { plane.base.load(fromByteOffset: $0 * 2, as: UInt16.self) } }
        }
        #expect(found == [Array(words[0..<8]), Array(words[32..<40])])
    }

    /// Bytes of one pixel of (200, 100, 50); 7 is what stands where nothing should be read. BT.601 full range says luma
    /// 124, Cb 86, Cr 182 for it.
    @Test(
        arguments: [
            ("RGB3", [200, 100, 50]), ("BGR3", [50, 100, 200]), ("XR24", [50, 100, 200, 7]),
            ("AR24", [50, 100, 200, 7]), ("BGR4", [50, 100, 200, 7]), ("BX24", [7, 200, 100, 50]),
            ("BA24", [7, 200, 100, 50]), ("RGB4", [7, 200, 100, 50]), ("XB24", [200, 100, 50, 7]),
            ("AB24", [200, 100, 50, 7]), ("RX24", [7, 50, 100, 200]), ("RA24", [7, 50, 100, 200]),
        ] as [(String, [UInt8])])
    func pixelsOfEveryOrderBecomeTheirColor(name: String, pixel: [UInt8]) throws {
        // More rows than are converted at once.
        let frame = Array(repeating: pixel, count: 16 * 20).flatMap { $0 }
        let picture = try unpack(frame, unpacker(name, width: 16, height: 20))
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        #expect(samples(picture, plane: 0).allSatisfy { abs(Int($0) - 124) <= 1 })
        let chroma = samples(picture, plane: 1).map { Int($0) }
        #expect(chroma.count == 16 * 10)
        #expect(chroma.enumerated().allSatisfy { abs($1 - ($0 % 2 == 0 ? 86 : 182)) <= 1 })
    }

    @Test func grayGetsChromaWithoutColor() throws {
        let picture = try unpack(ramp(32), unpacker("GREY"))
        #expect(samples(picture, plane: 0) == ramp(32))
        #expect(samples(picture, plane: 1) == Array(repeating: 128, count: 16))
    }

    @Test(arguments: [("Y10", 10), ("Y12", 12), ("Y16", 16)])
    func deepGrayKeepsItsUpperBits(name: String, bits: Int) throws {
        let frame = ramp(32).flatMap { value -> [UInt8] in
            let word = UInt16(value) << (bits - 8)
            return [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]
        }
        #expect(samples(try unpack(frame, unpacker(name)), plane: 0) == ramp(32))
    }

    /// Red in every order of the mosaic: BT.601 full range says luma 76, Cb 85, Cr 255 for it.
    @Test(
        arguments: [
            ("RGGB", [255, 0, 0, 0]), ("GRBG", [0, 255, 0, 0]), ("GBRG", [0, 0, 255, 0]), ("BA81", [0, 0, 0, 255]),
        ] as [(String, [UInt8])])
    func aRedMosaicBecomesRed(name: String, cell: [UInt8]) throws {
        let rows = [Array(repeating: cell[0...1], count: 8), Array(repeating: cell[2...3], count: 8)]
        let frame = Array(repeating: rows.flatMap { $0.flatMap { $0 } }, count: 8).flatMap { $0 }
        let picture = try unpack(frame, unpacker(name, width: 16, height: 16))
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
        // The middle, which has neighbors of all colors.
        let luma = Int(samples(picture, plane: 0)[8 * 16 + 8])
        let chroma = samples(picture, plane: 1)[(4 * 8 + 4) * 2..<(4 * 8 + 5) * 2].map { Int($0) }
        #expect(abs(luma - 76) <= 2)
        #expect(abs(chroma[0] - 85) <= 2)
        #expect(abs(chroma[1] - 255) <= 2)
    }

    @Test func thePixelFormatExpressesFullRange() throws {
        let picture = try unpack(ramp(48), unpacker("NV12", quantization: 1))
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    }

    @Test func picturesCarryTheirColor() throws {
        let picture = try unpack(ramp(48), unpacker("NV12"))
        let matrix = CVBufferCopyAttachment(picture, kCVImageBufferYCbCrMatrixKey, nil) as? String
        #expect(matrix == kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    }

    @Test func onlyWhatSinksTakeIsHandedOnInTheDriversMemory() throws {
        for encoding in V4L2Encoding.all {
            #expect(
                try unpacker(encoding.fourCC.description).canWrap
                    == ["NV12", "NM12", "P010"].contains(encoding.fourCC.description))
        }
    }

    @Test func shortFramesAreRefused() throws {
        let unpacker = try unpacker("NV12")
        #expect(throws: FrameLoss.short) { try unpack(ramp(47), unpacker) }
    }

    @Test func framesAreLostOnlyWhileAllPicturesAreInUse() throws {
        let unpacker = try unpacker("NV12")
        var held = try (0..<FrameUnpacker.pictureCount).map { _ in try unpack(ramp(48), unpacker) }
        #expect(throws: FrameLoss.outOfBuffers) { try unpack(ramp(48), unpacker) }
        held.removeLast()
        #expect(throws: Never.self) { try unpack(ramp(48), unpacker) }
    }

    // MARK: JPEG

    /// A picture of one color, 64 × 32: luma 100, Cb 90, Cr 160.
    ///
    /// - Parameter lower: Cb and Cr of the lower half.
    private func jpeg(_ subsampling: JPEGSubsampling, lower: [UInt8] = [90, 160]) throws -> [UInt8] {
        var compressor = try JPEGCompressor()
        var samples = [100, 90, 160].flatMap { Array(repeating: UInt8($0), count: 64 * 32) }
        let (chromaBytesPerRow, chromaRows) = subsampling.size(ofPlane: 1, width: 64, height: 32)
        for (plane, value) in lower.enumerated() where subsampling != .gray {
            let start = (plane + 1) * 64 * 32
            for index in chromaBytesPerRow * chromaRows / 2..<chromaBytesPerRow * chromaRows {
                samples[start + index] = value
            }
        }
        try samples.withUnsafeMutableBytes { bytes in
            let base = try #require(bytes.baseAddress)
            let planes = (0..<subsampling.planeCount).map {
                JPEGPlane(base + $0 * 64 * 32, bytesPerRow: $0 == 0 ? 64 : chromaBytesPerRow)
            }
            try compressor.compress(planes: planes, width: 64, height: 32, subsampling: subsampling, quality: 95)
        }
        return compressor.withBytes { Array($0) }
    }

    @Test(arguments: JPEGSubsampling.allCases)
    func jpegOfEverySubsamplingIsDecoded(subsampling: JPEGSubsampling) throws {
        let picture = try unpack(try jpeg(subsampling), unpacker("MJPG", width: 64, height: 32))
        let isGray = subsampling == .gray
        // One step for JPEG's rounding, one for the way through red, green and blue.
        for (plane, expected) in [(0, [100, 100]), (1, isGray ? [128, 128] : [90, 160])] {
            let found = samples(picture, plane: plane)[0..<2].map { Int($0) }
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 2 }, "plane \(plane): \(found)")
        }
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)
    }

    @Test(arguments: JPEGSubsampling.allCases.filter { $0 != .gray })
    func theColorsOfAJPEGStayWhereTheyAre(subsampling: JPEGSubsampling) throws {
        let bytes = try jpeg(subsampling, lower: [150, 110])
        let chroma = samples(try unpack(bytes, unpacker("MJPG", width: 64, height: 32)), plane: 1).map { Int($0) }
        // The first and the last row, which are far from the border.
        for (start, expected) in [(0, [90, 160]), (15 * 64, [150, 110])] {
            let row = chroma[start..<start + 64]
            let isRight = row.enumerated().allSatisfy { abs($1 - expected[$0 % 2]) <= 2 }
            #expect(isRight, "from \(start): \(Array(row))")
        }
    }

    @Test func jpegOfAnotherSizeIsRefused() throws {
        let unpacker = try unpacker("MJPG", width: 32, height: 32)
        #expect(throws: FrameLoss.damaged) { try unpack(try jpeg(.yuv422), unpacker) }
    }

    @Test func aTruncatedJPEGIsRefusedAndTheNextOneAccepted() throws {
        let whole = try jpeg(.yuv422)
        let unpacker = try unpacker("MJPG", width: 64, height: 32)
        #expect(throws: FrameLoss.damaged) { try unpack(Array(whole.prefix(whole.count * 3 / 4)), unpacker) }
        #expect(throws: Never.self) { try unpack(whole, unpacker) }
    }

    @Test func aCameraWhosePicturesAreAllDamagedIsAccepted() throws {
        let whole = try jpeg(.yuv422)
        let cut = Array(whole.dropLast(40))
        let unpacker = try unpacker("MJPG", width: 64, height: 32)
        for _ in 0..<10 { #expect(throws: FrameLoss.damaged) { try unpack(cut, unpacker) } }
        #expect(throws: Never.self) { try unpack(cut, unpacker) }
    }

    /// Whether a frame is used, and its own bytes come with it.
    private func judge(_ frames: [UInt8]...) throws -> [(isUsed: Bool, own: [UInt8]?)] {
        let samples = try jpegSamples()
        return frames.map { bytes in
            let frame = try? bytes.withUnsafeBytes { try samples.frame([$0], at: .zero, for: nil) }
            return (frame != nil, frame?.sample.encodedPicture.map { Array($0) })
        }
    }

    @Test func aPictureWithoutItsEndMarkerIsUsedAndOneWithoutItsEndIsNot() throws {
        let whole = try jpeg(.yuv422)
        let found = try judge(
            whole, Array(whole.dropLast(2)), Array(whole.dropLast(2)), Array(whole.dropLast(40)), whole)
        #expect(found.map(\.isUsed) == [true, true, true, false, true])
        #expect(found.map(\.own) == [whole, nil, nil, nil, whole])
    }

    @Test func whatFollowsTheEndMarkerIsNotPartOfThePicture() throws {
        let whole = try jpeg(.yuv422)
        let found = try judge(whole + Array(repeating: 0, count: 500), whole + [1, 2, 3])
        #expect(found.map(\.isUsed) == [true, true])
        #expect(found.map(\.own) == [whole, whole])
    }

    @Test func aFewBytesTooManyAreHarmlessAndManyAreNot() throws {
        let whole = try jpeg(.yuv422)
        func with(_ count: Int) -> [UInt8] {
            Array(whole.dropLast(2)) + Array(repeating: 0x55, count: count) + [0xFF, 0xD9]
        }
        let found = try judge(whole, with(15), with(300))
        #expect(found.map(\.isUsed) == [true, true, false])
        #expect(found.map(\.own) == [whole, nil, nil])
    }

    @Test(arguments: [JPEGSubsampling.yuv420, .yuv422, .yuv444, .gray])
    func rowsBeyondTheSizeAreCutOff(subsampling: JPEGSubsampling) throws {
        let picture = try unpack(try jpeg(subsampling), unpacker("MJPG", width: 56, height: 24))
        #expect(CVPixelBufferGetHeight(picture) == 24)
        #expect(samples(picture, plane: 0).allSatisfy { abs(Int($0) - 100) <= 2 })
        let expected = subsampling == .gray ? [128, 128] : [90, 160]
        #expect(samples(picture, plane: 1).enumerated().allSatisfy { abs(Int($1) - expected[$0 % 2]) <= 2 })
    }

    private func jpegSamples() throws -> FrameSamples {
        let encoding = try #require(FourCC("MJPG").flatMap(V4L2Encoding.init))
        return try FrameSamples(
            format: VideoFormat(pixelFormat: encoding.fourCC, width: 64, height: 32), encoding: encoding,
            frameDuration: CMTime(value: 1, timescale: 30))
    }

    @Test func aJPEGWithAFaultDoesNotComeWithItsFrame() throws {
        let cut = Array(try jpeg(.yuv422).dropLast(40))
        let samples = try jpegSamples()
        func frame() throws -> CameraFrame { try cut.withUnsafeBytes { try samples.frame([$0], at: .zero, for: nil) } }
        for _ in 0..<10 { #expect(throws: FrameLoss.damaged) { try frame() } }
        #expect(try frame().sample.encodedPicture == nil)
    }

    @Test func theCamerasOwnJPEGComesWithTheFrame() throws {
        let bytes = try jpeg(.yuv422)
        let samples = try jpegSamples()
        let frame = try bytes.withUnsafeBytes { try samples.frame([$0], at: .zero, for: nil) }
        #expect(frame.sample.encodedPicture.map { Array($0) } == bytes && frame.sample.isEncodedPictureWhole)
        #expect(frame.raw == nil && frame.depth == nil)
    }

    // MARK: Mosaics and depth

    /// The first samples of a frame's mosaic.
    private func mosaic(_ bytes: [UInt8], _ name: String) throws -> [UInt16] {
        let encoding = try #require(FourCC(name).flatMap(V4L2Encoding.init))
        let pixelFormat = try #require(encoding.rawPixelFormat)
        let raw = try bytes.withUnsafeBytes { try unpacker(name).mosaic([$0], pixelFormat) }
        let picture = try #require(raw)
        return picture.withPlanes { planes in
            (0..<8).map { planes[0].base.load(fromByteOffset: $0 * 2, as: UInt16.self) }
        }
    }

    @Test func packedSamplesOfTenBitsAreUnpacked() throws {
        // Four samples in five bytes; the last has the lower bits, the first sample's lowest.
        let row: [UInt8] = [0xFF, 0x00, 0x80, 0x01, 0b11_10_01_00, 0x10, 0x20, 0x30, 0x40, 0]
        let expected: [UInt16] = [0x3FC, 0x001, 0x202, 0x007, 0x040, 0x080, 0x0C0, 0x100]
        #expect(try mosaic(Array(repeating: row, count: 4).flatMap { $0 }, "pRAA") == expected)
    }

    @Test func packedSamplesOfTwelveBitsAreUnpacked() throws {
        let row: [UInt8] = [0xFF, 0x01, 0xA5, 0x10, 0x20, 0x00, 0, 0, 0, 0, 0, 0]
        let expected: [UInt16] = [0xFF5, 0x01A, 0x100, 0x200, 0, 0, 0, 0]
        #expect(try mosaic(Array(repeating: row, count: 4).flatMap { $0 }, "pBCC") == expected)
    }

    @Test func aMosaicIsTheDriversOwnNumbers() throws {
        let words = (UInt8(0)..<32).flatMap { [$0, UInt8(1)] }
        #expect(try mosaic(words, "RG10") == (UInt16(256)..<264).map { $0 })
    }

    @Test func distancesThatAreInUseLeaveNoMemoryForMore() throws {
        let words = Array(repeating: UInt8(1), count: 64)
        let unpacker = try unpacker("Z16")
        var maps = (0..<SinkCapacity.depth).compactMap { _ in words.withUnsafeBytes { unpacker.depth([$0]) } }
        #expect(maps.count == SinkCapacity.depth)
        #expect(words.withUnsafeBytes { unpacker.depth([$0]) } == nil)
        maps.removeLast()
        #expect(words.withUnsafeBytes { unpacker.depth([$0]) } != nil)
    }

    @Test func aDepthFrameIsMetersAndAPictureOfThem() throws {
        let words = [UInt16(0), 500, 1000, 4096, 5000, 2048, 1, 65_535] + Array(repeating: 1000, count: 24)
        let bytes = words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        let unpacker = try unpacker("Z16")
        let depth = try #require(bytes.withUnsafeBytes { unpacker.depth([$0]) })
        let meters = depth.buffer.withPlanes { planes in
            (0..<8).map { planes[0].base.load(fromByteOffset: $0 * 4, as: Float.self) }
        }
        #expect(meters[0].isNaN)
        #expect(Array(meters[1...]) == [0.5, 1, 4.096, 5, 2.048, 0.001, 65.535])
        #expect(!depth.isFiltered)
        let luma = samples(try unpack(bytes, unpacker), plane: 0)
        #expect(luma[0] == 0 && luma[1] > luma[2] && luma[3] == 0 && luma[4] == 0)
    }
}
