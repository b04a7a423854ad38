// Choosing which mails an address gets, and the frame that shows a mail.
import { hash } from 'node:crypto'
import { Fields } from '#contract/fields.ts'
import { type MailTopic, mailTopics } from '#contract/outbox/message-labels.ts'
import { chooseMail, mailChoices, mailFrame, openUnsubscribe, unsubscribe } from '#contract/push/unsubscribe.ts'
import type { Config } from '#server/config.ts'
import { transact } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { type Route, serve } from '#server/core/http/serve.ts'
import { checkInput } from '#server/core/http/validation.ts'
import { PER_MINUTE } from '#server/core/mail/tracking.ts'
import { readUnsubscribe } from '#server/core/mail/unsubscribe.ts'
import { insertOptOuts, restoreOptOut, topicsOut } from '#server/core/outbox/opt-outs.queries.ts'

/** Of a person at the page. */
const CHOICES_PER_MINUTE = 60

/** `w***@example.com`: recognisable by its owner. */
const hidden = (address: string) => address.replace(/^(.).*@/su, '$1***@')

function linkOf(config: Config, token: string) {
  const found = readUnsubscribe(config, token)
  if (found === null) throw refuse('invalid', { msg: '退订链接无效' })
  return found
}

const ofMail = (address: string) => (topic: MailTopic) => ({ channel: 'mail' as const, address, topic })

const optOut = serve(
  unsubscribe,
  async ({ query, core }) => {
    const { address, topic } = linkOf(core.config, query.token)
    const rows = (topic === null ? mailTopics : [topic]).map(ofMail(address))
    await transact(core, (tx) =>
      insertOptOuts(
        tx,
        rows.map((row) => ({ ...row, reason: '邮件一键退订' })),
      ),
    )
    return { address: hidden(address) }
  },
  { perMinute: PER_MINUTE },
)

const choices = serve(
  mailChoices,
  async ({ query, core, db }) => {
    const { address, topic } = linkOf(core.config, query.token)
    const out = await topicsOut(db, address)
    return {
      address: hidden(address),
      sender: core.config.mail?.from ?? '',
      topic,
      out: mailTopics.filter((each) => out.includes(each) || out.includes('all')),
    }
  },
  { perMinute: CHOICES_PER_MINUTE },
)

const choose = serve(
  chooseMail,
  async ({ query, body, core }) => {
    const { address } = linkOf(core.config, query.token)
    const rowOf = ofMail(address)
    await transact(core, async (tx) => {
      if (body.out.length > 0)
        await insertOptOuts(
          tx,
          body.out.map((topic) => ({ ...rowOf(topic), reason: '退订页面' })),
        )
      for (const topic of mailTopics.filter((each) => !body.out.includes(each)))
        await restoreOptOut(tx, rowOf(topic), '本人', '在退订页面恢复')
    })
    return null
  },
  { perMinute: CHOICES_PER_MINUTE },
)

const toPage: Route = {
  endpoint: openUnsubscribe,
  options: { perMinute: CHOICES_PER_MINUTE },
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

export const routes: Route[] = [optOut, choices, choose, toPage, frame]
