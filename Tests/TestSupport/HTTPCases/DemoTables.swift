/// Small tables in which every rule of the routes shows, by their paths under a locales folder.
public enum DemoTables {
    /// The files; the default locale is `en`.
    public static let files: [(path: String, text: String)] = [
        (
            "en.json",
            #"""
            {"login":{"title":"Sign in","hint":"Use your <brand.name> account","button":"Go"},
            "brand":{"name":"Acme"},"cart":{"items":"{count, plural, one {# item} other {# items}}","greeting":"Hello {name}"},
            "colors":["red","green"],"auth.login":"Log in","auth.login.hint":"Your password","title":"Shop",
            "odd":{"a/b":"slash","a\\b":"backslash","c,d":"comma","#":"hash","with space":"space","plus+":"plus","dé":"accent"},
            "size":3,"on":true,"only":{"english":"English only"},"quote":"Don''t {x}","broken":"{oops","html":{"note_html":"<b>{name}</b>"},
            "card":"<a href=\"https://example.org\">{name}</a> & co","plain":{"lt":"1 < 2"}}
            """#
        ),
        (
            "fr.json",
            #"""
            {"login":{"title":"Se connecter","hint":"Avec votre compte <brand.name>","button":""},
            "cart":{"items":"{count, plural, one {# article} other {# articles}}","greeting":"Bonjour {name}"},
            "colors":["rouge","vert","bleu"],"title":"Boutique"}
            """#
        ),
        ("zh-Hant.json", #"{"login":{"title":"登入"},"title":"商店"}"#),
        ("ar.json", #"{"login":{"title":"تسجيل الدخول"}}"#),
    ]
}
