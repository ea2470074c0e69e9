import Testing

@testable import VisionKit

@Suite struct TextContentTests {
    typealias ContentType = DataScannerViewController.TextContentType

    static let lines: [(String, Set<ContentType>)] = [
        ("https://example.org/table/7", [.URL]), ("see www.example.com", [.URL]),
        ("visit example.org today", [.URL, .dateTimeDuration]),
        ("mail info@example.org", [.emailAddress]), ("+49 30 901820", [.telephoneNumber]),
        ("Tel. (555) 123-4567", [.telephoneNumber]), ("Total $12.50", [.currency]), ("1.299,00 €", [.currency]),
        ("EUR 20", [.currency]), ("Flight LH 454", [.flightNumber]), ("BA286 to London", [.flightNumber]),
        ("10:45 pm", [.dateTimeDuration]), ("Due March 3", [.dateTimeDuration]), ("2026-11-27", [.dateTimeDuration]),
        ("27.11.2026", [.dateTimeDuration]), ("takes 45 minutes", [.dateTimeDuration]),
        ("see you tomorrow", [.dateTimeDuration]),
        ("1 Infinite Loop Drive", [.fullStreetAddress]), ("221B Baker Street, London", [.fullStreetAddress]),
        ("Hauptstraße 12", [.fullStreetAddress]), ("12 rue Lepic, Paris", [.fullStreetAddress]),
        ("1Z999AA10123456784", [.shipmentTrackingNumber]), ("RB123456785DE", [.shipmentTrackingNumber]),
        ("Nothing of the kind", []), ("Chapter 7", []), ("Salt and pepper", []),
    ]

    @Test(arguments: lines) func aLineIsOfTheTypesThatItHolds(line: String, types: Set<ContentType>) {
        #expect(Set(ContentType.allCases.filter { $0.isIn(line) }) == types)
    }
}
