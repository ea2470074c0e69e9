import Foundation

extension DataScannerViewController.TextContentType {
    /// Whether a line of text holds something of this type.
    ///
    /// Linux: by the patterns below; there are no data detectors.
    func isIn(_ line: String) -> Bool { patterns.contains { line.range(of: $0, options: options) != nil } }

    private var options: String.CompareOptions {
        switch self {
        // Small letters make them words.
        case .flightNumber, .shipmentTrackingNumber: .regularExpression
        default: [.regularExpression, .caseInsensitive]
        }
    }

    private var patterns: [String] {
        switch self {
        case .URL:
            [
                #"\bhttps?://\S+"#, #"\bwww\.[\w-]+\.\S+"#,
                #"(?<![@\w.-])([\w-]+\.)+(com|org|net|edu|gov|info|io|app|dev|eu|de|fr|uk|at|ch|it|es|nl)\b(?!@)"#,
            ]
        case .emailAddress: [#"[\w.+-]+@([\w-]+\.)+[a-z]{2,}\b"#]
        case .telephoneNumber:
            [
                // No date.
                #"(?<![\w.,:/-])(?!\d{4}-\d{2}-\d{2}\b)(?!\d{1,2}([./-])\d{1,2}\1\d{2,4}\b)"#
                    + #"\+?\(?\d{1,4}\)?([ ./-]?\(?\d{2,5}\)?){2,5}(?![\w,:])"#
            ]
        case .currency:
            [
                #"[$€£¥]\s?\d+([.,' ]\d+)*"#, #"\b\d+([.,' ]\d+)*\s?([$€£¥]|(USD|EUR|GBP|JPY|CHF|CAD|AUD)\b)"#,
                #"\b(USD|EUR|GBP|JPY|CHF|CAD|AUD)\s?\d"#,
            ]
        case .dateTimeDuration: Self.times
        case .flightNumber: [#"\b(?!(AM|PM|NO|ID)\b)([A-Z]{2}|[A-Z]\d|\d[A-Z])\s?\d{2,4}\b(?![.,:/-]\d)"#]
        case .fullStreetAddress: Self.addresses
        case .shipmentTrackingNumber:
            [
                #"\b1Z[0-9A-Z]{16}\b"#, #"\b[A-Z]{2}\d{9}[A-Z]{2}\b"#, #"\b(\d{4} ?){3}\b(?! ?\d)"#,
                #"\b9\d{3}( ?\d{4}){4} ?\d{2}\b"#,
            ]
        }
    }

    private static let months =
        "(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t(ember)?)?|oct(ober)?|nov(ember)?"
        + "|dec(ember)?)"

    private static let times = [
        #"\b\d{1,2}:\d{2}(:\d{2})?(?!\d)"#, #"\b\d{1,2}\.\d{2} ?Uhr\b"#, #"\b\d{1,2} ?[ap]\.?m\b"#,
        #"\b\d{4}-\d{2}-\d{2}\b"#, #"\b\d{1,2}([./-])\d{1,2}\1(\d{2}|\d{4})\b"#, #"\b"# + months + #"\.? \d{1,2}\b"#,
        #"\b\d{1,2}\.? "# + months + #"\b"#, #"\b(mon|tues|wednes|thurs|fri|satur|sun)day\b"#,
        #"\b(today|tomorrow|tonight|yesterday)\b"#, #"\b\d+ (seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b"#,
    ]

    private static let addresses = [
        // A number and a street, as in English and French.
        #"\b\d{1,5}[a-z]?,? ([\p{L}'.-]+ ){1,4}(street|st|avenue|ave|road|rd|boulevard|blvd|lane"#
            + #"|ln|drive|dr|court|ct|square|sq|place|pl|way|parkway|highway)\b"#,
        #"\b\d{1,5}( bis| ter)?,? (rue|avenue|boulevard|place|chemin|allée|quai) \p{L}+"#,
        // A street and a number, as in German.
        #"\p{L}+(stra(ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer) \d{1,4}\b"#,
    ]
}
