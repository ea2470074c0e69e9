import Foundation
import PackagePlugin

/// Embeds the files that are listed in a target's `resources.gresource.xml` into the program.
///
/// `glib-compile-resources` makes a bundle of them, and the bundle becomes a Swift source, so that the program is a single
/// file that finds its resources wherever it is. Files are looked up in the target's `Resources` and in the package's
/// `data`.
@main
struct CompileResources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = target.directoryURL.appending(path: "Resources")
        let data = context.package.directoryURL.appending(path: "data")
        let description = folder.appending(path: "resources.gresource.xml")
        let output = context.pluginWorkDirectoryURL
        let bundle = output.appending(path: "resources.gresource")
        let source = output.appending(path: "ResourceBundle.swift")
        // Arguments: the two folders of the files, their list, the bundle, the source.
        let script = """
            set -e
            glib-compile-resources --sourcedir="$1" --sourcedir="$2" --target="$4" "$3"
            { printf 'let resourceBundle: StaticString = "'; base64 -w0 "$4"; printf '"\\n'; } >"$5"
            """
        return [
            .buildCommand(
                displayName: "Compiling the resources of \(target.name)", executable: URL(filePath: "/bin/sh"),
                arguments: ["-c", script, "sh"] + [folder, data, description, bundle, source].map { $0.path() },
                inputFiles: try files(in: folder) + files(in: data.appending(path: "icons")), outputFiles: [source])
        ]
    }

    private func files(in folder: URL) throws -> [URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.pathExtension.isEmpty }
    }
}
