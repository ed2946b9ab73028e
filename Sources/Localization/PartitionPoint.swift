extension RandomAccessCollection where Index == Int {
    /// The first index whose element is not one of those that come first, or the end: a search by halves in a collection
    /// that begins with all elements for which `comesFirst` holds.
    @inline(__always)
    func partitionPoint(_ comesFirst: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if comesFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
