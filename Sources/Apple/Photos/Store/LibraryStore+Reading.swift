import Foundation
import SQLite

/// How far the catalogue is made to agree with the folder before it is read.
enum ScanExtent: Sendable {
    case none
    /// If very many files are new, the newest of them; the others come in the background, and the observers hear of them.
    case newest
    case whole
    /// What ``newest`` left.
    case rest
}

extension LibraryStore {
    /// Reads the catalogue.
    ///
    /// - Parameter scan: how far it is updated from the folder first.
    func read<T: Sendable>(
        _ nothing: T, scan: ScanExtent = .newest, _ body: (CatalogueAccess) throws -> T
    ) throws(PHPhotosError) -> T {
        do {
            // Reading must not create a library.
            guard try folder.exists else { return nothing }
            var isWhole = true
            defer { if !isWhole { scanTheRest() } }
            return try withCatalogue(for: .reading) { catalogue in
                if scan != .none { isWhole = try update(catalogue, scan) }
                return try catalogue.read(body)
            }
        } catch {
            // Its disk may have been unmounted in the meantime.
            if (try? folder.exists) == false { return nothing }
            throw photosError(error)
        }
    }

    /// Updates the catalogue if the folder has changed.
    ///
    /// - Returns: whether nothing is left for a scan in the background.
    private func update(_ catalogue: Catalogue, _ extent: ScanExtent) throws -> Bool {
        if try isUpToDate(catalogue) { return true }
        return try scanTurn.take(waitsForBackground: extent == .whole) {
            try scan(catalogue, extent)
        } then: {
            whenScanned.withLock(\.self)?()
        } ?? true
    }

    /// On a full disk, the catalogue's present contents have to do.
    private func scan(_ catalogue: Catalogue, _ extent: ScanExtent) throws -> Bool {
        // Another thread may have been faster.
        if try isUpToDate(catalogue) { return true }
        do {
            let isWhole = try reconcile(catalogue, extent, newestAreThere: scanTurn.takesLong)
            if isWhole { isCompared = true }
            return isWhole
        } catch let error where isForLackOfSpace(error) {
            return true
        }
    }

    /// What fails is tried again by the next fetch.
    private func scanTheRest() {
        scanTurn.takeInBackground { [self] in
            _ = try? withCatalogue(for: .reading) { try scan($0, .rest) }
        } then: { [self] in
            whenScanned.withLock(\.self)?()
        }
    }

    private func isUpToDate(_ catalogue: Catalogue) throws -> Bool {
        let isCompared = isCompared
        return try isCompared && catalogue.read { try $0.seenTime() } == folder.modificationTime
    }
}
