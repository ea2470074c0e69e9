import Photos
import SwiftUI

/// What is picked, and from what.
nonisolated struct PhotoChoice {
    let library: PHPhotoLibrary
    /// 1: a press picks, and closes the sheet; `nil`: any number.
    let limit: Int?
    let isOrdered: Bool
    private let filter: PHPickerFilter?
    let selected: () -> [PhotosPickerItem]
    let pick: ([PhotosPickerItem]) -> Void

    init(_ selection: Binding<PhotosPickerItem?>, _ filter: PHPickerFilter?, _ library: PHPhotoLibrary) {
        (self.library, self.filter, limit, isOrdered) = (library, filter, 1, false)
        selected = { selection.wrappedValue.map { [$0] } ?? [] }
        pick = { selection.wrappedValue = $0.first }
    }

    init(
        _ selection: Binding<[PhotosPickerItem]>, _ limit: Int?, _ behavior: PhotosPickerSelectionBehavior,
        _ filter: PHPickerFilter?, _ library: PHPhotoLibrary
    ) {
        (self.library, self.filter, isOrdered) = (library, filter, behavior.isOrdered)
        self.limit = limit == 0 ? nil : limit
        selected = { selection.wrappedValue }
        pick = { selection.wrappedValue = $0 }
    }

    /// Newest first.
    var assets: [PHAsset] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let result = library.fetch(options)
        return (0..<result.count).map { result.object(at: $0) }.filter { filter?.matches($0) ?? true }
    }

    func item(_ asset: PHAsset) -> PhotosPickerItem {
        PhotosPickerItem(asset.localIdentifier, try? PHAssetResource.shown(of: asset))
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
            picked = choice.limit == 1 ? [] : choice.selected().compactMap(\.itemIdentifier)
            isLoaded = true
        }
    }

    private var bar: some View {
        HStack {
            Button("Cancel", role: .cancel) { dismiss() }
            Spacer()
            if choice.limit != 1 { Button("Add") { hand(over: picked) }.disabled(picked.isEmpty) }
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
        if choice.limit == 1 { return hand(over: [identifier]) }
        if let place = picked.firstIndex(of: identifier) {
            picked.remove(at: place)
        } else if choice.limit.map({ picked.count < $0 }) ?? true {
            picked.append(identifier)
        }
    }

    private func hand(over identifiers: [String]) {
        let chosen = identifiers.compactMap { identifier in assets.first { $0.localIdentifier == identifier } }
        // Without an order of their own, the items come in the library's.
        let sorted =
            choice.isOrdered
            ? chosen : assets.filter { asset in identifiers.contains(asset.localIdentifier) }
        choice.pick(sorted.map(choice.item))
        dismiss()
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
