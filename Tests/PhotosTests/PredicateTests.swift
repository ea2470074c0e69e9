import Foundation
import TestSupport
import Testing

@testable import Photos

/// Predicates that are made from a format.
struct PredicateTests {
    private static let things: [String: any Sendable] = [
        "name": "Café", "count": 5, "size": 2.5, "when": Date(timeIntervalSince1970: 1000), "flags": 10, "on": true,
    ]

    /// Each holds for ``things``.
    @Test(arguments: [
        "count = 5", "count == 5", "count != 4", "count <> 4", "count < 6", "count > 4.5", "count <= 5", "count =< 5",
        "count >= 5", "count => 5", "5 = count", "count = 0x5", "count > -3", "size = 2.5", "size = 25e-1",
        "name = 'Café'", "name == \"Café\"", "name =[c] 'CAFÉ'", "name ==[cd] 'cafe'", "name != 'cafe'",
        "name BEGINSWITH 'Ca'", "name beginswith[c] 'CA'", "name ENDSWITH[d] 'fe'", "name CONTAINS 'af'",
        "name CONTAINS[cd] 'FE'", "name LIKE 'C*'", "name LIKE 'Caf?'", "name LIKE[cd] '*FE'", "NOT name LIKE 'Caf'",
        "name MATCHES 'C[a-z]+é'", "NOT name MATCHES 'C'", "name MATCHES[c] 'CAF.'", "name IN {'a', 'Café'}",
        "'af' IN name", "count IN {1, 5}", "NOT count IN {}", "count BETWEEN {1, 5}", "NOT count BETWEEN {6, 7}",
        "on = YES", "on == TRUE", "on = 1", "on != NO", "missing = nil", "missing == NULL", "name != nil",
        "(flags & 2) != 0", "flags & 8 = 8", "(flags | 1) == 11", "(flags & 5) = 0", "TRUEPREDICATE",
        "NOT FALSEPREDICATE", "count = 1 OR count = 5", "count = 1 || on = YES", "count = 5 AND on = YES",
        "count = 5 && !(on = NO)", "(count = 1 OR count = 5) AND (on = YES)", "count = 1 AND on = NO OR size > 2",
        "((flags & 2) != 0) AND ((count))=5", "not (count = 1 or count = 2)", "SELF.count = 5", "missing != 5",
    ])
    func holds(_ format: String) {
        #expect(NSPredicate(format: format).evaluate(with: Self.things))
        #expect(!NSPredicate(format: "NOT (\(format))").evaluate(with: Self.things))
    }

    @Test func argumentsTakeThePlacesOfPercentSigns() {
        let date = Date(timeIntervalSince1970: 999)
        let predicates = [
            NSPredicate(format: "name = %@", "Café"), NSPredicate(format: "%K == %d", "count", 5),
            NSPredicate(format: "count = %i AND flags = %ld", 5, 10), NSPredicate(format: "count = %lu", UInt(5)),
            NSPredicate(format: "count = %u AND size = %f", 5 as UInt32, 2.5),
            NSPredicate(format: "on = %@", NSNumber(value: true)),
            NSPredicate(format: "when > %@", date as NSDate), NSPredicate(format: "when > %@", date as CVarArg),
            NSPredicate(format: "count IN %@", [4, 5]), NSPredicate(format: "count IN %@", [4, 5] as NSArray),
            NSPredicate(format: "count BETWEEN %@", [4, 5]), NSPredicate(format: "size = %.2f", 2.5),
            NSPredicate(format: "(flags & %d) != 0 AND name = %@", argumentArray: [2, "Café"]),
        ]
        for predicate in predicates { #expect(predicate.evaluate(with: Self.things), "\(predicate)") }
        #expect(NSPredicate(format: "SELF MATCHES %@", "[a-z]+@[a-z]+").evaluate(with: "me@home"))
        #expect(NSPredicate(format: "SELF = '100%%'").evaluate(with: "100%"))
        // What is in quotes is no argument.
        #expect(NSPredicate(format: "SELF = '%@'").evaluate(with: "%@"))
    }

    @Test func aCopyAndACompoundAreTheSamePredicate() throws {
        let predicate = NSPredicate(format: "count = 5")
        #expect((predicate.copy() as? NSPredicate)?.evaluate(with: ["count": 6]) == false)
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, NSPredicate(format: "on = YES")])
        #expect(both.evaluate(with: Self.things) && !both.evaluate(with: ["count": 5, "on": false] as [String: Any]))
        #expect(
            "\(NSPredicate(format: "a=1 or (b LIKE[cd] %@ and c IN {1,2})", "x"))" == """
                a == 1 OR (b LIKE[cd] "x" AND c IN {1, 2})
                """)
    }

    /// What the catalogue chooses itself is what the predicate chooses.
    @Test(arguments: [
        ("mediaType = 1", true), ("mediaType == 1 AND isFavorite = YES", true),
        ("favorite == NO OR mediaType = 2", true),
        ("NOT (mediaType = 2)", true), ("(mediaSubtypes & 8) != 0", true), ("(mediaSubtype & 8) == 0", true),
        ("duration > 0.5", true), ("pixelWidth >= 320 AND pixelHeight BETWEEN {1, 240}", true),
        ("mediaType IN {1, 3}", true), ("creationDate > CREATED", true), ("creationDate == CREATED", true),
        ("modificationDate < CREATED", true), ("mediaType = 1 AND localIdentifier BEGINSWITH 'A'", false),
        ("burstIdentifier = nil", false), ("representsBurst = NO", false), ("TRUEPREDICATE", true),
        ("mediaType = 'photo'", false), ("isFavorite = YES OR burstIdentifier != nil", false), ("hidden = 1", true),
    ])
    func theCatalogueChoosesAsThePredicateDoes(_ format: String, isExact: Bool) throws {
        let fixture = try LibraryFixture()
        let (photo, movie) = (try Data(contentsOf: fixture.jpeg()), try fixture.movie())
        for year in [2001, 2002, 2003] {
            try fixture.saving {
                $0.addResource(with: .photo, data: photo, options: nil)
                $0.creationDate = FetchingTests.date(year)
                $0.isFavorite = year == 2002
            }
        }
        try fixture.saving {
            $0.addResource(with: .video, fileURL: movie, options: nil)
            $0.isHidden = true
        }
        let date = FetchingTests.date(2002)
        let predicate =
            format.contains("CREATED")
            ? NSPredicate(format: format.replacing("CREATED", with: "%@"), date as NSDate)
            : NSPredicate(format: format)
        let condition = PredicateCondition(predicate.expression)
        #expect(condition.isExact == isExact)
        let all = try fixture.library.store.assets().map { PHAsset($0, in: fixture.library.store) }
        let chosen = try fixture.library.store.assets(where: condition.sql, condition.arguments).map(\.uuid)
        let expected = all.filter { predicate.evaluate(with: $0) }.map(\.record.uuid)
        #expect(all.count == 4)
        if isExact { #expect(chosen == expected) } else { #expect(Set(expected).isSubset(of: chosen)) }
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.predicate = predicate
        let fetched = fixture.library.fetch(options)
        #expect((0..<fetched.count).map { fetched[$0].record.uuid } == expected)
        options.fetchLimit = 1
        #expect(fixture.library.fetch(options).firstObject?.record.uuid == expected.first)
    }
}

enum PredicateMistake: String, Mistake {
    case nothing, half, noOperator, unclosedText, unclosedList, missingArgument, textForNumber, anyOf, wrongLetter,
        tooMuch
    case unknownKeyOfAssets, unknownKeyOfAlbums, badExpression

    private var format: String {
        switch self {
        case .nothing: ""
        case .half: "title = "
        case .noOperator: "title %@"
        case .unclosedText: "title = 'a"
        case .unclosedList: "a IN {1, 2"
        case .missingArgument: "title = %@"
        case .textForNumber: "mediaType = %d"
        case .anyOf: "ANY a = 1"
        case .wrongLetter: "a LIKE[x] 'b'"
        case .tooMuch: "a = 1 b = 2"
        case .unknownKeyOfAssets, .unknownKeyOfAlbums: "color == \"red\""
        case .badExpression: "SELF MATCHES '('"
        }
    }

    var reason: String {
        switch self {
        case .missingArgument: "Insufficient arguments for conversion characters specified in format string."
        case .unknownKeyOfAssets, .unknownKeyOfAlbums: "Unsupported predicate in fetch options: \(format)"
        case .badExpression: "Can't do regex matching, reason: "
        default: "Unable to parse the format string \"\(format)\""
        }
    }

    func make() throws {
        let options = PHFetchOptions()
        options.predicate =
            [.noOperator, .textForNumber].contains(self)
            ? NSPredicate(format: format, "a") : NSPredicate(format: format)
        switch self {
        case .unknownKeyOfAlbums:
            _ = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options)
        case .badExpression: _ = options.predicate?.evaluate(with: "x")
        default: _ = PHAsset.fetchAssets(with: options)
        }
    }
}

@Suite struct PredicateMistakeTests {
    @Test(arguments: PredicateMistake.allCases)
    func stopsTheProcess(_ mistake: PredicateMistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            try mistake.make()
        }
        // The reason can end with the process's own words.
        try mistake.expectReason(in: result)
    }
}
