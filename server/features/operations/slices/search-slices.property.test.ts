// Figures of random slices against a plain model: one level counts, and what finer slices lack is 未细分.

import { Decimal } from 'decimal.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { usualAttribution } from '#contract/operations/attribution.ts'
import {
  type SearchDimension,
  type SearchLevel,
  searchDimensions,
  searchLevels,
} from '#contract/operations/search-labels.ts'
import { grainOf, OVERSPEND_GRAIN, type SearchPart, WORD_GRAIN } from '#contract/operations/search-slices.ts'
import { textKey } from '#contract/text.ts'
import { type Chance, createChance } from '#server/db/demo/random.ts'
import { semCashFactors } from '#server/db/schema/operations.ts'
import {
  accountsOf,
  cutOf,
  type ReportLine,
  storeReport,
} from '#server/features/operations/imports/search-reports.queries.ts'
import type { Terms } from '#server/features/operations/search-facts.queries.ts'
import { daySums, listSums, pairSums, totalSums } from '#server/features/operations/search-marketing.queries.ts'
import { addUp, type Sums } from '#server/features/operations/search-marketing.rules.ts'
import { idOf } from '#server/features/operations/search-pivot.rules.ts'
import { testServer } from '#test/http.ts'
import { choose, holds, pickOf, presentOf, rangesOf } from './search-choice.rules.ts'

const server = testServer()
const db = () => server().database.db

const two = (n: number) => String(n).padStart(2, '0')
const dayAt = (at: number) => new Date(Date.UTC(2025, 0, 20 + at)).toISOString().slice(0, 10)
/** The end of a month, a whole one, and the beginning of a third. */
const DAYS = 45

type Cut = 'none' | 'device' | 'region' | 'hour'

function linesOf(
  chance: Chance,
  account: string,
  day: string,
  level: SearchLevel,
  cut: Cut,
  part: SearchPart,
): ReportLine[] {
  const at = searchLevels.indexOf(level)
  const all: ReportLine[] = []
  for (const campaign of at >= 1 ? ['品牌', '行业'] : [''])
    for (const group of at >= 2 ? ['甲组', '乙组'] : [''])
      for (const keyword of at >= 3 ? ['钢价', '螺纹钢'] : [''])
        for (const value of cut === 'none' ? [''] : ['一', '二']) {
          if (chance.happens(0.25)) continue
          all.push({
            level,
            part,
            day,
            account,
            campaign,
            group,
            keyword,
            word: '',
            providerId: '',
            matchType: '',
            device: cut === 'device' ? (value === '一' ? 'pc' : 'mobile') : '',
            region: cut === 'region' ? (value === '一' ? '江苏' : '河北') : '',
            hour: cut === 'hour' ? (value === '一' ? 9 : 15) : null,
            shows: chance.between(0, 900),
            clicks: chance.between(0, 60),
            cost: `${part === 'overspend' ? '-' : ''}${chance.between(1, 99)}.${two(chance.between(0, 99))}`,
            position: chance.happens(0.5) ? `${chance.between(1, 4)}.${chance.between(0, 9)}` : null,
            reported: chance.between(0, 2),
          })
        }
  return all
}

const stored: ReportLine[] = []

beforeAll(async () => {
  const chance = createChance(20_250_120)
  for (const account of ['一户', '二户']) {
    for (let at = 0; at < DAYS; at++) {
      // one account has the same sheet each day, so that whole months are summed from theirs
      const kinds: [SearchLevel, Cut, SearchPart][] = []
      for (const level of ['account', 'campaign', 'group', 'keyword'] as const)
        for (const cut of ['none', 'device', 'region', 'hour'] as const) {
          const isUsual =
            account === '一户' &&
            ((level === 'campaign' && cut === 'none') || (level === 'keyword' && cut === 'device'))
          if (isUsual || (account === '二户' && chance.happens(0.15))) kinds.push([level, cut, 'all'])
        }
      if (account === '二户' && chance.happens(0.3)) {
        kinds.push(['campaign', 'none', 'pc'])
        if (chance.happens(0.6)) kinds.push(['campaign', 'none', 'mobile'])
      }
      if (chance.happens(0.2)) kinds.push(['account', 'none', 'overspend'])
      const lines = kinds.flatMap(([level, cut, part]) => linesOf(chance, account, dayAt(at), level, cut, part))
      stored.push(...lines)
      await db().transaction((tx) => storeReport(tx, 'baidu', lines))
    }
  }
  const accounts = await db().transaction((tx) => accountsOf(tx, 'baidu', ['一户', '二户']))
  await db()
    .insert(semCashFactors)
    .values([
      { accountId: accounts.get(textKey('一户')) ?? '', fromDay: dayAt(0), factor: '0.8' },
      { accountId: accounts.get(textKey('二户')) ?? '', fromDay: dayAt(20), factor: '0.5' },
    ])
}, 120_000)

/** The coarsest report that tells what is asked for, day by day, in plain words. */
function model(
  { from, to, campaign, device, region, accountId }: Terms,
  accountName?: string,
): { shows: number; cost: string } {
  const needsCampaign = Boolean(campaign)
  let shows = 0
  let cost = new Decimal(0)
  const days = Map.groupBy(
    stored.filter(({ day, account }) => day >= from && day <= to && (!accountId || account === accountName)),
    ({ account, day }) => `${account} ${day}`,
  )
  for (const lines of days.values()) {
    const byKind = Map.groupBy(lines, (line) => grainOf({ level: line.level, cut: cutOf(line), part: line.part }))
    const candidates = [...byKind.keys()]
      .filter((grain) => grain % 4 !== 3)
      .filter((grain) => grain % 4 === 0 || byKind.has(grain % 4 === 1 ? grain + 1 : grain - 1))
      .filter((grain) => !needsCampaign || grain >= 16)
      .filter((grain) => !device || Math.floor(grain / 4) % 4 === 1 || grain % 4 > 0)
      .filter((grain) => !region || Math.floor(grain / 4) % 4 === 2)
      .toSorted((one, other) => one - other)
    // what was given back is of the account as a whole
    for (const line of needsCampaign || device || region ? [] : (byKind.get(OVERSPEND_GRAIN) ?? [])) {
      shows += line.shows
      cost = cost.plus(line.cost)
    }
    const [first] = candidates
    if (first === undefined) continue
    const own = first % 4 === 0 ? [first] : [first, first + 1]
    for (const grain of own) {
      for (const line of byKind.get(grain) ?? []) {
        const of = line.part === 'all' ? line.device : line.part
        if (campaign && !line.campaign.includes(campaign)) continue
        if ((device && of !== device) || (region && line.region !== region)) continue
        shows += line.shows
        cost = cost.plus(line.cost)
      }
    }
  }
  return { shows, cost: cost.toFixed(2) }
}

const plain = (sums: Sums) => ({
  ...sums,
  cost: new Decimal(sums.cost).toFixed(2),
  paid: new Decimal(sums.paid).toFixed(4),
  weighted: new Decimal(sums.weighted).toFixed(2),
})

describe('operations.md "one predicate"', () => {
  it('the figure is what the coarsest reports say; lists, pivots and days add up to it, for random questions', async () => {
    const chance = createChance(7)
    const accounts = await db().transaction((tx) => accountsOf(tx, 'baidu', ['一户', '二户']))
    for (let n = 0; n < 60; n++) {
      const first = chance.between(0, DAYS - 1)
      const last = chance.between(first, DAYS - 1)
      const named = chance.happens(0.3) ? chance.pick(['一户', '二户']) : undefined
      const terms: Terms = {
        from: chance.happens(0.3) ? dayAt(0) : dayAt(first),
        to: chance.happens(0.3) ? dayAt(DAYS - 1) : dayAt(last),
        ...usualAttribution,
        ...(named && { accountId: accounts.get(textKey(named)) ?? '' }),
        ...(chance.happens(0.3) && { campaign: chance.pick(['品', '行业', '没有']) }),
        ...chance.pick([
          {},
          {},
          {},
          { device: chance.pick(['pc', 'mobile'] as const) },
          { region: chance.pick(['江苏', '河北']) },
        ]),
      }
      const total = await totalSums(db(), terms)
      const said = JSON.stringify(terms)
      expect({ shows: total.shows, cost: new Decimal(total.cost).toFixed(2) }, said).toEqual(model(terms, named))
      const days = [...(await daySums(db(), terms)).values()]
      expect(plain(addUp(days)), said).toEqual(plain(total))
      const by: SearchDimension = chance.pick(searchDimensions)
      const list = await listSums(db(), terms, by, { sort: 'cost', isDescending: true, limit: 5_000, offset: 0 })
      expect(plain(addUp(list.rows)), `${by} ${said}`).toEqual(plain(total))
      const other: SearchDimension = chance.pick(searchDimensions.filter((each) => each !== by))
      const pairs = await pairSums(db(), terms, [by, other], 50_000).catch(() => null)
      if (!pairs) continue
      expect(plain(addUp(pairs.map(({ sums }) => sums))), `${by} ${other} ${said}`).toEqual(plain(total))
      // a cell, and a row's total, each with the list that it opens
      if (pairs.length === 0) continue
      const { row, column } = chance.pick(pairs)
      const ofRow = pairs.filter((pair) => idOf(pair.row) === idOf(row))
      const head = { dimension: by, place: row }
      const cells = [
        { cell: [head, { dimension: other, place: null }], sums: ofRow },
        {
          cell: [head, { dimension: other, place: column }],
          sums: ofRow.filter((pair) => idOf(pair.column) === idOf(column)),
        },
      ]
      for (const { cell, sums } of cells) {
        const asked = { ...terms, cell }
        const inside = chance.pick(searchDimensions)
        const opened = await listSums(db(), asked, inside, {
          sort: 'cost',
          isDescending: true,
          limit: 5_000,
          offset: 0,
        })
        const figure = plain(addUp(sums.map((pair) => pair.sums)))
        expect(plain(addUp(opened.rows)), `${inside} in ${JSON.stringify(cell)} ${said}`).toEqual(figure)
        expect(plain(await totalSums(db(), asked)), `${JSON.stringify(cell)} ${said}`).toEqual(figure)
      }
    }
  })
})

describe('operations.md "One level counts"', () => {
  const at = (day: string, ...grains: number[]) => grains.map((grain) => ({ accountId: '1', day, grain }))
  const need = (level: number, ...cuts: ('device' | 'region' | 'hour')[]) => ({ level, cuts: new Set(cuts) })

  it('the coarsest, uncut first; a part counts once its other is there; words never', () => {
    const present = presentOf([
      ...at('a', 52, 48, 16, 20),
      ...at('b', 17),
      ...at('c', 17, 18, 48),
      ...at('d', WORD_GRAIN),
    ])
    expect([...choose(present, need(0))]).toEqual([
      ['1/a', 16],
      ['1/c', 17],
    ])
    expect([...choose(present, need(1, 'device'))]).toEqual([
      ['1/a', 20],
      ['1/c', 17],
    ])
    expect([...choose(present, need(3))]).toEqual([
      ['1/a', 48],
      ['1/c', 48],
    ])
    expect(holds(WORD_GRAIN, { ...need(0), only: 4 })).toBe(true)
    expect(pickOf(18)).toBe(17)
  })

  it('takes whole months within the period where nothing else was chosen in them', () => {
    const slices = ['2026-01-30', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].flatMap((day) =>
      at(day, 16),
    )
    const choice = choose(presentOf([...slices, ...at('2026-03-02', 0)]), need(0))
    expect(rangesOf(slices, choice, { from: '2026-01-15', to: '2026-03-31' }, true)).toEqual({
      months: [{ accountId: '1', grain: 16, from: '2026-02-01', to: '2026-02-01' }],
      days: [
        { accountId: '1', grain: 16, from: '2026-01-30', to: '2026-01-30' },
        { accountId: '1', grain: 16, from: '2026-03-01', to: '2026-03-01' },
        { accountId: '1', grain: 16, from: '2026-03-03', to: '2026-03-03' },
      ],
    })
  })
})
