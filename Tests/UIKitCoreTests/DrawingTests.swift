import Foundation
import Locking
import Testing
import UIKitCore

@Suite struct DrawingTests {
    @Test func aRendererHasItsOriginAboveOnTheLeft() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2), format: format).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(image.size == CGSize(width: 2, height: 2) && image.scale == 2 && image.cgImage?.width == 4)
        #expect(image.pixel(1, 1) == [255, 0, 0, 255] && image.pixel(2, 2) == [0, 0, 0, 0])
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test func aReversedPathMakesAHole() {
        let (around, inside) = (CGRect(x: 0, y: 0, width: 9, height: 9), CGRect(x: 3, y: 3, width: 3, height: 3))
        let shape = UIBezierPath(ovalIn: inside)
        shape.lineWidth = 4
        let reversed = shape.reversing()
        #expect(reversed.bounds == shape.bounds && reversed.lineWidth == 4)
        let (full, holed) = (UIBezierPath(rect: around), UIBezierPath(rect: around))
        full.append(shape)
        holed.append(reversed)
        #expect(full.contains(CGPoint(x: 4.5, y: 4.5)) && !holed.contains(CGPoint(x: 4.5, y: 4.5)))
        #expect(holed.contains(CGPoint(x: 1, y: 1)))
    }

    @Test func aReversedPathEndsWhereItBegan() {
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 1, y: 2))
        path.addLine(to: CGPoint(x: 5, y: 2))
        path.addCurve(
            to: CGPoint(x: 9, y: 9), controlPoint1: CGPoint(x: 6, y: 2), controlPoint2: CGPoint(x: 9, y: 6))
        path.addQuadCurve(to: CGPoint(x: 0, y: 9), controlPoint: CGPoint(x: 4, y: 20))
        let reversed = path.reversing()
        #expect(reversed.currentPoint == CGPoint(x: 1, y: 2))
        #expect(reversed.reversing().cgPath == path.cgPath)
        #expect(UIBezierPath().reversing().isEmpty)
    }

    @Test func contextsOfImagesAreNested() throws {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 3, height: 1), true, 1)
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
        UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
        UIGraphicsEndImageContext()
        let image = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(Array(image.pixel(1, 0).prefix(3)) == [0, 0, 255])
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }

    @Test func contextsAndDocumentsAreOfOneThread() {
        UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
        UIGraphicsBeginPDFContextToData(NSMutableData(), CGRect(x: 0, y: 0, width: 4, height: 3), nil)
        UIGraphicsBeginPDFPage()
        let (seen, end) = (Mutex<[Bool]>([]), DispatchSemaphore(value: 0))
        Thread {
            let bounds = UIGraphicsGetPDFContextBounds()
            UIGraphicsBeginImageContext(CGSize(width: 2, height: 2))
            let image = UIGraphicsGetImageFromCurrentImageContext()
            UIGraphicsEndImageContext()
            let isOver = UIGraphicsGetCurrentContext() == nil
            seen.withLock { $0 = [bounds == .zero, image?.size.width == 2, isOver] }
            end.signal()
        }.start()
        #expect(end.wait(timeout: .now() + 30) == .success)
        #expect(seen.withLock { $0 } == [true, true, true])
        #expect(UIGraphicsGetPDFContextBounds() == CGRect(x: 0, y: 0, width: 4, height: 3))
        UIGraphicsEndPDFContext()
        #expect(UIGraphicsGetImageFromCurrentImageContext()?.size.width == 1)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test func aPathFillsItsInside() {
        let path = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20))
        #expect(path.contains(CGPoint(x: 10, y: 10)) && !path.contains(CGPoint(x: 1, y: 1)))
        let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
            UIColor.red.setFill()
            path.fill()
        }
        #expect(image.pixel(10, 10) == [255, 0, 0, 255] && image.pixel(1, 1)[3] == 0)
    }

    @Test func onlyTheNamedCornersAreRound() {
        let path = UIBezierPath(
            roundedRect: CGRect(x: 0, y: 0, width: 20, height: 20), byRoundingCorners: [.topLeft, .bottomRight],
            cornerRadii: CGSize(width: 8, height: 8))
        #expect(!path.contains(CGPoint(x: 1, y: 1)) && !path.contains(CGPoint(x: 19, y: 19)))
        #expect(path.contains(CGPoint(x: 19, y: 1)) && path.contains(CGPoint(x: 1, y: 19)))
        #expect(path.bounds == CGRect(x: 0, y: 0, width: 20, height: 20))
    }

    @Test func aClockwiseArcGoesDownOnTheRight() {
        let path = UIBezierPath(
            arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
        #expect(abs(path.currentPoint.x) < 1e-9 && abs(path.currentPoint.y - 10) < 1e-9)
        #expect(abs(path.bounds.width - 10) < 1e-6 && abs(path.bounds.minY) < 1e-6)
    }

    @Test func insetsShrinkARectangle() {
        let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(
            CGRect(x: 0, y: 0, width: 10, height: 10).inset(by: insets) == CGRect(x: 2, y: 1, width: 4, height: 6))
    }

    @Test func aPictureIsMixedWithWhatIsThere() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let size = CGSize(width: 2, height: 2)
        func filled(_ color: UIColor) -> UIImage {
            UIGraphicsImageRenderer(size: size, format: format).image { context in
                color.setFill()
                context.fill(CGRect(origin: .zero, size: size))
            }
        }
        let (red, yellow) = (filled(.red), filled(.yellow))
        let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in
            yellow.draw(at: .zero)
            red.draw(in: CGRect(x: 0, y: 0, width: 1, height: 2), blendMode: .difference, alpha: 1)
            red.draw(at: CGPoint(x: 1, y: 1), blendMode: .destinationOut, alpha: 0.6)
            yellow.draw(at: CGPoint(x: 1, y: -1))
        }
        #expect(image.pixel(0, 0) == [0, 255, 0, 255])
        #expect(image.pixel(1, 1) == [102, 102, 0, 102])
        // The mode ends with the picture.
        #expect(image.pixel(1, 0) == [255, 255, 0, 255])
    }
}
