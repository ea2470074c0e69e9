import AVFoundation
import Foundation
import Photos
import UIKitCore
import UniformTypeIdentifiers

/// The photo library of a ``UIImagePickerController``, newest first.
final class LibraryPicker: UITableViewController {
    private static let columns = 3
    private unowned let picker: UIImagePickerController
    private let library: PHPhotoLibrary
    private(set) var assets: [PHAsset] = []

    init(_ picker: UIImagePickerController, library: PHPhotoLibrary = .shared()) {
        (self.picker, self.library) = (picker, library)
        super.init(style: .plain)
        title = "Photos"
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            title: "Cancel", primaryAction: UIAction(title: "Cancel") { [weak self] _ in self?.picker.cancel() })
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(PictureRow.self, forCellReuseIdentifier: "row")
        reload()
    }

    func reload() {
        guard isViewLoaded else { return }
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let all = library.fetch(options)
        let wanted = Set(
            picker.mediaTypes.compactMap { type -> PHAssetMediaType? in
                switch type {
                case "public.image": .image
                case "public.movie": .video
                default: nil
                }
            })
        assets = (0..<all.count).map { all.object(at: $0) }.filter { wanted.contains($0.mediaType) }
        tableView.reloadData()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        (assets.count + Self.columns - 1) / Self.columns
    }

    override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        max(tableView.bounds.width / CGFloat(Self.columns), 44)
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        let first = indexPath.row * Self.columns
        (cell as? PictureRow)?.show(Array(assets[first..<min(first + Self.columns, assets.count)]), of: Self.columns) {
            [weak self] in self?.pick($0)
        }
        return cell
    }

    /// Reads what was picked, and tells the program.
    func pick(_ asset: PHAsset) {
        if asset.mediaType == .video { pickVideo(asset) } else { pickPhoto(asset) }
    }

    private func pickVideo(_ asset: PHAsset) {
        PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { [weak self] movie, _, _ in
            // The program may move or delete what it gets.
            let file = Self.copy(of: movie)
            Task { @MainActor in
                guard let self, self.isThere else { return Self.remove(file) }
                guard let file else { return self.report("The video cannot be read.") }
                self.picker.finish([.mediaType: "public.movie", .mediaURL: file, .phAsset: asset])
            }
        }
    }

    private func pickPhoto(_ asset: PHAsset) {
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
            [weak self] data, type, _, _ in
            guard let data, let image = UIImage(data: data) else {
                Task { @MainActor in if let self, self.isThere { self.report("The photo cannot be read.") } }
                return
            }
            let file = Self.write(data, type)
            Task { @MainActor in
                guard let self, self.isThere else { return Self.remove(file) }
                var info: [UIImagePickerController.InfoKey: Any] = [
                    .mediaType: "public.image", .originalImage: image, .phAsset: asset,
                ]
                if let file { info[.imageURL] = file }
                self.picker.finish(info)
            }
        }
    }

    /// Its controller may be gone while it reads.
    private var isThere: Bool { parent != nil }

    private func report(_ text: String) {
        let alert = UIAlertController(title: text, message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    private nonisolated static func temporaryFile(_ ending: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
    }

    /// - Parameter type: the identifier of the data's type.
    /// - Returns: `nil` if it cannot be written.
    private nonisolated static func write(_ data: Data, _ type: String?) -> URL? {
        let file = temporaryFile(UTType(type ?? "")?.preferredFilenameExtension ?? "jpeg")
        if (try? data.write(to: file)) != nil { return file }
        // A part of it is of no use.
        remove(file)
        return nil
    }

    private nonisolated static func copy(of movie: AVAsset?) -> URL? {
        guard let file = (movie as? AVURLAsset)?.url else { return nil }
        let copy = temporaryFile(file.pathExtension)
        return (try? FileManager.default.copyItem(at: file, to: copy)) == nil ? nil : copy
    }

    private nonisolated static func remove(_ file: URL?) {
        if let file { try? FileManager.default.removeItem(at: file) }
    }
}
