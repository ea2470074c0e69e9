/// How what is shared looks: a title, a picture and an icon. Source: Apple, SharePreview.
///
/// Linux: the share sheet shows the title, and beside it the picture or else the icon, if that is an ``Image``.
public struct SharePreview<Image: Transferable, Icon: Transferable> {
    let title: Text
    let image: Image?
    let icon: Icon?

    private init(text title: Text, _ image: Image?, _ icon: Icon?) {
        (self.title, self.image, self.icon) = (title, image, icon)
    }

    public init(_ title: Text, image: Image, icon: Icon) { self.init(text: title, image, icon) }
    public init(_ titleKey: LocalizedStringKey, image: Image, icon: Icon) {
        self.init(text: Text(titleKey), image, icon)
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, image: Image, icon: Icon) {
        self.init(text: Text(verbatim: String(title)), image, icon)
    }

    /// The picture that the sheet shows.
    @MainActor var shownPicture: UIImage? {
        let pictures = [image as? SwiftUI.Image, icon as? SwiftUI.Image]
        return pictures.lazy.compactMap { $0 }.first?.uiImage(EnvironmentValues())
    }
}

extension SharePreview where Icon == Never {
    public init(_ title: Text, image: Image) { self.init(text: title, image, nil) }
    public init(_ titleKey: LocalizedStringKey, image: Image) { self.init(text: Text(titleKey), image, nil) }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, image: Image) {
        self.init(text: Text(verbatim: String(title)), image, nil)
    }
}

extension SharePreview where Image == Never {
    public init(_ title: Text, icon: Icon) { self.init(text: title, nil, icon) }
    public init(_ titleKey: LocalizedStringKey, icon: Icon) { self.init(text: Text(titleKey), nil, icon) }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, icon: Icon) {
        self.init(text: Text(verbatim: String(title)), nil, icon)
    }
}

extension SharePreview where Image == Never, Icon == Never {
    public init(_ title: Text) { self.init(text: title, nil, nil) }
    public init(_ titleKey: LocalizedStringKey) { self.init(text: Text(titleKey), nil, nil) }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S) {
        self.init(text: Text(verbatim: String(title)), nil, nil)
    }
}
