// Names and passwords of members over HTTP, for sub-products with a sign-in page of their own.
import { verifyMember } from '#contract/entitlements/verify.ts'
import { serve } from '#server/core/http/serve.ts'
import { judgeMemberPassword, memberVisitor } from './member-passwords.ts'
import { entitlementsOf } from './service.ts'

/** Of one sub-product's server; each try costs a password verification. */
const TRIES_PER_MINUTE = 1_200

export const routes = [
  serve(
    verifyMember,
    async ({ core, body: { name, password, address }, apiKey }) => {
      const { outcome, msg, accountId } = await judgeMemberPassword(
        core,
        memberVisitor(name, { address }),
        password,
        apiKey.subProduct,
      )
      entitlementsOf(core).counter.count(apiKey.subProduct, `verify.${outcome}`)
      return { outcome, msg, accountId }
    },
    { perMinute: TRIES_PER_MINUTE },
  ),
]
