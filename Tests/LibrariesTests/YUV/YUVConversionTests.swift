import TestSupport
import Testing
import YUV

@Suite struct YUVConversionTests {
    private let size = PixelSize(width: 161, height: 121)

    private var picture: ReferencePicture { ReferencePicture(width: size.width, height: size.height) }

    @Test func separatingAndInterleavingChromaGivesTheSamePicture() throws {
        let expected = picture.planes(.jfif)
        let source = PlanarPicture(expected)
        let middle = BiPlanarPicture(size)
        let result = PlanarPicture(size)
        try YUVConversion.i420ToNV12(source.planes.readOnly, to: middle.planes, size: size)
        try YUVConversion.nv12ToI420(middle.planes.readOnly, to: result.planes, size: size)
        #expect(result.picture.psnr(expected) == .infinity)
    }

    @Test("4:2:2 and 4:4:4 become NV12 of the same colors", arguments: [(2, 1), (1, 1)])
    func fullerChromaIsAveraged(horizontal: Int, vertical: Int) throws {
        let source = PlanarPicture(picture.planes(.jfif, horizontal: horizontal, vertical: vertical))
        let result = BiPlanarPicture(size)
        if horizontal == 2 {
            try YUVConversion.i422ToNV12(source.planes.readOnly, to: result.planes, size: size)
        } else {
            try YUVConversion.i444ToNV12(source.planes.readOnly, to: result.planes, size: size)
        }
        // Means of means, each rounded: at most one step off.
        #expect(result.picture.psnr(picture.planes(.jfif)) > 48)
    }

    @Test("packed 4:2:2 of either order becomes NV12 and planes", arguments: [true, false])
    func packedPixels(isUYVY: Bool) throws {
        let size = PixelSize(width: 160, height: 120)
        let picture = ReferencePicture(width: 160, height: 120)
        let expected = picture.planes(.jfif, horizontal: 2, vertical: 1)
        let packed = OwnedPlane(bytesPerRow: 320, rows: 120)
        for y in 0..<120 {
            for x in 0..<80 {
                let luma = [expected.luma.samples[y * 160 + 2 * x], expected.luma.samples[y * 160 + 2 * x + 1]]
                let (cb, cr) = (expected.cb!.samples[y * 80 + x], expected.cr!.samples[y * 80 + x])
                let group = isUYVY ? [cb, luma[0], cr, luma[1]] : [luma[0], cb, luma[1], cr]
                for (offset, byte) in group.enumerated() { packed[y, 4 * x + offset] = byte }
            }
        }
        let planes = PlanarPicture(size, horizontal: 2, vertical: 1)
        let nv12 = BiPlanarPicture(size)
        if isUYVY {
            try YUVConversion.uyvyToI422(packed.plane.readOnly, to: planes.planes, size: size)
            try YUVConversion.uyvyToNV12(packed.plane.readOnly, to: nv12.planes, size: size)
        } else {
            try YUVConversion.yuy2ToI422(packed.plane.readOnly, to: planes.planes, size: size)
            try YUVConversion.yuy2ToNV12(packed.plane.readOnly, to: nv12.planes, size: size)
        }
        #expect(planes.picture.psnr(expected) == .infinity)
        #expect(nv12.picture.psnr(picture.planes(.jfif)) > 48)
    }

    @Test(
        "NV12 becomes pixels of the right colors in every matrix and range", arguments: YUVMatrix.allCases,
        YUVRange.allCases)
    func pixels(matrix: YUVMatrix, range: YUVRange) throws {
        let reference = ColorReference(matrix.reference, fullRange: range == .full)
        let source = BiPlanarPicture(picture.planes(reference))
        let pixels = OwnedPlane(bytesPerRow: size.width * 4, rows: size.height)
        try YUVConversion.nv12ToBGRA(
            source.planes.readOnly, matrix: matrix, range: range, to: pixels.plane, size: size)
        let ours = pixels.component
        let expected = DecodedPicture.Component(width: size.width * 4, height: size.height, samples: picture.bgra())
        // libyuv's factors have 6 bits after the point, and chroma is that of two by two pixels.
        #expect(ours.psnr(expected) > 40)
    }

    @Test("pixels become BT.601 of either range", arguments: YUVRange.allCases)
    func pixelsToPlanes(range: YUVRange) throws {
        let pixels = OwnedPlane(
            .init(width: size.width * 4, height: size.height, samples: picture.bgra()))
        let nv12 = BiPlanarPicture(size)
        let i420 = PlanarPicture(size)
        try YUVConversion.bgraToNV12(pixels.plane.readOnly, range: range, to: nv12.planes, size: size)
        try YUVConversion.bgraToI420(pixels.plane.readOnly, range: range, to: i420.planes, size: size)
        let expected = picture.planes(ColorReference(.rec601, fullRange: range == .full))
        // libyuv rounds the mean of four pixels before it multiplies: one step off.
        #expect(nv12.picture.psnr(expected) > 44)
        #expect(i420.picture.psnr(nv12.picture) > 48)
    }

    @Test("every matrix and range becomes what a JPEG file holds", arguments: YUVMatrix.allCases, YUVRange.allCases)
    func fullRangeRec601(matrix: YUVMatrix, range: YUVRange) throws {
        let source = BiPlanarPicture(picture.planes(ColorReference(matrix.reference, fullRange: range == .full)))
        let result = PlanarPicture(size)
        YUVConversion.nv12ToFullRangeRec601(
            source.planes.readOnly, matrix: matrix, range: range, to: result.planes, size: size)
        // Rounded once before and once after.
        #expect(result.picture.psnr(picture.planes(.jfif)) > 50)
    }

    @Test("range conversion is within one step of exact arithmetic", arguments: [256, 259, 3])
    func ranges(width: Int) {
        let codes = DecodedPicture.Component(width: width, height: 9, samples: (0..<width * 9).map { UInt8($0 % 256) })
        let size = PixelSize(width: width, height: 9)
        let source = OwnedPlane(codes)
        func largestError(
            _ convert: (Plane, MutablePlane, PixelSize) -> Void, _ exact: (Double) -> Double
        ) -> Double {
            let target = OwnedPlane(bytesPerRow: width, rows: 9)
            convert(source.plane.readOnly, target.plane, size)
            return zip(codes.samples, target.component.samples)
                .map { abs(Double($1) - min(max(exact(Double($0)), 0), 255)) }.max()!
        }
        let errors = [
            largestError({ YUVConversion.videoToFullRange(luma: $0, to: $1, size: $2) }, { ($0 - 16) * 255 / 219 }),
            largestError(
                { YUVConversion.videoToFullRange(chroma: $0, to: $1, size: $2) }, { ($0 - 128) * 255 / 224 + 128 }),
            largestError({ YUVConversion.fullToVideoRange(luma: $0, to: $1, size: $2) }, { $0 * 219 / 255 + 16 }),
            largestError(
                { YUVConversion.fullToVideoRange(chroma: $0, to: $1, size: $2) }, { ($0 - 128) * 224 / 255 + 128 }),
        ]
        #expect(errors.allSatisfy { $0 < 1 }, "\(errors)")
    }

    @Test func neutralChromaStaysNeutralInEitherDirection() {
        let size = PixelSize(width: 64, height: 2)
        let gray = OwnedPlane(bytesPerRow: 64, rows: 2)
        PlaneOperations.fill(gray.plane, bytes: 64, rows: 2, value: 128)
        let result = OwnedPlane(bytesPerRow: 64, rows: 2)
        YUVConversion.videoToFullRange(chroma: gray.plane.readOnly, to: result.plane, size: size)
        #expect(result.component == gray.component)
        YUVConversion.fullToVideoRange(chroma: gray.plane.readOnly, to: result.plane, size: size)
        #expect(result.component == gray.component)
    }

    @Test func tenBitPicturesKeepTheirSamples() throws {
        let size = PixelSize(width: 64, height: 32)
        let luma = OwnedPlane(bytesPerRow: 128, rows: 32)
        let chroma = OwnedPlane(bytesPerRow: 128, rows: 16)
        for index in 0..<64 * 32 { luma.storeWord(UInt16(index % 1024) << 6, at: index) }
        for index in 0..<64 * 16 { chroma.storeWord(UInt16(index * 7 % 1024) << 6, at: index) }
        let (y, cb, cr) = (
            OwnedPlane(bytesPerRow: 128, rows: 32), OwnedPlane(bytesPerRow: 64, rows: 16),
            OwnedPlane(bytesPerRow: 64, rows: 16)
        )
        let back = (OwnedPlane(bytesPerRow: 128, rows: 32), OwnedPlane(bytesPerRow: 128, rows: 16))
        let source = BiPlanar(luma: luma.plane, chroma: chroma.plane).readOnly
        let planes = Planar(luma: y.plane, cb: cb.plane, cr: cr.plane)
        try YUVConversion.p010ToI010(source, to: planes, size: size)
        #expect(y.word(at: 1000) == 1000)
        #expect(cr.word(at: 10) == 21 * 7)
        try YUVConversion.i010ToP010(
            planes.readOnly, to: BiPlanar(luma: back.0.plane, chroma: back.1.plane), size: size)
        #expect(back.0.component == luma.component)
        #expect(back.1.component == chroma.component)
        let narrow = BiPlanarPicture(size)
        YUVConversion.p010ToNV12(source, to: narrow.planes, size: size)
        #expect(narrow.picture.luma.samples[1000] == UInt8(1000 >> 2))
    }

    @Test func anEmptyPictureIsRefusedWithAMessage() throws {
        let source = BiPlanarPicture(PixelSize(width: 2, height: 2))
        let pixels = OwnedPlane(bytesPerRow: 16, rows: 2)
        let error = #expect(throws: YUVError.self) {
            try YUVConversion.nv12ToBGRA(
                source.planes.readOnly, matrix: .rec601, range: .full, to: pixels.plane,
                size: PixelSize(width: 0, height: 2))
        }
        #expect(error?.description.contains("NV12ToARGBMatrix") == true)
    }
}

extension YUVMatrix {
    /// The written form of the matrix.
    var reference: ColorReference.Matrix {
        switch self {
        case .rec601: .rec601
        case .rec709: .rec709
        case .rec2020: .rec2020
        }
    }
}
