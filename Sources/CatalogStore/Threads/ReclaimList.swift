import Localization
import Synchronization

/// Objects that are no longer needed and may still be in use: each is let go once nobody else holds it.
///
/// The last reference is always this list's, so that freeing happens on the thread that calls `reclaim`.
final class ReclaimList: Sendable {
    private let objects = Mutex<[any AnyObject & Sendable]>([])

    /// How many are kept.
    var count: Int { objects.withLock { $0.count } }

    /// Keeps an object until nobody else does.
    func add(_ object: any AnyObject & Sendable) { objects.withLock { $0.append(object) } }

    /// Lets go of what nobody else holds any more, and says how many catalogs were freed and how many objects are left.
    func reclaim() -> (freedCatalogs: Int, left: Int) {
        // Freed when the array goes, after the lock is released: freeing a catalog takes a while.
        var free: [any AnyObject & Sendable] = []
        let left = objects.withLock { objects in
            var index = 0
            while index < objects.count {
                // In place: a copy in a variable would be a holder of its own.
                if isKnownUniquelyReferenced(&objects[index]) {
                    free.append(objects.remove(at: index))
                } else {
                    index += 1
                }
            }
            return index
        }
        let catalogs = free.count { $0 is Catalog }
        free.removeAll()
        return (catalogs, left)
    }
}
