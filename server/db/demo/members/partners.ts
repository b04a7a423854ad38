// Partners that embed the demo company's sub-products, with permission sets and members; third parties, and keys of
// customers who read its data.

import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type DataSet, dataSets } from '#contract/members/data-keys.ts'
import { accountModuleKeys } from '#contract/members/members.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { idArray } from '#server/db/ids.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import {
  dataKeyDays,
  dataKeys,
  partnerMembers,
  partners,
  permissionSets,
  thirdPowers,
} from '../../schema/members/partners.ts'
import { drawName } from '../names.ts'
import { type Chance, createChance } from '../random.ts'
import { createDays, type Days } from './customers-days.ts'
import { customerMobile } from './customers-names.ts'
import type { Catalogue } from './customers-plan.ts'

const SEED = 20_260_305
const USAGE_DAYS = 30

const sets = [
  { name: '大数据基础方案', subProducts: ['bigData', 'bigDataChinese'], sector: '钢铁', modules: 2 },
  { name: '官网行情方案', subProducts: ['officialWebsite'], sector: '有色金属', modules: 2 },
  { name: '全量数据方案', subProducts: ['bigData', 'officialWebsite', 'app'], sector: '化工', modules: 4 },
] as const

const partnerNames = [
  ['岚桓产业互联网平台', 'lanhuan'],
  ['稷衡钢材电商', 'jiheng'],
  ['砚泓供应链云', 'yanhong'],
  ['朔昶期货资讯终端', 'shuochang'],
  ['澍彧化工商城', 'shuyu'],
  ['璟霖物流平台', 'jinglin'],
] as const

const thirdNames = [
  '采购中台对接',
  '集团数据仓库',
  '移动办公小程序',
  '价格看板大屏',
  '风控系统',
  '财务预算系统',
  '研究院平台',
  '招标系统',
]

/** Adds nothing where it has been before. */
export async function addPartners(tx: Tx, today: Date, catalogue: Catalogue): Promise<void> {
  if (!(await isEmpty(tx, partners))) return
  const days = createDays(today)
  const chance = createChance(SEED)
  const productsOf = (sector: string, count: number) => (catalogue.products.get(sector) ?? []).slice(0, count)
  const setIds = await insertRows(
    tx,
    permissionSets,
    sets.map(({ name, subProducts, sector, modules }) => ({
      name,
      subProducts: [...subProducts],
      modules: accountModuleKeys.slice(0, modules),
      productIds: productsOf(sector, 12),
      remark: `${sector}行业合作伙伴`,
    })),
  )
  const owners = catalogue.owners.filter(({ department }) => department.endsWith('大区'))
  const partnerIds = await insertRows(
    tx,
    partners,
    partnerNames.map(([name, code], at) => ({
      name,
      code,
      contact: drawName(chance).realName,
      mobile: customerMobile(9_000_000 + at),
      domains: [`www.${code}.example.com`, `app.${code}.example.com`],
      permissionSetId: setIds[at % setIds.length] ?? null,
      status: at === 4 ? ('disabled' as const) : ('enabled' as const),
      endsOn: at === 5 ? null : days.day(chance.between(-20, 300)),
      ownerId: owners[at % Math.max(1, owners.length)]?.id ?? null,
      remark: '',
    })),
  )
  await tx.execute(sql`insert into ${partnerMembers} (member_id, partner_id)
    select a.member_id, (${idArray(partnerIds)})[1 + (m.enterprise_id % ${partnerIds.length})::int]
    from member_accounts a join members m on m.id = a.member_id where a.sub_product = 'embed' on conflict do nothing`)
  await addThirdPowers(tx, chance, days, productsOf)
  await addDataKeys(tx, chance, days)
}

async function addThirdPowers(
  tx: Tx,
  chance: Chance,
  days: Days,
  productsOf: (sector: string, count: number) => string[],
): Promise<void> {
  const [subProduct] = subProductsWith('thirdPower')
  if (!subProduct) return
  await insertRows(
    tx,
    thirdPowers,
    thirdNames.map((name, at) => ({
      subProduct,
      name,
      appId: `wx${(0x5d2c0e91 + at * 7_919).toString(16)}9f1a7b46`,
      productIds: productsOf(chance.pick(['钢铁', '有色金属', '化工', '能源']), chance.between(3, 10)),
      modules: accountModuleKeys.slice(0, chance.between(1, 3)),
      addresses: chance.happens(0.5) ? [`203.0.113.${at + 10}`] : [],
      status: at === 6 ? ('disabled' as const) : ('enabled' as const),
      endsOn: chance.happens(0.8) ? days.day(chance.between(-30, 360)) : null,
      remark: '',
    })),
  )
}

type Keeper = { id: string; openedOn: string; endsOn: string }

async function addDataKeys(tx: Tx, chance: Chance, days: Days): Promise<void> {
  const { rows: keepers } = await tx.execute<Keeper>(sql`select a.id::text, a.opened_at::date::text as "openedOn",
      a.ends_on::text as "endsOn" from member_accounts a
    where a.sub_product = 'apiData' and a.status = 'enabled' and a.ends_on is not null order by a.id limit 60`)
  const keys = keepers.flatMap((keeper) =>
    ['生产环境', '测试环境'].slice(0, chance.between(1, 2)).map((name) => ({ keeper, name })),
  )
  const planned = keys.map(({ keeper, name }, at) => {
    const text = `demo${createHash('sha256').update(`demo-key-${at}`).digest('hex')}`
    return {
      keeper,
      row: {
        accountId: keeper.id,
        name,
        keyHash: createHash('sha256').update(text).digest('hex'),
        hint: text.slice(4, 12),
        dataSets: dataSets.slice(0, chance.between(1, dataSets.length)),
        addresses: chance.happens(0.4) ? [`198.51.100.${(at % 250) + 1}`, '192.0.2.0/24'] : [],
        dailyQuota: chance.pick([1_000, 5_000, 10_000, 50_000]),
        endsOn: chance.happens(0.7) ? keeper.endsOn : null,
        createdAt: `${keeper.openedOn}T10:00:00+08:00`,
        revokedAt: chance.happens(0.08) ? days.moment(chance, -chance.between(1, 10)) : null,
      },
    }
  })
  const ids = await insertRows(
    tx,
    dataKeys,
    planned.map(({ row }) => row),
  )
  await insertRows(
    tx,
    dataKeyDays,
    planned.flatMap(({ keeper, row }, at) =>
      Array.from({ length: USAGE_DAYS }, (_, ago) => days.day(-ago))
        .filter((day) => day >= keeper.openedOn && day <= keeper.endsOn && !chance.happens(0.08))
        .flatMap((day) =>
          row.dataSets.slice(0, 3).map((dataSet: DataSet) => {
            const calls = chance.between(20, Math.floor(row.dailyQuota / 3))
            return {
              keyId: ids[at] ?? '',
              day,
              dataSet,
              calls,
              refused: chance.happens(0.05) ? chance.between(1, 40) : 0,
            }
          }),
        ),
    ),
  )
  await tx.execute(sql`update ${dataKeys} k set last_used_at = least(now(), d.day + time '17:30')
    from (select key_id, max(day) as day from ${dataKeyDays} group by key_id) d where d.key_id = k.id`)
}
