import Foundation

/// The result of an edit: a picture or movie, and what was done to get it.
///
/// The program writes the result to ``renderedContentURL``, sets ``adjustmentData``, and gives it to an asset's change
/// request.
///
/// Source: Apple, PHContentEditingOutput.
public final class PHContentEditingOutput: NSObject {
    private let base: EditBase
    private let content: RenderedContent

    /// What was done, for the next edit. An output without it cannot be saved.
    public var adjustmentData: PHAdjustmentData?

    public init(contentEditingInput: PHContentEditingInput) {
        base = contentEditingInput.base
        content = RenderedContent(contentEditingInput.mediaType == .video ? "mov" : "jpg")
    }

    /// The edit of an asset that the same change block creates. Linux: the name of its file ends in `.jpg`, also for a movie;
    /// what is in it counts.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        base = .original
        content = RenderedContent("jpg")
    }

    /// Where the program puts the edited picture or movie. Linux: any kind of picture and movie that the library keeps.
    public var renderedContentURL: URL { content.url }

    /// As it is now.
    var edit: NewEdit { NewEdit(content: content, adjustmentData: adjustmentData, base: base) }
}

/// A place for an edit's result, removed with the last reference.
final class RenderedContent: Sendable {
    let url: URL

    init(_ fileExtension: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("edit-\(UUID().uuidString)")
        // If it cannot be made, neither can the file, and its error says why.
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        url = folder.appendingPathComponent("rendered.\(fileExtension)")
    }

    deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}

/// What is to become of an asset's content.
enum ContentChange: Sendable {
    case edit(NewEdit)
    case revert
}

/// An edit that is to be saved.
struct NewEdit: Sendable {
    let id = UUID()
    var content: RenderedContent
    var adjustmentData: PHAdjustmentData?
    var base: EditBase
}
