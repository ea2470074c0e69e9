import TestSupport
import Testing
import YUV

@Suite struct GeometryTests {
    private let size = PixelSize(width: 71, height: 45)

    private var picture: DecodedPicture { ReferencePicture(width: size.width, height: size.height).planes(.jfif) }

    @Test("every rotation puts each sample in its place", arguments: Rotation.allCases)
    func turns(rotation: Rotation) throws {
        let source = BiPlanarPicture(picture)
        let result = BiPlanarPicture(rotation.turned(size))
        try rotation.nv12(source.planes.readOnly, to: result.planes, size: size)
        #expect(result.picture.luma == turned(picture.luma, rotation))
        #expect(result.picture.cb == turned(picture.cb!, rotation))
        #expect(result.picture.cr == turned(picture.cr!, rotation))

        let planar = PlanarPicture(rotation.turned(size))
        let planarSource = PlanarPicture(picture)
        try rotation.i420(planarSource.planes.readOnly, to: planar.planes, size: size)
        #expect(planar.picture.psnr(result.picture) == .infinity)
    }

    @Test("pixels rotate like planes", arguments: Rotation.allCases)
    func turnsPixels(rotation: Rotation) throws {
        let source = OwnedPlane(bytesPerRow: 71 * 4, rows: 45)
        for y in 0..<45 { for x in 0..<71 { source[y, 4 * x] = UInt8(x + y) } }
        let turnedSize = rotation.turned(size)
        let result = OwnedPlane(bytesPerRow: turnedSize.width * 4, rows: turnedSize.height)
        try rotation.bgra(source.plane.readOnly, to: result.plane, size: size)
        let blue = DecodedPicture.Component(
            width: 71, height: 45, samples: (0..<45).flatMap { y in (0..<71).map { UInt8($0 + y) } })
        let expected = turned(blue, rotation)
        for y in 0..<expected.height {
            for x in 0..<expected.width { #expect(result[y, 4 * x] == expected.samples[y * expected.width + x]) }
        }
    }

    @Test("16-bit samples are rotated and mirrored like 8-bit ones", arguments: Rotation.allCases)
    func turnsWords(rotation: Rotation) throws {
        let narrow = BiPlanarPicture(picture)
        let turnedSize = rotation.turned(size)
        let (expected, mirrored) = (BiPlanarPicture(turnedSize), BiPlanarPicture(turnedSize))
        try rotation.nv12(narrow.planes.readOnly, to: expected.planes, size: size)
        try Mirroring.nv12(expected.planes.readOnly, to: mirrored.planes, size: turnedSize)

        let source = WidePicture(size)
        source.store(picture)
        let (result, back) = (WidePicture(turnedSize), WidePicture(turnedSize))
        try rotation.p010(source.planes.readOnly, to: result.planes, size: size)
        #expect(result.narrowed.psnr(expected.picture) == .infinity)
        try Mirroring.p010(result.planes.readOnly, to: back.planes, size: turnedSize)
        #expect(back.narrowed.psnr(mirrored.picture) == .infinity)
    }

    @Test func mirroringTwiceGivesTheSamePicture() throws {
        let source = BiPlanarPicture(picture)
        let mirrored = BiPlanarPicture(size)
        let back = BiPlanarPicture(size)
        try Mirroring.nv12(source.planes.readOnly, to: mirrored.planes, size: size)
        #expect(mirrored.picture.luma.samples[0] == picture.luma.samples[70])
        try Mirroring.nv12(mirrored.planes.readOnly, to: back.planes, size: size)
        #expect(back.picture.psnr(picture) == .infinity)
    }

    @Test("shrinking keeps the picture", arguments: [Scaling.Filter.bilinear, .box])
    func shrinks(filter: Scaling.Filter) throws {
        let large = ReferencePicture(width: 320, height: 240).planes(.jfif)
        let source = BiPlanarPicture(large)
        let half = PixelSize(width: 160, height: 120)
        let result = BiPlanarPicture(half)
        try Scaling.nv12(
            source.planes.readOnly, size: PixelSize(width: 320, height: 240), to: result.planes, size: half,
            filter: filter)
        // The gradients of both sizes differ by a quarter of a sample's step at most.
        #expect(result.picture.psnr(ReferencePicture(width: 160, height: 120).planes(.jfif)) > 40)
    }

    @Test("a color stays what it is in each size", arguments: [Scaling.Filter.nearest, .bilinear, .box])
    func keepsColors(filter: Scaling.Filter) throws {
        let size = PixelSize(width: 100, height: 80)
        for target in [150, 100, 93, 70, 50, 33, 25, 16, 7].map({ PixelSize(width: $0, height: $0 * 4 / 5) }) {
            for value in [255, 128, 16, 1] as [UInt8] {
                let pairs = OwnedPlane(filled: value, bytesPerRow: 2 * size.width, rows: size.height)
                let fewer = OwnedPlane(bytesPerRow: 2 * target.width, rows: target.height)
                try Scaling.pairs(pairs.plane.readOnly, size: size, to: fewer.plane, size: target, filter: filter)
                #expect(Set(fewer.component.samples) == [value], "\(target)")
                let pixels = OwnedPlane(filled: value, bytesPerRow: 4 * size.width, rows: size.height)
                let small = OwnedPlane(bytesPerRow: 4 * target.width, rows: target.height)
                try Scaling.bgra(pixels.plane.readOnly, size: size, to: small.plane, size: target, filter: filter)
                #expect(Set(small.component.samples) == [value], "\(target)")
            }
        }
    }

    @Test("blue, green, red and alpha stay apart")
    func keepsChannels() throws {
        let (size, target) = (PixelSize(width: 10, height: 10), PixelSize(width: 7, height: 7))
        let pixels = OwnedPlane(bytesPerRow: 40, rows: 10)
        for row in 0..<10 { for byte in 0..<40 { pixels[row, byte] = [10, 80, 150, 220][byte % 4] } }
        let small = OwnedPlane(bytesPerRow: 28, rows: 7)
        try Scaling.bgra(pixels.plane.readOnly, size: size, to: small.plane, size: target, filter: .box)
        for row in 0..<7 { for byte in 0..<28 { #expect(small[row, byte] == [10, 80, 150, 220][byte % 4]) } }
    }
}

/// Sample by sample, by definition: for 90°, the left side becomes the top.
private func turned(_ component: DecodedPicture.Component, _ rotation: Rotation) -> DecodedPicture.Component {
    let (width, height) = (component.width, component.height)
    let size = rotation.turned(PixelSize(width: width, height: height))
    var samples: [UInt8] = []
    for y in 0..<size.height {
        for x in 0..<size.width {
            let (sourceX, sourceY) =
                switch rotation {
                case .none: (x, y)
                case .clockwise90: (y, height - 1 - x)
                case .half: (width - 1 - x, height - 1 - y)
                case .clockwise270: (width - 1 - y, x)
                }
            samples.append(component.samples[sourceY * width + sourceX])
        }
    }
    return .init(width: size.width, height: size.height, samples: samples)
}
