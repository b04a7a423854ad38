// End dates of grants from a spreadsheet, over HTTP: checked by row, saved with a ledger row for each grant.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#contract/days.ts'
import { closingImport } from '#contract/members/grant-sheets.ts'
import { databaseToday } from '#server/core/clock.ts'
import { grantActs, grantChanges, grants } from '#server/db/schema/members/grants.ts'
import { makeAccount, makeMember, makeProduct, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, endOf } from '#test/sheets.ts'
import { giveGrants, revokeGrants } from './grants.acts.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'closings-')) })
let seller: Person
let now: string
let until: string
let productId: string

const db = () => server().database.db

beforeAll(async () => {
  const rights = ['bigData.accounts.closingLeadingIn', 'bigData.accounts.view']
  seller = await server().as((await makeRole(db(), ...rights)).code)
  now = await databaseToday(db())
  until = addDays(now, 300)
  productId = (await makeProduct(db(), { name: '截止油', code: 'END1' })).id
})

async function granted(
  loginName: string,
  ownerId: string | null = seller.id,
  status: 'enabled' | 'disabled' = 'enabled',
) {
  const member = await makeMember(db(), { loginName, ownerId })
  const { id } = await makeAccount(db(), 'bigData', { memberId: member.id, status })
  const by = { id: null, name: '测试', address: '', requestId: '' }
  const state = { kind: 'trial', startsOn: now, endsOn: addDays(now, 9), quota: null } as const
  const second = (await makeProduct(db())).id
  await db().transaction((tx) =>
    giveGrants(tx, by, { via: 'single', reason: '' }, [
      { accountId: id, productId, ...state },
      { accountId: id, productId: second, ...state },
    ]),
  )
  return id
}

const open = async (lines: string[], person = seller) => {
  const content = ['子产品,登录名,产品,截止日期,原因', ...lines].join('\n')
  const fileId = await bring(server(), person, content)
  return person.call(closingImport.open, { fileId, hasHeader: true })
}
const problemsOf = async (lines: string[]) => {
  const { data } = await open(lines)
  return data.records.flatMap(({ problems }) => problems.map(({ key, message }) => `${key}：${message}`))
}

describe('§6 closingLeadingIn', () => {
  it('sets the end of one product or of all, one act for each reason', async () => {
    const [one, all] = [await granted('closing.one'), await granted('closing.all')]
    const lines = [`大数据,closing.one,END1,${until},续签`, `大数据,CLOSING.ALL,,${until},续签`]
    const { data } = await open(lines)
    expect(data).toMatchObject({ rows: 2, wrongRows: 0 })
    const { data: saving } = await seller.call(closingImport.save, { id: data.id, version: data.version, mode: 'all' })
    expect(await endOf(seller, saving.jobId)).toMatchObject({ state: 'done', done: 2 })
    const endsOf = async (id: string) =>
      (await db().select().from(grants).where(eq(grants.accountId, id)).orderBy(grants.id)).map(({ endsOn }) => endsOn)
    expect(await endsOf(one)).toEqual([until, addDays(now, 9)])
    expect(await endsOf(all)).toEqual([until, until])
    const acts = await db().select().from(grantActs).where(eq(grantActs.via, 'import'))
    expect(acts).toMatchObject([{ reason: '续签', actorName: seller.userName }])
    const changes = await db()
      .select()
      .from(grantChanges)
      .where(eq(grantChanges.actId, acts[0]?.id ?? ''))
    expect(changes.map(({ action }) => action)).toEqual(['extend', 'extend', 'extend'])
  })

  it('does not overwrite a change made after the check', async () => {
    const id = await granted('closing.race')
    const { data } = await open([`大数据,closing.race,END1,${until},续签`])
    const by = { id: null, name: '测试', address: '', requestId: '' }
    const jobId = await db().transaction(async (tx) => {
      await revokeGrants(tx, by, { via: 'single', reason: '退订' }, [id])
      const { data: saving } = await seller.call(closingImport.save, {
        id: data.id,
        version: data.version,
        mode: 'all',
      })
      const waiting = async () =>
        (
          await db().execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount
      await expect.poll(waiting).toBe(1)
      return saving.jobId
    })
    expect(await endOf(seller, jobId)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('刚被他人修改'),
    })
    expect(await db().select().from(grants).where(eq(grants.accountId, id))).toHaveLength(2)
  })

  it('reports the problems of each row', async () => {
    await granted('closing.wrong')
    await granted('closing.off', seller.id, 'disabled')
    await granted('closing.theirs', null)
    await makeProduct(db(), { name: '未授权油' })
    const line = (login: string, product = '', day = until, subProduct = '大数据') =>
      `${subProduct},${login},${product},${day},续签`
    expect(await problemsOf([line('closing.nobody')])).toEqual(['loginName：账号不存在，或不归您负责'])
    expect(await problemsOf([line('closing.theirs')])).toEqual(['loginName：账号不存在，或不归您负责'])
    expect(await problemsOf([line('closing.wrong', '没有的油')])).toEqual(['product：产品“没有的油”不存在'])
    expect(await problemsOf([line('closing.wrong', '未授权油')])).toEqual(['product：账号没有这个产品的授权'])
    expect(await problemsOf([line('closing.wrong', '', addDays(now, -3))])).toEqual([
      'endsOn：截止日期不能早于开始日期',
    ])
    expect(await problemsOf([line('closing.off')])).toEqual(['loginName：账号已禁用，不能授权'])
    // existing grants may keep their end or be shortened all the same
    for (const days of [9, 3]) expect(await problemsOf([line('closing.off', '', addDays(now, days))])).toEqual([])
    expect(await problemsOf([line('closing.wrong', '', until, '油气资讯')])).toEqual([
      'subProduct：没有这个子产品的导入权限',
    ])
    expect(await problemsOf([line('closing.wrong', '', until, '没有')])).toEqual(['subProduct：子产品“没有”不存在'])
    expect(await problemsOf([line('closing.wrong', 'END1'), line('closing.wrong')])).toEqual([
      'product：与第 2 行是同一授权',
    ])
  })

  it('refuses without the right', async () => {
    const other = await server().as((await makeRole(db(), 'bigData.accounts.empower')).code)
    expect(await other.call(closingImport.template, {})).toMatchObject({ status: 403, code: 403 })
  })
})
