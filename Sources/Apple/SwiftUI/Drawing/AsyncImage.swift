import Foundation
import UIKit

/// How far an image is loaded. Source: Apple, AsyncImagePhase.
public enum AsyncImagePhase: Sendable {
    /// Nothing is loaded yet.
    case empty
    case success(Image)
    case failure(any Error)

    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// An image that is loaded while the view is shown. Source: Apple, AsyncImage.
///
/// Linux: files, and addresses of the web up to 64 MB, eight at once. Nothing is kept beyond the view.
public nonisolated struct AsyncImage<Content: View> {
    let url: URL?
    let scale: CGFloat
    let transaction: Transaction
    let make: (AsyncImagePhase) -> AnyView

    private init(
        _ url: URL?, _ scale: CGFloat, _ transaction: Transaction = Transaction(),
        _ make: @escaping (AsyncImagePhase) -> AnyView
    ) { (self.url, self.scale, self.transaction, self.make) = (url, scale, transaction, make) }

    /// Until the image is there, a gray rectangle is shown.
    ///
    /// - Parameters:
    ///   - url: `nil` for none.
    ///   - scale: how many pixels are a point.
    public init(url: URL?, scale: CGFloat = 1) where Content == Image {
        self.init(url, scale) { phase in
            phase.image.map { AnyView($0) } ?? AnyView(Rectangle().fill(Color.controlFill))
        }
    }

    /// - Parameters:
    ///   - url: `nil` for none.
    ///   - scale: how many pixels are a point.
    ///   - content: shows the image.
    ///   - placeholder: until it is there, and if it cannot be loaded.
    public init<I: View, P: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I,
        @ViewBuilder placeholder: @escaping () -> P
    ) where Content == _ConditionalContent<I, P> {
        self.init(url, scale) { phase in phase.image.map { AnyView(content($0)) } ?? AnyView(placeholder()) }
    }

    /// - Parameters:
    ///   - url: `nil` for none.
    ///   - scale: how many pixels are a point.
    ///   - transaction: for the changes of the phase.
    ///   - content: shows a phase.
    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) { self.init(url, scale, transaction) { AnyView(content($0)) } }
}

@MainActor extension AsyncImage: View {
    public var body: some View { LoadedImage(url: url, scale: scale, transaction: transaction, make: make) }
}

private struct LoadedImage: View {
    let url: URL?
    let scale: CGFloat
    let transaction: Transaction
    let make: (AsyncImagePhase) -> AnyView
    @State private var phase = AsyncImagePhase.empty
    /// Where what is shown came from.
    @State private var source: ImageSource?

    var body: some View {
        let wanted = url.map { ImageSource(url: $0, scale: scale) }
        make(wanted == source ? phase : .empty)
            .task(id: wanted) {
                guard wanted != source else { return }
                let new = await wanted?.load() ?? .empty
                // Another image is wanted, or none.
                guard !Task.isCancelled else { return }
                withTransaction(transaction) { (source, phase) = (wanted, new) }
            }
    }
}

/// A picture's file somewhere.
struct ImageSource: Hashable, Sendable {
    let url: URL
    let scale: CGFloat

    /// Reads and decodes it, on other threads.
    nonisolated func load() async -> AsyncImagePhase {
        do {
            let data = url.isFileURL ? try await file() : try await WebFile.data(from: url)
            let decoding = Task.detached { UIImage(data: data, scale: scale) }
            guard let image = await decoding.value else { throw CocoaError(.fileReadCorruptFile) }
            return .success(Image(uiImage: image))
        } catch {
            return .failure(error)
        }
    }

    private nonisolated func file() async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try Data(contentsOf: url) }) }
        }
    }
}
