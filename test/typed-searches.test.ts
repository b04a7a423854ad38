// Names of rows that people keep are found by pinyin and by the key of texts, over HTTP.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { presetCalls } from '#contract/members/grant-presets.ts'
import { partnerCalls } from '#contract/members/partners.ts'
import { getRoleList } from '#contract/organisation/users.ts'
import { findInputs, seriesCalls } from '#contract/prices/series-calls.ts'
import { spellNames } from '#server/core/search/spellings.ts'
import { grantPresets } from '#server/db/schema/members/grants.ts'
import { partners } from '#server/db/schema/members/partners.ts'
import { roles } from '#server/db/schema/organisation.ts'
import { series } from '#server/db/schema/prices/series.ts'
import { makeProduct } from './factories.ts'
import { type Person, testServer } from './http.ts'

const server = testServer()
const db = () => server().database.db
let admin: Person

const NAME = '单县（重庆）货柜'
const CHANGED = '长兴铁矿'

beforeAll(async () => {
  admin = await server().as('administrator')
  await db().insert(partners).values({ name: NAME, code: 'SXCQ' })
  await db().insert(grantPresets).values({ subProduct: 'officialWebsite', name: NAME, kind: 'trial', days: 3 })
  await db().insert(roles).values({ code: 'spelled', name: NAME })
  const productId = await makeProduct(db())
  await db().insert(series).values({ productId: productId.id, name: NAME, unit: '元/吨' })
  await spellNames(db())
})

const lists: Record<string, (name: string) => Promise<string[]>> = {
  合作伙伴: async (name) => (await admin.call(partnerCalls.list, { name })).data.records.map((row) => row.name),
  快捷授权方案: async (name) =>
    (await admin.call(presetCalls.list, { subProduct: 'officialWebsite', name })).data.records.map((row) => row.name),
  角色: async (name) => (await admin.call(getRoleList, { name })).data.map((row) => row.name),
  衍生系列: async (name) => (await admin.call(seriesCalls.list, { name })).data.records.map((row) => row.name),
  公式的输入: async (text) => (await admin.call(findInputs, { text })).data.map((row) => row.name),
}

describe('imports.md "**Searched** by the same key, and by pinyin with all readings of a polyphone"', () => {
  it.each(Object.entries(lists))('%s', async (_, find) => {
    for (const typed of ['单县(重', '單縣', '货 柜', 'sxcq', 'shanxianchong', 'danxianzhong', 'ＳＸＣＱ'])
      expect(await find(typed), typed).toContain(NAME)
    expect(await find('cqsx')).not.toContain(NAME)
  })

  it('a name that changed is found by its new pinyin', async () => {
    await db().update(series).set({ name: CHANGED }).where(sql`${series.name} = ${NAME}`)
    expect(await lists.衍生系列?.('sxcq')).not.toContain(CHANGED)
    await spellNames(db())
    expect(await lists.衍生系列?.('changxing')).toContain(CHANGED)
  })
})
