// Pages of the server's own for people without an account: HTML with one style sheet, no inline code, not for search engines.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#contract/articles/nodes.ts'
import type { Core } from '../core.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // the captcha is a data: picture
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Requests a minute from one address. */
export const limited = (max: number) => ({ config: { rateLimit: { max, timeWindow: 60_000 } } })

/** A file of such pages. Its address changes with its content. */
export type PageFile = { path: string; address: string; type: string; text: string }

/** @param wrap what is made of the file's text */
export function pageFile(
  path: `/${string}`,
  type: string,
  source: string,
  wrap: (text: string) => string = (text) => text,
): PageFile {
  const text = wrap(readFileSync(source, 'utf8'))
  return { path, type, text, address: `${path}?v=${hash('sha256', text, 'base64url').slice(0, 8)}` }
}

export const publicStyle = pageFile(
  '/s/-/page.css',
  'text/css; charset=utf-8',
  join(import.meta.dirname, 'public-page.css'),
)

export function servePageFile(pages: FastifyInstance, { path, type, text }: PageFile): void {
  pages.get(path, { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(text),
  )
}

/** The origin that readers see: a proxy may stand before this server. */
export const originOf = ({ config }: Pick<Core, 'config'>, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`

/** @param head of HTML, as is `body`: texts come escaped */
export const publicPage = (lang: string, head: string, body: string) => `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow, noarchive">
${head}
<link rel="stylesheet" href="${publicStyle.address}">
</head>
<body>
${body}
</body>
</html>
`

/** Wrong codes from one address: too few to find one that leads somewhere. */
export const MISSES_PER_MINUTE = 30

/** Unknown links, and those that have ended. */
export const noticePage = (title: string, text: string): string =>
  publicPage(
    'zh-CN',
    `<title>${escapeHtml(title)}</title>`,
    `<main class="notice"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main>`,
  )

export const sendPublicPage = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex, nofollow, noarchive' })
    .type('text/html; charset=utf-8')
    .send(html)

export const sendTooMany = (reply: FastifyReply) =>
  sendPublicPage(reply.header('retry-after', '60'), 429, noticePage('访问过于频繁', '请一分钟后再试。'))
