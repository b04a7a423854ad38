// A browser with cookies and a sub-product, for tests of the sign-in of members.
import { createHash, randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { SubProductKey } from '#contract/sub-products.ts'
import { hashToken } from '#server/core/access/actors.ts'
import type { Db } from '#server/db/connection.ts'
import { grants } from '#server/db/schema/members/grants.ts'
import { signInClients } from '#server/db/schema/sign-ins.ts'
import { PASSWORD } from './constants.ts'
import { makeAccount, makeMember } from './factories.ts'

/** A registered client with its secret. */
export async function makeSignInClient(
  db: Db,
  subProduct: SubProductKey,
  overrides: Partial<typeof signInClients.$inferInsert> = {},
) {
  const [secret, clientId] = [randomBytes(32).toString('base64url'), `${subProduct}-${randomBytes(6).toString('hex')}`]
  const [row] = await db
    .insert(signInClients)
    .values({
      subProduct,
      name: clientId,
      clientId,
      secretHash: hashToken(secret),
      redirectUris: [`https://${clientId.toLowerCase()}.example/callback`],
      ...overrides,
    })
    .returning()
  if (!row) throw new Error('no client was made')
  return { ...row, secret }
}

/** A member with the tests' password, and an account with a formal grant of the whole in each sub-product. */
export async function makeSignInMember(db: Db, subProducts: readonly SubProductKey[]) {
  const member = await makeMember(db, { passwordHash: inject('cluster').passwordHash })
  const accounts: Partial<Record<SubProductKey, string>> = {}
  for (const subProduct of subProducts) {
    const { id } = await makeAccount(db, subProduct, { memberId: member.id })
    accounts[subProduct] = id
    const days = { startsOn: '2020-01-01', endsOn: '2099-12-31' }
    await db.insert(grants).values({ accountId: id, productId: null, kind: 'formal', ...days })
  }
  return { ...member, accounts }
}

type Page = { status: number; url: URL; text: string; headers: Headers }

/** Follows redirects within the server; `leave` is where it was led elsewhere. */
export class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>()
  base: string
  constructor(base: string) {
    this.base = base
  }

  #keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      const path = /; *path=([^;]+)/i.exec(cookie)?.[1] ?? '/'
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.#cookies.delete(`${name} ${path}`)
      else this.#cookies.set(`${name} ${path}`, { value, path })
    }
  }

  async #ask(url: URL, form?: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    const sent = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
    const reply = await fetch(`${this.base}${url.pathname}${url.search}`, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: sent.join('; '), ...headers },
      ...(form && { body: new URLSearchParams(form) }),
    })
    this.#keep(reply.headers)
    return reply
  }

  /** @param isOurs whether an address is of the server, else the browser stops there */
  async go(address: string | URL, form?: Record<string, string>, headers?: Record<string, string>): Promise<Page> {
    let url = new URL(address, this.base)
    let reply = await this.#ask(url, form, headers)
    for (let hops = 0; reply.status >= 300 && reply.status < 400 && hops < 10; hops++) {
      url = new URL(reply.headers.get('location') ?? '', url)
      if (!url.pathname.startsWith('/oidc')) return { status: reply.status, url, text: '', headers: reply.headers }
      reply = await this.#ask(url, undefined, headers)
    }
    return { status: reply.status, url, text: await reply.text(), headers: reply.headers }
  }

  cookies(): string[] {
    return [...this.#cookies.keys()]
  }
}

type Tokens = { access_token: string; refresh_token: string; id_token: string; error?: string }
type Registered = Awaited<ReturnType<typeof makeSignInClient>>

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A sub-product as the provider sees it. */
export class RelyingParty {
  base: string
  readonly client: Registered
  constructor(base: string, client: Registered) {
    this.base = base
    this.client = client
  }

  get redirectUri(): string {
    return this.client.redirectUris[0] ?? ''
  }

  request(changes: Record<string, string | undefined> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const query = {
      client_id: this.client.clientId,
      response_type: 'code',
      redirect_uri: this.redirectUri,
      scope: 'openid profile entitlements',
      state: 'state',
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
      ...changes,
    }
    const present = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined)
    return { verifier, path: `/oidc/auth?${new URLSearchParams(present)}` }
  }

  async token(fields: Record<string, string>, secret = this.client.secret) {
    const basic = Buffer.from(`${this.client.clientId}:${encodeURIComponent(secret)}`).toString('base64')
    const reply = await fetch(`${this.base}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams(fields),
    })
    return { status: reply.status, body: (await reply.json()) as Tokens }
  }

  exchange(code: string, verifier: string, secret?: string) {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: this.redirectUri, code_verifier: verifier }
    return this.token(fields, secret)
  }

  refresh(token: string) {
    return this.token({ grant_type: 'refresh_token', refresh_token: token })
  }

  async userinfo(token: string) {
    const reply = await fetch(`${this.base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }

  /** The code to which a browser is led, signing in where it is asked to. */
  async codeFor(browser: TestBrowser, name: string, password = PASSWORD) {
    const { path, verifier } = this.request()
    let page = await browser.go(path)
    if (page.url.pathname.startsWith('/oidc/interaction')) page = await browser.go(page.url, { name, password })
    return { code: page.url.searchParams.get('code') ?? '', verifier, page }
  }

  async signIn(browser: TestBrowser, name: string) {
    const { code, verifier, page } = await this.codeFor(browser, name)
    if (code === '') throw new Error(`no code: ${page.status} ${page.url} ${page.text}`)
    return this.exchange(code, verifier)
  }
}
