// Masks secrets in texts stored for support: in the browser before it stores them, and again on the server.

/** Text that looks like a token: 43 characters or more of base64url with a digit. Long file names match too. */
const opaque = /(?<![\w-])(?=[\w-]*\d)[\w-]{43,}(?![\w-]|\.js|\.css)/g
/** `token=…`, `"password": "…"`, `ticket%3D…`: also as the end of a longer name, as in `access_token`. */
const named =
  /((?:token|password|secret|ticket)[\w-]{0,20}["']?\s{0,3}(?:[=:]|%3d)\s{0,3}["']?)(?!\s)[^\s"'&#,;<>{}]+/gi
/** `code` is a secret only in an address; elsewhere it is an error code. */
const code = /([?&#][\w-]{0,40}code=)[^\s"'&#]+/gi
const credentials = /(:\/\/)[^\s/@]{1,200}@/g
const bearer = /(\bbearer\s{1,3})[\w.~+/-]{8,}=*/gi

/** Takes time linear in the text's length, so that no input can make it slow. */
export const maskSecrets = (text: string): string =>
  text
    .replace(opaque, '***')
    .replace(bearer, '$1***')
    .replace(named, '$1***')
    .replace(code, '$1***')
    .replace(credentials, '$1***@')
