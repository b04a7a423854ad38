// What the demo company has sent: pushes with an outcome for each recipient, notices to staff, an ordered report, and
// mailboxes that no longer exist. Nothing is queued: a demo must not send mail once a mail server is set up.
import { sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/days.ts'
import type { MessageState } from '#contract/outbox/message-labels.ts'
import { mailHtml, mailText } from '#server/core/mail/mail-layout.ts'
import { newestPublication, readItems, recordPrices } from '#server/features/push/pushes/contents.queries.ts'
import { isEmpty, type Tx } from '../connection.ts'
import { messageBodies, messageBounces, messages } from '../schema/core/outbox.ts'
import { pushes } from '../schema/push.ts'
import { createChance } from './random.ts'
import { addSentSms } from './sms.ts'

const SEED = 20_261_124
const RECIPIENTS = 36
const PUSHES = 5
const NOTICES = 24

type End = { state: MessageState; reason: string; providerRef?: string }
/** How mails end: nearly all arrive. The last ones of each push by turns. */
const ends: readonly End[] = [
  { state: 'undelivered', reason: '退信：5.1.1 550 5.1.1 User unknown' },
  { state: 'withheld', reason: '没有有效授权' },
  { state: 'failed', reason: '554 5.7.1 message rejected' },
  { state: 'withheld', reason: '已退订' },
  { state: 'unsure', reason: '正文已交给邮件服务器，没有得到答复：Connection closed' },
  { state: 'undelivered', reason: '退信：5.2.2 552 5.2.2 mailbox full' },
]
const arrived: End = { state: 'sent', reason: '', providerRef: '250 2.0.0 Ok: queued' }

const titles = {
  report: ['建材周报', '有色早参', '煤焦周度观察'],
  price: ['华东成交价', '再生金属成交价', '管材成交价'],
}
const subProducts = { report: 'bigData', price: 'officialWebsite' } as const

type Reader = { accountId: string; memberId: string; name: string; email: string }
type Person = { id: string; name: string; email: string }

export async function addSent(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, messages))) return
  const chance = createChance(SEED)
  const at = (days: number, minutes: number) =>
    new Date(Math.floor(today.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + minutes * 60_000).toISOString()
  const { rows: people } =
    await tx.execute<Person>(sql`select u.id::text as id, u.real_name as name, u.email from users u
    join roles r on r.id = u.role_id and r.code = 'operations' where u.deleted_at is null order by u.id limit 4`)
  const [author, reviewer = author] = people
  if (!author || !reviewer) return
  const { rows: items } = await tx.execute<{ id: string }>(
    sql`select quote_item_id::text as id from prices where publication is not null group by 1 order by 1 limit 6`,
  )
  const publication = await newestPublication(tx)
  const shown = await readItems(
    tx,
    items.map(({ id }) => id),
    { publication, chartDays: 0 },
  )

  const readersOf = new Map<'report' | 'price', Reader[]>()
  for (const kind of ['report', 'price'] as const) {
    const { rows } = await tx.execute<Reader>(sql`
      select a.id::text as "accountId", m.id::text as "memberId", m.real_name as name, m.email from member_accounts a
        join members m on m.id = a.member_id where a.sub_product = ${subProducts[kind]} and m.email <> '' and m.deleted_at is null
        order by a.id limit ${RECIPIENTS}`)
    if (rows.length > 0) readersOf.set(kind, rows)
  }
  // the oldest first: lists have the newest ids on top
  for (let n = PUSHES - 1; n >= 0; n--) {
    for (const [kind, readers] of readersOf) {
      const days = -2 - n * 7
      const title = `${titles[kind][n % titles[kind].length]}（${at(days, 0).slice(5, 10)}）`
      const mail = {
        title,
        lead: '本期内容如下',
        blocks: [
          { kind: 'text' as const, text: '{{姓名}}，您好：\n\n本期内容如下，欢迎联系您的客户经理。' },
          ...(kind === 'report'
            ? [
                {
                  kind: 'text' as const,
                  text: '本周价格以稳为主，成交较上周略有好转；库存连续三周下降，下周关注需求与到货。',
                },
              ]
            : [
                {
                  kind: 'table' as const,
                  title: '价格',
                  columns: [
                    { label: '品种' },
                    { label: '均价', align: 'right' as const },
                    { label: '单位' },
                    { label: '日期' },
                  ],
                  rows: shown.flatMap(({ product, name, unit, prices: [last] }) =>
                    last
                      ? [[{ text: `${product} ${name}` }, { text: last.average }, { text: unit }, { text: last.day }]]
                      : [],
                  ),
                },
              ]),
        ],
        sender: { name: author.name, telephone: '', email: author.email, address: '', signature: '' },
        reason: '您收到此邮件，是因为您的账号开通了相关产品。',
      }
      const [body] = await tx
        .insert(messageBodies)
        .values({
          subject: title,
          html: mailHtml(mail),
          text: mailText(mail),
          senderName: author.name,
          replyTo: author.email,
        })
        .returning()
      const endOf = (place: number): End =>
        place < readers.length - 3 ? arrived : (ends[(n + place) % ends.length] ?? arrived)
      const counts = { queued: 0, sending: 0, sent: 0, failed: 0, undelivered: 0, withheld: 0, unsure: 0 }
      readers.forEach((_, place) => {
        counts[endOf(place).state] += 1
      })
      const [push] = await tx
        .insert(pushes)
        .values({
          kind,
          title,
          subject: title,
          text: '{{姓名}}，您好：',
          state: 'finished',
          counts,
          bodyId: body?.id ?? null,
          quoteItemIds: kind === 'price' ? shown.map(({ id }) => id) : [],
          audience: {
            rule: { productIds: [], kinds: [], levels: [], ownerIds: [] },
            listIds: [],
            accountIds: [],
            excludedIds: [],
          },
          authorId: author.id,
          pusherId: author.id,
          reviewerId: reviewer.id === author.id ? null : reviewer.id,
          startedAt: at(days, 570),
          endedAt: at(days, 574),
          createdAt: at(days, 540),
          updatedAt: at(days, 574),
        })
        .returning()
      if (!push || !body) throw new Error('no push was stored')
      if (kind === 'price') await recordPrices(tx, push.id, shown)
      const rows = readers.map(({ accountId, memberId, name, email }, place) => {
        const end = endOf(place)
        const ended = at(days, 570 + Math.floor(place / 10))
        return {
          channel: 'mail' as const,
          address: email,
          recipientKind: 'member' as const,
          recipientId: memberId,
          recipientName: name,
          bodyId: body.id,
          fields: { 姓名: name },
          pushId: push.id,
          cause: 'push.mail',
          about: accountId,
          state: end.state,
          reason: end.reason,
          providerRef: end.providerRef ?? '',
          attempts: end.state === 'withheld' ? 0 : 1,
          notBefore: at(days, 570),
          createdAt: at(days, 570),
          handedAt: end.state === 'withheld' ? null : ended,
          endedAt: ended,
        }
      })
      const stored = await tx.insert(messages).values(rows).returning()
      const bounced = stored.filter(({ reason }) => reason.includes('5.1.1'))
      const marks = bounced.map(({ id, address, reason }) => ({
        address: address.toLowerCase(),
        reason,
        messageId: id,
      }))
      if (marks.length > 0) await tx.insert(messageBounces).values(marks).onConflictDoNothing()
    }
  }
  await addSentSms(tx, people, today)
  const notices = [
    ['notice.priceReview', '价格待审核', '华东螺纹钢等 6 项价格已提交，请审核。', '/home/index'],
    ['notice.registration', '新注册', '有新的试用注册等待处理。', '/home/index'],
    ['notice.jobEnded', '导出完成', '客户列表已导出，可以下载。', ''],
  ] as const
  await tx.insert(messages).values(
    Array.from({ length: NOTICES }, (_, place) => NOTICES - 1 - place).map((n) => {
      const [cause, subject, body, link] = chance.pick(notices)
      const person = chance.pick(people)
      const isRobot = n % 3 === 0
      const moment = at(-Math.floor(n / 3), 500 + n * 7)
      const isWithheld = isRobot && n % 9 === 0
      return {
        key: `demo:notice:${n}`,
        channel: isRobot ? ('wecomRobot' as const) : ('bell' as const),
        address: '',
        subject,
        body,
        link,
        recipientKind: 'user' as const,
        recipientId: person.id,
        recipientName: person.name,
        cause,
        notBefore: moment,
        state: isWithheld ? ('withheld' as const) : ('sent' as const),
        reason: isWithheld ? '已关闭这种提醒' : '',
        attempts: isRobot && !isWithheld ? 1 : 0,
        createdAt: moment,
        endedAt: moment,
        handedAt: isRobot && !isWithheld ? moment : null,
      }
    }),
  )
}
