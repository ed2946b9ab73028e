public import HTTPCore
import Synchronization

/// The tokens that open the service. They can be replaced while it runs.
public final class TokenList: Sendable {
    private let tokens: Mutex<[BearerToken]>

    /// A list of tokens; an empty one opens for nobody.
    public init(_ tokens: [BearerToken]) {
        self.tokens = Mutex(tokens)
    }

    /// Puts other tokens in the place of these.
    public func replace(with tokens: [BearerToken]) {
        self.tokens.withLock { $0 = tokens }
    }

    /// Whether a token is one of them. Every one is compared, so that the time tells nothing.
    public func contains(_ token: BearerToken) -> Bool {
        var isFound = false
        for candidate in tokens.withLock({ $0 }) where candidate.equals(token) { isFound = true }
        return isFound
    }
}
