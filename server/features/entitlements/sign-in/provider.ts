// The OpenID Connect provider of the members: oidc-provider on our database (docs/decisions/105). One instance for each set of signing
// keys; nothing in it outlives a request but clients that were read, which it looks up again each time.

import { hkdfSync, timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type {
  Account,
  AdapterPayload,
  ClientMetadata,
  Configuration,
  KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import type { Config } from '#server/config.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { databaseToday } from '#server/core/clock.ts'
import { type Core, transact } from '#server/core/core.ts'
import { createOutbound } from '#server/core/http/outbound.ts'
import { answerBy } from '../entitlements.rules.ts'
import { entitlementsOf } from '../service.ts'
import { errorPage, languageOf, loggedOutPage, logoutPage, policyFor } from './sign-in-html.ts'
import { listKids, openKeys } from './sign-in-keys.ts'
import { findAccountId, findStanding, listSubProducts, type Standing } from './sign-in-members.queries.ts'
import { findEnabledClient, recordsOf } from './sign-in-records.queries.ts'
import { notifyLogouts } from './sign-outs.queries.ts'
import { noteVisit } from './visit-logs.ts'

export const MOUNT = '/oidc'

/** s. A session ends after this without a sign-in anywhere; a refresh token never outlives it. */
const SESSION_S = 12 * 3_600
const TOKEN_S = 600
const CODE_S = 60
const INTERACTION_S = 1_800
/** How often a process looks for new signing keys, ms. */
const KEYS_EVERY_MS = 30_000

type Client = InstanceType<Provider['Client']> & { sub_product: SubProductKey }
type LogoutSender = (this: Client, memberId: string, sid: string) => Promise<void>

/** An account as findAccount answers it. */
type Known = Account & { standing: Standing }

export const subProductOfClient = (client: unknown): SubProductKey => (client as Client).sub_product
const standingOf = (account: unknown): Standing | undefined => (account as Known | undefined)?.standing

const isUsable = ({ account }: Standing) => account?.isEnabled === true

const metadataOf = (
  client: NonNullable<Awaited<ReturnType<typeof findEnabledClient>>>,
  issuer: string,
): ClientMetadata => ({
  client_id: client.clientId,
  // compareClientSecret below expects the hash
  client_secret: client.secretHash,
  client_name: client.name,
  redirect_uris: client.redirectUris,
  post_logout_redirect_uris: client.afterLogoutUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  subject_type: 'pairwise',
  // required for redirects to several hosts, never fetched
  sector_identifier_uri: `https://${new URL(issuer).host}${MOUNT}/${client.subProduct}`,
  ...(client.logoutUri !== '' && {
    backchannel_logout_uri: client.logoutUri,
    backchannel_logout_session_required: true,
  }),
  sub_product: client.subProduct,
})

/** What the account may use today, by the rule of the checks. */
async function entitlementsClaim(core: Core, subProduct: SubProductKey, accountId: string) {
  const [[holder], day] = await Promise.all([
    entitlementsOf(core).readHolders(subProduct, 'id', [accountId]),
    databaseToday(core.db),
  ])
  if (!holder) return null
  const inForce = [...holder.grants.values()].filter((grant) => answerBy(holder, [grant], day).allowed)
  return {
    revision: holder.revision,
    whole: inForce.some(({ productId }) => productId === null),
    products: inForce.flatMap(({ productId }) => productId ?? []),
    modules: holder.modules,
  }
}

async function claimsOf(core: Core, subProduct: SubProductKey, standing: Standing) {
  const { memberId, account, name, company, loginName } = standing
  if (!account) return { sub: memberId }
  const [entitlements, subProducts] = await Promise.all([
    entitlementsClaim(core, subProduct, account.id),
    listSubProducts(core.db, memberId),
  ])
  return { sub: memberId, name, preferred_username: loginName, company, sub_products: subProducts, entitlements }
}

/** The member of a session or token; undefined where it has ended. */
async function findAccount(
  core: Core,
  ctx: KoaContextWithOIDC,
  memberId: string,
  token: unknown,
): Promise<Known | undefined> {
  const { client, session } = ctx.oidc
  const standing = client && (await findStanding(core.db, memberId, subProductOfClient(client)))
  if (!standing?.isActive) return undefined
  if (token !== undefined && !isUsable(standing)) return undefined
  if (token === undefined && (session?.loginTs ?? 0) < (standing.clearedAt ?? 0)) return undefined
  return {
    accountId: memberId,
    standing,
    // the ID token says who it is; what they may use is asked each time
    claims: async (use) =>
      use === 'userinfo' ? claimsOf(core, subProductOfClient(client), standing) : { sub: memberId },
  }
}

/** Our own clients are trusted: nobody is asked for consent. */
async function loadGrant(ctx: KoaContextWithOIDC) {
  const { client, session, account, provider, requestParamOIDCScopes } = ctx.oidc
  const standing = standingOf(account)
  if (!client || !session || !standing || !isUsable(standing)) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const scope = [...requestParamOIDCScopes].join(' ')
  const found = grantId ? await provider.Grant.find(grantId) : undefined
  // the first time in this session, for the account log
  ctx.state.isNewVisit = grantId === undefined
  const grant = found ?? new provider.Grant({ accountId: standing.memberId, clientId: client.clientId })
  if (found && found.getOIDCScopeFiltered(requestParamOIDCScopes) === scope) return found
  grant.addOIDCScope(scope)
  await grant.save()
  return grant
}

function interactionsOf({ interactionPolicy }: typeof import('oidc-provider')): Configuration['interactions'] {
  const { base, Check, Prompt } = interactionPolicy
  const policy = base()
  const isOver = new Check(
    'session_over',
    'the session has ended',
    'login_required',
    ({ oidc: { session, account } }) => {
      return session?.accountId !== undefined && account === undefined
    },
  )
  policy.get('login')?.checks.add(isOver)
  const noAccount = new Check('no_account', 'no account in this sub-product', 'access_denied', (ctx) => {
    const standing = standingOf(ctx.oidc.account)
    return standing !== undefined && !isUsable(standing)
  })
  policy.add(new Prompt({ name: 'access', requestable: false }, noAccount), 1)
  return { policy, url: (_ctx, { uid }) => `${MOUNT}/interaction/${uid}` }
}

/** `fetch` by the rules of all outgoing calls: only to addresses that are allowed. */
function fetchBy({ outboundAllow }: Config): NonNullable<Configuration['fetch']> {
  const outbound = createOutbound(outboundAllow)
  return async (url, init) => {
    const { body, headers } = init as unknown as { body: URLSearchParams; headers: Headers }
    const { status } = await outbound.post(new URL(String(url)), Object.fromEntries(headers), body.toString())
    return new Response(null, { status })
  }
}

const html = (ctx: KoaContextWithOIDC, body: string, targets: readonly string[] = []) => {
  ctx.type = 'html'
  ctx.set('content-security-policy', policyFor(targets))
  ctx.body = body
}

async function configurationOf(core: Core, issuer: string, kids: readonly string[]): Promise<Configuration> {
  const library = await import('oidc-provider')
  const { config, db } = core
  const isSecure = issuer.startsWith('https:')
  const clients = {
    find: async (id: string) => findEnabledClient(db, id).then((found) => found && metadataOf(found, issuer)),
  }
  const reused = () => new library.errors.InvalidGrant('already used')
  return {
    adapter: (model) =>
      model === 'Client'
        ? { ...recordsOf(db, model, reused), find: clients.find as (id: string) => Promise<AdapterPayload | undefined> }
        : recordsOf(db, model, reused),
    jwks: { keys: await openKeys(core, kids) },
    findAccount: (ctx, memberId, token) => findAccount(core, ctx, memberId, token),
    loadExistingGrant: loadGrant,
    interactions: interactionsOf(library),
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: async (_ctx, memberId, client) =>
      (await findAccountId(db, memberId, subProductOfClient(client))) ?? memberId,
    sectorIdentifierUriValidate: () => false,
    extraClientMetadata: { properties: ['sub_product'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'company', 'sub_products'],
      entitlements: ['entitlements'],
    },
    scopes: ['openid'],
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => true,
    clientBasedCORS: () => false,
    fetch: fetchBy(config),
    ttl: {
      Session: SESSION_S,
      Grant: SESSION_S,
      RefreshToken: SESSION_S,
      AccessToken: TOKEN_S,
      IdToken: TOKEN_S,
      AuthorizationCode: CODE_S,
      Interaction: INTERACTION_S,
    },
    cookies: {
      keys: [Buffer.from(hkdfSync('sha256', config.secretKey, '', 'sign-in cookies v1', 32)).toString('base64url')],
      names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
      long: { path: MOUNT, httpOnly: true, sameSite: 'lax', secure: isSecure },
      short: { httpOnly: true, sameSite: 'lax', secure: isSecure },
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: { enabled: true },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const { client } = ctx.oidc
          const name = client && subProductOf(subProductOfClient(client)).title
          html(ctx, logoutPage(languageOf(ctx.req), form, name), client?.postLogoutRedirectUris)
        },
        postLogoutSuccessSource: (ctx) => html(ctx, loggedOutPage(languageOf(ctx.req))),
      },
    },
    renderError: (ctx, out) => html(ctx, errorPage(languageOf(ctx.req), String(out.error))),
  }
}

type Opened = { provider: Provider; sendLogout: LogoutSender }

async function openProvider(core: Core, issuer: string, kids: readonly string[]): Promise<Opened> {
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, await configurationOf(core, issuer, kids))
  // `toRaw` passes on what the issuer says
  provider.proxy = true
  const client = provider.Client.prototype as unknown as {
    compareClientSecret: (this: { clientSecret: string }, secret: string) => boolean
    backchannelLogout: LogoutSender
  }
  client.compareClientSecret = function (secret) {
    return timingSafeEqual(Buffer.from(hashToken(secret)), Buffer.from(this.clientSecret))
  }
  const sendLogout = client.backchannelLogout
  // signing out does not wait for other sub-products, and is told again where one does not answer
  client.backchannelLogout = async function (memberId, sid) {
    await transact(core, (tx) => notifyLogouts(tx, [{ memberId, clientId: this.clientId, sid }]))
  }
  const failed = (error: unknown) => core.log.error({ err: error }, 'sign-in of a member failed')
  provider.on('authorization.success', (ctx: KoaContextWithOIDC) => void noteVisit(core, ctx, 'signIn').catch(failed))
  provider.on('end_session.success', (ctx: KoaContextWithOIDC) => void noteVisit(core, ctx, 'signOut').catch(failed))
  provider.on('server_error', (_ctx, error) => failed(error))
  ;(provider as EventEmitter).on('error', failed)
  return { provider, sendLogout }
}

/** By the configuration of a server: the address at which it listens, and its current provider. */
const issuers = new WeakMap<Config, string>()
const current = new WeakMap<Config, { kids: string; checkedAt: number; opened: Promise<Opened> }>()

/** @param origin of this server where PUBLIC_URL does not say it */
export function setOrigin(config: Config, origin: string): void {
  issuers.set(config, `${config.publicUrl ?? origin}${MOUNT}`)
}

export const issuerOf = ({ config }: Pick<Core, 'config'>): string =>
  issuers.get(config) ?? `${config.publicUrl}${MOUNT}`

/** The provider with the keys of now; throws where the database cannot be asked. */
export async function providerOf(core: Core): Promise<Opened> {
  const known = current.get(core.config)
  if (known && performance.now() - known.checkedAt < KEYS_EVERY_MS) return known.opened
  const kids = await listKids(core)
  const isSame = known?.kids === kids.join()
  const opened = isSame ? known.opened : openProvider(core, issuerOf(core), kids)
  current.set(core.config, { kids: kids.join(), checkedAt: performance.now(), opened })
  return opened
}

/** Tells a client that a session has ended. Throws where it did not confirm. */
export async function sendLogout(
  core: Core,
  { clientId, memberId, sid }: { clientId: string; memberId: string; sid: string },
) {
  const { provider, sendLogout: send } = await providerOf(core)
  const client = (await provider.Client.find(clientId)) as Client | undefined
  // disabled since, or without an address any more
  if (!client?.backchannelLogoutUri) return
  await send.call(client, memberId, sid)
}
