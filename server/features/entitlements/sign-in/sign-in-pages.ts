// `/oidc`: the endpoints of oidc-provider, and the pages of its interactions. Not calls of the console: the protocol says what they are.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Core } from '#server/core/core.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { refuseForeignSite } from '#server/core/http/serve.ts'
import { checkCaptcha, makeCaptcha } from '#server/features/identity/captcha.queries.ts'
import { countTries, type Visitor } from '#server/features/identity/sign-in.queries.ts'
import { judgeMemberPassword, memberVisitor } from '../member-passwords.ts'
import { issuerOf, MOUNT, providerOf, setOrigin, subProductOfClient } from './provider.ts'
import {
  errorPage,
  LANGUAGE_COOKIE,
  languageOf,
  noAccountPage,
  policyFor,
  type SignInForm,
  STYLE_PATH,
  signInPage,
  styleSheet,
} from './sign-in-html.ts'
import { findStanding } from './sign-in-members.queries.ts'
import { noteSeen } from './visit-logs.ts'

/** From one address: a sub-product's server renews the tokens of all its members. */
const CALLS_PER_MINUTE = 3_000
const PAGES_PER_MINUTE = 300
/** Enough for an office behind one address, too few for guessing. */
const SIGN_IN_PER_MINUTE = 120
/** Failures after which a captcha is asked for: of the pair of name and address, and of the address. */
const CAPTCHA_AFTER = { pair: 2, address: 10 }
const FIELD_LENGTH = 64
const LANGUAGE_LIFE_S = 365 * 86_400

const limited = (max: number) => ({ config: { rateLimit: { max, timeWindow: 60_000 } }, schema: { hide: true } })

/** The library's pages bring a policy of their own; its forms that send themselves add their script to this one. */
const LIBRARY_POLICY = "default-src 'none'; script-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The request as oidc-provider takes it: below its mount, at the address that the issuer names whatever the Host header says, and from
 * the caller's real address.
 */
function toRaw({ raw, ip }: FastifyRequest, issuer: string): IncomingMessage {
  const { host, protocol } = new URL(issuer)
  const proxied = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-for': ip }
  Object.assign(raw.headers, { host, ...proxied })
  const url = raw.url ?? '/'
  return Object.assign(raw, { originalUrl: url, url: url.slice(MOUNT.length) || '/' })
}

/** With `no-referrer` browsers send a form with `Origin: null`, as a foreign site's would be. */
const send = (reply: FastifyReply, html: string, { status = 200, targets = [] as string[] } = {}) =>
  reply
    .code(status)
    .headers({ 'content-security-policy': policyFor(targets), 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(html)

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Opened = { provider: Provider; interaction: Interaction; subProduct: SubProductKey }

/** The interaction of the address, begun in this browser; null where it is over. */
async function openInteraction(core: Core, request: FastifyRequest, reply: FastifyReply): Promise<Opened | null> {
  const { provider } = await providerOf(core)
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
  if (interaction === null || interaction.uid !== (request.params as { uid: string }).uid) return null
  const client = await provider.Client.find(String(interaction.params.client_id))
  return client ? { provider, interaction, subProduct: subProductOfClient(client) } : null
}

async function needsCaptcha({ db, config }: Core, visitor: Visitor): Promise<boolean> {
  if (!config.captcha) return false
  const { pair, address } = await db.transaction((tx) => countTries(tx, visitor))
  return pair >= CAPTCHA_AFTER.pair || address >= CAPTCHA_AFTER.address
}

type Fields = {
  name: string
  password: string
  'captcha-key': string
  'captcha-code': string
  leave: string
  renew: string
}

function fieldsOf(body: unknown): Fields {
  const sent = (body ?? {}) as Record<string, unknown>
  const text = (name: keyof Fields) => (typeof sent[name] === 'string' ? sent[name].slice(0, 256) : '')
  const [name, password, key, code] = [text('name').trim(), text('password'), text('captcha-key'), text('captcha-code')]
  return { name, password, 'captcha-key': key, 'captcha-code': code, leave: text('leave'), renew: text('renew') }
}

type Judged = Pick<SignInForm, 'failure' | 'until'> & { memberId?: string; retryAfterS?: number }

/** A refusal that the form shows; others are thrown on. */
function shown(error: unknown): Judged {
  if (!(error instanceof Refusal)) throw error
  if (error.key === 'wrongCaptcha') return { failure: 'wrongCaptcha' }
  if (error.key === 'invalid') return { failure: 'noCaptcha' }
  if (error.key === 'tooMany') return { failure: 'flood', retryAfterS: error.retryAfterS ?? 60 }
  throw error
}

async function judge(core: Core, request: FastifyRequest, subProduct: SubProductKey): Promise<Judged> {
  const fields = fieldsOf(request.body)
  const { name, password } = fields
  if (name === '' || password === '' || name.length > FIELD_LENGTH || password.length > FIELD_LENGTH)
    return { failure: 'missing' }
  const device = request.headers['user-agent'] ?? ''
  const visitor = memberVisitor(name, { address: request.ip, userAgent: device.slice(0, 200) })
  try {
    if (await needsCaptcha(core, visitor)) await checkCaptcha(core, fields, request)
    const { outcome, msg, memberId } = await judgeMemberPassword(core, visitor, password, subProduct, {
      admitsOthers: true,
    })
    if (outcome === 'ok' && memberId !== null) return { failure: null, memberId }
    noteSeen(core, [{ loginName: name, subProduct, kind: 'failed', address: request.ip, device }])
    return { failure: outcome === 'ok' ? 'wrong' : outcome, until: /\d\d:\d\d/.exec(msg)?.[0] ?? '' }
  } catch (error) {
    return shown(error)
  }
}

/** The form, with a captcha where the next try needs one. */
async function sendForm(core: Core, request: FastifyRequest, reply: FastifyReply, opened: Opened, judged: Judged) {
  const { interaction, subProduct } = opened
  const { name } = fieldsOf(request.body)
  const { db, config } = core
  const isAsked = await needsCaptcha(core, memberVisitor(name, { address: request.ip }))
  const { retryAfterS } = judged
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  const { failure, until = '' } = judged
  const html = signInPage({
    subProduct,
    name: name.slice(0, FIELD_LENGTH),
    failure,
    until,
    language: languageOf(request.raw),
    captcha: isAsked ? await makeCaptcha(db, config.secretKey) : null,
    isOther: (request.query as { other?: string }).other !== undefined,
  })
  const targets = [String(interaction.params.redirect_uri)]
  return send(reply, html, { status: retryAfterS === undefined ? 200 : 429, targets })
}

/** The language that the page was switched to stays for the next one. */
function keepLanguage(request: FastifyRequest, reply: FastifyReply, issuer: string): void {
  if ((request.query as { lang?: string }).lang === undefined) return
  const secure = issuer.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=${MOUNT}; Max-Age=${LANGUAGE_LIFE_S}; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', `${LANGUAGE_COOKIE}=${languageOf(request.raw)}; ${attributes}`)
}

const over = (request: FastifyRequest, reply: FastifyReply) =>
  send(reply, errorPage(languageOf(request.raw), 'session_not_found'), { status: 400 })

function serveInteractions(pages: FastifyInstance, core: Core): void {
  const path = `${MOUNT}/interaction/:uid`

  pages.get(path, limited(PAGES_PER_MINUTE), async (request, reply) => {
    const opened = await openInteraction(core, request, reply)
    if (!opened) return over(request, reply)
    keepLanguage(request, reply, issuerOf(core))
    const { interaction, subProduct } = opened
    const isOther = (request.query as { other?: string }).other !== undefined
    if (interaction.prompt.name !== 'access' || isOther)
      return sendForm(core, request, reply, opened, { failure: null })
    const standing = await findStanding(core.db, interaction.session?.accountId ?? '0', subProduct)
    const html = noAccountPage(languageOf(request.raw), subProduct, standing?.loginName ?? '')
    return send(reply, html, { status: 403, targets: [String(interaction.params.redirect_uri)] })
  })

  pages.post(path, limited(SIGN_IN_PER_MINUTE), async (request, reply) => {
    refuseForeignSite(request, core.config.publicUrl)
    const opened = await openInteraction(core, request, reply)
    if (!opened) return over(request, reply)
    const { provider, subProduct } = opened
    const finish = async (result: Parameters<Provider['interactionResult']>[2]) =>
      reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
    const { leave, renew } = fieldsOf(request.body)
    if (leave !== '') return finish({ error: 'access_denied', error_description: 'no account in this sub-product' })
    if (renew !== '') return sendForm(core, request, reply, opened, { failure: null })
    const judged = await judge(core, request, subProduct)
    if (judged.memberId === undefined) return sendForm(core, request, reply, opened, judged)
    return finish({ login: { accountId: judged.memberId, ts: Math.floor(Date.now() / 1_000) } })
  })
}

export function serveSignIn(app: FastifyInstance, core: Core): void {
  app.addHook('onListen', async () => {
    const address = app.server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    setOrigin(core.config, `http://${core.config.host === '0.0.0.0' ? '127.0.0.1' : core.config.host}:${port}`)
  })

  app.register((pages, _options, done) => {
    pages.get(STYLE_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/css; charset=utf-8')
        .send(styleSheet),
    )
    serveInteractions(pages, core)
    done()
  })

  app.register((library, _options, done) => {
    // oidc-provider reads bodies itself
    library.removeAllContentTypeParsers()
    library.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    library.all(`${MOUNT}/*`, limited(CALLS_PER_MINUTE), async (request, reply) => {
      const { provider } = await providerOf(core)
      reply.header('content-security-policy', LIBRARY_POLICY)
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      await provider.callback()(toRaw(request, issuerOf(core)), reply.raw)
    })
    done()
  })
}
