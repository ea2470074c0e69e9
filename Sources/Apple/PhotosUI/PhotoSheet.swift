import Photos
import SwiftUI

/// What is picked, and from what.
nonisolated struct PhotoChoice {
    let library: PHPhotoLibrary
    /// 1: a press picks, and closes the sheet; `nil`: any number.
    let limit: Int?
    let isOrdered: Bool
    private let filter: PHPickerFilter?
    /// Whether each change is told, not the end alone.
    let isContinuous: Bool
    /// Whether the sheet closes when something was picked, or nothing; if not, it picks nothing to say so.
    let closes: Bool
    /// Local identifiers.
    let selected: () -> [String]
    let pick: ([PHAsset]) -> Void

    init(_ selection: Binding<PhotosPickerItem?>, _ filter: PHPickerFilter?, _ library: PHPhotoLibrary) {
        (self.library, self.filter, limit, isOrdered) = (library, filter, 1, false)
        (isContinuous, closes) = (false, true)
        selected = { selection.wrappedValue?.itemIdentifier.map { [$0] } ?? [] }
        pick = { selection.wrappedValue = $0.first.map { PhotosPickerItem($0) } }
    }

    init(
        _ selection: Binding<[PhotosPickerItem]>, _ limit: Int?, _ behavior: PhotosPickerSelectionBehavior,
        _ filter: PHPickerFilter?, _ library: PHPhotoLibrary
    ) {
        (self.library, self.filter, isOrdered) = (library, filter, behavior.isOrdered)
        self.limit = limit == 0 ? nil : limit
        (isContinuous, closes) = (false, true)
        selected = { selection.wrappedValue.compactMap(\.itemIdentifier) }
        pick = { selection.wrappedValue = $0.map { PhotosPickerItem($0) } }
    }

    init(_ configuration: PHPickerConfiguration, selected: [String], pick: @escaping ([PHAsset]) -> Void) {
        (library, filter) = (configuration.library ?? .shared(), configuration.filter)
        limit = configuration.selectionLimit == 0 ? nil : configuration.selectionLimit
        (isOrdered, isContinuous) = (configuration.selection.isOrdered, configuration.selection.isContinuous)
        closes = false
        self.selected = { selected }
        self.pick = pick
    }

    /// Newest first.
    var assets: [PHAsset] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let result = library.fetch(options)
        return (0..<result.count).map { result.object(at: $0) }.filter { filter?.matches($0) ?? true }
    }
}

extension PhotosPickerItem {
    fileprivate init(_ asset: PHAsset) {
        self.init(asset.localIdentifier, try? PHAssetResource.shown(of: asset))
    }
}

/// The photos and movies of the library, to pick from.
struct PhotoSheet: View {
    let choice: PhotoChoice
    @State private var assets: [PHAsset] = []
    @State private var isLoaded = false
    @State private var picked: [String] = []
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(spacing: 0) {
            bar
            if isLoaded && assets.isEmpty {
                Spacer()
                Text("No Photos or Videos").foregroundStyle(.secondary)
                Spacer()
            } else {
                ScrollView {
                    LazyVGrid(columns: [GridItem(.adaptive(minimum: 100), spacing: 2)], spacing: 2) {
                        ForEach(assets, id: \.localIdentifier) { asset in cell(asset) }
                    }
                }
            }
        }
        .onAppear {
            assets = choice.assets
            let shown = Set(assets.map(\.localIdentifier))
            picked = picksAtOnce ? [] : choice.selected().filter(shown.contains)
            isLoaded = true
        }
    }

    /// A press picks, and nothing else can be picked.
    private var picksAtOnce: Bool { choice.limit == 1 && !choice.isContinuous }

    private var bar: some View {
        HStack {
            Button("Cancel", role: .cancel) { end(picking: choice.closes ? nil : []) }
            Spacer()
            if !picksAtOnce, !choice.isContinuous { Button("Add") { hand(over: picked) }.disabled(picked.isEmpty) }
        }
        .padding(.horizontal)
        .frame(height: 44)
    }

    private func cell(_ asset: PHAsset) -> some View {
        let place = picked.firstIndex(of: asset.localIdentifier)
        return Button {
            press(asset.localIdentifier)
        } label: {
            Thumbnail(asset: asset).overlay(alignment: .bottomTrailing) {
                if let place {
                    Text(verbatim: choice.isOrdered ? "\(place + 1)" : "✓").font(.footnote.bold())
                        .foregroundStyle(.white).frame(width: 22, height: 22)
                        .background(Color.blue, in: Circle()).padding(4)
                }
            }
        }
        .buttonStyle(.plain)
        .accessibilityLabel(asset.mediaType == .video ? Text("Video") : Text("Photo"))
        .accessibilityAddTraits(place == nil ? [] : .isSelected)
    }

    private func press(_ identifier: String) {
        if picksAtOnce { return hand(over: [identifier]) }
        if let place = picked.firstIndex(of: identifier) {
            picked.remove(at: place)
        } else if choice.limit.map({ picked.count < $0 }) ?? true {
            picked.append(identifier)
        }
        if choice.isContinuous { choice.pick(assets(identifiers: picked)) }
    }

    private func hand(over identifiers: [String]) { end(picking: assets(identifiers: identifiers)) }

    private func assets(identifiers: [String]) -> [PHAsset] {
        // Without an order of their own, the items come in the library's.
        guard choice.isOrdered else { return assets.filter { identifiers.contains($0.localIdentifier) } }
        return identifiers.compactMap { identifier in assets.first { $0.localIdentifier == identifier } }
    }

    private func end(picking assets: [PHAsset]?) {
        if let assets { choice.pick(assets) }
        if choice.closes { dismiss() }
    }
}

/// The center of a photo, or of a movie's first frame.
private struct Thumbnail: View {
    let asset: PHAsset
    @State private var image: UIImage?

    var body: some View {
        Color.gray.opacity(0.3)
            .aspectRatio(1, contentMode: .fit)
            .overlay { if let image { Image(uiImage: image).resizable().scaledToFill() } }
            .clipped()
            .overlay(alignment: .bottomLeading) {
                if asset.mediaType == .video {
                    Image(systemName: "video.fill").foregroundStyle(.white).padding(4)
                }
            }
            .task(id: asset.localIdentifier) { image = await picture() }
    }

    private func picture() async -> UIImage? {
        await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset, targetSize: CGSize(width: 256, height: 256), contentMode: .aspectFill, options: nil
            ) { image, _ in continuation.resume(returning: image) }
        }
    }
}
