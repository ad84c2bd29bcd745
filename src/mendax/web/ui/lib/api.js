// Calls of the JSON API. What goes wrong is an Error whose message is the server's line.

async function call(method, path, body, signal) {
  const response = await fetch(`/api${path}`, {
    method,
    signal,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const told = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(told.error ?? `the server answered ${response.status}`);
  return told;
}

export const get = (path, signal) => call("GET", path, undefined, signal);
export const post = (path, body = {}, signal) => call("POST", path, body, signal);

/** `?a=1&b=2` of what is given; empty values are left out. */
export function query(values) {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return kept.length ? `?${new URLSearchParams(kept)}` : "";
}
