// Sign-in through WeChat Work or WeChat over HTTP, and the identities bound to one's account.
import type { FastifyRequest } from 'fastify'
import {
  beginOauth,
  bindOauth,
  finishOauth,
  getOauthProviders,
  getOwnIdentities,
  type Provider,
  providerLabels,
  unbindOwnIdentity,
} from '#contract/identity/oauth.ts'
import type { Ticket } from '#contract/identity/sign-in.ts'
import type { Config } from '#server/config.ts'
import { audit } from '#server/core/audit/audit.ts'
import { checkFields, orNotFound, Refusal, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { checkCaptcha } from './captcha.queries.ts'
import {
  consumeState,
  findOwner,
  type Identity,
  issueBindTicket,
  issueState,
  listIdentities,
  removeIdentity,
  useBindTicket,
} from './oauth.queries.ts'
import { configuredProviders, wayOf } from './oauth-providers.ts'
import { signInReply } from './session-reply.ts'
import { findAccount, recordFailure } from './sign-in.queries.ts'
import { whyUnusable } from './sign-in.rules.ts'
import { goOn, provePassword } from './sign-in.ts'
import { SIGN_IN_PER_MINUTE, visitorOf } from './visitor.ts'

/** Rate limit, as each costs calls to the provider. */
const FINISH_PER_MINUTE = 60

function configuredWay(config: Config, provider: Provider) {
  const way = wayOf(config, provider)
  if (!way) throw refuse('conflict', { msg: `尚未配置${providerLabels[provider]}登录，请联系管理员` })
  return way
}

/**
 * Where the provider redirects to. Providers accept only registered hosts, so that a forged Host header has no effect.
 */
const redirectUri = ({ publicUrl }: Config, { protocol, host }: FastifyRequest) =>
  `${publicUrl ?? `${protocol}://${host}`}/backend/auth-redirect`

export const routes = [
  serve(getOauthProviders, async ({ core: { config } }) => configuredProviders(config)),

  serve(
    beginOauth,
    async ({ body: { provider }, core: { config, db }, request }) => {
      const way = configuredWay(config, provider)
      const { state, verifier } = await issueState(db, provider)
      return { address: way.authorizeAddress(redirectUri(config, request), state), verifier }
    },
    { perMinute: FINISH_PER_MINUTE },
  ),

  serve(
    finishOauth,
    async ({ body: { code, state, verifier }, core, by, request, reply }) => {
      const { config, db, log } = core
      const provider = await consumeState(db, state, verifier)
      if (!provider) throw refuse('wrongPassword', { msg: '登录已过期，请重新扫码' })
      const subject = await configuredWay(config, provider)
        .identify(code)
        .catch((error: unknown) => {
          log.warn({ err: error, provider }, 'the provider did not say who it is')
          throw refuse('wrongPassword', { msg: `${providerLabels[provider]}登录失败，请重新扫码` })
        })
      const identity: Identity = { provider, subject }
      const ownerId = await findOwner(db, identity)
      const account = ownerId && (await findAccount(db, ownerId))
      if (!account) return { provider, bindTicket: await issueBindTicket(db, identity, request.ip) }

      const visitor = visitorOf(request, account.userName, config)
      const unusable = whyUnusable(account)
      if (unusable) {
        await recordFailure(db, visitor, unusable.reason)
        throw refuse('wrongPassword', { msg: unusable.msg })
      }
      const granted = await goOn(core, account, { visitor, by })
      return { provider, session: await signInReply(core, { request, reply }, visitor.userName, granted) }
    },
    { perMinute: FINISH_PER_MINUTE },
  ),

  serve(
    bindOauth,
    async ({ body, core, by, request, reply }) => {
      const { bindTicket, username, password } = body
      checkFields({ username: username.trim() ? null : '请输入用户名', password: password ? null : '请输入密码' })
      await checkCaptcha(core, body, request)
      const used = await useBindTicket(core.db, bindTicket, request.ip)
      if (!used) throw refuse('wrongPassword', { msg: '绑定已超时，请重新扫码登录' })
      const visitor = visitorOf(request, username, core.config)
      const account = await provePassword(core, visitor, password).catch((error: unknown) => {
        const isWrong = error instanceof Refusal && error.key === 'wrongPassword'
        if (!isWrong || !used.hasMore) throw error
        throw refuse('wrongPassword', { msg: error.message, data: { ticket: bindTicket } satisfies Ticket })
      })
      const granted = await goOn(core, account, { visitor, by, bindTicket })
      return signInReply(core, { request, reply }, visitor.userName, granted)
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(getOwnIdentities, async ({ actor, db, core: { config } }) => {
    const bound = await listIdentities(db, actor.id)
    const free = configuredProviders(config).filter((each) => !bound.some(({ provider }) => provider === each))
    return [...bound, ...free.map((provider) => ({ provider, boundAt: null }))].toSorted((a, b) =>
      b.provider.localeCompare(a.provider),
    )
  }),

  serveAct(unbindOwnIdentity, async ({ tx, body: { provider }, actor, by }) => {
    const removed = orNotFound(await removeIdentity(tx, actor.id, provider))
    await audit(tx, by, { action: 'user.unbindIdentity', targetType: 'user', targetId: actor.id, before: removed })
  }),
]
