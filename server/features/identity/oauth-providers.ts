// OAuth 2 of WeChat Work and WeChat, each with its deviations: authorisation address and identity. Both take their
// secrets in the query of a GET.
import { type Provider, providers } from '#contract/identity/oauth.ts'
import type { Config } from '#server/config.ts'
import { createOutbound, type Outbound } from '#server/core/http/outbound.ts'

/** A configured provider. */
type Way = {
  /** Address of the provider's page, which redirects to `redirectUri` with a code and the state. */
  authorizeAddress: (redirectUri: string, state: string) => string
  /** Exchanges the code, which is used up, for the subject. */
  identify: (code: string) => Promise<string>
}

type Reply = Record<string, unknown>

/** Adds parameters to an address. */
function withQuery(address: string, query: Record<string, string>): URL {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Both answer 200 and put errors into `errcode`. */
async function ask({ getJson }: Outbound, address: string, query: Record<string, string>): Promise<Reply> {
  const url = withQuery(address, query)
  const reply = await getJson(url)
  if (typeof reply !== 'object' || reply === null) throw new Error(`${url.host}: the reply is no object`)
  const { errcode = 0 } = reply as Reply
  if (errcode !== 0) throw new Error(`${url.host}: errcode ${String(errcode)}`)
  return reply as Reply
}

function textOf(reply: Reply, ...names: string[]): string {
  const value = names.map((name) => reply[name]).find((each) => typeof each === 'string' && each !== '')
  if (typeof value !== 'string') throw new Error(`the provider's reply has no ${names.join(' or ')}`)
  return value
}

/** The member's id in the corporation. External people have none (only an openid) and cannot be staff. */
function wecom(settings: NonNullable<Config['wecom']>, outbound: Outbound): Way {
  const { clientId, clientSecret, agentId, authorizeUrl, tokenUrl, userUrl } = settings
  return {
    authorizeAddress: (redirectUri, state) => {
      const query = { login_type: 'CorpApp', appid: clientId, agentid: agentId, redirect_uri: redirectUri, state }
      return withQuery(authorizeUrl, query).href
    },
    identify: async (code) => {
      const token = await ask(outbound, tokenUrl, { corpid: clientId, corpsecret: clientSecret })
      const user = await ask(outbound, userUrl, { access_token: textOf(token, 'access_token'), code })
      return textOf(user, 'userid', 'UserId')
    },
  }
}

/** The openid: every application has it, and it does not change when the application is linked later. */
function wechat(settings: NonNullable<Config['wechat']>, outbound: Outbound): Way {
  const { clientId, clientSecret, authorizeUrl, tokenUrl } = settings
  return {
    authorizeAddress: (redirectUri, state) => {
      const query = { appid: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'snsapi_login', state }
      return `${withQuery(authorizeUrl, query).href}#wechat_redirect`
    },
    identify: async (code) => {
      const query = { appid: clientId, secret: clientSecret, code, grant_type: 'authorization_code' }
      return textOf(await ask(outbound, tokenUrl, query), 'openid')
    },
  }
}

export function wayOf(config: Config, provider: Provider): Way | null {
  const outbound = createOutbound(config.outboundAllow)
  if (provider === 'wecom') return config.wecom ? wecom(config.wecom, outbound) : null
  return config.wechat ? wechat(config.wechat, outbound) : null
}

export const configuredProviders = (config: Config): Provider[] =>
  providers.filter((each) => config[each] !== undefined)
