import AVCamCore
import Foundation
import LockedCameraCapture
import Photos

/// Imports captures from the lock screen into the library: each item exactly once, no matter which process dies, or
/// when.
///
/// Files are copied; before that, the identifier that the asset will have is written beside them. An item that has an
/// identifier and is complete in the library is only removed; one that got there only in part is copied again.
package struct LockedCaptures: CaptureImport {
    private static let note = "identifier"

    private let manager: LockedCameraCaptureManager
    private let library: MediaLibrary

    package init(library: MediaLibrary, manager: LockedCameraCaptureManager = .shared) {
        self.library = library
        self.manager = manager
    }

    /// Imports pending captures, and then new ones, until the task is cancelled.
    ///
    /// - Parameter onProblem: gets the error of a capture that could not be saved. The capture stays pending for the
    ///   next time.
    package func follow(onProblem: @Sendable (any Error) async -> Void) async {
        for await update in manager.sessionContentUpdates {
            let urls: [URL]
            switch update {
            case .initial(let found): urls = found
            case .added(let url): urls = [url]
            case .removed: continue
            }
            for url in urls {
                do {
                    try await takeOver(url)
                } catch {
                    await onProblem(error)
                }
            }
        }
    }

    /// Saves everything that a session left, and removes its folder. Does nothing for a session that is still
    /// capturing, or that another program has imported meanwhile, and keeps files that AVCam did not write.
    ///
    /// - Throws: the first error, if something could not be saved; what was saved has been removed from the folder.
    package func takeOver(_ session: URL) async throws {
        // Two programs that import at the same time would save everything twice.
        let turn = try await FolderTurn(session.deletingLastPathComponent())
        defer { withExtendedLifetime(turn) {} }
        guard !manager.isInUse(session), FileManager.default.fileExists(atPath: session.path) else { return }
        var problem: (any Error)?
        for folder in try contents(of: session) {
            do {
                if folder.path.hasSuffix(LockedMediaStore.completeSuffix) {
                    try await save(folder)
                } else if folder.path.hasSuffix(LockedMediaStore.partialSuffix) {
                    try await saveRest(folder)
                }
            } catch {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
        let rest = try contents(of: session).filter { $0.lastPathComponent != LockedMediaStore.stateName }
        if rest.isEmpty { try await manager.invalidateSessionContent(at: session) }
    }

    private func contents(of folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    /// Saves what a process was making when it died: of a movie, the recorded part is worth having.
    private func saveRest(_ folder: URL) async throws {
        do {
            try await save(folder)
        } catch PHPhotosError.invalidResource, PHPhotosError.missingResource {
            try FileManager.default.removeItem(at: folder)
        }
    }

    private func save(_ folder: URL) async throws {
        let files = try resources(in: folder)
        let note = folder.appendingPathComponent(Self.note)
        if let identifier = try? String(contentsOf: note, encoding: .utf8), !identifier.isEmpty {
            let known = await library.files(of: identifier).count
            if known == files.count { return try FileManager.default.removeItem(at: folder) }
            if known > 0 { try await library.delete(identifier) }
        }
        // If the note cannot be written, the item must not be saved, because it would be saved again.
        _ = try await library.save(willSave: { try Self.write($0, to: note) }) { request in
            for file in files { request.addResource(with: file.type, fileURL: file.url, options: nil) }
        }
        try FileManager.default.removeItem(at: folder)
    }

    /// Writes the note so that a power cut after it loses nothing.
    private static func write(_ identifier: String, to note: URL) throws {
        try Data(identifier.utf8).write(to: note)
        try FileHandle(forUpdating: note).synchronize()
        try SessionFolder.synchronize(note.deletingLastPathComponent())
    }

    private func resources(in folder: URL) throws -> [(type: PHAssetResourceType, url: URL)] {
        try contents(of: folder).compactMap { url in
            let type = Int(url.deletingPathExtension().lastPathComponent).flatMap(PHAssetResourceType.init)
            return type.map { ($0, url) }
        }
    }
}
