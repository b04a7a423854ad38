// Figures in messages after any sequence of acts: their sender may see them, and their reader is granted them, or has
// them already where it is a correction.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { articleCalls } from '#contract/articles/articles.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { pushCalls } from '#contract/push/push-calls.ts'
import { messageBodies, messages } from '#server/db/schema/core/outbox.ts'
import { pushes } from '#server/db/schema/push.ts'
import { articleForm, bodyOf, writeArticle } from '#test/article-factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { publishPrice, pusherOn, pushForm } from '#test/push-factories.ts'
import { pushCause } from './pushes.cause.ts'

const server = testServer()
const db = () => server().database.db
const calls = pushCalls.report
const zh = articleCalls.zh
const today = dayOf(Date.now())
const days = [today, addDays(today, -1), addDays(today, -2)]

type Figure = { item: Item; day: string }
type Told = { articleId: string; productIds: string[]; quotes: Figure[] }

/** What each number means that a message can contain: prices are 5…, articles 6…. */
const priceOf = new Map<string, Figure>()
const articleOf = new Map<string, Told>()
let count = 10_000

let fixture: Awaited<ReturnType<typeof pusherOn>>
let people: Person[]
let editor: Person
let items: Item[]
let articles: string[]
let readers: { id: string; memberId: string }[]

async function publish(item: Item, day: string): Promise<void> {
  count += 1
  priceOf.set(String(40_000 + count), { item, day })
  await publishPrice(db(), item, day, String(40_000 + count))
}

/** Publishes a version that quotes the newest prices of these items today, and concerns these products. */
async function tell(articleId: string | null, own: Item, quoted: readonly Item[], isAbout: readonly Item[]) {
  count += 1
  const productIds = [...new Set(isAbout.map(({ productId }) => productId))]
  const text = { productIds, title: `资讯${own.quoteItemId}`, body: bodyOf(`数 ${50_000 + count} 吨`) }
  const form = articleForm(own.productId, text)
  const stored = articleId === null ? null : (await editor.call(zh.get, { id: articleId })).data
  const saved = stored
    ? (await editor.call(zh.save, { ...form, id: stored.id, version: stored.version })).data
    : await writeArticle(editor, own.productId, text)
  const ids = quoted.map(({ quoteItemId }) => quoteItemId)
  await db().execute(sql`insert into article_figures (version_id, place, article_id, price_id, quote_item_id, day, field,
      value, revision_id, publication)
    select ${saved.versionId}::bigint, 'p' || r.quote_item_id, ${saved.id}::bigint, 1, r.quote_item_id, r.day, 'average',
      r.average, r.id, r.publication from (select distinct on (quote_item_id) * from price_revisions
        where quote_item_id = any(${sql.param(ids)}::bigint[]) and day = ${today} order by quote_item_id, publication desc) r`)
  await db().execute(sql`update articles set state = 'published', published_id = ${saved.versionId}::bigint,
    published_at = now() where id = ${saved.id}::bigint`)
  const quotes = quoted.map((item) => ({ item, day: today }))
  articleOf.set(String(50_000 + count), { articleId: saved.id, productIds, quotes })
  return saved.id
}

beforeAll(async () => {
  fixture = await pusherOn(server())
  people = [fixture.pusher, await server().as(fixture.role.code, { email: 'other@example.com' })]
  editor = await server().as('administrator')
  items = [await makeQuoteItem(db()), await makeQuoteItem(db())]
  for (const item of items) for (const day of days.slice(0, 2)) await publish(item, day)
  const [one, two] = items as [Item, Item]
  articles = [await tell(null, one, [one], [one]), await tell(null, two, [two], [two])]
  readers = []
  for (let n = 0; n < 3; n++) readers.push(await fixture.makeReader({ grant: false, ownerId: fixture.pusher.id }))
})

const idsOf = async (query: ReturnType<typeof sql>) => {
  const { rows } = await db().execute<{ id: string }>(query)
  return new Set(rows.map(({ id }) => id))
}
const scopeOf = (userId: string) =>
  idsOf(sql`select product_id::text as id from user_products where user_id = ${userId}::bigint`)
const grantsOf = (accountId: string) =>
  idsOf(sql`select product_id::text as id from grants where account_id = ${accountId}::bigint and revoked_at is null`)

const setScope = async (person: Person | undefined, item: Item | undefined, isIn: boolean) => {
  if (!person || !item) return
  await db().execute(sql`delete from user_products where user_id = ${person.id}::bigint
    and product_id = ${item.productId}::bigint`)
  if (isIn) await giveProduct(db(), [person], item.productId)
}
const setGrant = async (reader: { id: string } | undefined, item: Item | undefined, isGranted: boolean) => {
  if (!reader || !item) return
  await db().execute(sql`update grants set revoked_at = now() where account_id = ${reader.id}::bigint
    and product_id = ${item.productId}::bigint`)
  if (isGranted)
    await db().execute(sql`insert into grants (account_id, product_id, kind, starts_on, ends_on)
      values (${reader.id}::bigint, ${item.productId}::bigint, 'formal', '2026-01-01', '2036-01-01')`)
}

type Had = Map<string, Set<string>>
/** Waits for the job as long as a busy machine takes. */
const queued = (id: string) =>
  expect
    .poll(async () => (await db().select().from(pushes).where(eq(pushes.id, id)))[0]?.state, { timeout: 20_000 })
    .not.toBe('scheduled')

const keyOf = ({ item, day }: Figure) => `${item.quoteItemId} ${day}`
const figuresIn = (text: string) => ({
  prices: [...text.matchAll(/5\d,\d{3}/g)].flatMap(([found]) => priceOf.get(found.replace(',', '')) ?? []),
  told: [...text.matchAll(/6\d{4}/g)].flatMap(([found]) => articleOf.get(found) ?? []),
})

async function textOf(bodyId: string | null): Promise<string> {
  const [body] = await db()
    .select()
    .from(messageBodies)
    .where(sql`id = ${bodyId ?? '0'}::bigint`)
  return `${body?.text}${body?.html}`
}

/** Claims what is queued, as the outbox does; checks what goes, and remembers it. */
async function claim(had: Had): Promise<void> {
  const claimed = await db().select().from(messages).where(sql`state = 'queued' and push_id is not null`)
  const withheld = await db().transaction((tx) => pushCause.refuse(tx, claimed))
  const going = claimed.filter(({ id }) => !withheld.has(id))
  for (const message of claimed) {
    const state = withheld.has(message.id) ? 'withheld' : 'sent'
    await db().execute(sql`update messages set state = ${state}, ended_at = now() where id = ${message.id}::bigint`)
  }
  for (const message of going) {
    const [push] = await db().select().from(pushes).where(sql`id = ${message.pushId}::bigint`)
    const scope = await scopeOf(push?.pusherId ?? '0')
    const granted = await grantsOf(message.about)
    const own = had.get(message.about) ?? new Set()
    const { prices, told } = figuresIn(await textOf(message.bodyId))
    for (const figure of prices) {
      const { productId } = figure.item
      expect(scope, 'a price out of the scope of its sender').toContain(productId)
      if (push?.correctionOf === null) expect(granted, 'a price that its reader is not granted').toContain(productId)
      else expect(own, 'a price that its reader did not have before').toContain(keyOf(figure))
    }
    for (const { productIds, quotes } of told) {
      expect(
        productIds.some((id) => scope.has(id)),
        'an article out of the scope of its sender',
      ).toBe(true)
      for (const id of productIds) {
        if (push?.correctionOf === null) expect(granted, 'an article that its reader is not granted').toContain(id)
      }
      for (const quote of quotes) {
        if (push?.correctionOf !== null) expect(own, 'an article with more than its reader had').toContain(keyOf(quote))
      }
    }
    // a row of the table has the change from the day before, too
    const before = prices.map(({ item }) => ({ item, day: days[1] ?? '' }))
    const tables = push?.correctionOf === null ? before : []
    for (const figure of [...prices, ...tables, ...told.flatMap(({ quotes }) => quotes)]) own.add(keyOf(figure))
    had.set(message.about, own)
  }
}

const which = fc.nat(1)
/** The push that was made last. */
const LAST = 9
const pushed = fc.constantFrom<number>(0, 1, 2, LAST)
const some = fc.subarray([0, 1])
const contents = { items: some, articles: some, chartDays: fc.constantFrom(0, 7) }
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), by: which, ...contents }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), by: which, push: pushed, ...contents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('test' as const), by: which, ...contents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy' as const), by: which, push: pushed }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('launch' as const), by: which, push: pushed }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('correct' as const), by: which, push: pushed }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const), item: which, day: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tell' as const), article: which, quoted: some, about: some }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('takeDown' as const), article: which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('scope' as const), by: which, item: which, isOn: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('grant' as const), reader: fc.nat(2), item: which, isOn: fc.boolean() }),
  },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
/** A push that is sent, or a correction of the first one, with an act in between: sequences of single acts seldom get so far. */
const whole = fc
  .tuple(fc.record({ by: which, ...contents }), fc.boolean(), fc.record({ item: which, push: pushed }), act, act)
  .map(([{ by, ...form }, isCorrection, { item, push }, first, second]): Act[] => {
    const correction: Act[] = [
      ...days.slice(1).map((_, at) => ({ do: 'publish' as const, item, day: at + 1 })),
      { do: 'correct', by, push },
      { do: 'edit', by, push: LAST, ...form },
    ]
    return [
      ...(isCorrection ? correction : [{ do: 'save' as const, by, ...form }]),
      ...[first, { do: 'launch' as const, by, push: LAST }, second, { do: 'claim' as const }],
    ]
  })
const sequence = fc
  .tuple(
    fc.record({ by: which, ...contents }),
    fc.array(
      fc.oneof(
        whole,
        act.map((one) => [one]),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([{ by, ...form }, rest]): Act[] => [
    ...[{ do: 'save' as const, by, ...form }, { do: 'launch' as const, by, push: LAST }, { do: 'claim' as const }],
    ...rest.flat(),
  ])

const saved = (items: number[], told: number[]): Act => ({ do: 'save', by: 0, items, articles: told, chartDays: 0 })
const launched: Act = { do: 'launch', by: 0, push: LAST }
const corrected: Act = { do: 'correct', by: 0, push: 0 }
const charted: Act = { do: 'edit', by: 0, push: LAST, items: [0], articles: [], chartDays: 7 }
const told = (quoted: number[], about: number[]): Act => ({ do: 'tell', article: 0, quoted, about })
const claimed: Act = { do: 'claim' }
/** What chance seldom finds, in every run. */
const examples: [Act[]][] = [
  // the scope ends between queue and claim
  [[saved([0], []), launched, { do: 'scope', by: 0, item: 0, isOn: false }, claimed]],
  // a correction is given charts, and a day is published that the push did not have
  [
    [
      ...[saved([0], []), launched, claimed],
      ...[1, 2].map((day): Act => ({ do: 'publish', item: 0, day })),
      ...[corrected, charted, launched],
    ],
  ],
  // the corrected article quotes more than before
  [[saved([], [0]), launched, claimed, told([0, 1], []), corrected, launched]],
  // the published article concerns less than the one in the message
  [
    [
      told([0], [1]),
      saved([], [0]),
      launched,
      told([0], []),
      { do: 'grant', reader: 1, item: 1, isOn: false },
      claimed,
    ],
  ],
]

const formOf = (chosen: { items: number[]; articles: number[]; chartDays: number }) =>
  pushForm(
    readers.map(({ id }) => id),
    {
      quoteItemIds: chosen.items.map((n) => items[n]?.quoteItemId ?? ''),
      articleIds: chosen.articles.map((n) => articles[n] ?? ''),
      chartDays: chosen.chartDays,
      text: '您好',
      subject: '周报',
    },
  )

async function perform(each: Act, made: string[], had: Had): Promise<void> {
  const person = 'by' in each ? (people[each.by] as Person) : editor
  const id = ('push' in each ? (made[each.push] ?? made.at(-1)) : undefined) ?? '1'
  const keep = (reply: { code: number; data: { id: string } }) => {
    if (reply.code === 200) made.push(reply.data.id)
  }
  const stored = async () => (await person.call(calls.get, { id })).data
  switch (each.do) {
    case 'save':
      keep(await person.call(calls.add, formOf(each)))
      return
    case 'edit':
      await person.call(calls.edit, { ...formOf(each), id, version: (await stored())?.version ?? 1 })
      return
    case 'copy':
      keep(await person.call(calls.copy, { id }))
      return
    case 'correct':
      keep(await person.call(calls.correct, { id }))
      return
    case 'launch': {
      const { done } = await fixture.launch({ id, version: (await stored())?.version ?? 1 }, person).catch(() => ({
        done: { code: 0 },
      }))
      if (done.code === 200) await queued(id)
      return
    }
    case 'test': {
      const { title: _t, timing: _w, sendAt: _a, sendTime: _s, ...form } = formOf(each)
      if ((await person.call(calls.test, form)).code !== 200) return
      const [message] = await db()
        .select()
        .from(messages)
        .where(sql`cause = 'push.test'`)
        .orderBy(sql`id desc`)
        .limit(1)
      const scope = await scopeOf(person.id)
      const { prices, told } = figuresIn(await textOf(message?.bodyId ?? null))
      for (const { item } of prices) expect(scope).toContain(item.productId)
      for (const { productIds } of told) expect(productIds.some((own) => scope.has(own))).toBe(true)
      return
    }
    case 'claim':
      return claim(had)
    case 'publish':
      await publish(items[each.item] as Item, days[each.day] ?? today)
      return
    case 'tell': {
      const own = items[each.article] as Item
      const chosen = (numbers: number[]) => numbers.map((n) => items[n] as Item)
      await tell(articles[each.article] ?? null, own, chosen(each.quoted), [own, ...chosen(each.about)])
      return
    }
    case 'takeDown':
      await db().execute(sql`update articles set published_id = null where id = ${articles[each.article]}::bigint`)
      return
    case 'scope':
      await setScope(person, items[each.item], each.isOn)
      return
    default:
      await setGrant(readers[each.reader], items[each.item], each.isOn)
      return
  }
}

it('quality.md "Gates": no message holds a figure that its sender may not see or its reader is not granted', async () => {
  const sent = { usual: 0, corrections: 0 }
  await fc.assert(
    fc.asyncProperty(sequence, async (acts) => {
      await db().execute(sql`update messages set state = 'withheld' where state = 'queued'`)
      const [one, two] = items as [Item, Item]
      for (const [n, own] of [one, two].entries()) await tell(articles[n] ?? null, own, [own], [own])
      for (const person of people) for (const item of items) await setScope(person, item, true)
      for (const [n, reader] of readers.entries()) {
        await setGrant(reader, one, n < 2)
        await setGrant(reader, two, n > 0)
      }
      const made: string[] = []
      const had: Had = new Map()
      for (const each of [...acts, { do: 'claim' as const }]) await perform(each, made, had)
      const { rows } = await db().execute<{ correction: boolean }>(sql`select p.correction_of is not null as correction
        from messages m join pushes p on p.id = m.push_id where m.state = 'sent' and p.id = any(${sql.param(made)}::bigint[])`)
      for (const { correction } of rows) sent[correction ? 'corrections' : 'usual'] += 1
    }),
    { numRuns: 25, examples },
  )
  expect(sent.usual).toBeGreaterThan(0)
  expect(sent.corrections).toBeGreaterThan(0)
}, 300_000)
