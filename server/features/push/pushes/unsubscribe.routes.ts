// Unsubscribing from mails, and the frame that shows a mail.
import { hash } from 'node:crypto'
import { Fields } from '../../../../contract/fields.ts'
import { mailFrame, openUnsubscribe, unsubscribe } from '../../../../contract/push/unsubscribe.ts'
import { transact } from '../../../core/core.ts'
import { refuse } from '../../../core/http/refusal.ts'
import { type Route, serve } from '../../../core/http/serve.ts'
import { checkInput } from '../../../core/http/validation.ts'
import { addressOf } from '../../../core/mail/unsubscribe.ts'
import { messageOptOuts } from '../../../db/schema/core/outbox.ts'

const PER_MINUTE = 60

/** `w***@example.com`: recognisable by its owner. */
const hidden = (address: string) => address.replace(/^(.).*@/, '$1***@')

const optOut = serve(
  unsubscribe,
  async ({ query, core }) => {
    const address = addressOf(core.config, query.token)
    if (address === null) throw refuse('invalid', { msg: '退订链接无效' })
    await transact(core, (tx) => tx.insert(messageOptOuts).values({ channel: 'mail', address }).onConflictDoNothing())
    return { address: hidden(address) }
  },
  { perMinute: PER_MINUTE },
)

const toPage: Route = {
  endpoint: openUnsubscribe,
  options: { perMinute: PER_MINUTE },
  handle: async (request, reply) => {
    const { token } = checkInput(openUnsubscribe.query ?? {}, request.query, 'reading') as { token: string }
    return reply.redirect(`/backend/unsubscribe?token=${token}`)
  },
}

const script = `addEventListener('message',(e)=>{if(e.source!==parent)return;document.open();document.write(e.data);document.close()});parent.postMessage('ready','*')`
const page = `<!doctype html><meta charset="utf-8"><title>邮件预览</title><script>${script}</script>`
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
  // no `allow-same-origin`, so that a mail cannot reach the console
  'sandbox allow-scripts',
].join('; ')

const noFields = Fields({})
const frame: Route = {
  endpoint: mailFrame,
  options: {},
  handle: async (request, reply) => {
    checkInput(noFields, request.query, 'strict')
    return reply
      .headers({
        'content-security-policy': policy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'private, max-age=3600',
      })
      .type('text/html; charset=utf-8')
      .send(page)
  },
}

export const routes: Route[] = [optOut, toPage, frame]
