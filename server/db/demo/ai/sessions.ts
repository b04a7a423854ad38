// Sessions of the demo company's members with assistants, of the last two months.
import { sql } from 'drizzle-orm'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { sumUp } from '#server/features/ai/messages.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { aiMessages, aiSessions } from '../../schema/ai.ts'
import { products } from '../../schema/catalogue.ts'
import { apiKeys } from '../../schema/core/requests.ts'
import { createDays } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'
import { type Topic, type Turn, topics } from './session-texts.ts'

const SEED = 20_260_715
const DAYS = 60
/** At most so many of one member. */
const SESSIONS_MAX = 7
const SECOND_MS = 1_000
/** Yuan of 1,000 tokens. */
const PRICE_PER_THOUSAND = 0.004

type Message = typeof aiMessages.$inferInsert
/** A message before its session has an id, and its product too. */
type Planned = Omit<Message, 'sessionId' | 'productId'> & { product?: string | undefined }

/** Yuan more than the price of the session. */
const dearer: Readonly<Record<string, number>> = { p: 0, q: 40, r: 70 }
const filled = (text: string, price: number, day: string) =>
  text.replace(/\{([pqrd])\}/g, (_, key: string) =>
    key === 'd' ? day : (price + (dearer[key] ?? 0)).toLocaleString('zh-CN'),
  )

const feedbackOf = (chance: Chance, { isUnanswered }: Turn) => {
  if (isUnanswered) return chance.happens(0.7) ? ('down' as const) : null
  return chance.happens(0.25) ? (chance.happens(0.8) ? ('up' as const) : ('down' as const)) : null
}

function planMessages(chance: Chance, { turns, sources }: Topic, startMs: number, day: string): Planned[] {
  const messages: Planned[] = []
  const price = chance.between(310, 380) * 10
  let atMs = startMs
  for (const turn of turns.slice(0, chance.between(1, turns.length))) {
    const { question, answer, isUnanswered = false, isSensitive = false, product } = turn
    const add = (message: Omit<Planned, 'number' | 'at'>) =>
      messages.push({ ...message, number: messages.length + 1, at: new Date(atMs).toISOString() })
    const plain = { sources: [], promptNumber: null, model: '', tokens: 0, cost: '0', ms: null, feedback: null }
    add({ ...plain, role: 'user', content: question, isSensitive, isUnanswered: false })
    const ms = chance.between(900, 6_500)
    atMs += ms
    const tokens = chance.between(350, 2_400)
    add({
      role: 'assistant',
      content: filled(answer, price, day),
      sources: isUnanswered
        ? []
        : sources.map((title, at) => ({
            title: `${day} ${title}`,
            link: `https://www.example.com/data/${at + 1}`,
            excerpt: `${title}：市场报价稳中有升，成交一般，商家以出货为主。`,
          })),
      promptNumber: chance.between(1, 3),
      model: 'qwen-plus',
      tokens,
      cost: ((tokens / 1_000) * PRICE_PER_THOUSAND).toFixed(6),
      ms,
      feedback: feedbackOf(chance, turn),
      isSensitive: false,
      isUnanswered,
      product,
    })
    atMs += chance.between(15, 240) * SECOND_MS
  }
  return messages
}

/** A key that nobody holds: the sessions came with it. */
async function addKey(tx: Tx): Promise<string> {
  const [key] = await tx
    .insert(apiKeys)
    .values({ name: 'AI 问答网站', keyHash: 'demo:ai', hint: 'key_demoAI', scopes: ['ai'], dailyQuota: 100_000 })
    .returning({ id: apiKeys.id })
  if (!key) throw new Error('no key was added')
  return key.id
}

/** Adds nothing where there are some. */
export async function addAiSessions(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, aiSessions))) return
  const { rows: accounts } = await tx.execute<{ memberId: string }>(sql`select a.member_id::text as "memberId"
    from member_accounts a join members m on m.id = a.member_id
    where a.sub_product = 'aiWeb' and a.deleted_at is null and m.deleted_at is null order by a.id`)
  if (accounts.length === 0) return
  const { rows: assistants } = await tx.execute<{ id: string; name: string }>(
    sql`select id::text, name from ai_assistants where purpose = 'chat'`,
  )
  const assistantIds = new Map(assistants.map(({ id, name }) => [name, id]))
  const apiKeyId = await addKey(tx)
  const chance = createChance(SEED)
  const days = createDays(today)
  const sessions: (typeof aiSessions.$inferInsert)[] = []
  const planned: Planned[][] = []
  for (const { memberId } of accounts) {
    for (let count = chance.between(0, SESSIONS_MAX); count > 0; count--) {
      const topic = chance.pick(topics)
      const ago = chance.between(1, DAYS)
      const startMs = Date.parse(days.moment(chance, -ago))
      const at = new Date(startMs).toISOString()
      sessions.push({
        apiKeyId,
        externalId: `web-${String(sessions.length + 1).padStart(6, '0')}`,
        memberId,
        assistantId: assistantIds.get(topic.assistant) ?? null,
        assistantName: topic.assistant,
        title: topic.title,
        startedAt: at,
        lastAt: at,
      })
      planned.push(planMessages(chance, topic, startMs, days.day(-ago)))
    }
  }
  const ids = await insertRows(tx, aiSessions, sessions)
  const productIds = new Map(
    (await tx.select({ id: products.id, name: products.name }).from(products)).map(({ id, name }) => [name, id]),
  )
  const messages = ids.flatMap((sessionId, at) =>
    (planned[at] ?? []).map(({ product, ...message }) => ({
      ...message,
      sessionId,
      productId: productIds.get(product ?? '') ?? null,
    })),
  )
  await insertRows(tx, aiMessages, messages)
  await sumUp(tx, ids)
  await addRatings(tx)
}

/** Staff have rated the worst answers. */
const addRatings = (tx: Tx) =>
  tx.execute(sql`update ${aiMessages} set version = 2, score = 2, correction = '请先给出查询页的链接，再建议联系客户经理。',
      rated_by_id = (select id from users where user_name = 'operator'), rated_at = at + interval '3 hours'
    where is_unanswered and feedback = 'down' and id % 3 = 0
      and exists (select 1 from users where user_name = 'operator')`)
