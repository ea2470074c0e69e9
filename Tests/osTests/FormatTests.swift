import Testing

@testable import os

@Suite struct LogFormatTests {
    @Test(arguments: [
        ("no values", "no values"), ("%d frames in %.1f s", "3 frames in 1.5 s"), ("%{public}d", "3"),
        ("%{private}d and %{public}.2f", "<private> and 1.50"), ("%{private, mask.hash}d", "<private>"),
        ("100 %% of %ld", "100 % of 3"), ("%d %f %d", "3 1.500000 "), ("%", ""),
    ])
    func aFormatShowsItsValues(format: String, text: String) {
        #expect(LogFormat(format).text([3, 1.5]) == text)
    }

    @Test func numbersAreWrittenAsTheMessageSays() {
        let message: OSLogMessage = """
            \(1.0 / 3, format: .fixed(precision: 2)) \(255, format: .hex(includePrefix: true)) \
            \(-7, format: .decimal(minDigits: 3)) \(1.5, format: .hybrid, privacy: .private(mask: .hash))
            """
        #expect(message.text == "0.33 0xff -007 <private>")
    }
}
