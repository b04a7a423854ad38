// For sub-products with a sign-in page of their own: whether a member's name and password are right.
import { Type } from 'typebox'
import { apiKey } from '#contract/access.ts'
import { writeCall } from '#contract/endpoint.ts'
import { Choice, Fields, Nullable, Required } from '#contract/fields.ts'
import { verifyOutcomeLabels } from './entitlements.ts'

/**
 * A try counts against the pair of name and `address`, like a sign-in of staff: five failures within a quarter of an hour pause it for half
 * an hour. `locked`: paused, or after the right password, locked or disabled; `expired`: the right password, and no grant that is
 * in force or still to begin. A member without an account in the key's sub-product is `wrong`.
 */
export const verifyMember = writeCall('核验会员密码（开放接口）', '/api/open/members/verify', apiKey('memberSignIn'), {
  secret: true,
  body: Fields({
    /** Login name or mobile number. */
    name: Required('用户名', 64),
    password: Required('密码', 128),
    /** Of the member's browser, as the sub-product sees it. */
    address: Type.String({
      title: '来源地址',
      maxLength: 45,
      pattern: '^[0-9A-Fa-f:.]{2,45}$',
      messages: { required: '请填写会员的来源地址', pattern: '来源地址应为 IP 地址' },
    }),
  }),
  data: Type.Object({
    outcome: Choice('结果', verifyOutcomeLabels),
    msg: Type.String({ description: `${Object.values(verifyOutcomeLabels).join(', ')}, or when to try again` }),
    accountId: Nullable(Type.String({ description: 'where `ok` or `expired`' })),
  }),
})
