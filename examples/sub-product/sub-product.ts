// A sample sub-product: members sign in at the console, what they may use is asked of it, and its feed tells of changes.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'

export type Settings = {
  /** Address of the provider, as 子产品接入 shows it. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Address of the console, and an API key of this sub-product with the scope `entitlements`. */
  api: string
  apiKey: string
  /** What is on sale here: product ids with their names. */
  products: Record<string, string>
  /** Address of this program as browsers reach it: its callback and its logout address are registered at the client. */
  origin: string
}

type Session = { sub: string; sid: string; name: string; idToken: string }
type Changes = { records: { accountId: string }[]; next: string }
type Answer = { id: string; allowed: boolean; until: string | null; why: string | null }

const reasons: Record<string, string> = {
  noAccount: '没有账号',
  disabled: '账号已禁用',
  locked: '账号已锁定',
  noGrant: '尚未开通',
  notBegun: '尚未开始',
  expired: '已到期',
}

const random = () => randomBytes(32).toString('base64url')
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function cookieOf({ headers }: FastifyRequest, name: string): string {
  const found = (headers.cookie ?? '').split('; ').find((each) => each.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? ''
}
const setCookie = (reply: FastifyReply, name: string, value: string) =>
  reply.header('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${value === '' ? '; Max-Age=0' : ''}`)

export async function createSubProduct(settings: Settings): Promise<FastifyInstance> {
  const { issuer, clientId, clientSecret, api, apiKey, products, origin } = settings
  const redirectUri = `${origin}/callback`
  const discovered = await fetch(`${issuer}/.well-known/openid-configuration`)
  const provider = (await discovered.json()) as Record<string, string>
  const keys = createRemoteJWKSet(new URL(provider.jwks_uri ?? ''))
  const verify = (token: string) => jwtVerify(token, keys, { issuer, audience: clientId, clockTolerance: 15 })

  /** By cookie. Begun sign-ins by `state`. A real program keeps both where all its processes find them. */
  const sessions = new Map<string, Session>()
  const begun = new Map<string, { verifier: string; nonce: string }>()
  /** Open pages by account, told of its changes. */
  const pages = new Map<FastifyReply, string>()

  const stopping = new AbortController()
  const app = Fastify()
  await app.register(formbody)

  app.get('/', async (request, reply) => {
    const session = sessions.get(cookieOf(request, 'session'))
    reply.type('text/html; charset=utf-8')
    if (!session) return page('<p>请先登录</p><p><a href="/login">登录</a></p>')
    const answers = await check(session.sub)
    const rows = answers.map(({ id, allowed, until, why }) => {
      const said = allowed ? `可用，至 ${until}` : `不可用：${reasons[why ?? ''] ?? why}`
      return `<li>${escapeHtml(`${products[id]}：${said}`)}</li>`
    })
    const script = "new EventSource('/events').onmessage = () => location.reload()"
    return page(`<p>您好，${escapeHtml(session.name)}</p><ul>${rows.join('')}</ul>
      <p><a href="/logout">退出</a></p><script>${script}</script>`)
  })

  app.get('/login', async (_request, reply) => {
    const [state, verifier, nonce] = [random(), random(), random()]
    begun.set(state, { verifier, nonce })
    setCookie(reply, 'state', state)
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    return reply.redirect(`${provider.authorization_endpoint}?${query}`)
  })

  app.get<{ Querystring: { code?: string; state?: string; error?: string } }>('/callback', async (request, reply) => {
    const { code, state = '', error } = request.query
    const own = state === cookieOf(request, 'state') ? begun.get(state) : undefined
    begun.delete(state)
    if (!own || !code) {
      reply.code(400).type('text/html; charset=utf-8')
      return page(`<p>没有登录：${escapeHtml(error ?? '请重试')}</p><p><a href="/">返回</a></p>`)
    }
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: own.verifier }
    const granted = await fetch(provider.token_endpoint ?? '', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    })
    const tokens = (await granted.json()) as { id_token: string; access_token: string }
    const { payload } = await verify(tokens.id_token)
    if (payload.nonce !== own.nonce) throw new Error('the ID token answers another request')
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    const claims = (await (await fetch(provider.userinfo_endpoint ?? '', { headers })).json()) as { name: string }
    const id = random()
    sessions.set(id, {
      sub: payload.sub ?? '',
      sid: String(payload.sid),
      name: claims.name,
      idToken: tokens.id_token,
    })
    setCookie(reply, 'session', id)
    return reply.redirect('/')
  })

  app.get('/logout', async (request, reply) => {
    const id = cookieOf(request, 'session')
    const hint = sessions.get(id)?.idToken
    sessions.delete(id)
    setCookie(reply, 'session', '')
    const query = new URLSearchParams({ client_id: clientId, ...(hint && { id_token_hint: hint }) })
    return reply.redirect(`${provider.end_session_endpoint}?${query}`)
  })

  /** The console ends a session: locked, forced, another password, or signed out elsewhere. */
  app.post<{ Body: { logout_token: string } }>('/backchannel-logout', async ({ body }, reply) => {
    const { payload } = await verify(body.logout_token)
    if (!Object.hasOwn(Object(payload.events), 'http://schemas.openid.net/event/backchannel-logout'))
      return reply.code(400).send()
    for (const [id, { sid }] of sessions) if (sid === payload.sid) sessions.delete(id)
    tell(payload.sub ?? '')
    return reply.code(204).send()
  })

  /** An open page hears of changes of its account. */
  app.get('/events', async (request, reply) => {
    const session = sessions.get(cookieOf(request, 'session'))
    // ended since the page was sent
    if (!session) return reply.type('text/event-stream').send('data: changed\n\n')
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n')
    pages.set(reply, session.sub)
    reply.raw.on('close', () => pages.delete(reply))
  })

  function tell(accountId: string): void {
    for (const [{ raw }, sub] of pages) if (sub === accountId) raw.write('data: changed\n\n')
  }

  async function ask<T>(path: string, body?: unknown): Promise<{ code: number; data: T }> {
    const reply = await fetch(`${api}/api/open/entitlements/${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(60_000)]),
    })
    return (await reply.json()) as { code: number; data: T }
  }

  /** Asked at each page: a revoke is seen at the next one. */
  async function check(accountId: string): Promise<Answer[]> {
    const checks = [{ accountId, products: Object.keys(products) }]
    return (await ask<{ checks: { products: Answer[] }[] }>('check', { checks })).data.checks[0]?.products ?? []
  }

  /** Follows the feed from where it stands; so again where it keeps the changes no more (410). */
  async function follow(): Promise<void> {
    for (let after: string | undefined; !stopping.signal.aborted; ) {
      try {
        after ??= (await ask<{ asOf: string }>('snapshot?size=1')).data.asOf
        const { code, data } = await ask<Changes>(`changes?after=${after}&wait=25`)
        for (const { accountId } of data?.records ?? []) tell(accountId)
        after = code === 200 ? data.next : undefined
      } catch {
        await pause(stopping.signal.aborted ? 0 : 1_000)
      }
    }
  }
  app.addHook('onListen', () => void follow())
  app.addHook('preClose', async () => {
    stopping.abort()
    for (const [{ raw }] of pages) raw.end()
  })
  return app
}

const page = (body: string) => `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>示例子产品</title></head><body><main>${body}</main></body></html>`

if (import.meta.main) {
  const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', API = '', API_KEY = '', PRODUCTS = '{}' } = process.env
  const port = Number(process.env.PORT ?? 3_000)
  const origin = process.env.ORIGIN ?? `http://localhost:${port}`
  const settings = {
    issuer: ISSUER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    api: API,
    apiKey: API_KEY,
    origin,
  }
  const app = await createSubProduct({ ...settings, products: JSON.parse(PRODUCTS) })
  await app.listen({ port, host: 'localhost' })
}
