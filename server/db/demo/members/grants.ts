// What the demo company's customers were granted, with the acts and the ledger, in the order in which it happened; and the
// presets and rules by which new ones are granted.
import { sql } from 'drizzle-orm'
import { type AccountModule, accountModuleKeys } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { accountTerms, termsColumns } from '../../account-terms.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { grantActs, grantChanges, grantPresets, grantRules, grants } from '../../schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '../../schema/members/members.ts'
import type { Chance } from '../random.ts'
import type { Owner, PlannedAccount, PlannedEnterprise } from './customers-plan.ts'
import type { PlannedGrant } from './grants-plan.ts'

export async function addGrants(
  tx: Tx,
  chance: Chance,
  planned: readonly PlannedEnterprise[],
  accountIds: ReadonlyMap<PlannedAccount, string>,
  owners: readonly Owner[],
): Promise<void> {
  const idOf = (account: PlannedAccount) => accountIds.get(account) ?? ''
  const acts = planned
    .flatMap(({ owner, plans }) =>
      plans.flatMap((plan) => plan.acts.map((act) => ({ ...act, owner: owner ?? chance.pick(owners) }))),
    )
    .filter(({ changes }) => changes.length > 0)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const actIds = await insertRows(
    tx,
    grantActs,
    acts.map(({ at, via, reason, owner }) => ({ at, via, reason, actorId: owner.id, actorName: owner.userName })),
  )

  const stillGranted = planned
    .flatMap(({ plans }) => plans.flatMap((plan) => plan.grants))
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
  const stored = await insertRows(
    tx,
    grants,
    stillGranted.map(({ account, productId, state, version, createdAt, updatedAt, revokedAt }) => ({
      version,
      accountId: idOf(account),
      productId,
      ...state,
      createdAt,
      updatedAt,
      revokedAt,
    })),
  )
  const grantIds = new Map<PlannedGrant<PlannedAccount>, string>(
    stillGranted.map((grant, at) => [grant, stored[at] ?? '']),
  )

  await insertRows(
    tx,
    grantChanges,
    acts.flatMap(({ at, changes }, place) =>
      changes.map(({ grant, action, before, after, version }) => ({
        at,
        actId: actIds[place] ?? '',
        grantId: grantIds.get(grant) ?? '',
        accountId: idOf(grant.account),
        subProduct: grant.account.subProduct,
        productId: grant.productId,
        action,
        before,
        after,
        grantVersion: version,
      })),
    ),
  )
  await deriveAccounts(tx, [...accountIds.values()])
  await orderMoments(tx)
}

/** Days are drawn apart from hours: on one day an account was opened before it was granted anything, after its member. */
async function orderMoments(tx: Tx): Promise<void> {
  await tx.execute(sql`update ${memberAccounts} a set opened_at = first.at - interval '3 minutes'
    from (select account_id, min(at) as at from ${grantChanges} group by account_id) first
    where first.account_id = a.id and a.opened_at > first.at`)
  await tx.execute(sql`update ${members} m set created_at = first.at - interval '2 minutes'
    from (select member_id, min(opened_at) as at from ${memberAccounts} group by member_id) first
    where first.member_id = m.id and m.created_at > first.at`)
  await tx.execute(sql`update ${enterprises} e set created_at = first.at - interval '5 minutes'
    from (select enterprise_id, min(created_at) as at from ${members} group by enterprise_id) first
    where first.enterprise_id = e.id and e.created_at > first.at`)
}

/** The terms of each account from its live grants, as `grants.acts.ts` maintains them. */
async function deriveAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`update ${memberAccounts} as a
    set ${termsColumns}, updated_at = (select max(g.updated_at) from ${grants} g where g.account_id = a.id and g.revoked_at is null)
    from ${accountTerms(ids)} as s
    where a.id = s.id and s.kind is not null`)
}

const presets = [
  { subProduct: 'officialWebsite', name: '官网试用 14 天', kind: 'trial', days: 14, products: 6, quota: 20 },
  { subProduct: 'officialWebsite', name: '官网钢材正式一年', kind: 'formal', days: 365, products: 12, quota: null },
  { subProduct: 'officialWebsite', name: '展会赠送 30 天', kind: 'gift', days: 30, products: 4, quota: 10 },
  { subProduct: 'oilGas', name: '油气试用 7 天', kind: 'trial', days: 7, products: 5, quota: 10 },
  { subProduct: 'oilGas', name: '油气试用 30 天', kind: 'trial', days: 30, products: 9, quota: 50 },
  { subProduct: 'bigData', name: '大数据试用 14 天', kind: 'trial', days: 14, products: 8, quota: 50 },
  { subProduct: 'app', name: 'APP 试用 7 天', kind: 'trial', days: 7, products: 6, quota: null },
] as const satisfies readonly { subProduct: SubProductKey; [key: string]: unknown }[]

const sectorsOf: Readonly<Record<string, string>> = { oilGas: '能源' }

/** Adds nothing where it has been before. */
export async function addGrantPresets(tx: Tx, products: ReadonlyMap<string, readonly string[]>): Promise<void> {
  if (!(await isEmpty(tx, grantPresets))) return
  const made = await tx
    .insert(grantPresets)
    .values(
      presets.map(({ subProduct, name, kind, days, products: count, quota }) => ({
        subProduct,
        name,
        kind,
        days,
        quota,
        productIds: (products.get(sectorsOf[subProduct] ?? '钢铁') ?? []).slice(0, count),
        modules: kind === 'formal' ? [...accountModuleKeys] : (['price', 'news'] satisfies AccountModule[]),
        isEnabled: name !== '展会赠送 30 天',
        remark: kind === 'trial' ? '新注册客户使用' : '',
      })),
    )
    .returning({ id: grantPresets.id, name: grantPresets.name })
  const presetOf = (name: string) => made.find((each) => each.name === name)?.id ?? ''
  await tx.insert(grantRules).values([
    { subProduct: 'oilGas', name: '山东注册客户', province: '山东省', presetId: presetOf('油气试用 30 天'), sort: 10 },
    { subProduct: 'oilGas', name: '子产品站点注册', source: 'open', presetId: presetOf('油气试用 7 天'), sort: 20 },
    { subProduct: 'oilGas', name: '其他注册客户', presetId: presetOf('油气试用 7 天'), sort: 30 },
    {
      subProduct: 'oilGas',
      name: '新疆注册客户',
      province: '新疆维吾尔自治区',
      presetId: presetOf('油气试用 30 天'),
      isEnabled: false,
      sort: 15,
    },
  ])
}
