// Takes secrets out of texts that are kept for support: the browser does it before it stores, the server again.

/** What looks like a token by itself: 43 characters or more of base64url with a digit; long names of files do too. */
const opaque = /(?<![\w-])(?=[\w-]*\d)[\w-]{43,}(?![\w-]|\.js|\.css)/g
/** `token=…`, `"password": "…"`, `ticket%3D…`: also as the end of a longer name, as in `access_token`. */
const named =
  /((?:token|password|secret|ticket)[\w-]{0,20}["']?\s{0,3}(?:[=:]|%3d)\s{0,3}["']?)(?!\s)[^\s"'&#,;<>{}]+/gi
/** `code` is a secret in an address only: elsewhere it is an error's number. */
const code = /([?&#][\w-]{0,40}code=)[^\s"'&#]+/gi
const credentials = /(:\/\/)[^\s/@]{1,200}@/g
const bearer = /(\bbearer\s{1,3})[\w.~+/-]{8,}=*/gi

/** Linear in the text's length: whoever sends the text must not be able to make this slow. */
export const maskSecrets = (text: string): string =>
  text
    .replace(opaque, '***')
    .replace(bearer, '$1***')
    .replace(named, '$1***')
    .replace(code, '$1***')
    .replace(credentials, '$1***@')
