// Search marketing of the demo company: ten weeks of reports, words that were marked, and where registrations came from.
import { sql } from 'drizzle-orm'
import type { StoredTouch } from '../../../../contract/members/registration-touches.ts'
import { type ReportLine, storeReport } from '../../../features/operations/search-reports.queries.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { registrations } from '../../schema/members/registrations.ts'
import { searchAccounts, searchWords } from '../../schema/operations.ts'
import { users } from '../../schema/organisation.ts'
import { createDays, type Days } from '../members/customers-days.ts'
import { type Chance, createChance } from '../random.ts'
import { accounts, endings, type PlannedAccount } from './search-plan.ts'

const SEED = 20_261_125
/** Reports of so many days, until yesterday. */
const DAYS = 70
/** Words are reported of the last ones. */
const WORD_DAYS = 35

/** `1234` cents is `12.34`. */
const yuan = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

function spent(chance: Chance, { size, click }: PlannedAccount, part: number) {
  const shows = Math.round(chance.between(60, 260) * size * part)
  const clicks = Math.min(shows, Math.round((shows * chance.between(15, 70)) / 1_000))
  const cost = yuan(clicks * Math.round((click * chance.between(70, 130)) / 100))
  const position = clicks === 0 ? null : `${chance.between(1, 3)}.${chance.between(0, 9)}`
  return { shows, clicks, cost, position, reported: chance.happens(clicks / 250) ? 1 : 0 }
}

const named = { campaign: '', group: '', keyword: '', word: '', device: '' as const, region: '' }

/** Offices are closed at weekends, and nobody searches for prices. */
const isWeekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())

function linesOfDay(chance: Chance, account: PlannedAccount, day: string): ReportLine[] {
  const part = isWeekend(day) ? 0.35 : 1
  const of = { ...named, day, account: account.name }
  return account.campaigns.flatMap((campaign): ReportLine[] => {
    if (account.level === 'campaign') {
      return [{ ...of, level: 'campaign', campaign: campaign.name, ...spent(chance, account, part * 4) }]
    }
    return campaign.groups.flatMap((group) =>
      group.keywords.flatMap((keyword) =>
        (['pc', 'mobile'] as const).map((device) => ({
          ...of,
          ...{ level: 'keyword' as const, campaign: campaign.name, group: group.name, keyword, device },
          ...spent(chance, account, device === 'pc' ? part : part * 0.7),
        })),
      ),
    )
  })
}

function wordsOfDay(chance: Chance, account: PlannedAccount, day: string): ReportLine[] {
  const of = { ...named, day, account: account.name, level: 'word' as const }
  return account.campaigns.flatMap((campaign) =>
    campaign.groups.flatMap((group) =>
      group.keywords.flatMap((keyword) => {
        if (!chance.happens(0.6)) return []
        const word = `${keyword.replace(' ', '')}${chance.pick(endings)}`
        const line = { ...of, campaign: campaign.name, group: group.name, keyword, word }
        return [{ ...line, ...spent(chance, account, 0.3) }]
      }),
    ),
  )
}

async function addReports(tx: Tx, chance: Chance, days: Days): Promise<void> {
  for (const account of accounts) {
    const lines = Array.from({ length: DAYS }, (_, at) => days.day(at - DAYS)).flatMap((day, at) => [
      ...linesOfDay(chance, account, day),
      ...(account.level === 'keyword' && at >= DAYS - WORD_DAYS ? wordsOfDay(chance, account, day) : []),
    ])
    await storeReport(tx, account.source, lines)
  }
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

function touchOf(chance: Chance): StoredTouch {
  if (chance.happens(0.2)) {
    const source = chance.pick(['wechat', '行业展会', 'newsletter'])
    return { source, medium: 'referral', campaign: '', term: '', referrer: '', engine: null }
  }
  const account = chance.pick([...accounts, ...accounts.slice(0, 2), ...accounts.slice(0, 1)])
  const campaign = chance.pick(account.campaigns)
  const term = chance.pick(chance.pick(campaign.groups).keywords)
  const source = account.source === 'so360' ? '360' : account.source
  return { source, medium: 'cpc', campaign: campaign.name, term, referrer: '', engine: account.source }
}

/** Two of three registrations know where they came from; some came back by another way. */
async function addTouches(tx: Tx, chance: Chance): Promise<void> {
  const found = await tx.select({ id: registrations.id }).from(registrations).orderBy(registrations.id)
  const rows = found
    .filter(() => chance.happens(0.68))
    .map(({ id }) => {
      const last = touchOf(chance)
      return { id, first: chance.happens(0.3) ? touchOf(chance) : last, last }
    })
  await tx.execute(sql`update ${registrations} set first_touch = t.first, last_touch = t.last
    from json_to_recordset(${JSON.stringify(rows)}::json) as t(id bigint, first jsonb, last jsonb)
    where ${registrations.id} = t.id`)
}

/** Adds nothing where there is some. */
export async function addSearchMarketing(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, searchAccounts))) return
  const chance = createChance(SEED)
  await addReports(tx, chance, createDays(today))
  await addMarks(tx)
  await addTouches(tx, chance)
}
