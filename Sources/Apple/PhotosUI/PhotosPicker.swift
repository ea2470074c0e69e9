public import Photos
public import SwiftUI

/// Whether the order of a selection counts. Source: Apple, PhotosPickerSelectionBehavior.
public struct PhotosPickerSelectionBehavior: Hashable, Sendable {
    let isOrdered: Bool
    public static let `default` = PhotosPickerSelectionBehavior(isOrdered: false)
    /// Selected items show their numbers, and are handed over in the order of their selection.
    public static let ordered = PhotosPickerSelectionBehavior(isOrdered: true)
}

/// A button that lets a person pick photos and movies of the library. Source: Apple, PhotosPicker.
///
/// Linux: the sheet is the app's own, not another program's.
public nonisolated struct PhotosPicker<Label: View> {
    let choice: PhotoChoice
    let label: Label

    init(choice: PhotoChoice, label: Label) { (self.choice, self.label) = (choice, label) }
}

extension PhotosPicker {
    public nonisolated init(
        selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        @ViewBuilder label: () -> Label
    ) { self.init(choice: PhotoChoice(selection, filter, .shared()), label: label()) }

    public nonisolated init(
        selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary, @ViewBuilder label: () -> Label
    ) { self.init(choice: PhotoChoice(selection, filter, photoLibrary), label: label()) }

    /// - Parameters:
    ///   - selection: what is selected.
    ///   - maxSelectionCount: `nil` or 0: any number.
    ///   - selectionBehavior: whether the order counts.
    ///   - filter: what is shown; `nil`: everything.
    ///   - preferredItemEncoding: Linux: files are handed over as they are.
    ///   - label: what the button shows.
    public nonisolated init(
        selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        @ViewBuilder label: () -> Label
    ) {
        self.init(
            choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, .shared()), label: label())
    }

    public nonisolated init(
        selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary, @ViewBuilder label: () -> Label
    ) {
        self.init(
            choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, photoLibrary), label: label())
    }
}

extension PhotosPicker where Label == Text {
    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) { self.init(choice: PhotoChoice(selection, filter, .shared()), label: Text(titleKey)) }

    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) { self.init(choice: PhotoChoice(selection, filter, photoLibrary), label: Text(titleKey)) }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) { self.init(choice: PhotoChoice(selection, filter, .shared()), label: Text(verbatim: String(title))) }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) { self.init(choice: PhotoChoice(selection, filter, photoLibrary), label: Text(verbatim: String(title))) }

    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) {
        self.init(
            choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, .shared()),
            label: Text(titleKey))
    }

    public nonisolated init(
        _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) {
        self.init(
            choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, photoLibrary),
            label: Text(titleKey))
    }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) {
        self.init(
            choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, .shared()),
            label: Text(verbatim: String(title)))
    }

    @_disfavoredOverload
    public nonisolated init<S: StringProtocol>(
        _ title: S, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) {
        self.init(
            choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, photoLibrary),
            label: Text(verbatim: String(title)))
    }
}

@MainActor extension PhotosPicker: View {
    public var body: some View { PickerButton(choice: choice, label: AnyView(label)) }
}

private struct PickerButton: View {
    let choice: PhotoChoice
    let label: AnyView
    @State private var isOpen = false

    var body: some View {
        Button {
            isOpen = true
        } label: {
            label
        }
        .sheet(isPresented: $isOpen) { PhotoSheet(choice: choice) }
    }
}

extension View {
    /// Lets a person pick a photo or movie while a condition holds.
    public func photosPicker(
        isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) -> some View {
        sheet(isPresented: isPresented) { PhotoSheet(choice: PhotoChoice(selection, filter, .shared())) }
    }

    /// Lets a person pick photos and movies while a condition holds.
    public func photosPicker(
        isPresented: Binding<Bool>, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
    ) -> some View {
        sheet(isPresented: isPresented) {
            PhotoSheet(choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, .shared()))
        }
    }

    public func photosPicker(
        isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) -> some View {
        sheet(isPresented: isPresented) { PhotoSheet(choice: PhotoChoice(selection, filter, photoLibrary)) }
    }

    public func photosPicker(
        isPresented: Binding<Bool>, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
        selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
        preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
        photoLibrary: PHPhotoLibrary
    ) -> some View {
        sheet(isPresented: isPresented) {
            PhotoSheet(choice: PhotoChoice(selection, maxSelectionCount, selectionBehavior, filter, photoLibrary))
        }
    }
}
