import CoreMedia
import Foundation
import Locking
import PixelCoding
import TestSupport
import Testing
import Vision

@testable import VisionKit

@Suite struct FrameSearchTests {
    private func picture() throws -> CodePicture {
        var picture = CodePicture(width: 640, height: 360)
        try picture.draw("HERE", symbology: 58, at: .init(center: CGPoint(x: 450, y: 120), module: 6))
        return picture
    }

    /// A frame whose upright picture is the drawn one comes turned; places are those of the frame.
    @Test(arguments: 0...3) func codesHaveTheirPlacesInTheFrameAsItComes(quarterTurns: Int) throws {
        let picture = try picture()
        let stored = GrayPicture(width: picture.width, height: picture.height, samples: picture.luma)
            .turned(-quarterTurns)
        let buffer = try CVPixelBuffer.gray(stored.samples, width: stored.width, height: stored.height)
        let place = FramePlace(quarterTurns: quarterTurns)
        let code = try #require(FoundItems.search().codes(in: try FoundItems.frame(buffer), place)?.first)
        #expect(code.words == "HERE")
        // As drawn: top left, bottom left, bottom right, top right.
        let drawn = [0, 3, 2, 1].map { picture.corners[0][$0] }.map { corner in
            switch quarterTurns {
            case 1: CGPoint(x: corner.y, y: 1 - corner.x)
            case 2: CGPoint(x: 1 - corner.x, y: 1 - corner.y)
            case 3: CGPoint(x: 1 - corner.y, y: corner.x)
            default: corner
            }
        }
        for (found, drawn) in zip(code.bounds.corners, drawn) {
            #expect(abs(found.x - drawn.x) < 0.02 && abs(found.y - drawn.y) < 0.02)
        }
    }

    @Test(arguments: 0...3) func onlyTheRegionIsSearched(quarterTurns: Int) throws {
        let picture = try picture()
        let stored = GrayPicture(width: picture.width, height: picture.height, samples: picture.luma)
            .turned(-quarterTurns)
        let buffer = try CVPixelBuffer.gray(stored.samples, width: stored.width, height: stored.height)
        let frame = try FoundItems.frame(buffer)
        let search = FoundItems.search()
        let whole = try #require(search.codes(in: frame, FramePlace(quarterTurns: quarterTurns))?.first)
        let around = whole.bounds.box.insetBy(dx: -0.1, dy: -0.1)
        let near = try #require(
            search.codes(in: frame, FramePlace(quarterTurns: quarterTurns, deviceRegion: around))?.first)
        #expect(near.bounds.distance(to: whole.bounds) < 0.02)
        let away = CGRect(x: 0, y: 0, width: 1, height: 1).divided(
            atDistance: around.minX > 0.5 ? around.minX - 0.05 : around.maxX + 0.05, from: .minXEdge)
        let part = around.minX > 0.5 ? away.slice : away.remainder
        #expect(
            search.codes(in: frame, FramePlace(quarterTurns: quarterTurns, deviceRegion: part)).map(\.isEmpty) == true)
        let outside = FramePlace(quarterTurns: quarterTurns, deviceRegion: CGRect(x: 2, y: 2, width: 1, height: 1))
        #expect(search.codes(in: frame, outside).map(\.isEmpty) == true)
    }

    @Test func linesAreReadAndChosenByWhatTheyHold() throws {
        let page = try FoundItems.page(["Call us any day", "mail info@example.org", "Total 42.50 EUR"])
        func lines(_ types: Set<DataScannerViewController.TextContentType>?) throws -> [String?] {
            var plan = FoundItems.plan
            plan.text?.types = types
            return try #require(FoundItems.search(plan).texts(in: page, FramePlace())).map(\.words)
        }
        #expect(try lines(nil) == ["Call us any day", "mail info@example.org", "Total 42.50 EUR"])
        #expect(try lines([.emailAddress]) == ["mail info@example.org"])
        #expect(try lines([.emailAddress, .currency]).count == 2)
        #expect(try lines([.flightNumber]).isEmpty)
    }

    @Test func framesBetweenTheWantedTimesAreNotSearched() throws {
        let count = Mutex(0)
        var plan = FoundItems.plan
        plan.text = nil
        plan.interval = CMTime(value: 1, timescale: 5)
        let search = FrameSearch(plan) { _ in count.withLock { $0 += 1 } }
        let buffer = try picture().buffer()
        for index in 0..<30 {
            search.search(try FoundItems.frame(buffer, seconds: Double(index) / 30))
        }
        #expect(count.withLock { $0 } == 5)
    }

    @Test func aSearchThatFailsSaysNothing() throws {
        var plan = FoundItems.plan
        plan.symbologies = [.msiPlessey]
        plan.text = SearchPlan.TextPlan(languages: ["tlh"], types: nil, level: .fast)
        let search = FoundItems.search(plan)
        let frame = try FoundItems.frame(try picture().buffer())
        #expect(search.codes(in: frame, FramePlace()) == nil && search.texts(in: frame, FramePlace()) == nil)
    }
}
