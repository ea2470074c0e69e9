import AVCamCore
import SwiftUI

/// The photos and movies of the library, newest first.
struct LibraryView: View {
    @State private var browser: MediaBrowser
    @State private var pictures = MediaPictures()
    @Environment(\.dismiss) private var dismiss

    init(browser: MediaBrowser) { _browser = State(initialValue: browser) }

    var body: some View {
        NavigationStack {
            ScrollView {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 100), spacing: 2)], spacing: 2) {
                    ForEach(browser.items) { item in
                        NavigationLink {
                            ItemView(item: item, pictures: pictures)
                        } label: {
                            Thumbnail(item: item, pictures: pictures)
                        }
                        .buttonStyle(.plain)
                    }
                }
            }
            .overlay {
                if browser.isLoaded && browser.items.isEmpty {
                    Text("There are no photos or movies yet.").foregroundStyle(.secondary)
                }
            }
            .navigationTitle("Photos and Movies")
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                ToolbarItem(placement: .confirmationAction) { Button("Done") { dismiss() } }
            }
        }
        .onAppear { browser.start() }
        .onDisappear { browser.stop() }
    }
}

/// The center of a photo, or of a movie's first frame.
private struct Thumbnail: View {
    let item: MediaItem
    let pictures: MediaPictures
    @State private var image: CGImage?

    var body: some View {
        Color.gray.opacity(0.3)
            .aspectRatio(1, contentMode: .fit)
            .overlay {
                if let image {
                    Image(decorative: image, scale: 1).resizable().aspectRatio(contentMode: .fill)
                }
            }
            .clipped()
            .overlay(alignment: .bottomTrailing) {
                if item.kind == .movie { Image(systemName: "video.fill").foregroundStyle(.white).padding(4) }
            }
            .accessibilityElement()
            .accessibilityLabel(item.kind == .movie ? Text("Movie") : Text("Photo"))
            .task(id: item) { image = try? await pictures.thumbnail(of: item, size: 256) }
    }
}

/// One photo, or a movie's first frame, as large as the screen allows.
private struct ItemView: View {
    let item: MediaItem
    let pictures: MediaPictures
    @State private var image: CGImage?
    @State private var problem: String?

    var body: some View {
        ZStack {
            Color.black.ignoresSafeArea()
            if let image {
                Image(decorative: image, scale: 1).resizable().aspectRatio(contentMode: .fit)
            } else if let problem {
                Text(verbatim: problem).foregroundStyle(.white).padding()
            } else {
                ProgressView()
            }
        }
        .task(id: item) {
            do {
                image = try await pictures.picture(of: item, fitting: CGSize(width: 2048, height: 2048))
            } catch is CancellationError {
            } catch {
                problem = error.localizedDescription
            }
        }
    }
}
