// Names of search marketing that stand for one campaign or keyword, over HTTP.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import { getLeadWay, getSearchDetail, querySearchLeads, saveSemNode } from '#contract/operations/search-detail.ts'
import { querySearchMarketing } from '#contract/operations/search-marketing.ts'
import { findSemGroups, mergeSemNodes, querySemMerges, undoSemMerge } from '#contract/operations/search-merges.ts'
import { markSearchWord, querySearchWords } from '#contract/operations/search-words.ts'
import { queryAuditLog } from '#contract/system/audit-log.ts'
import { touchOf } from '#server/features/members/registrations/touches.rules.ts'
import { makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { reportLine } from '#test/search-reports.ts'
import { type ReportLine, storeReport } from './imports/search-reports.queries.ts'

const server = testServer()
const db = () => server().database.db
const days = { from: '2026-03-10', to: '2026-03-12' }
let keeper: Person
let viewer: Person
let accountId: string

const line = (changes: Partial<ReportLine>) =>
  reportLine({
    level: 'keyword',
    account: '合户',
    campaign: '品牌',
    keyword: '钢价',
    shows: 10,
    clicks: 1,
    cost: '1.00',
    ...changes,
  })
const store = (...lines: ReportLine[]) => db().transaction((tx) => storeReport(tx, 'baidu', lines))

const merge = async (names: { campaign: string; group?: string; keyword?: string; into: string }, by = keeper) => {
  const input = { accountId, ...names }
  const asked = await by.call(mergeSemNodes, input)
  if (asked.code !== 600) return asked
  const { confirmToken } = asked.data as unknown as { confirmToken: string }
  return server().send('POST', mergeSemNodes.path, input, {
    token: by.token,
    headers: { [CONFIRM_HEADER]: confirmToken },
  })
}
const merges = async () => (await keeper.call(querySemMerges, { accountId })).data
const undo = async () => keeper.call(undoSemMerge, { id: (await merges())[0]?.id ?? '' })

const at = (campaign: string) => ({ ...days, source: 'baidu' as const, accountId, campaign })
const campaigns = async () =>
  (await keeper.call(querySearchMarketing, { ...days, accountId, by: 'campaign' })).data.records.map(
    ({ name, cost, leads }) => [name, cost, leads],
  )
const keywords = async () =>
  (await keeper.call(querySearchMarketing, { ...days, accountId, by: 'keyword' })).data.records.map(
    ({ name, cost }) => [name, cost],
  )
const words = async () =>
  (await keeper.call(querySearchWords, { ...days, accountId })).data.records.map(({ campaign, word, cost, leads }) => [
    campaign,
    word,
    cost,
    leads,
  ])

beforeAll(async () => {
  const rights = ['semDetail.view', 'semDetail.edit', 'semData.view', 'semSearch.view', 'semSearch.edit']
  keeper = await server().as((await makeRole(db(), ...rights, 'registration.view', 'registration.details')).code)
  viewer = await server().as((await makeRole(db(), 'semDetail.view')).code)
  const { made } = await store(
    line({ cost: '4.00' }),
    line({ campaign: '品牌（旧）', cost: '6.00' }),
    line({ campaign: '品牌（旧）', keyword: '铁价', cost: '3.00' }),
    line({ campaign: '行业', cost: '50.00' }),
    line({ level: 'word', word: '今日钢价', cost: '0.70' }),
    line({ level: 'word', campaign: '品牌（旧）', word: '今日钢价', cost: '0.50' }),
  )
  accountId = made[0]?.id.split('/')[0] ?? ''
  const lastTouch = touchOf({ source: 'baidu', medium: 'cpc', campaign: '品牌（旧）', term: '今日钢价' })
  await makeRegistration(db(), {
    createdAt: '2026-03-11T10:00:00+08:00',
    lastTouch,
    ownerId: keeper.id,
    company: '旧名客户',
  })
  await db().execute(sql`update registration_touches set node_id = (select id from sem_nodes
    where level = 'campaign' and campaign = '品牌（旧）') where campaign = '品牌（旧）'`)
})

const apart = [
  ['行业', '50.00', 0],
  ['品牌（旧）', '9.00', 1],
  ['品牌', '4.00', 0],
]

describe('operations.md "merged with undo"', () => {
  it('a campaign is shown with another after a preview: figures, leads, words, and what comes later', async () => {
    expect(await campaigns()).toEqual(apart)
    expect(await words()).toEqual([
      ['品牌', '今日钢价', '0.70', 0],
      ['品牌（旧）', '今日钢价', '0.50', 1],
    ])
    const asked = await keeper.call(mergeSemNodes, { accountId, campaign: '品牌（旧）', into: '品牌' })
    expect(asked).toMatchObject({
      code: 600,
      data: { preview: { text: expect.stringContaining('“品牌（旧）”（消费 9.00）将并入“品牌”（消费 4.00）') } },
    })
    expect(await campaigns()).toEqual(apart)
    expect(await merge({ campaign: '品牌（旧）', into: '品牌' })).toMatchObject({ code: 200 })
    const joined = [
      ['行业', '50.00', 0],
      ['品牌', '13.00', 1],
    ]
    expect(await campaigns()).toEqual(joined)
    expect(await words()).toEqual([['品牌', '今日钢价', '1.20', 1]])
    expect((await keeper.call(getSearchDetail, at('品牌'))).data.total).toMatchObject({ cost: '13.00', leads: 1 })
    expect(await keeper.call(getSearchDetail, at('品牌（旧）'))).toMatchObject({ code: 20404 })
    expect((await keeper.call(getSearchDetail, { ...at('品牌'), word: '今日钢价' })).data.total.cost).toBe('1.20')
    const [lead] = (await keeper.call(querySearchLeads, at('品牌'))).data.records
    const way = (await keeper.call(getLeadWay, { id: lead?.id ?? '' })).data
    expect(way.steps[0]).toMatchObject({ text: 'baidu · cpc · 品牌（旧） · 今日钢价', place: { campaign: '品牌' } })

    // the source goes on with the old name, and the same report again is the same
    await store(line({ day: '2026-03-12', campaign: '品牌（旧）', cost: '2.00' }))
    expect(await campaigns()).toEqual([
      ['行业', '50.00', 0],
      ['品牌', '15.00', 1],
    ])
    const again = await store(line({ day: '2026-03-12', campaign: '品牌（旧）', cost: '2.00' }))
    expect(again.outcomes).toMatchObject([{ state: 'same' }])
    expect(await merges()).toMatchObject([{ level: 'campaign', from: '品牌（旧）', into: '品牌' }])
  })

  it('a keyword of it is shown with another, and both are taken back one by one', async () => {
    expect(await merge({ campaign: '品牌', keyword: '铁价', into: '钢价' })).toMatchObject({ code: 200 })
    expect(await keywords()).toEqual([
      ['钢价', '50.00'],
      ['钢价', '15.00'],
      ['今日钢价', '0.00'],
    ])
    expect(await undo()).toMatchObject({ code: 200 })
    expect(await keywords()).toEqual([
      ['钢价', '50.00'],
      ['钢价', '12.00'],
      ['铁价', '3.00'],
      ['今日钢价', '0.00'],
    ])
    const { id = '' } = (await merges())[0] ?? {}
    expect(await keeper.call(undoSemMerge, { id })).toMatchObject({ code: 200 })
    expect(await keeper.call(undoSemMerge, { id })).toMatchObject({ code: 20404 })
    expect(await campaigns()).toEqual([
      ['行业', '50.00', 0],
      ['品牌（旧）', '11.00', 1],
      ['品牌', '4.00', 0],
    ])
    expect(await merges()).toEqual([])
  })

  it('of two words the marked one stands for both, and each has its own again afterwards', async () => {
    const old = (await keeper.call(querySearchWords, { ...days, accountId, campaignIs: '品牌（旧）' })).data.records[0]
    const { id = '', version = 0 } = old ?? {}
    await keeper.call(markSearchWord, { words: [{ id, version, mark: 'watched', reason: '看看' }] })
    await merge({ campaign: '品牌（旧）', into: '品牌' })
    const [one, ...others] = (await keeper.call(querySearchWords, { ...days, accountId })).data.records
    expect(one).toMatchObject({ campaign: '品牌', mark: 'watched', cost: '1.20' })
    expect(others).toEqual([])
    await undo()
    const back = (await keeper.call(querySearchWords, { ...days, accountId })).data.records
    expect(back.map(({ campaign, mark }) => [campaign, mark])).toEqual([
      ['品牌', null],
      ['品牌（旧）', 'watched'],
    ])
  })

  it('a group is shown with another after a preview, also in what comes later, and is taken back', async () => {
    const at = { campaign: '分组', keyword: '', level: 'group' as const }
    await store(line({ ...at, group: '核心', cost: '7.00' }), line({ ...at, group: '核心（旧）', cost: '2.50' }))
    const groups = async () => (await keeper.call(findSemGroups, { accountId, campaign: '分组' })).data
    const shown = async () =>
      (await keeper.call(querySearchMarketing, { ...days, accountId, by: 'group', campaign: '分组' })).data.records.map(
        ({ name, cost }) => [name, cost],
      )
    const apart = [
      ['核心', '7.00'],
      ['核心（旧）', '2.50'],
    ]
    expect([await groups(), await shown()]).toEqual([['核心', '核心（旧）'], apart])
    const asked = await keeper.call(mergeSemNodes, {
      accountId,
      campaign: '分组',
      group: '核心（旧）',
      into: '核心',
    })
    expect(asked).toMatchObject({
      code: 600,
      data: { preview: { text: expect.stringContaining('“核心（旧）”（消费 2.50）将并入“核心”（消费 7.00）') } },
    })
    expect(await merge({ campaign: '分组', group: '核心（旧）', into: '核心' })).toMatchObject({ code: 200 })
    expect([await groups(), await shown()]).toEqual([['核心'], [['核心', '9.50']]])
    // the source goes on with the old name, and the same report again is the same
    const later = line({ ...at, day: '2026-03-12', group: '核心（旧）', cost: '1.00' })
    await store(later)
    expect((await store(later)).outcomes).toMatchObject([{ state: 'same' }])
    expect(await shown()).toEqual([['核心', '10.50']])
    expect(await merges()).toMatchObject([{ level: 'group', campaign: '分组', from: '核心（旧）', into: '核心' }])
    expect(await undo()).toMatchObject({ code: 200 })
    expect(await shown()).toEqual([
      ['核心', '7.00'],
      ['核心（旧）', '3.50'],
    ])
    expect(await merge({ campaign: '分组', group: '没有', into: '核心' })).toMatchObject({ code: 20404 })
    expect(await merge({ campaign: '分组', group: '核心', into: '没有' })).toMatchObject({ code: 400 })
    expect(await viewer.call(findSemGroups, { accountId, campaign: '分组' })).toMatchObject({ code: 200 })
    const stranger = await server().as((await makeRole(db(), 'semData.view')).code)
    expect(await stranger.call(findSemGroups, { accountId, campaign: '分组' })).toMatchObject({ status: 403 })
  })

  it('keeps the label of the name that stays, and stands in the audit log', async () => {
    const node = async (name: string) => (await keeper.call(getSearchDetail, at(name))).data.node
    const { id = '', version = 0 } = (await node('品牌')) ?? {}
    await keeper.call(saveSemNode, { id, version, label: '主推', ownerId: null, targetCost: null })
    await merge({ campaign: '品牌（旧）', into: '品牌' })
    expect(await node('品牌')).toMatchObject({ label: '主推' })
    await undo()
    expect(await node('品牌（旧）')).toMatchObject({ label: '' })
    const administrator = await server().as('administrator')
    const { records } = (await administrator.call(queryAuditLog, { current: 1, size: 100 })).data
    const acts = records.map(({ action }) => action).filter((action) => action.startsWith('semNode.'))
    expect(acts).toEqual(expect.arrayContaining(['semNode.merge', 'semNode.unmerge']))
  })

  it('§5 says what is wrong; §6 is refused without the right', async () => {
    expect(await merge({ campaign: '品牌', into: '没有' })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'into', message: '没有这个名称' }] },
    })
    expect(await merge({ campaign: '品牌', into: '品牌' })).toMatchObject({
      data: { fields: [{ field: 'into', message: '不能并入自己' }] },
    })
    expect(await merge({ campaign: '没有', into: '品牌' })).toMatchObject({ code: 20404 })
    const refused = { status: 403, code: 403 }
    expect(await merge({ campaign: '品牌', into: '行业' }, viewer)).toMatchObject(refused)
    expect(await viewer.call(undoSemMerge, { id: '1' })).toMatchObject(refused)
    expect(await viewer.call(querySemMerges, { accountId })).toMatchObject({ code: 200 })
    const stranger = await server().as((await makeRole(db(), 'semData.view')).code)
    expect(await stranger.call(querySemMerges, { accountId })).toMatchObject(refused)
  })
})
