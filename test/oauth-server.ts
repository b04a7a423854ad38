// An OAuth provider like WeChat Work and WeChat, on loopback: redirects back with a code, and exchanges each code once, against
// the client's secret.
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const SECRET = 'the-secret-of-the-client'
const CLIENT = 'client-of-the-console'
const AGENT = '1000002'

export type OauthServer = {
  base: string
  /** Environment variables of a console that signs in with this provider. */
  environment: Record<string, string>
  /** Issues a code as the authorize page would. */
  codeFor: (subject: string) => string
  /** Every code issued. */
  codes: string[]
  /** Every address requested. */
  requests: string[]
  close: () => Promise<void>
}

export async function openOauthServer(): Promise<OauthServer> {
  const subjects = new Map<string, string>()
  const codes: string[] = []
  const tokens = new Set<string>()
  const requests: string[] = []

  const codeFor = (subject: string) => {
    const code = randomBytes(16).toString('hex')
    subjects.set(code, subject)
    codes.push(code)
    return code
  }
  /** Redeems a code. @returns its subject */
  const take = (code: string | null) => {
    const subject = subjects.get(code ?? '')
    subjects.delete(code ?? '')
    return subject
  }
  const say = (reply: ServerResponse, body: object) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  const pages: Record<string, (query: URLSearchParams, reply: ServerResponse) => void> = {
    // `as` names who signs in; `nobody` refuses
    '/authorize': (query, reply) => {
      const back = new URL(query.get('redirect_uri') ?? '')
      if (query.get('appid') !== CLIENT) return void reply.writeHead(400).end()
      const subject = query.get('as') ?? 'somebody'
      if (subject) back.searchParams.set('code', codeFor(subject))
      back.searchParams.set('state', query.get('state') ?? '')
      reply.writeHead(302, { location: back.href }).end()
    },
    '/wecom/token': (query, reply) => {
      if (query.get('corpid') !== CLIENT || query.get('corpsecret') !== SECRET)
        return void say(reply, { errcode: 40001, errmsg: 'invalid credential' })
      const token = randomBytes(16).toString('hex')
      tokens.add(token)
      say(reply, { errcode: 0, errmsg: 'ok', access_token: token, expires_in: 7200 })
    },
    '/wecom/user': (query, reply) => {
      const subject = tokens.has(query.get('access_token') ?? '') ? take(query.get('code')) : undefined
      if (!subject) return void say(reply, { errcode: 40029, errmsg: 'invalid code' })
      // a person outside the corporation has an openid only
      if (subject.startsWith('guest')) return void say(reply, { errcode: 0, errmsg: 'ok', openid: subject })
      say(reply, { errcode: 0, errmsg: 'ok', userid: subject })
    },
    '/wechat/token': (query, reply) => {
      const isClient = query.get('appid') === CLIENT && query.get('secret') === SECRET
      const subject = isClient && query.get('grant_type') === 'authorization_code' ? take(query.get('code')) : undefined
      if (!subject) return void say(reply, { errcode: 40029, errmsg: 'invalid code' })
      say(reply, {
        access_token: 'for-wechat',
        expires_in: 7200,
        refresh_token: 'r',
        openid: subject,
        scope: 'snsapi_login',
      })
    },
  }

  const server = createServer((request, reply) => {
    requests.push(request.url ?? '')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider')
    const page = pages[pathname]
    if (page) page(searchParams, reply)
    else reply.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  return {
    base,
    environment: {
      OAUTH_WECOM_CLIENT_ID: CLIENT,
      OAUTH_WECOM_CLIENT_SECRET: SECRET,
      OAUTH_WECOM_AGENT_ID: AGENT,
      OAUTH_WECOM_AUTHORIZE_URL: `${base}/authorize`,
      OAUTH_WECOM_TOKEN_URL: `${base}/wecom/token`,
      OAUTH_WECOM_USER_URL: `${base}/wecom/user`,
      OAUTH_WECHAT_CLIENT_ID: CLIENT,
      OAUTH_WECHAT_CLIENT_SECRET: SECRET,
      OAUTH_WECHAT_AUTHORIZE_URL: `${base}/authorize`,
      OAUTH_WECHAT_TOKEN_URL: `${base}/wechat/token`,
      OUTBOUND_ALLOW: `127.0.0.1:${port}`,
    },
    codeFor,
    codes,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
