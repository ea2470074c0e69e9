import Foundation
import TestSupport
import Testing

/// `--album` and `avcam library albums`.
struct AlbumCommandTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test func photosAndMoviesComeIntoAlbums() throws {
        #expect(try avcam.run("library", "albums").text == "")
        #expect(try avcam.run("photo").status == 0)
        let photo = try avcam.run("photo", "--album", "Zoo & Café", "--count", "2")
        #expect(photo.status == 0, "\(photo.notes)")
        let small = ["--duration", "0.5", "--preset", "640x480"]
        #expect(try avcam.run(["record", "--album", "Zoo & Café"] + small).status == 0)
        #expect(try avcam.run(["record", "--album", "Films"] + small).status == 0)
        #expect(try avcam.run("library", "albums").text == "3       Zoo & Café\n1       Films\n")
        let albums = try #require(try avcam.run("library", "albums", "--json").json() as? [[String: Any]])
        #expect(albums.map { $0["title"] as? String } == ["Zoo & Café", "Films"])
        #expect(albums.map { $0["count"] as? Int } == [3, 1])
        let list = try avcam.run("library", "list", "--json", "--album", "Zoo & Café").json()
        let files = try #require(list as? [[String: Any]]).compactMap { ($0["files"] as? [String])?.first }
        let names = files.map { URL(fileURLWithPath: $0).lastPathComponent }
        #expect(names == ["IMG_0002.jpg", "IMG_0003.jpg", "IMG_0004.mov"])
    }

    /// As a script does that drives several cameras.
    @Test func programsThatMakeAnAlbumAtTheSameMomentMakeOne() throws {
        let errors = avcam.folder.file("errors")
        let photo = ["photo", "--album", "Together", "--max-dimensions", "640x480"]
        let programs = try (0..<4).map { _ in try avcam.start(photo, errors: errors) }
        for program in programs {
            program.waitUntilExit()
            #expect(program.terminationStatus == 0)
        }
        #expect(try avcam.run("library", "albums").text == "4       Together\n")
    }

    @Test func wrongNamesGetASentence() throws {
        let missing = try avcam.run("library", "list", "--album", "None")
        #expect(missing.status == 66 && missing.sentence?.contains("There is no album None") == true)
        for name in ["", "  ", "a\nb", String(repeating: "x", count: 256)] {
            for command in [["photo"], ["record"], ["library", "list"]] {
                let output = try avcam.run(command + ["--album", name])
                #expect(output.status == 64 && output.sentence?.contains("album") == true, "\(output.notes)")
            }
        }
        let file = avcam.folder.file("x.jpg").path
        #expect(try avcam.run("photo", "--album", "A", "-o", file).status == 64)
        #expect(try avcam.run("record", "--album", "A", "-o", avcam.folder.file("x.mov").path).status == 64)
    }
}
