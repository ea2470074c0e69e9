import Foundation
import TestSupport
import Testing

@testable import AVCamCore

/// What is left of copies by programs that ended meanwhile.
struct PartialCopyTests {
    private let folder: TemporaryFolder
    private let copies: PartialCopies
    private let target: URL

    init() throws {
        folder = try TemporaryFolder()
        copies = PartialCopies(notes: folder.file("state/copies"))
        target = folder.file("stick")
        for place in [target, folder.file("state/copies")] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
    }

    private func names(_ folder: URL) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    private var notes: [String] { names(folder.file("state/copies")) }

    /// Leaves a part of a copy, and its note, as a program does that ends in the middle of it.
    private func leave() throws {
        let name = UUID().uuidString
        let partial = try folder.file("stick/.\(name).part", contents: Data("half".utf8))
        _ = try folder.file("state/copies/\(name)", contents: Data(partial.path.utf8))
    }

    @Test func aCopyThatIsWholeLeavesNothing() throws {
        try copies.withPartial(in: target) { partial in
            #expect(notes.count == 1)
            try Data("whole".utf8).write(to: partial)
            try FileManager.default.moveItem(at: partial, to: target.appendingPathComponent("photo.jpg"))
        }
        #expect(names(target) == ["photo.jpg"] && notes.isEmpty)
    }

    @Test func aCopyWithANameReplacesWhatHasIt() async throws {
        let photo = try folder.file("photo.jpg", contents: Data("photo".utf8))
        let old = try folder.file("stick/summer.jpg", contents: Data("old".utf8))
        try await MediaFiles.copy(photo, as: old, through: copies)
        #expect(try Data(contentsOf: old) == Data("photo".utf8))
        #expect(names(target) == ["summer.jpg"] && notes.isEmpty)
    }

    @Test func aCopyThatCannotReplaceChangesNothing() async throws {
        let photo = try folder.file("photo.jpg", contents: Data("photo".utf8))
        let old = target.appendingPathComponent("summer.jpg")
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: false)
        let inner = try folder.file("stick/summer.jpg/inner", contents: Data("old".utf8))
        await #expect(throws: CocoaError.self) {
            try await MediaFiles.copy(photo, as: old, through: copies)
        }
        #expect(try Data(contentsOf: inner) == Data("old".utf8))
        #expect(names(target) == ["summer.jpg"] && notes.isEmpty)
    }

    @Test func aCopyThatFailsLeavesNothing() throws {
        #expect(throws: CocoaError.self) {
            try copies.withPartial(in: target) { partial in
                try Data("half".utf8).write(to: partial)
                throw CocoaError(.fileWriteUnknown)
            }
        }
        #expect(names(target).isEmpty && notes.isEmpty)
    }

    /// Also one that another program writes now, which has the lock.
    @Test func theNextStartRemovesWhatNobodyWrites() throws {
        try copies.withPartial(in: target) { partial in
            try leave()
            try leave()
            try Data("being written".utf8).write(to: partial)
            copies.removeAbandoned()
            #expect(names(target) == [partial.lastPathComponent] && notes.count == 1)
        }
        #expect(names(target).isEmpty && notes.isEmpty)
    }

    @Test func aDiskThatIsNotThereIsWaitedFor() throws {
        try leave()
        let away = folder.file("away")
        try FileManager.default.moveItem(at: target, to: away)
        copies.removeAbandoned()
        #expect(notes.count == 1)
        try FileManager.default.moveItem(at: away, to: target)
        copies.removeAbandoned()
        #expect(names(target).isEmpty && notes.isEmpty)
    }

    @Test func aNoteNamesNoOtherFile() throws {
        let file = try folder.file("stick/photo.jpg", contents: Data("precious".utf8))
        _ = try folder.file("state/copies/\(UUID().uuidString)", contents: Data(file.path.utf8))
        copies.removeAbandoned()
        #expect(names(target) == ["photo.jpg"] && notes.isEmpty)
    }

    /// As quitting twice does.
    @Test func aProgramThatEndsInTheMiddleIsTidiedUpAfter() async throws {
        let state: String = folder.file("state/copies").path
        let target: String = self.target.path
        await #expect(processExitsWith: .success) { [state = state as String, target = target as String] in
            let copies = PartialCopies(notes: URL(fileURLWithPath: state))
            try copies.withPartial(in: URL(fileURLWithPath: target)) { (partial: URL) -> Void in
                try Data("half".utf8).write(to: partial)
                _exit(0)
            }
        }
        #expect(names(self.target).count == 1 && notes.count == 1)
        copies.removeAbandoned()
        #expect(names(self.target).isEmpty && notes.isEmpty)
    }
}
