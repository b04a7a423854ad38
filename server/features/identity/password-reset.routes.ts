// A forgotten password: sends a code by mail, otherwise by WeCom, and sets a new password with it.
import { getResetWays, requestPasswordReset, resetPassword } from '#contract/identity/password-reset.ts'
import { SENT_CODE_MIN } from '#contract/identity/sent-codes.ts'
import { checkNewPassword } from '#contract/validation.ts'
import type { Config } from '#server/config.ts'
import { hashToken } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { mailHtml, mailText } from '#server/core/mail/mail-layout.ts'
import { cause } from '#server/core/outbox/causes.ts'
import { queueMessages } from '#server/core/outbox/queue.ts'
import type { Tx } from '#server/db/connection.ts'
import { messageBodies } from '#server/db/schema/core/outbox.ts'
import { checkCaptcha } from './captcha.queries.ts'
import { checkReset, findAddresses, issueReset, spendReset } from './password-resets.queries.ts'
import { setPassword } from './passwords.queries.ts'
import { refuseExpiredCodes } from './sent-codes.queries.ts'
import { endSessionsOf } from './sessions.queries.ts'
import { findAccountByName, letIn, lockAccount } from './sign-in.queries.ts'
import { whyUnusable } from './sign-in.rules.ts'
import { SIGN_IN_PER_MINUTE, visitorOf } from './visitor.ts'

export const passwordResetCause = cause({
  name: 'identity.passwordReset',
  label: '重置密码的验证码',
  isSecret: true,
  refuse: refuseExpiredCodes,
})

const waysOf = ({ mail, wecomApplication }: Config) => [
  ...(mail ? (['mail'] as const) : []),
  ...(wecomApplication ? (['wecom'] as const) : []),
]

const subject = '重置密码的验证码'
const nobody = { name: '后台管理系统', telephone: '', email: '', address: '', signature: '' }

/** The code is a field of the message, which the outbox does not show: who reads it there could use it. */
async function storeBody(tx: Tx, address: string): Promise<string> {
  const text = [
    '{{姓名}}，您好：',
    `验证码：{{验证码}}，${SENT_CODE_MIN} 分钟内有效。请在发起重置的浏览器中填写，不要告诉他人。`,
    `请求来自 ${address}。如果不是您本人操作，请忽略并告知管理员，您的密码不会改变。`,
  ].join('\n\n')
  const mail = {
    title: subject,
    lead: subject,
    blocks: [{ kind: 'text' as const, text }],
    sender: nobody,
    reason: '您收到此邮件，是因为有人请求重置您在后台管理系统的密码。',
  }
  const [body] = await tx
    .insert(messageBodies)
    .values({ subject, html: mailHtml(mail), text: mailText(mail), senderName: nobody.name })
    .returning({ id: messageBodies.id })
  if (!body) throw new Error('no body was stored')
  return body.id
}

type Sent = { userId: string; code: string; key: string; address: string }

/** Nothing where the person has no address of a way that is set up. */
async function sendCode(tx: Tx, config: Config, { userId, code, key, address }: Sent): Promise<void> {
  const person = await findAddresses(tx, userId)
  if (!person) return
  const { name, mail, wecom } = person
  const ways = waysOf(config)
  const to =
    mail !== '' && ways.includes('mail')
      ? ({ channel: 'mail', address: mail } as const)
      : wecom !== null && ways.includes('wecom')
        ? ({ channel: 'wecomApplication', address: wecom } as const)
        : null
  if (!to) return
  const bodyId = await storeBody(tx, address)
  const fields = { 姓名: name, 验证码: code }
  const common = { key, recipientKind: 'user' as const, recipientId: userId, recipientName: name, bodyId, fields }
  await queueMessages(tx, [{ ...common, channel: to.channel, address: to.address, cause: passwordResetCause.name }])
}

export const routes = [
  serve(getResetWays, async ({ core: { config } }) => waysOf(config), { perMinute: SIGN_IN_PER_MINUTE }),

  serve(
    requestPasswordReset,
    async ({ body, core, request }) => {
      const { config } = core
      if (waysOf(config).length === 0) throw refuse('conflict', { msg: '没有配置邮件或企业微信，请联系管理员重置密码' })
      await checkCaptcha(core, body, request)
      const { userName } = visitorOf(request, body.userName, config)
      return transact(core, async (tx) => {
        const account = await findAccountByName(tx, userName)
        const userId = account && !whyUnusable(account) ? account.id : null
        const { ticket, code } = await issueReset(tx, config.secretKey, { userName, userId })
        const key = `passwordReset:${hashToken(ticket)}`
        if (userId !== null) await sendCode(tx, config, { userId, code, key, address: request.ip })
        return { ticket }
      })
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),

  serve(
    resetPassword,
    async ({ body: { ticket, code, newPassword }, core, by }) => {
      const checked = await checkReset(core.db, core.config.secretKey, ticket, code.trim())
      const over = refuse('conflict', { msg: '验证码已失效，请重新获取' })
      if (checked === 'over') throw over
      const wrong = '验证码不正确'
      if (checked === 'wrong')
        throw refuse('invalid', { msg: wrong, data: { fields: [{ field: 'code', message: wrong }] } })
      await transact(core, async (tx, announce) => {
        const account = await lockAccount(tx, checked.userId)
        if (!account || whyUnusable(account)) throw over
        checkFields({ newPassword: checkNewPassword({ newPassword, userName: account.userName }) })
        await setPassword(tx, account, newPassword, { mustChange: false, field: 'newPassword' })
        if (!(await spendReset(tx, ticket, account.id))) throw over
        await letIn(tx, account.id)
        await endSessionsOf(tx, announce, [account.id], 'passwordChanged')
        const act = { action: 'user.resetForgottenPassword', targetType: 'user', targetId: account.id }
        await audit(tx, { ...by, id: account.id, name: account.userName }, act)
      })
      return null
    },
    { perMinute: SIGN_IN_PER_MINUTE },
  ),
]
