import Foundation
import Photos
import TestSupport
import Testing

/// Where the library is, according to the environment and the desktop's settings.
struct LibraryPlaceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func place(_ environment: [String: String]) -> String {
        PHPhotoLibrary.folderURL(environment: environment).path
    }

    @Test func theVariableDecidesFirst() {
        #expect(place(["AVCAM_LIBRARY": "/srv/photos/", "HOME": "/home/me"]) == "/srv/photos")
    }

    @Test func theDesktopsPicturesFolderIsTaken() throws {
        let settings = """
            # made by xdg-user-dirs-update
            XDG_MUSIC_DIR="$HOME/Musik"
            XDG_PICTURES_DIR="$HOME/Bilder"
            """
        _ = try folder.file("user-dirs.dirs", contents: Data(settings.utf8))
        #expect(place(["HOME": "/home/me", "XDG_CONFIG_HOME": folder.url.path]) == "/home/me/Bilder/AVCam")
    }

    @Test func withoutSettingsTheFolderIsPictures() {
        #expect(place(["HOME": "/home/me", "XDG_CONFIG_HOME": folder.url.path]) == "/home/me/Pictures/AVCam")
        #expect(place(["HOME": "/home/me", "XDG_PICTURES_DIR": "/data/pictures"]) == "/data/pictures/AVCam")
    }
}
