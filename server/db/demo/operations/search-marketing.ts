// Search marketing of the demo company: eighteen months of reports, and words that were marked.
import { and, eq, sql } from 'drizzle-orm'
import { type ReportLine, storeReport } from '#server/features/operations/imports/search-reports.queries.ts'
import { storeMerge } from '#server/features/operations/search-merges.queries.ts'
import type { Author } from '#server/features/operations/slices/search-slices.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { searchWords, semAccounts, semCashFactors } from '../../schema/operations.ts'
import { users } from '../../schema/organisation.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'
import { accounts, endings, type PlannedAccount } from './search-plan.ts'

const SEED = 20_261_125
/** Campaigns are reported of so many days, until yesterday: eighteen months. */
const DAYS = 548
/** Devices, keywords and search words of the last ones. */
const DEVICE_DAYS = 70
const KEYWORD_DAYS = 40
const WORD_DAYS = 30
/** Days ago that a report is missing of, was replaced, and whose keywords exceed its campaigns. */
const GAP = [9, 10]
const REPLACED = 6
const ODD = 12
/** Days ago for which a source gave back what it had charged beyond the budget, cents of two of its campaigns. */
const GIVEN_BACK = { back: 8, cents: [3_860, 1_215] }
/** A campaign was called otherwise until so many days ago; both names are merged. */
const RENAMED = { back: 240, from: '钢材行情', into: '钢材价格' }

/** `1234` cents is `12.34`. */
const yuan = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

type Spent = { shows: number; clicks: number; cents: number; reported: number }

function spent(chance: Chance, { size, click }: PlannedAccount, part: number): Spent {
  const shows = Math.round(chance.between(60, 260) * size * part)
  const clicks = Math.min(shows, Math.round((shows * chance.between(15, 70)) / 1_000))
  const cents = clicks * Math.round((click * chance.between(70, 130)) / 100)
  return { shows, clicks, cents, reported: chance.happens(clicks / 250) ? 1 : 0 }
}

const share = ({ shows, clicks, cents, reported }: Spent, part: number): Spent => ({
  shows: Math.floor(shows * part),
  clicks: Math.floor(clicks * part),
  cents: Math.floor(cents * part),
  reported: Math.floor(reported * part),
})
const less = (whole: Spent, part: Spent): Spent => ({
  shows: whole.shows - part.shows,
  clicks: whole.clicks - part.clicks,
  cents: whole.cents - part.cents,
  reported: whole.reported - part.reported,
})
const added = (parts: readonly Spent[]): Spent => ({
  shows: parts.reduce((sum, { shows }) => sum + shows, 0),
  clicks: parts.reduce((sum, { clicks }) => sum + clicks, 0),
  cents: parts.reduce((sum, { cents }) => sum + cents, 0),
  reported: parts.reduce((sum, { reported }) => sum + reported, 0),
})

const nowhere = {
  part: 'all' as const,
  campaign: '',
  group: '',
  keyword: '',
  word: '',
  providerId: '',
  matchType: '',
  device: '' as const,
  region: '',
  hour: null,
}
type Place = Partial<ReportLine> & Pick<ReportLine, 'level' | 'day' | 'account'>
const lineOf = (place: Place, of: Spent): ReportLine => ({
  ...nowhere,
  ...place,
  shows: of.shows,
  clicks: of.clicks,
  cost: yuan(of.cents),
  position: of.clicks === 0 ? null : `${1 + (of.shows % 3)}.${of.clicks % 10}`,
  reported: of.reported,
})

/** Groups of fewer keywords show all of them each day. */
const FEW = 10

/** Offices are closed at weekends, and nobody searches for prices. */
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

/** @param back days ago; finer reports are of the last ones alone */
function linesOfDay(chance: Chance, account: PlannedAccount, day: string, back: number): ReportLine[] {
  const part = isWeekend(day) ? 0.35 : 1
  const at = { day, account: account.name }
  return account.campaigns.flatMap((campaign): ReportLine[] => {
    const isOld = account.source === 'sogou' && campaign.name === RENAMED.into && back > RENAMED.back
    const of = { ...at, campaign: isOld ? RENAMED.from : campaign.name }
    if (back > KEYWORD_DAYS) {
      const whole = spent(chance, account, part * 8)
      return [lineOf({ ...of, level: 'campaign' }, whole), ...devicesOf(chance, of, whole, back)]
    }
    const found = campaign.groups.flatMap(({ name: group, keywords }) =>
      keywords.flatMap((keyword) =>
        keywords.length > FEW && !chance.happens(0.3) ? [] : [{ group, keyword, of: spent(chance, account, part) }],
      ),
    )
    const all = added(found.map((each) => each.of))
    const other = spent(chance, account, part * 0.2)
    // one day's campaigns were downloaded before the clicks were complete
    const whole = back === ODD ? share(all, 0.9) : added([all, other])
    return [
      lineOf({ ...of, level: 'campaign' }, whole),
      ...found.map(({ group, keyword, of: own }) => lineOf({ ...of, level: 'keyword', group, keyword }, own)),
      ...devicesOf(chance, of, whole, back),
    ]
  })
}

function devicesOf(chance: Chance, of: { day: string; account: string; campaign: string }, whole: Spent, back: number) {
  if (back > DEVICE_DAYS) return []
  const pc = share(whole, chance.between(45, 70) / 100)
  return [
    lineOf({ ...of, level: 'campaign', device: 'pc' }, pc),
    lineOf({ ...of, level: 'campaign', device: 'mobile' }, less(whole, pc)),
  ]
}

function wordsOfDay(chance: Chance, account: PlannedAccount, day: string): ReportLine[] {
  return account.campaigns.flatMap((campaign) =>
    campaign.groups.flatMap((group) =>
      group.keywords.flatMap((keyword) => {
        if (!chance.happens(0.22)) return []
        const word = `${keyword.replace(' ', '')}${chance.pick(endings)}`
        const place = { campaign: campaign.name, group: group.name, keyword, word }
        return [lineOf({ ...place, level: 'word', day, account: account.name }, spent(chance, account, 0.3))]
      }),
    ),
  )
}

async function addAccounts(tx: Tx, days: Days): Promise<void> {
  const operator = sql`(select id from ${users} where user_name = 'operator')`
  const stored = await tx
    .insert(semAccounts)
    .values(
      accounts.map(({ source, name, code, budget }) => ({
        source,
        name,
        code,
        monthlyBudget: budget,
        ownerId: operator as unknown as string,
      })),
    )
    .returning({ id: semAccounts.id, name: semAccounts.name })
  const factors = accounts.flatMap(({ name, cash }) => {
    const accountId = stored.find((each) => each.name === name)?.id
    return cash && accountId ? [{ accountId, fromDay: days.day(-cash.daysBack), factor: cash.factor }] : []
  })
  await tx.insert(semCashFactors).values(factors)
}

/** @param scale more keywords a day, by the same sheets */
async function addReports(tx: Tx, chance: Chance, days: Days, scale: number): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id::text as id from ${users} where user_name = 'operator'`,
  )
  const author: Author = { byId: rows[0]?.id ?? null, kind: 'import', importId: null }
  for (const [at, account] of accounts.entries()) {
    const lines: ReportLine[] = []
    for (let back = DAYS; back > 0; back--) {
      if (at === 1 && GAP.includes(back)) continue
      const day = days.day(-back)
      lines.push(...linesOfDay(chance, account, day, back))
      if (back <= WORD_DAYS) lines.push(...wordsOfDay(chance, account, day))
    }
    await storeReport(tx, account.source, scaled(lines, scale), { author })
    if (account.source === 'so360') await giveBack(tx, { account, author, day: days.day(-GIVEN_BACK.back) })
    if (account.source === 'sogou') await mergeNames(tx, account, author)
    if (at === 0) await replaceDay(tx, { account, lines, author, day: days.day(-REPLACED) })
  }
}

/** Each keyword as so many that share its figures: facts grow, sums stay. */
const scaled = (lines: readonly ReportLine[], scale: number): readonly ReportLine[] =>
  scale <= 1 ? lines : lines.flatMap((line) => (line.level === 'keyword' ? split(line, scale) : [line]))

function split(line: ReportLine, parts: number): ReportLine[] {
  const whole = { ...line, cents: Math.round(Number(line.cost) * 100) }
  const each = share(whole, 1 / parts)
  const others = Array.from({ length: parts - 1 }, () => each)
  const first = less(whole, added(others))
  return [first, ...others].map((of, at) =>
    lineOf({ ...line, keyword: at === 0 ? line.keyword : `${line.keyword} ${at}` }, of),
  )
}

/** The campaigns of a day were imported again, once the source had taken back invalid clicks. */
async function replaceDay(
  tx: Tx,
  {
    account,
    lines,
    author,
    day,
  }: { account: PlannedAccount; lines: readonly ReportLine[]; author: Author; day: string },
): Promise<void> {
  const own = lines.filter((line) => line.day === day && line.level === 'campaign' && line.device === '')
  const fewer = own.map((line) => ({ ...line, clicks: Math.floor(line.clicks * 0.97) }))
  await storeReport(tx, account.source, fewer, { author })
}

type GivenBack = { account: PlannedAccount; author: Author; day: string }

async function giveBack(tx: Tx, { account, author, day }: GivenBack): Promise<void> {
  const nothing = { shows: 0, clicks: 0, cents: 0, reported: 0 }
  const lines = GIVEN_BACK.cents.map((cents) => ({
    ...lineOf({ level: 'account', part: 'overspend', day, account: account.name }, nothing),
    cost: `-${yuan(cents)}`,
  }))
  await storeReport(tx, account.source, lines, { author })
}

async function mergeNames(tx: Tx, { source, name }: PlannedAccount, { byId }: Author): Promise<void> {
  const [account] = await tx
    .select({ id: semAccounts.id })
    .from(semAccounts)
    .where(and(eq(semAccounts.source, source), eq(semAccounts.name, name)))
  const { from: fromName, into: intoName } = RENAMED
  if (account)
    await storeMerge(tx, byId, { accountId: account.id, level: 'campaign', campaign: '', fromName, intoName })
}

/** What nobody who looks for prices means is excluded, what customers say is wanted. */
async function addMarks(tx: Tx): Promise<void> {
  const operator = sql`(select id from ${users} where user_name = 'operator')`
  const mark = (word: string, part: string, share: number) =>
    tx.execute(sql`update ${searchWords} set mark = ${word}, marked_at = now() - interval '2 days', marked_by_id = ${operator},
      version = 2 where word like ${`%${part}`} and mod(id, 10) < ${share}`)
  await mark('excluded', '招聘', 8)
  await mark('excluded', '图片', 6)
  await mark('wanted', '历史数据', 7)
}

/** Adds nothing where there is some. */
export async function addSearchMarketing(tx: Tx, { today, scale }: { today: Date; scale: number }): Promise<void> {
  if (!(await isEmpty(tx, semAccounts))) return
  const chance = createChance(SEED)
  const days = createDays(today)
  await addAccounts(tx, days)
  await addReports(tx, chance, days, scale)
  await addMarks(tx)
}
