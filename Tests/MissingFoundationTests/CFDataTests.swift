import Foundation
import MissingFoundation
import Testing

/// What foreign code calls on data, defaults and addresses.
@Suite struct CFDataTests {
    @Test(arguments: [0, 1, 14, 16, 17, 100_000]) func bytesAreWhereThePointerSays(count: Int) {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }) as CFData
        let part = data.dropFirst(count / 2)
        for data in [data, part] {
            let bytes = CFDataGetBytePtr(data)
            #expect(Array(UnsafeBufferPointer(start: bytes, count: CFDataGetLength(data))) == Array(data))
        }
        #expect(CFDataGetBytePtr(nil) == nil)
    }

    @Test func someBytesAreCopied() {
        var copy: [UInt8] = [0, 0]
        CFDataGetBytes(Data([1, 2, 3, 4]), CFRange(location: 1, length: 2), &copy)
        #expect(copy == [2, 3])
    }

    @Test func defaultsAreSetByKey() throws {
        let name = "org.avcam.tests.\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        defaults.setValue(["a", "b"], forKey: "history")
        #expect(defaults.stringArray(forKey: "history") == ["a", "b"])
        #expect(defaults.value(forKey: "history") as? [String] == ["a", "b"])
        defaults.setValue(nil, forKey: "history")
        #expect(defaults.value(forKey: "history") == nil)
    }

    @Test func filesHaveAddresses() {
        #expect(NSURL.fileURL(withPath: "/tmp/a b.mov") == URL(fileURLWithPath: "/tmp/a b.mov"))
        #expect(NSURL.fileURL(withPath: "/tmp/x", isDirectory: true).hasDirectoryPath)
    }
}
