import CoreVideo
import PixelCoding
import TestSupport
import Testing

@Suite struct QRSymbolTests {
    /// A picture of a code with room around it.
    private func picture(
        version: Int, mask: Int, level: Int, degrees: Double = 0, isMirrored: Bool = false
    ) throws -> CodePicture {
        let side = (4 * version + 17) * 6
        var picture = CodePicture(width: side * 3 / 2, height: side * 3 / 2)
        try picture.draw(
            "AV\(version)", symbology: 58, options: ["--vers=\(version)", "--mask=\(mask)", "--secure=\(level)"],
            at: .init(
                center: CGPoint(x: side * 3 / 4, y: side * 3 / 4), module: 5, degrees: degrees, isMirrored: isMirrored))
        return picture
    }

    private func symbol(in picture: CodePicture) throws -> QRSymbol {
        try #require(CodeFinder.codes(in: picture.buffer(), of: [.qr]).first?.qr)
    }

    @Test(arguments: Array(zip([1, 2, 6, 7, 14, 21, 32, 40], 0...7)), 1...4)
    func aCodeIsDrawnAgainAsItWas(shape: (version: Int, mask: Int), level: Int) throws {
        let picture = try picture(version: shape.version, mask: shape.mask, level: level)
        let symbol = try symbol(in: picture)
        #expect(symbol.version == shape.version && symbol.mask == shape.mask)
        #expect(symbol.correctionLevel == Array("LMQH")[level - 1])
        #expect(symbol.modules() == picture.codes[0])
    }

    @Test(arguments: [20.0, 90, 200], [false, true])
    func itsPlaceDoesNotMatter(degrees: Double, isMirrored: Bool) throws {
        let picture = try picture(version: 3, mask: 5, level: 2, degrees: degrees, isMirrored: isMirrored)
        #expect(try symbol(in: picture).modules() == picture.codes[0])
    }

    @Test func otherCodesHaveNone() throws {
        var picture = CodePicture(width: 300, height: 300)
        try picture.draw("AV", symbology: 92, at: .init(center: CGPoint(x: 150, y: 150), module: 6))
        let code = try #require(CodeFinder.codes(in: picture.buffer(), of: [.aztec, .qr]).first)
        #expect(code.text == "AV" && code.qr == nil)
    }

    @Test func onlyTheRightNumberOfCodewordsIsACode() {
        let codewords = [UInt8](repeating: 0xEC, count: 19)
        #expect(QRSymbol(codewords: codewords, version: 1, mask: 0, correctionLevel: "L") != nil)
        #expect(QRSymbol(codewords: codewords, version: 1, mask: 0, correctionLevel: "M") == nil)
        #expect(QRSymbol(codewords: codewords, version: 2, mask: 0, correctionLevel: "L") == nil)
        #expect(QRSymbol(codewords: codewords, version: 1, mask: 8, correctionLevel: "L") == nil)
        #expect(QRSymbol(codewords: codewords, version: 41, mask: 0, correctionLevel: "L") == nil)
        #expect(QRSymbol(codewords: codewords, version: 1, mask: 0, correctionLevel: "X") == nil)
    }
}
