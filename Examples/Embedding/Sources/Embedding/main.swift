// In the place of an HTTP server: a few requests, and the fields that their answers would have.
let page = try CartPage(locales: CommandLine.arguments.dropFirst().first ?? "locales")
let requests: [(acceptLanguage: String?, name: String, items: Int)] = [
    ("fr-CA, fr;q=0.9, en;q=0.5", "<b>Zoé & Léa", 3), ("de-CH", "Jörg", 1), ("pl", "Ola", 22), ("xx", "Ann", 0),
    (nil, "Ann", 1),
]
for request in requests {
    print("GET /cart  Accept-Language: \(request.acceptLanguage ?? "(none)")")
    guard
        let answer = try page.answer(
            acceptLanguage: request.acceptLanguage, name: request.name, items: request.items)
    else {
        print("503 Service Unavailable\n")
        continue
    }
    print("200 OK  Content-Language: \(answer.language)  Vary: Accept-Language")
    print("\(answer.page)\nin plain text: \(answer.summary)\n")
}
