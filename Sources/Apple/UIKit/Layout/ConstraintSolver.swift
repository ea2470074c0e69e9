/// Finds values for variables that keep all required linear relations and come as near as possible to the others,
/// those of higher priority first, whatever that costs those of lower priority.
///
/// It is the incremental simplex method of Cassowary with an objective for each priority, compared from the highest.
/// Adding, removing and moving a relation starts from the last solution.
///
/// Source: Badros, Borning, Stuckey, "The Cassowary Linear Arithmetic Constraint Solving Algorithm".
struct ConstraintSolver {
    struct Variable: Hashable {
        fileprivate let symbol: Symbol
    }

    enum Relation {
        case lessThanOrEqual, equal, greaterThanOrEqual
    }

    /// A relation in the solver.
    struct Handle: Hashable {
        fileprivate let number: Int
    }

    /// A sum of multiples of variables, and a constant.
    struct Expression {
        var terms: [(variable: Variable, factor: Double)] = []
        var constant = 0.0
    }

    /// The relation contradicts required ones.
    struct Unsatisfiable: Error {}

    /// The priority above all others.
    static let required = 1000.0

    // MARK: Symbols and rows

    fileprivate struct Symbol: Hashable, Comparable {
        enum Kind: UInt8 {
            /// A value that callers see; any number.
            case external
            /// How far a relation is from its limit; not negative, like those that follow.
            case slack
            /// How far a relation is missed, in one direction.
            case error
            /// Zero; marks a required equation.
            case dummy
        }

        let number: Int
        let kind: Kind

        static func < (one: Symbol, other: Symbol) -> Bool { one.number < other.number }

        var isPivotable: Bool { kind == .slack || kind == .error }
    }

    /// A symbol's value: a constant, and multiples of symbols that are zero now.
    fileprivate struct Row {
        var constant = 0.0
        var cells: [Symbol: Double] = [:]

        mutating func add(_ symbol: Symbol, _ factor: Double) {
            let sum = (cells[symbol] ?? 0) + factor
            cells[symbol] = abs(sum) < 1e-9 ? nil : sum
        }

        mutating func add(_ other: Row, times factor: Double) {
            constant += other.constant * factor
            for (symbol, cell) in other.cells { add(symbol, cell * factor) }
        }

        /// Solves "0 = row" for a symbol of the row.
        mutating func solve(for symbol: Symbol) {
            let factor = -1 / (cells.removeValue(forKey: symbol) ?? 1)
            constant *= factor
            cells = cells.mapValues { $0 * factor }
        }

        /// Solves "old = row" for `new`.
        mutating func exchange(_ old: Symbol, for new: Symbol) {
            add(old, -1)
            solve(for: new)
        }

        mutating func substitute(_ symbol: Symbol, by row: Row) {
            if let factor = cells.removeValue(forKey: symbol) { add(row, times: factor) }
        }
    }

    private struct Tag {
        /// What tells of the relation in the rows.
        var marker: Symbol
        /// How much the marker grows when the relation's constant grows by 1.
        var markerFactor: Double
        /// With their priority.
        var errors: [Symbol]
        var priority: Double
    }

    private var lastNumber = 0
    private var rows: [Symbol: Row] = [:]
    /// What is to become small, by priority, the highest first.
    private var objectives: [(priority: Double, row: Row)] = []
    private var tags: [Handle: Tag] = [:]
    /// Rows whose value became negative.
    private var infeasible: [Symbol] = []

    private mutating func symbol(_ kind: Symbol.Kind) -> Symbol {
        lastNumber += 1
        return Symbol(number: lastNumber, kind: kind)
    }

    mutating func variable() -> Variable { Variable(symbol: symbol(.external)) }

    func value(of variable: Variable) -> Double { rows[variable.symbol]?.constant ?? 0 }

    /// Whether more than one value would be as good.
    func isAmbiguous(_ variable: Variable) -> Bool {
        guard let row = rows[variable.symbol] else { return true }
        return row.cells.keys.contains { symbol in
            symbol.kind == .external || symbol.isPivotable && cost(of: symbol) == nil
        }
    }

    // MARK: Relations

    /// Adds "`expression` relation 0".
    mutating func add(
        _ expression: Expression, _ relation: Relation, priority: Double
    ) throws(Unsatisfiable) -> Handle {
        var row = Row(constant: expression.constant)
        for (variable, factor) in expression.terms where factor != 0 {
            if let known = rows[variable.symbol] {
                row.add(known, times: factor)
            } else {
                row.add(variable.symbol, factor)
            }
        }
        var tag = Tag(marker: symbol(.dummy), markerFactor: 1, errors: [], priority: priority)
        let isRequired = priority >= Self.required
        if relation == .equal {
            if isRequired {
                row.add(tag.marker, -1)
            } else {
                let (over, under) = (symbol(.error), symbol(.error))
                row.add(over, -1)
                row.add(under, 1)
                tag.marker = over
                tag.errors = [over, under]
            }
        } else {
            let sign: Double = relation == .lessThanOrEqual ? 1 : -1
            tag.marker = symbol(.slack)
            tag.markerFactor = -sign
            row.add(tag.marker, sign)
            if !isRequired {
                let error = symbol(.error)
                row.add(error, -sign)
                tag.errors = [error]
            }
        }
        for error in tag.errors { addCost(error, priority) }
        if row.constant < 0 {
            row.constant *= -1
            row.cells = row.cells.mapValues { -$0 }
        }
        lastNumber += 1
        let handle = Handle(number: lastNumber)
        try insert(row, tag)
        tags[handle] = tag
        optimize()
        return handle
    }

    private mutating func insert(_ row: Row, _ tag: Tag) throws(Unsatisfiable) {
        var row = row
        if let subject = subject(of: row, tag) {
            row.solve(for: subject)
            substitute(subject, by: row)
            rows[subject] = row
        } else if row.cells.keys.allSatisfy({ $0.kind == .dummy }) {
            // The relation follows from others, or contradicts them.
            guard abs(row.constant) < 1e-6 else {
                dropCosts(tag)
                throw Unsatisfiable()
            }
            row.solve(for: tag.marker)
            substitute(tag.marker, by: row)
            rows[tag.marker] = row
        } else if !insertWithHelp(row) {
            dropCosts(tag)
            throw Unsatisfiable()
        }
    }

    /// A symbol for which a new row can be solved at once.
    private func subject(of row: Row, _ tag: Tag) -> Symbol? {
        if let external = row.cells.keys.filter({ $0.kind == .external }).min() { return external }
        return ([tag.marker] + tag.errors).first { $0.isPivotable && (row.cells[$0] ?? 0) < 0 }
    }

    /// Finds a solution for a row with a helping symbol that must become zero.
    private mutating func insertWithHelp(_ row: Row) -> Bool {
        let help = symbol(.slack)
        let saved = (rows, objectives)
        rows[help] = row
        var objective = row
        while let entering = objective.cells.filter({ $0.key.kind != .dummy && $0.value < -1e-9 }).keys.min() {
            guard let leaving = leavingRow(entering), var pivot = rows.removeValue(forKey: leaving) else { break }
            pivot.exchange(leaving, for: entering)
            substitute(entering, by: pivot)
            objective.substitute(entering, by: pivot)
            rows[entering] = pivot
        }
        guard abs(objective.constant) < 1e-6 else {
            (rows, objectives) = saved
            infeasible = []
            return false
        }
        if var left = rows.removeValue(forKey: help), !left.cells.isEmpty {
            guard let entering = left.cells.keys.filter(\.isPivotable).min() else {
                (rows, objectives) = saved
                infeasible = []
                return false
            }
            left.exchange(help, for: entering)
            substitute(entering, by: left)
            rows[entering] = left
        }
        for key in rows.keys { rows[key]?.cells[help] = nil }
        for index in objectives.indices { objectives[index].row.cells[help] = nil }
        return true
    }

    mutating func remove(_ handle: Handle) {
        guard let tag = tags.removeValue(forKey: handle) else { return }
        dropCosts(tag)
        if rows.removeValue(forKey: tag.marker) == nil, let leaving = leavingRow(removing: tag.marker),
            var row = rows.removeValue(forKey: leaving)
        {
            row.exchange(leaving, for: tag.marker)
            substitute(tag.marker, by: row)
        }
        optimize()
    }

    /// Changes the constant of a relation's expression by `change`.
    mutating func move(_ handle: Handle, by change: Double) {
        guard change != 0, let tag = tags[handle] else { return }
        let shift = change * tag.markerFactor
        if rows[tag.marker] != nil {
            rows[tag.marker]?.constant += shift
            markIfNegative(tag.marker)
        }
        for (symbol, row) in rows where symbol != tag.marker {
            guard let factor = row.cells[tag.marker] else { continue }
            rows[symbol]?.constant -= factor * shift
            markIfNegative(symbol)
        }
        for index in objectives.indices {
            let factor = objectives[index].row.cells[tag.marker] ?? 0
            objectives[index].row.constant -= factor * shift
        }
        repair()
    }

    // MARK: Costs

    private mutating func addCost(_ symbol: Symbol, _ priority: Double) {
        let index = objectives.firstIndex { $0.priority <= priority } ?? objectives.count
        if index == objectives.count || objectives[index].priority != priority {
            objectives.insert((priority, Row()), at: index)
        }
        objectives[index].row.add(symbol, 1)
    }

    private mutating func dropCosts(_ tag: Tag) {
        guard let index = objectives.firstIndex(where: { $0.priority == tag.priority }) else { return }
        for error in tag.errors {
            if let row = rows[error] {
                objectives[index].row.add(row, times: -1)
            } else {
                objectives[index].row.add(error, -1)
            }
        }
    }

    /// The first objective that a symbol changes, and by how much; `nil` for one that costs nothing.
    private func cost(of symbol: Symbol) -> (index: Int, factor: Double)? {
        for (index, objective) in objectives.enumerated() {
            if let factor = objective.row.cells[symbol], abs(factor) > 1e-9 { return (index, factor) }
        }
        return nil
    }

    // MARK: Pivots

    private mutating func markIfNegative(_ symbol: Symbol) {
        if symbol.isPivotable, (rows[symbol]?.constant ?? 0) < -1e-9 { infeasible.append(symbol) }
    }

    private mutating func substitute(_ symbol: Symbol, by row: Row) {
        for key in rows.keys where rows[key]?.cells[symbol] != nil {
            rows[key]?.substitute(symbol, by: row)
            markIfNegative(key)
        }
        for index in objectives.indices { objectives[index].row.substitute(symbol, by: row) }
    }

    /// Lowers the objectives as far as possible.
    private mutating func optimize() {
        repair()
        while let entering = entering(), let leaving = leavingRow(entering),
            var row = rows.removeValue(forKey: leaving)
        {
            row.exchange(leaving, for: entering)
            substitute(entering, by: row)
            rows[entering] = row
        }
        infeasible = []
    }

    /// The symbol whose growth lowers the first objective that it changes. The one that is oldest, so that the search
    /// ends (Bland's rule).
    private func entering() -> Symbol? {
        var best: Symbol?
        for objective in objectives {
            for (symbol, factor) in objective.row.cells
            where factor < -1e-9 && symbol.kind != .dummy && best.map({ symbol < $0 }) != false {
                if let cost = cost(of: symbol), cost.factor < 0 { best = symbol }
            }
            if best != nil { return best }
        }
        return nil
    }

    /// The row that becomes zero first when a symbol grows.
    private func leavingRow(_ entering: Symbol) -> Symbol? {
        var best: (ratio: Double, symbol: Symbol)?
        for (symbol, row) in rows where symbol.kind != .external {
            guard let factor = row.cells[entering], factor < -1e-9 else { continue }
            let ratio = max(0, -row.constant / factor)
            if let now = best, ratio > now.ratio + 1e-12 || ratio > now.ratio - 1e-12 && symbol > now.symbol {
                continue
            }
            best = (ratio, symbol)
        }
        return best?.symbol
    }

    /// The row to solve for the marker of a relation that goes.
    private func leavingRow(removing marker: Symbol) -> Symbol? {
        var first: (ratio: Double, symbol: Symbol)?
        var second: (ratio: Double, symbol: Symbol)?
        var third: Symbol?
        for (symbol, row) in rows {
            guard let factor = row.cells[marker] else { continue }
            if symbol.kind == .external {
                third = third.map { min($0, symbol) } ?? symbol
                continue
            }
            let ratio = (factor < 0 ? -1 : 1) * row.constant / factor
            let candidate = (ratio: ratio, symbol: symbol)
            func isBetter(than old: (ratio: Double, symbol: Symbol)?) -> Bool {
                old.map { ratio < $0.ratio || ratio == $0.ratio && symbol < $0.symbol } ?? true
            }
            if factor < 0 {
                if isBetter(than: first) { first = candidate }
            } else if isBetter(than: second) {
                second = candidate
            }
        }
        return first?.symbol ?? second?.symbol ?? third
    }

    /// Makes negative rows feasible again, at the least cost.
    private mutating func repair() {
        while let leaving = infeasible.popLast() {
            guard let row = rows[leaving], row.constant < -1e-9 else { continue }
            var best: (symbol: Symbol, costs: [Double])?
            for (symbol, factor) in row.cells where factor > 1e-9 && symbol.kind != .dummy {
                let costs = objectives.map { ($0.row.cells[symbol] ?? 0) / factor }
                if let now = best,
                    Self.isLower(now.costs, costs) || !Self.isLower(costs, now.costs) && now.symbol < symbol
                {
                    continue
                }
                best = (symbol, costs)
            }
            guard let best, var pivot = rows.removeValue(forKey: leaving) else { continue }
            pivot.exchange(leaving, for: best.symbol)
            substitute(best.symbol, by: pivot)
            rows[best.symbol] = pivot
        }
    }

    private static func isLower(_ one: [Double], _ other: [Double]) -> Bool {
        for (a, b) in zip(one, other) where abs(a - b) > 1e-9 { return a < b }
        return false
    }
}
