import Foundation
import MissingFoundation
import Testing

@Suite struct FolderTests {
    @Test func theUsersFoldersAreThoseOfTheFileManager() {
        let folders: [(URL, FileManager.SearchPathDirectory)] = [
            (.documentsDirectory, .documentDirectory), (.cachesDirectory, .cachesDirectory),
            (.applicationSupportDirectory, .applicationSupportDirectory), (.desktopDirectory, .desktopDirectory),
            (.downloadsDirectory, .downloadsDirectory), (.moviesDirectory, .moviesDirectory),
            (.musicDirectory, .musicDirectory), (.picturesDirectory, .picturesDirectory),
            (.sharedPublicDirectory, .sharedPublicDirectory), (.trashDirectory, .trashDirectory),
        ]
        for (folder, directory) in folders {
            #expect(folder.path == FileManager.default.urls(for: directory, in: .userDomainMask).first?.path)
            #expect(folder.hasDirectoryPath)
        }
        #expect(Set(folders.map(\.0)).count == folders.count)
        #expect(URL.documentsDirectory.appendingPathComponent("clip.mov").lastPathComponent == "clip.mov")
    }
}
