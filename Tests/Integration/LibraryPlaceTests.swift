import Foundation
import TestSupport
import Testing

/// Places where a photo library cannot be.
@Suite(.ownThread) struct LibraryPlaceTests {
    let avcam: AVCamProgram

    init() throws { avcam = try AVCamProgram() }

    @Test(arguments: ["file", "file/library"])
    func aFileInTheWayIsNamed(place: String) throws {
        let file = try avcam.folder.file("file", contents: Data("text".utf8))
        for arguments in [["photo"], ["photo", "--deferred"], ["record", "--duration", "1"], ["try"]] {
            let output = try avcam.run(arguments, library: avcam.folder.file(place))
            #expect(output.status == 73 && output.text.isEmpty)
            #expect(
                output.sentence?.contains("because \(file.path) is a file and no folder; ") == true,
                "\(output.standardError)")
        }
        #expect(try Data(contentsOf: file) == Data("text".utf8))
    }

    @Test func aFileCannotBeListedAsALibrary() throws {
        let file = try avcam.folder.file("file", contents: Data())
        let output = try avcam.run("library", "list", library: file)
        #expect(output.status == 73)
        #expect(output.sentence?.contains("\(file.path) is a file and no folder") == true, "\(output.standardError)")
    }

    @Test(arguments: [["photo"], ["record", "--duration", "1"], ["try"]])
    func aFolderThatCannotBeCreatedIsReportedBeforeTheCameraStarts(arguments: [String]) throws {
        let output = try avcam.run(arguments, library: URL(fileURLWithPath: "/proc/pictures/library"))
        #expect(output.status == 73 && output.text.isEmpty)
        #expect(
            output.sentence?.contains("because no folder can be made in /proc; choose another folder") == true,
            "\(output.standardError)")
    }
}
