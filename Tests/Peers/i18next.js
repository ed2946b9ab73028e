// i18next with its HTTP backend, against the address in the arguments. Prints one JSON object: what it saw.
// Its fetch keeps answers and asks again with their ETag, as a browser does; node's own keeps none.
"use strict";
const [base] = process.argv.slice(2);
const kept = new Map();
const requests = [];
const plainFetch = globalThis.fetch;
globalThis.fetch = async (url, options = {}) => {
  const headers = { ...options.headers };
  const known = (options.method || "GET") === "GET" ? kept.get(url) : undefined;
  if (known) headers["If-None-Match"] = known.tag;
  const response = await plainFetch(url, { ...options, headers });
  requests.push({ method: options.method || "GET", path: url.slice(base.length), status: response.status });
  if (response.status === 304) return new Response(known.text, { status: 200 });
  const text = await response.text();
  if (response.status === 200) kept.set(url, { tag: response.headers.get("etag"), text });
  return new Response(response.status === 204 ? null : text, { status: response.status });
};

let i18next, Backend;
async function load() {
  // Of Debian's builds of the backend this one runs: the CommonJS one has a package.json that is no JSON, and the one
  // for browsers lacks its own modules.
  i18next = require("/usr/share/javascript/i18next/i18next.js");
  Backend = (await import("/usr/share/nodejs/i18next-http-backend/esm/index.js")).default;
}

function client(options, backend) {
  const instance = i18next.createInstance();
  return instance
    .use(Backend)
    .init({
      fallbackLng: "en",
      interpolation: { escapeValue: false },
      ...options,
      backend: { loadPath: `${base}/locales/{{lng}}/{{ns}}.json`, addPath: `${base}/locales/add/{{lng}}/{{ns}}`, ...backend },
    })
    .then(() => instance);
}

async function main() {
  await load();
  const seen = {};
  const french = await client({ lng: "fr" });
  seen.title = french.t("title");
  seen.nested = french.t("login.title");
  seen.fallback = french.t("only.english");
  seen.plurals = [0, 1, 2].map((count) => french.t("basket", { count }));
  seen.englishPlurals = [0, 1, 2].map((count) => french.t("basket", { count, lng: "en" }));

  const namespaces = await client({ lng: "fr", ns: ["login", "brand"], defaultNS: "login" });
  seen.namespaces = [namespaces.t("title"), namespaces.t("brand:name")];

  const alone = await client({ lng: "fr" }, { queryStringParams: { fallback: "none" } });
  seen.aloneHasEnglish = alone.hasResourceBundle("fr", "translation") && "only" in alone.getResourceBundle("fr", "translation");
  seen.aloneFallsBack = alone.t("only.english");

  // A locale that is not there is a 404, and the client goes on with its fallback.
  const unknown = await client({ lng: "ja" });
  seen.unknown = unknown.t("title");
  // A region finds its language.
  const regional = await client({ lng: "fr-CA" });
  seen.regional = regional.t("title");

  const before = requests.length;
  await french.reloadResources(["fr", "en"]);
  seen.revalidated = requests.slice(before).map((request) => request.status);
  seen.afterRevalidation = french.t("title");

  const reporting = await client({ lng: "fr", saveMissing: true, saveMissingTo: "current" });
  reporting.t("no.such.key");
  for (let turn = 0; turn < 100 && !requests.some((request) => request.method === "POST"); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  seen.reports = requests.filter((request) => request.method === "POST");
  seen.requests = requests.length;
  // The backend has a timer that would keep node running.
  process.stdout.write(JSON.stringify(seen), () => process.exit(0));
}
main().catch((error) => { console.error(error); process.exit(1); });
