// A role of the demo company only: head of a department. A new database has none, as the rights of such people differ
// between companies.
import { eq } from 'drizzle-orm'
import type { Tx } from '../../connection.ts'
import { roles } from '../../schema/organisation.ts'
import { type RoleSeed, roleSeeds } from '../../seed/roles.ts'
import { storeRole } from '../../seed/seed.ts'

const sales = roleSeeds.find(({ code }) => code === 'sales')

/** All rights of salespeople, and those to distribute work among subordinates. */
export const managerRole: RoleSeed = {
  code: 'salesManager',
  name: '销售主管',
  remark: '查看并分配下属销售的客户、注册与订单',
  grants: [
    ...(sales?.grants ?? []),
    'customerList:memberBelong,changeSalesman,reAllocation',
    'registration:memberBelong,exportBtn',
    '*.accounts:memberBelong,changeSalesman,reAllocation,revokeBatchEmpower,userLog,userAccessLog',
    'app.orders:presale,forSale,changeSalesman',
    // from what search marketing costs to the contracts that came of it
    'semData:view,count',
    'semSearch:view',
    'semDetail:view',
    'registrationStatistics:count',
  ],
}

/** Before 销售, whose place is 60. */
const SORT = 55

export async function addDemoRoles(tx: Tx): Promise<void> {
  const isThere = eq(roles.code, managerRole.code)
  if ((await tx.select({ id: roles.id }).from(roles).where(isThere)).length > 0) return
  await storeRole(tx, managerRole, SORT)
}
