import Foundation
import PhotoCoding

/// What waits for the next start in plain sight, because a file is in the place of the hidden folder.
extension LibraryStore {
    /// Writes new assets with data that is nowhere else into the library's own folder, as another program would: the next start
    /// finds them there, though not what was said of them.
    ///
    /// - Returns: where their main files are.
    func leaveLoose(_ changes: [AssetChange], after error: any Error) -> [String] {
        guard let error = error as? FileError, error.number == ENOTDIR, error.path == folder.hidden else { return [] }
        return changes.compactMap { change in
            // The frames of a proxy are kept where they are.
            guard case .create(let asset) = change, asset.hasData, asset.deferredID == nil else { return nil }
            return leaveLoose(asset)
        }.sorted()
    }

    /// - Returns: `nil` if the disk did not take all of it.
    private func leaveLoose(_ asset: NewAsset) -> String? {
        var (paths, main) = ([String](), String?.none)
        for resource in asset.resources {
            guard let path = loosePath(of: resource, in: asset), write(resource.content, to: path) else {
                for path in paths { unlink(path) }
                return nil
            }
            paths.append(path)
            if resource.type.isPrimary { main = path }
        }
        return main
    }

    /// - Returns: `nil` if the library could not show it, or there is such a file.
    private func loosePath(of resource: NewResource, in asset: NewAsset) -> String? {
        let format: MediaFileFormat? =
            switch resource.content {
            case .data(let data): MediaFileFacts(data)?.format
            case .file(let url, _): MediaFileFormat.all.format(ofName: url.lastPathComponent)
            }
        guard let format else { return nil }
        // The files of a Live Photo belong together because of their names.
        let name = asset.uuid + "." + format.fileExtension
        return folder.has(name) ? nil : folder.path(of: name)
    }

    /// - Returns: whether it is on the disk.
    private func write(_ content: NewResource.Content, to path: String) -> Bool {
        do throws(FileError) {
            switch content {
            case .data(let data): try DurableFile.write(data, to: path)
            case .file(let url, _): try DurableFile.copy(url.path, to: path)
            }
            try DurableFile.syncFolder(folder.path)
            return true
        } catch {
            return false
        }
    }
}
