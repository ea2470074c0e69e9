import AVCamCore
import Foundation
import GtkSupport

/// One photo or movie, as large as fits.
final class ItemPage {
    /// Loading may take this long before the page shows that it is busy.
    private static let delay = Duration.milliseconds(250)

    let widget: Widget
    let zoom: PictureZoom
    private(set) var item: MediaItem?
    /// Called when the page's size changes.
    var onResize: () -> Void = {}
    private let picture: Widget
    private let moving: Widget
    private let spinner: Widget
    private let failure: Widget
    private let failureDetails: Widget
    private let failureDetail: Widget
    private let pictures: MediaPictures
    private let names: ItemNames
    private let player: ItemPlayer
    private var loading: Task<Void, Never>?
    private var isWhole = false
    /// The size for which the picture was made, in pixels.
    private var loadedSize = CGSize.zero

    init(pictures: MediaPictures, names: ItemNames) {
        let interface = Interface(App.resources + "/item-page.ui")
        widget = interface["page"]
        widget.nameButtons()
        picture = interface["picture"]
        spinner = interface["spinner"]
        failure = interface["failure"]
        failureDetails = interface["failure-details"]
        failureDetail = interface["failure-detail"]
        moving = interface["moving"]
        zoom = PictureZoom(picture)
        player = ItemPlayer(interface) { [picture] in Self.pixels(of: picture) }
        self.pictures = pictures
        self.names = names
        zoom.onEnlarge = { [weak self] in self?.loadWhole() }
        zoom.paintable.onResize = { [weak self] _, _ in self?.resized() }
        moving.onChange(of: "visible") { [zoom, failure, unowned moving] in
            zoom.paintable.isCovered = moving.visible
            // A movie without a still picture may still play.
            if moving.visible { failure.visible = false }
        }
        player.onFailure = { [weak self] title, reason in self?.fail(title, reason) }
        picture.onHold { [weak self] isHeld in self?.player.hold(isHeld) }
    }

    /// The size for which a picture is made, in pixels.
    var size: CGSize { Self.pixels(of: picture) }

    private static func pixels(of picture: Widget) -> CGSize {
        let scale = picture.scaleFactor
        return CGSize(width: max(picture.width, 320) * scale, height: max(picture.height, 320) * scale)
    }

    func show(_ item: MediaItem) {
        clear()
        self.item = item
        zoom.pixelWidth = item.pixelWidth
        zoom.isEnabled = item.kind != .movie
        picture.setAccessibleLabel(names[item])
        player.prepare(item)
        load(fitting: size)
    }

    func clear() {
        loading?.cancel()
        player.stop()
        item = nil
        isWhole = false
        failure.visible = false
        spinner.spinning = false
        zoom.paintable.texture = nil
        zoom.showAll()
    }

    func grabFocus() { picture.grabFocus() }

    func play() { player.toggle() }

    func stop() { player.stop() }

    /// Where a movie stands, in seconds; `nil` while it is not open.
    var moment: Double? { player.moment }

    // MARK: Pictures

    private func resized() {
        onResize()
        guard item != nil, !isWhole, size.width > loadedSize.width * 1.1 || size.height > loadedSize.height * 1.1
        else { return }
        load(fitting: size)
    }

    /// Loads the whole picture, because the one shown has too few pixels to be enlarged.
    private func loadWhole() {
        guard let item, item.kind != .movie, !isWhole else { return }
        isWhole = true
        load(fitting: nil)
    }

    private func load(fitting size: CGSize?) {
        guard let item else { return }
        loading?.cancel()
        loadedSize = size ?? .zero
        loading = Task { [weak self, pictures] in
            let delay = Task { [weak self] in
                try await Task.sleep(for: Self.delay)
                if self?.zoom.paintable.texture == nil { self?.spinner.spinning = true }
            }
            let result = await Result { try await pictures.picture(of: item, fitting: size) }
            delay.cancel()
            if Task.isCancelled { return }
            self?.spinner.spinning = false
            switch result {
            case .success(let image): self?.zoom.paintable.texture = Texture(image)
            case .failure(let error): self?.fail(gettext("Cannot Show This Item"), Message(error))
            }
        }
    }

    private func fail(_ title: String, _ reason: Message) {
        reason.logDetail()
        failure.title = title
        failure.description = Markup.escaped(reason.translated)
        reason.showDetail(in: failureDetails, failureDetail)
        failure.visible = true
        player.stepAside()
    }
}

extension Result where Failure == any Error {
    /// The result of an asynchronous closure.
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
