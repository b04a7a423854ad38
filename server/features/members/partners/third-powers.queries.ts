// Third parties as they are stored.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { ThirdPowerDetails, ThirdPowerQuery, ThirdPowerRow } from '#contract/members/third-powers.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { contains, equals, list, nameHas } from '#server/core/lists/paging.ts'
import { subProductOfRow } from '#server/core/rows/store.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { thirdPowers } from '#server/db/schema/members/partners.ts'
import { productNames } from '../grants/chosen-products.queries.ts'

const row = {
  id: thirdPowers.id,
  version: thirdPowers.version,
  name: thirdPowers.name,
  appId: thirdPowers.appId,
  products: sql<number>`cardinality(${thirdPowers.productIds})`,
  modules: thirdPowers.modules,
  addresses: thirdPowers.addresses,
  status: thirdPowers.status,
  isExpired: sql<boolean>`coalesce(${thirdPowers.endsOn} < current_date, false)`,
  endsOn: thirdPowers.endsOn,
  remark: thirdPowers.remark,
  updatedAt: thirdPowers.updatedAt,
}

export const listThirdPowers = list<ThirdPowerRow, ThirdPowerQuery>({
  name: 'third_powers',
  always: sql`true`,
  filters: {
    subProduct: { where: sql`${thirdPowers.subProduct} = ${sql.placeholder('subProduct')}` },
    name: nameHas(thirdPowers.name, 'name'),
    appId: contains(thirdPowers.appId, 'appId'),
    status: equals(thirdPowers.status, 'status'),
  },
  sorts: {
    name: sql`${thirdPowers.name} collate "zh-x-icu"`,
    endsOn: thirdPowers.endsOn,
    updatedAt: thirdPowers.updatedAt,
  },
  usual: sql`${thirdPowers.updatedAt} desc`,
  tie: thirdPowers.id,
  fields: row,
  rows: (db) => db.select(row).from(thirdPowers),
  matches: (db, where) => db.select({ n: sql`1` }).from(thirdPowers).where(where),
})

/** Sub-product of a third party: for the right to act on it. */
export const subProductOfThirdPower = (db: Executor, id: string) => subProductOfRow(db, thirdPowers, id)

export async function readDetails(db: Executor, id: string): Promise<ThirdPowerDetails | null> {
  const [found] = await db
    .select({ ...row, productIds: thirdPowers.productIds })
    .from(thirdPowers)
    .where(eq(thirdPowers.id, id))
  if (!found) return null
  const { productIds, ...rest } = found
  return { ...rest, productNames: await productNames(db, productIds) }
}

type Named = { subProduct: SubProductKey; appId: string; id?: string }

/** Whether another third party of the sub-product has the app id. */
export async function isAppIdTaken(tx: Tx, { subProduct, appId, id }: Named): Promise<boolean> {
  const found = await tx
    .select({ id: thirdPowers.id })
    .from(thirdPowers)
    .where(
      and(
        eq(thirdPowers.subProduct, subProduct),
        sql`lower(${thirdPowers.appId}) = lower(${appId})`,
        id === undefined ? undefined : ne(thirdPowers.id, id),
      ),
    )
  return found.length > 0
}
