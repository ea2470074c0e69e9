import Testing

@testable import UIKit

@Suite struct ConstraintSolverTests {
    private typealias Expression = ConstraintSolver.Expression

    @Test func anOptionalRelationYieldsToARequiredOne() throws {
        var solver = ConstraintSolver()
        let (a, b) = (solver.variable(), solver.variable())
        let fixed = try solver.add(Expression(terms: [(a, 1)], constant: -10), .equal, priority: 1000)
        _ = try solver.add(Expression(terms: [(b, 1), (a, -1)], constant: -5), .greaterThanOrEqual, priority: 1000)
        _ = try solver.add(Expression(terms: [(b, 1)], constant: -3), .equal, priority: 250)
        #expect(solver.value(of: b) == 15)
        solver.move(fixed, by: 30)
        #expect(solver.value(of: a) == -20 && solver.value(of: b) == 3)
        solver.move(fixed, by: -60)
        #expect(solver.value(of: a) == 40 && solver.value(of: b) == 45)
    }

    @Test func oneHigherPriorityOutweighsManyLowerOnes() throws {
        var solver = ConstraintSolver()
        let a = solver.variable()
        for _ in 0..<50 { _ = try solver.add(Expression(terms: [(a, 1)]), .equal, priority: 250) }
        let strong = try solver.add(Expression(terms: [(a, 1)], constant: -100), .equal, priority: 251)
        #expect(solver.value(of: a) == 100)
        solver.remove(strong)
        #expect(solver.value(of: a) == 0)
    }

    @Test func aContradictionIsRefusedAndChangesNothing() throws {
        var solver = ConstraintSolver()
        let (a, b) = (solver.variable(), solver.variable())
        _ = try solver.add(Expression(terms: [(a, 1)], constant: -10), .equal, priority: 1000)
        _ = try solver.add(Expression(terms: [(a, 1), (b, -2)]), .equal, priority: 1000)
        #expect(throws: ConstraintSolver.Unsatisfiable.self) {
            try solver.add(Expression(terms: [(b, 1)], constant: -6), .greaterThanOrEqual, priority: 1000)
        }
        #expect(solver.value(of: a) == 10 && solver.value(of: b) == 5)
    }

    @Test func aChainKeepsItsDistancesWhileItsEndMoves() throws {
        var solver = ConstraintSolver()
        let places = (0..<60).map { _ in solver.variable() }
        for (one, next) in zip(places, places.dropFirst()) {
            _ = try solver.add(Expression(terms: [(next, 1), (one, -1)], constant: -8), .equal, priority: 1000)
            _ = try solver.add(Expression(terms: [(next, 1)], constant: -500), .equal, priority: 250)
        }
        let end = try solver.add(Expression(terms: [(places[0], 1)]), .equal, priority: 1000)
        for step in 1...100 {
            solver.move(end, by: -3)
            #expect(abs(solver.value(of: places[59]) - Double(59 * 8 + 3 * step)) < 1e-6)
        }
    }

    @Test func whatNothingDecidesIsAmbiguous() throws {
        var solver = ConstraintSolver()
        let (a, b) = (solver.variable(), solver.variable())
        _ = try solver.add(Expression(terms: [(a, 1)], constant: -1), .equal, priority: 1000)
        _ = try solver.add(Expression(terms: [(b, 1)], constant: -1), .greaterThanOrEqual, priority: 1000)
        #expect(!solver.isAmbiguous(a) && solver.isAmbiguous(b))
    }
}
