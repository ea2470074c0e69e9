/// A part of an app's screen. Source: Apple, View.
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    /// What the view consists of.
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@MainActor extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError("Never has no value") }
}

extension View where Body == Never {
    /// A primitive view has no body.
    public var body: Never { fatalError("\(Self.self) is not made of other views") }
}

/// A view that makes its own node; its `body` is never read.
///
/// Types conform in an extension, and so stay usable from any isolation, as Apple's.
@MainActor protocol PrimitiveView: View where Body == Never {
    func makeNode(_ inputs: NodeInputs) -> Node
}

/// A view that only stands for a list of others: the list becomes part of the container around it.
@MainActor protocol ListView: PrimitiveView {
    var listed: [any View] { get }
}

extension ListView {
    func makeNode(_ inputs: NodeInputs) -> Node { ListNode(self, inputs) }
}

/// No view. Source: Apple, EmptyView.
public nonisolated struct EmptyView: Sendable {
    public init() {}
}

@MainActor extension EmptyView: ListView {
    public typealias Body = Never
    var listed: [any View] { [] }
}

/// The views of a builder's block. Source: Apple, TupleView.
public nonisolated struct TupleView<T> {
    public var value: T
    let children: [any View]

    nonisolated init(_ value: T, children: [any View]) {
        self.value = value
        self.children = children
    }

    public nonisolated init(_ value: T) {
        self.init(value, children: Mirror(reflecting: value).children.compactMap { $0.value as? any View })
    }
}

@MainActor extension TupleView: ListView {
    public typealias Body = Never
    var listed: [any View] { children }
}

/// Several views that are treated as one. Source: Apple, Group.
public nonisolated struct Group<Content> {
    let content: Content
}

@MainActor extension Group: View, PrimitiveView, ListView where Content: View {
    public typealias Body = Never

    public nonisolated init(@ViewBuilder content: () -> Content) { self.content = content() }
    var listed: [any View] { [content] }
}

/// One of two views. Source: Apple, _ConditionalContent.
public nonisolated struct _ConditionalContent<TrueContent, FalseContent> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }
    let storage: Storage
}

@MainActor extension _ConditionalContent: View, PrimitiveView where TrueContent: View, FalseContent: View {
    public typealias Body = Never
}

@MainActor extension _ConditionalContent: BranchView where TrueContent: View, FalseContent: View {
    var branch: Branch {
        switch storage {
        case .first(let view): Branch(key: true, view: view)
        case .second(let view): Branch(key: false, view: view)
        }
    }
}

@MainActor extension Optional: View, PrimitiveView, BranchView where Wrapped: View {
    public typealias Body = Never

    var branch: Branch {
        switch self {
        case .some(let view): Branch(key: true, view: view)
        case .none: Branch(key: false, view: EmptyView())
        }
    }
}

/// A view of any type. A value with a view of another type replaces the view and its state. Source: Apple, AnyView.
public nonisolated struct AnyView {
    let view: any View

    public nonisolated init<V: View>(_ view: V) { self.view = view }
    public nonisolated init<V: View>(erasing view: V) { self.view = view }
}

@MainActor extension AnyView: BranchView {
    public typealias Body = Never
    var branch: Branch { Branch(key: AnyHashable(ObjectIdentifier(type(of: view))), view: view) }
}

/// A view that is evaluated only if it is not equal to the one before. Source: Apple, EquatableView.
public nonisolated struct EquatableView<Content: Equatable & View> {
    public var content: Content

    public nonisolated init(content: Content) { self.content = content }
}

@MainActor extension EquatableView: ListView {
    public typealias Body = Never
    var listed: [any View] { [content] }
}

extension View where Self: Equatable {
    /// Evaluates the view only if it is not equal to the one before.
    public nonisolated func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
