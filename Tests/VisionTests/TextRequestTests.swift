import Foundation
import TestSupport
import Testing
import Vision

/// Texts drawn by ffmpeg, and read by Tesseract.
@Suite struct TextRequestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A picture of 1280 x 720 with dark letters on white; a large line and a small one.
    private func page() throws -> URL {
        let file = folder.file("page.png")
        try MadeFile.ffmpeg(
            [
                "-f", "lavfi", "-i",
                "color=white:s=1280x720,drawtext=text='Linux reads 42 lines':fontsize=72:x=100:y=100,"
                    + "drawtext=text='and a second one':fontsize=40:x=100:y=500",
                "-frames:v", "1",
            ], to: file)
        return file
    }

    private func texts(
        _ page: URL, _ change: (VNRecognizeTextRequest) -> Void = { _ in }
    ) throws -> [VNRecognizedTextObservation] {
        let request = VNRecognizeTextRequest()
        change(request)
        try VNImageRequestHandler(url: page).perform([request])
        return try #require(request.results)
    }

    @Test func linesAreReadFromTheTopWithTheirPlaces() throws {
        let lines = try texts(try page())
        #expect(lines.compactMap { $0.topCandidates(1).first?.string } == ["Linux reads 42 lines", "and a second one"])
        let first = try #require(lines.first)
        #expect(first.confidence > 0.8)
        #expect(abs(first.boundingBox.minX - 100.0 / 1280) < 0.01)
        // The letters of the first line are between the pixels 100 and 180 from the top.
        #expect((0.74...0.87).contains(first.boundingBox.minY) && first.boundingBox.maxY < 0.87)
        #expect(first.topLeft.y > first.bottomLeft.y && first.topLeft.x < first.topRight.x)
    }

    @Test func placesOfTextAreFoundWithoutItsWords() throws {
        let request = VNDetectTextRectanglesRequest()
        try VNImageRequestHandler(url: try page()).perform([request])
        let lines = try #require(request.results)
        #expect(lines.count == 2 && lines.allSatisfy { $0.characterBoxes == nil })
        #expect(abs(lines[0].boundingBox.minX - 100.0 / 1280) < 0.01)
        request.reportCharacterBoxes = true
        try VNImageRequestHandler(url: try page()).perform([request])
        let characters = try #require(request.results?.first?.characterBoxes)
        #expect(characters.count == "Linuxreads42lines".count)
        #expect(zip(characters, characters.dropFirst()).allSatisfy { $0.topLeft.x < $1.topLeft.x })
    }

    @Test func aPartOfALineHasItsOwnPlace() throws {
        let line = try #require(try texts(try page()).first)
        let text = try #require(line.topCandidates(1).first)
        func place(_ word: String) throws -> CGRect {
            let range = try #require(text.string.range(of: word))
            return try #require(try text.boundingBox(for: range)).boundingBox
        }
        let (before, number, after) = (try place("reads"), try place("42"), try place("lines"))
        #expect(before.maxX < number.minX && number.maxX < after.minX)
        #expect(line.boundingBox.insetBy(dx: -0.001, dy: -0.001).contains(number))
        #expect(try text.boundingBox(for: text.string.startIndex..<text.string.startIndex) == nil)
    }

    @Test func theRegionAndTheHeightOfLettersLimitWhatIsRead() throws {
        let page = try page()
        let below = try texts(page) { $0.regionOfInterest = CGRect(x: 0, y: 0, width: 1, height: 0.5) }
        #expect(below.compactMap { $0.topCandidates(1).first?.string } == ["and a second one"])
        // In the coordinates of the region, which is half as high as the picture.
        #expect(below.first.map { (0.45...0.65).contains($0.boundingBox.midY) } == true)
        let large = try texts(page) { $0.minimumTextHeight = 0.07 }
        #expect(large.compactMap { $0.topCandidates(1).first?.string } == ["Linux reads 42 lines"])
    }

    @Test func aLanguageThatCannotBeReadIsNamed() throws {
        let page = try page()
        #expect(try VNRecognizeTextRequest().supportedRecognitionLanguages().contains("en-US"))
        func message(_ language: String) throws -> (code: Int, text: String) {
            do {
                _ = try texts(page) { $0.recognitionLanguages = [language] }
            } catch let error as NSError {
                return (error.code, error.localizedDescription)
            }
            return (0, "")
        }
        let unknown = try message("tlh-KX")
        #expect(unknown.code == VNErrorCode.invalidArgument.rawValue && unknown.text.contains("tlh-KX"))
        #expect(try message("zh-TW").text.contains("tesseract-ocr-chi-tra"))
        let missing = try message("th-TH")
        #expect(missing.code == VNErrorCode.unsupportedRequest.rawValue)
        #expect(missing.text.contains("tesseract-ocr-tha"), "\(missing.text)")
    }

    @Test func theRequestOfValuesReadsTheSame() async throws {
        var request = RecognizeTextRequest()
        request.recognitionLevel = .fast
        request.recognitionLanguages = [Locale.Language(identifier: "en")]
        let lines = try await request.perform(on: try page())
        #expect(lines.map(\.transcript) == ["Linux reads 42 lines", "and a second one"])
        let first = try #require(lines.first)
        #expect(first.originatingRequestDescriptor == .recognizeTextRequest(.revision3))
        let text = try #require(first.topCandidates(3).first)
        #expect(text.string == first.transcript && text.confidence == first.confidence)
        let word = try #require(text.string.range(of: "Linux"))
        #expect(text.boundingBox(for: word).map { $0.boundingBox.cgRect.maxX < 0.3 } == true)
    }

    @Test func aBlankPageHasNoText() throws {
        let blank = folder.file("blank.png")
        try MadeFile.ffmpeg(["-f", "lavfi", "-i", "color=white:s=640x480", "-frames:v", "1"], to: blank)
        #expect(try texts(blank).isEmpty)
    }
}
