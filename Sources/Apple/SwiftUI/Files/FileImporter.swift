import Foundation
import UniformTypeIdentifiers

extension View {
    /// Lets a person choose a file, in the desktop's dialog.
    ///
    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - allowedContentTypes: which files are offered; with a folder's type, folders.
    ///   - onCompletion: receives the file; not called if the person changes their mind.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        importing(isPresented, allowedContentTypes, several: false) { urls in
            if let url = urls.first { onCompletion(.success(url)) }
        }
    }

    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - allowedContentTypes: which files are offered; with a folder's type, folders.
    ///   - allowsMultipleSelection: whether several can be chosen.
    ///   - onCompletion: receives the files; not called if the person changes their mind.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View {
        importing(isPresented, allowedContentTypes, several: allowsMultipleSelection) { urls in
            if !urls.isEmpty { onCompletion(.success(urls)) }
        }
    }

    /// - Parameters:
    ///   - isPresented: becomes `false` when the person has answered; setting it to `false` closes the dialog.
    ///   - allowedContentTypes: which files are offered; with a folder's type, folders.
    ///   - allowsMultipleSelection: whether several can be chosen.
    ///   - onCompletion: receives the files.
    ///   - onCancellation: the person has changed their mind.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void
    ) -> some View {
        importing(isPresented, allowedContentTypes, several: allowsMultipleSelection) { urls in
            if urls.isEmpty { onCancellation() } else { onCompletion(.success(urls)) }
        }
    }

    private func importing(
        _ isPresented: Binding<Bool>, _ types: [UTType], several: Bool, _ done: @escaping ([URL]) -> Void
    ) -> some View {
        modifier(
            FilePanel(isPresented: isPresented) { controller, answered in
                DesktopFiles.current.chooseFiles(of: types, several: several, in: nil, over: controller) { urls in
                    answered()
                    done(urls)
                }
            })
    }
}
