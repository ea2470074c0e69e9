import Foundation
import TestSupport
import Testing
import ZXing

@Suite struct CodeReaderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var kind: CodeKind
        var symbology: Int
        var text: String
        /// The expected result; `nil` means `text`.
        var read: String?
        var rowHeight = 1.0
        var module = 4.0

        var testDescription: String { "\(kind)" }
    }

    static let samples = [
        Sample(kind: .qr, symbology: 58, text: "https://example.org/?q=1"),
        Sample(kind: .microQR, symbology: 97, text: "12345"),
        Sample(kind: .aztec, symbology: 92, text: "Boarding pass"),
        Sample(kind: .dataMatrix, symbology: 71, text: "Part 0815"),
        Sample(kind: .pdf417, symbology: 55, text: "Driving license", rowHeight: 3, module: 2),
        Sample(kind: .ean13, symbology: 13, text: "400638133393", read: "4006381333931", rowHeight: 50, module: 3),
        Sample(kind: .ean8, symbology: 13, text: "7351353", read: "73513537", rowHeight: 50, module: 3),
        Sample(kind: .upce, symbology: 37, text: "0123456", read: "01234565", rowHeight: 50, module: 3),
        Sample(kind: .code128, symbology: 20, text: "Box 42-a", rowHeight: 40, module: 3),
        Sample(kind: .code93, symbology: 25, text: "CODE 93", rowHeight: 40, module: 3),
        Sample(kind: .code39, symbology: 8, text: "CODE 39", rowHeight: 40, module: 2),
        Sample(kind: .codabar, symbology: 18, text: "A40156B", read: "40156", rowHeight: 40, module: 3),
        Sample(kind: .interleaved2of5, symbology: 3, text: "12345670", rowHeight: 40, module: 3),
        Sample(kind: .dataBar, symbology: 29, text: "0950110153001", read: "09501101530010", rowHeight: 40),
        Sample(
            kind: .dataBarExpanded, symbology: 31, text: "[01]98898765432106[3202]012345[15]991231",
            read: "(01)98898765432106(3202)012345(15)991231", rowHeight: 40, module: 3),
    ]

    private func picture(_ sample: Sample, degrees: Double = 0, isMirrored: Bool = false) throws -> CodePicture {
        var picture = CodePicture(width: 640, height: 480)
        try picture.draw(
            sample.text, symbology: sample.symbology, rowHeight: sample.rowHeight,
            at: .init(
                center: CGPoint(x: 330, y: 230), module: sample.module, degrees: degrees, isMirrored: isMirrored))
        return picture
    }

    private func codes(_ picture: CodePicture, of kinds: Set<CodeKind>) -> [Code] {
        picture.luma.withUnsafeBytes { bytes in
            CodeReader.codes(
                in: bytes.baseAddress!, width: picture.width, height: picture.height, bytesPerRow: picture.width,
                of: kinds)
        }
    }

    @Test(arguments: samples) func eachKindIsRead(sample: Sample) throws {
        let found = codes(try picture(sample), of: [sample.kind])
        #expect(found.map(\.kind) == [sample.kind])
        #expect(found.first?.text == sample.read ?? sample.text)
    }

    @Test(arguments: samples) func onlyTheRequestedKindsAreFound(sample: Sample) throws {
        let other: CodeKind = sample.kind == .qr ? .ean13 : .qr
        #expect(codes(try picture(sample), of: [other]).isEmpty)
        #expect(codes(try picture(sample), of: []).isEmpty)
    }

    @Test(arguments: [0.0, 30, 90, 145, 180, 270], [false, true])
    func aQRCodesCornersAreWhereTheyWereDrawn(degrees: Double, isMirrored: Bool) throws {
        let picture = try picture(Self.samples[0], degrees: degrees, isMirrored: isMirrored)
        let code = try #require(codes(picture, of: [.qr]).first)
        #expect(code.text == Self.samples[0].text)
        for (found, drawn) in zip([0, 3, 2, 1].map({ code.corners[$0] }), picture.corners[0]) {
            // A module is 4 pixels wide.
            #expect(abs(Double(found.x) - drawn.x * 640) < 5)
            #expect(abs(Double(found.y) - drawn.y * 480) < 5)
        }
    }

    @Test func severalCodesAreFoundInOnePicture() throws {
        var picture = CodePicture(width: 640, height: 480)
        try picture.draw("left", symbology: 58, at: .init(center: CGPoint(x: 150, y: 200), module: 5))
        try picture.draw("right", symbology: 58, at: .init(center: CGPoint(x: 450, y: 250), module: 5))
        #expect(Set(codes(picture, of: [.qr]).map(\.text)) == ["left", "right"])
    }

    @Test func aQRCodeHasItsPayloadAndCorrectionLevel() throws {
        var picture = CodePicture(width: 400, height: 400)
        try picture.draw("HELLO", symbology: 58, at: .init(center: CGPoint(x: 200, y: 200), module: 8))
        let code = try #require(codes(picture, of: [.qr]).first)
        // Alphanumeric mode (4 bits: 2), 9 bits of count, 5 characters.
        #expect(code.payload.first == 0x20)
        #expect("LMQH".contains(try #require(code.correctionLevel)))
    }

    @Test func noiseAndTinyPicturesHoldNoCode() {
        var generator = SeededRandomness()
        let noise = (0..<320 * 240).map { _ in UInt8.random(in: 0...255, using: &generator) }
        noise.withUnsafeBytes { bytes in
            for (width, height) in [(320, 240), (1, 1), (0, 0), (320, 1)] {
                let found = CodeReader.codes(
                    in: bytes.baseAddress!, width: width, height: height, bytesPerRow: 320, of: [.qr, .dataMatrix])
                #expect(found.isEmpty)
            }
        }
    }
}
