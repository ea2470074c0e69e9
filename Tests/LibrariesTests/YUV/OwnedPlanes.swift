import TestSupport
import YUV

/// A plane with memory of its own, exactly as large as its rows.
final class OwnedPlane {
    let plane: MutablePlane
    let rows: Int

    init(bytesPerRow: Int, rows: Int) {
        let base = UnsafeMutableRawPointer.allocate(byteCount: max(bytesPerRow * rows, 1), alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: bytesPerRow * rows)
        plane = MutablePlane(base, bytesPerRow: bytesPerRow)
        self.rows = rows
    }

    convenience init(filled value: UInt8, bytesPerRow: Int, rows: Int) {
        self.init(bytesPerRow: bytesPerRow, rows: rows)
        plane.base.initializeMemory(as: UInt8.self, repeating: value, count: bytesPerRow * rows)
    }

    convenience init(_ component: DecodedPicture.Component) {
        self.init(bytesPerRow: component.width, rows: component.height)
        component.samples.withUnsafeBytes { plane.base.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    }

    deinit { plane.base.deallocate() }

    /// A byte by row and place.
    subscript(row: Int, byte: Int) -> UInt8 {
        get { plane.base.load(fromByteOffset: row * plane.bytesPerRow + byte, as: UInt8.self) }
        set { plane.base.storeBytes(of: newValue, toByteOffset: row * plane.bytesPerRow + byte, as: UInt8.self) }
    }

    func word(at index: Int) -> UInt16 { plane.base.load(fromByteOffset: 2 * index, as: UInt16.self) }

    func storeWord(_ value: UInt16, at index: Int) {
        plane.base.storeBytes(of: value, toByteOffset: 2 * index, as: UInt16.self)
    }

    var component: DecodedPicture.Component {
        .init(
            width: plane.bytesPerRow, height: rows,
            samples: Array(UnsafeRawBufferPointer(start: plane.base, count: plane.bytesPerRow * rows)))
    }
}

/// Three planes with memory of their own.
final class PlanarPicture {
    private let owned: [OwnedPlane]

    init(_ size: PixelSize, horizontal: Int = 2, vertical: Int = 2) {
        let width = (size.width + horizontal - 1) / horizontal
        let height = (size.height + vertical - 1) / vertical
        owned = [
            OwnedPlane(bytesPerRow: size.width, rows: size.height), OwnedPlane(bytesPerRow: width, rows: height),
            OwnedPlane(bytesPerRow: width, rows: height),
        ]
    }

    init(_ picture: DecodedPicture) {
        owned = [picture.luma, picture.cb!, picture.cr!].map { OwnedPlane($0) }
    }

    var planes: Planar<MutablePlane> { Planar(luma: owned[0].plane, cb: owned[1].plane, cr: owned[2].plane) }

    var picture: DecodedPicture {
        DecodedPicture(luma: owned[0].component, cb: owned[1].component, cr: owned[2].component)
    }
}

/// Two planes with memory of their own.
final class BiPlanarPicture {
    private let luma: OwnedPlane
    private let chroma: OwnedPlane

    init(_ size: PixelSize) {
        luma = OwnedPlane(bytesPerRow: size.width, rows: size.height)
        chroma = OwnedPlane(bytesPerRow: size.halved.width * 2, rows: size.halved.height)
    }

    convenience init(_ picture: DecodedPicture) {
        let size = PixelSize(width: picture.width, height: picture.height)
        self.init(size)
        let source = PlanarPicture(picture)
        PlaneOperations.copy(source.planes.luma.readOnly, to: planes.luma, bytes: size.width, rows: size.height)
        PlaneOperations.merge(
            source.planes.cb.readOnly, source.planes.cr.readOnly, to: planes.chroma, size: size.halved)
        withExtendedLifetime(source) {}
    }

    var planes: BiPlanar<MutablePlane> { BiPlanar(luma: luma.plane, chroma: chroma.plane) }

    var picture: DecodedPicture {
        let size = PixelSize(width: chroma.plane.bytesPerRow / 2, height: chroma.rows)
        let (cb, cr) = (
            OwnedPlane(bytesPerRow: size.width, rows: size.height),
            OwnedPlane(bytesPerRow: size.width, rows: size.height)
        )
        PlaneOperations.split(chroma.plane.readOnly, to: cb.plane, cr.plane, size: size)
        return DecodedPicture(luma: luma.component, cb: cb.component, cr: cr.component)
    }
}

/// Two planes of 16-bit samples with memory of their own.
final class WidePicture {
    private let size: PixelSize
    private let luma: OwnedPlane
    private let chroma: OwnedPlane

    init(_ size: PixelSize) {
        self.size = size
        luma = OwnedPlane(bytesPerRow: 2 * size.width, rows: size.height)
        chroma = OwnedPlane(bytesPerRow: 4 * size.halved.width, rows: size.halved.height)
    }

    var planes: BiPlanar<MutablePlane> { BiPlanar(luma: luma.plane, chroma: chroma.plane) }

    /// Each sample becomes the upper byte of a word whose lower one is set too, to less than a half.
    func store(_ picture: DecodedPicture) {
        for (index, sample) in picture.luma.samples.enumerated() {
            luma.storeWord(UInt16(sample) << 8 | 0x40, at: index)
        }
        for (index, (cb, cr)) in zip(picture.cb!.samples, picture.cr!.samples).enumerated() {
            chroma.storeWord(UInt16(cb) << 8 | 0x60, at: 2 * index)
            chroma.storeWord(UInt16(cr) << 8 | 0x60, at: 2 * index + 1)
        }
    }

    /// Rounded to the upper bytes.
    var narrowed: DecodedPicture {
        let result = BiPlanarPicture(size)
        YUVConversion.p010ToNV12(planes.readOnly, to: result.planes, size: size)
        return result.picture
    }
}
