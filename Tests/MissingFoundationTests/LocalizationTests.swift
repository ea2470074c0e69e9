import Foundation
import MissingFoundation
import Testing

/// Texts of an app's tables.
struct LocalizationTests {
    @Test func aTextWithoutATableIsItsKeyWithTheValues() {
        let text = String(localized: "100% of \(2) and \(0.5, specifier: "%.2f") \("files")")
        #expect(text == "100% of 2 and 0.50 files")
        #expect(String(localized: "key", defaultValue: "\(3) photos, 100%", comment: "count") == "3 photos, 100%")
        let resource = LocalizedStringResource("key", defaultValue: "Photo \(4)")
        #expect(resource.key == "key" && String(localized: resource) == "Photo 4")
        let literal: LocalizedStringResource = "Saved \(5)"
        #expect(literal.key == "Saved %lld" && String(localized: literal) == "Saved 5")
    }

    @Test func aTableSaysItInTheLanguageOfTheApp() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        let tables = folder.appendingPathComponent("Resources/en.lproj")
        try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
        let text = """
            "Photo %lld of %@" = "%2$@: number %1$lld";
            "saved" = "Saved %lld files (100%%)";
            "half" = "50% off";
            """
        try Data(text.utf8).write(to: tables.appendingPathComponent("Camera.strings"))
        let bundle = try #require(Bundle(path: folder.path))
        #expect(String(localized: "Photo \(2) of \("Rome")", table: "Camera", bundle: bundle) == "Rome: number 2")
        #expect(
            String(localized: "saved", defaultValue: "\(7) saved", table: "Camera", bundle: bundle)
                == "Saved 7 files (100%)")
        #expect(String(localized: "half", defaultValue: "half", table: "Camera", bundle: bundle) == "50% off")
        #expect(String(localized: "other", defaultValue: "50% off", table: "Camera", bundle: bundle) == "50% off")
        let resource = LocalizedStringResource("saved", defaultValue: "\(8)", table: "Camera", bundle: .atURL(folder))
        #expect(String(localized: resource) == "Saved 8 files (100%)")
    }

    @Test func theRoomOfADiskIsThatForWhatIsImportant() throws {
        let keys: Set<URLResourceKey> = [.volumeAvailableCapacityForImportantUsageKey]
        let values = try FileManager.default.temporaryDirectory.resourceValues(forKeys: keys)
        var status = statvfs()
        try #require(statvfs(FileManager.default.temporaryDirectory.path, &status) == 0)
        let room = try #require(values.volumeAvailableCapacityForImportantUsage)
        #expect(abs(Double(room) - Double(status.f_bavail * status.f_frsize)) < 1e9 && room > 0)
    }
}
