import UIKit

/// A button that offers what can be done with some items. Source: Apple, ShareLink.
///
/// Linux: the sheet is that of `UIActivityViewController`. Texts, addresses and pictures are handed over as such, and
/// everything else as a file in the first form that its type has.
public nonisolated struct ShareLink<Data, PreviewImage, PreviewIcon, Label>
where
    Data: RandomAccessCollection, Data.Element: Transferable, PreviewImage: Transferable, PreviewIcon: Transferable,
    Label: View
{
    let items: Data
    let subject: Text?
    let message: Text?
    let preview: ((Data.Element) -> SharePreview<PreviewImage, PreviewIcon>)?
    let label: Label

    init(
        _ items: Data, _ subject: Text?, _ message: Text?,
        _ preview: ((Data.Element) -> SharePreview<PreviewImage, PreviewIcon>)?, label: Label
    ) {
        (self.items, self.subject, self.message) = (items, subject, message)
        (self.preview, self.label) = (preview, label)
    }
}

/// What a share link shows if nothing else is said. Source: Apple, DefaultShareLinkLabel.
public nonisolated struct DefaultShareLinkLabel: Sendable {
    let title: Text
}

@MainActor extension DefaultShareLinkLabel: View {
    public var body: some View {
        Label {
            title
        } icon: {
            Image(systemName: "square.and.arrow.up")
        }
    }
}

extension ShareLink {
    /// - Parameters:
    ///   - items: what is shared.
    ///   - subject: of an e-mail.
    ///   - message: the text of an e-mail, before the items.
    ///   - preview: how an item looks; the sheet shows the first one's.
    ///   - label: what the button shows.
    public nonisolated init(
        items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>, @ViewBuilder label: () -> Label
    ) { self.init(items, subject, message, preview, label: label()) }

    public nonisolated init<I: Transferable>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<I> {
        self.init(CollectionOfOne(item), subject, message, { _ in preview }, label: label())
    }
}

extension ShareLink where Label == DefaultShareLinkLabel {
    public nonisolated init(
        items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) { self.init(items, subject, message, preview, label: .init(title: Text("Share…"))) }

    public nonisolated init(
        _ title: Text, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) { self.init(items, subject, message, preview, label: .init(title: title)) }

    public nonisolated init(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) { self.init(items, subject, message, preview, label: .init(title: Text(titleKey))) }

    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) { self.init(items, subject, message, preview, label: .init(title: Text(verbatim: String(title)))) }

    public nonisolated init<I: Transferable>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I> {
        self.init("Share…", item: item, subject: subject, message: message, preview: preview)
    }

    public nonisolated init<I: Transferable>(
        _ title: Text, item: I, subject: Text? = nil, message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I> {
        self.init(CollectionOfOne(item), subject, message, { _ in preview }, label: .init(title: title))
    }

    public nonisolated init<I: Transferable>(
        _ titleKey: LocalizedStringKey, item: I, subject: Text? = nil, message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I> {
        self.init(Text(titleKey), item: item, subject: subject, message: message, preview: preview)
    }

    @_disfavoredOverload public nonisolated init<S: StringProtocol, I: Transferable>(
        _ title: S, item: I, subject: Text? = nil, message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I> {
        self.init(Text(verbatim: String(title)), item: item, subject: subject, message: message, preview: preview)
    }
}

/// What can be shared without a preview. Apple has these initializers for `URL` and for `String`, each on its own.
extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data.Element == URL {
    public nonisolated init(
        items: Data, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) { self.init(items, subject, message, nil, label: label()) }

    public nonisolated init(
        item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<URL> { self.init(CollectionOfOne(item), subject, message, nil, label: label()) }
}

extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Data.Element == URL, Label == DefaultShareLinkLabel {
    public nonisolated init(items: Data, subject: Text? = nil, message: Text? = nil) {
        self.init(Text("Share…"), items: items, subject: subject, message: message)
    }
    public nonisolated init(_ title: Text, items: Data, subject: Text? = nil, message: Text? = nil) {
        self.init(items, subject, message, nil, label: .init(title: title))
    }
    public nonisolated init(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil
    ) { self.init(Text(titleKey), items: items, subject: subject, message: message) }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil
    ) { self.init(Text(verbatim: String(title)), items: items, subject: subject, message: message) }
}

extension ShareLink
where
    PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<URL>, Label == DefaultShareLinkLabel
{
    public nonisolated init(item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(items: CollectionOfOne(item), subject: subject, message: message)
    }
    public nonisolated init(_ title: Text, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(title, items: CollectionOfOne(item), subject: subject, message: message)
    }
    public nonisolated init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init(titleKey, items: CollectionOfOne(item), subject: subject, message: message)
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, item: URL, subject: Text? = nil, message: Text? = nil
    ) { self.init(title, items: CollectionOfOne(item), subject: subject, message: message) }
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Data.Element == String {
    public nonisolated init(
        items: Data, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) { self.init(items, subject, message, nil, label: label()) }

    public nonisolated init(
        item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<String> { self.init(CollectionOfOne(item), subject, message, nil, label: label()) }
}

extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Data.Element == String, Label == DefaultShareLinkLabel {
    public nonisolated init(items: Data, subject: Text? = nil, message: Text? = nil) {
        self.init(Text("Share…"), items: items, subject: subject, message: message)
    }
    public nonisolated init(_ title: Text, items: Data, subject: Text? = nil, message: Text? = nil) {
        self.init(items, subject, message, nil, label: .init(title: title))
    }
    public nonisolated init(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil
    ) { self.init(Text(titleKey), items: items, subject: subject, message: message) }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil
    ) { self.init(Text(verbatim: String(title)), items: items, subject: subject, message: message) }
}

extension ShareLink
where
    PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<String>, Label == DefaultShareLinkLabel
{
    public nonisolated init(item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(items: CollectionOfOne(item), subject: subject, message: message)
    }
    public nonisolated init(_ title: Text, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(title, items: CollectionOfOne(item), subject: subject, message: message)
    }
    public nonisolated init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init(titleKey, items: CollectionOfOne(item), subject: subject, message: message)
    }
    @_disfavoredOverload public nonisolated init<S: StringProtocol>(
        _ title: S, item: String, subject: Text? = nil, message: Text? = nil
    ) { self.init(title, items: CollectionOfOne(item), subject: subject, message: message) }
}

@MainActor extension ShareLink: View {
    public var body: some View {
        let (items, preview) = (Array(items), preview)
        ShareButton(
            share: Share(items: items, subject: subject, message: message) {
                guard let first = items.first, let preview = preview?(first) else { return nil }
                return (preview.title, preview.shownPicture)
            }, label: AnyView(label))
    }
}

/// What is shared, of any type.
struct Share {
    let items: [any Transferable]
    let subject: Text?
    let message: Text?
    let preview: @MainActor () -> (title: Text, picture: UIImage?)?

    /// The sheet, when the items are ready for it.
    @MainActor func sheet(_ environment: EnvironmentValues) async throws -> UIActivityViewController {
        var shared: [Any] = message.map { [MailText($0.plainString(environment))] } ?? []
        for item in items { shared.append(try await Self.plain(item)) }
        let sheet = UIActivityViewController(activityItems: shared, applicationActivities: nil)
        sheet.subject = subject?.plainString(environment)
        if let preview = preview() { sheet.preview = (preview.title.plainString(environment), preview.picture) }
        return sheet
    }

    /// A text, an address, a picture or a file.
    @MainActor private static func plain(_ item: any Transferable) async throws -> Any {
        switch item {
        case let text as String: return text
        case let url as URL: return url
        case let image as Image:
            if let image = image.uiImage(EnvironmentValues()) { return image }
        default: break
        }
        // A value that the program has shared; nobody changes it here.
        nonisolated(unsafe) let item = item
        if let proxy = try await item.proxied() { return try await plain(proxy) }
        return try await item.exportedFile()
    }
}

private struct ShareButton: View {
    let share: Share
    let label: AnyView
    @Environment(\.self) private var environment

    var body: some View {
        Button {
            let (share, environment) = (share, environment)
            Task { await show(share, environment) }
        } label: {
            label
        }
    }

    private func show(_ share: Share, _ environment: EnvironmentValues) async {
        guard var presenter = environment.hostController?.controller else { return }
        let shown: UIViewController
        do { shown = try await share.sheet(environment) } catch {
            let alert = UIAlertController(
                title: "The items cannot be shared: \(error.localizedDescription)", message: nil,
                preferredStyle: .alert)
            alert.addAction(UIAlertAction(title: "OK", style: .default))
            shown = alert
        }
        while let inner = presenter.presentedViewController { presenter = inner }
        presenter.present(shown, animated: true)
    }
}
