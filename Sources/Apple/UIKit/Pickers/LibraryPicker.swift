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
        if asset.mediaType == .video {
            PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { [weak self] movie, _, _ in
                // The program may move or delete what it gets.
                let file = Self.copy(of: movie)
                Task { @MainActor in
                    // Its controller may be gone already.
                    guard let self, self.parent != nil else {
                        if let file { try? FileManager.default.removeItem(at: file) }
                        return
                    }
                    guard let file else { return self.report("The video cannot be read.") }
                    self.picker.finish([.mediaType: "public.movie", .mediaURL: file, .phAsset: asset])
                }
            }
            return
        }
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
            [weak self] data, type, _, _ in
            guard let data, let image = UIImage(data: data) else {
                Task { @MainActor in if let self, self.parent != nil { self.report("The photo cannot be read.") } }
                return
            }
            let file = Self.temporaryFile(UTType(type ?? "")?.preferredFilenameExtension ?? "jpeg")
            let isWritten = (try? data.write(to: file)) != nil
            Task { @MainActor in
                var info: [UIImagePickerController.InfoKey: Any] = [
                    .mediaType: "public.image", .originalImage: image, .phAsset: asset,
                ]
                if isWritten { info[.imageURL] = file }
                guard let self, self.parent != nil else {
                    try? FileManager.default.removeItem(at: file)
                    return
                }
                self.picker.finish(info)
            }
        }
    }

    private func report(_ text: String) {
        let alert = UIAlertController(title: text, message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "OK", style: .default))
        present(alert, animated: true)
    }

    private nonisolated static func temporaryFile(_ ending: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)")
    }

    private nonisolated static func copy(of movie: AVAsset?) -> URL? {
        guard let file = (movie as? AVURLAsset)?.url else { return nil }
        let copy = temporaryFile(file.pathExtension)
        return (try? FileManager.default.copyItem(at: file, to: copy)) == nil ? nil : copy
    }
}

/// A row of small pictures.
final class PictureRow: UITableViewCell {
    private(set) var buttons: [UIButton] = []
    private var columns = 1

    func show(_ assets: [PHAsset], of columns: Int, _ pick: @escaping @MainActor (PHAsset) -> Void) {
        self.columns = columns
        for button in buttons { button.removeFromSuperview() }
        buttons = assets.map { asset in
            let button = UIButton(type: .custom)
            button.accessibilityLabel = asset.mediaType == .video ? "Video" : "Photo"
            button.clipsToBounds = true
            button.addAction(UIAction { _ in pick(asset) }, for: .touchUpInside)
            contentView.addSubview(button)
            let size = CGSize(width: 240, height: 240)
            PHImageManager.default().requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: nil)
            {
                [weak button] image, _ in
                Task { @MainActor in button?.setBackgroundImage(image, for: .normal) }
            }
            return button
        }
        setNeedsLayout()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let side = bounds.width / CGFloat(columns)
        for (column, button) in buttons.enumerated() {
            button.frame = CGRect(x: CGFloat(column) * side + 1, y: 1, width: side - 2, height: bounds.height - 2)
        }
    }
}
