// Sessions that the console answered itself: plain questions for prices, by the template from the seeded prices, with bound figures.
import { sql } from 'drizzle-orm'
import { answerFromDatabase, emptyOutcome } from '#server/features/ai/answering/answer.queries.ts'
import { storeFigures } from '#server/features/ai/figures.queries.ts'
import { sumUp } from '#server/features/ai/messages.queries.ts'
import type { Tx } from '../../connection.ts'
import { aiMessages, aiSessions } from '../../schema/ai.ts'
import { apiKeys } from '../../schema/core/requests.ts'
import { createDays } from '../members/customers-days.ts'
import { createChance } from '../random.ts'

const SEED = 20_261_105
const SESSIONS = 40
const DAYS = 20
const KEY_NAME = 'AI 问答网站（提问）'

const phrases = ['{i}昨天多少钱？', '{i}最新报价', '请问{i}上周的均价', '{i}前天最高价是多少', '{i}近7天行情']

type Readable = { accountId: string; memberId: string; item: string }

/** Adds nothing where there are some. */
export async function addAnsweredSessions(tx: Tx, today: Date): Promise<void> {
  if ((await tx.$count(aiSessions, sql`account_id is not null`)) > 0) return
  // an account has many items: one of each product is enough to choose from
  const { rows: readable } = await tx.execute<Readable>(sql`
    select distinct on (a.id, i.product_id) a.id::text as "accountId", a.member_id::text as "memberId", i.market || p.name as item
      from member_accounts a join members m on m.id = a.member_id join grants g on g.account_id = a.id
        and g.revoked_at is null and current_date between g.starts_on and g.ends_on
      join quote_items i on g.product_id is null or i.product_id = g.product_id join products p on p.id = i.product_id
      where a.sub_product = 'aiWeb' and a.deleted_at is null and m.deleted_at is null and a.status = 'enabled'
        and i.status = 'update' order by a.id, i.product_id, i.id limit 400`)
  const { rows: assistants } = await tx.execute<{ id: string; name: string }>(
    sql`select id::text as id, name from ai_assistants where purpose = 'chat' and published_id is not null order by id limit 1`,
  )
  const [assistant] = assistants
  if (readable.length === 0 || !assistant) return
  const [key] = await tx
    .insert(apiKeys)
    .values({
      name: KEY_NAME,
      keyHash: 'demo:aiSessions',
      hint: 'key_demoAsk',
      scopes: ['aiSessions'],
      subProduct: 'aiWeb',
      dailyQuota: 100_000,
    })
    .returning({ id: apiKeys.id })
  const chance = createChance(SEED)
  const days = createDays(today)
  const touched: string[] = []
  for (let number = 1; number <= SESSIONS; number++) {
    const { accountId, memberId, item } = chance.pick(readable)
    const text = chance.pick(phrases).replace('{i}', item)
    const at = new Date(days.moment(chance, -chance.between(1, DAYS)))
    touched.push(await addSession(tx, { accountId, memberId, text, at, number, assistant, keyId: key?.id ?? '' }))
  }
  await sumUp(tx, touched)
}

type Planned = {
  accountId: string
  memberId: string
  text: string
  at: Date
  number: number
  assistant: { id: string; name: string }
  keyId: string
}

async function addSession(
  tx: Tx,
  { accountId, memberId, text, at, number, assistant, keyId }: Planned,
): Promise<string> {
  const outcome = emptyOutcome()
  const asker = { kind: 'account', accountId, productIds: [] } as const
  await answerFromDatabase({ db: tx, asker, text, now: at.getTime(), onText: () => {} }, outcome, false)
  const moment = at.toISOString()
  const [session] = await tx
    .insert(aiSessions)
    .values({
      apiKeyId: keyId,
      externalId: `asked-${String(number).padStart(6, '0')}`,
      memberId,
      accountId,
      assistantId: assistant.id,
      assistantName: assistant.name,
      title: text,
      startedAt: moment,
      lastAt: moment,
    })
    .returning({ id: aiSessions.id })
  const sessionId = session?.id ?? ''
  const { refusal, offer, productId, publication, figures } = outcome
  const rows = await tx
    .insert(aiMessages)
    .values([
      { sessionId, number: 1, role: 'user', content: text, at: moment, clientId: 'q-1' },
      {
        sessionId,
        number: 2,
        role: 'assistant',
        content: outcome.text,
        at: moment,
        ms: 40 + number,
        state: refusal === null ? 'done' : 'refused',
        refusal,
        offer,
        productId,
        publication,
        isUnanswered: refusal !== null,
      },
    ])
    .returning({ id: aiMessages.id })
  const messageId = rows[1]?.id ?? ''
  await storeFigures(tx, { messageId, assistantName: assistant.name, keyName: KEY_NAME }, figures)
  return sessionId
}
