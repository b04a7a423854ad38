// The role that only the demo company has: who is at the head of a department. A new database begins without, as what such a
// person may do differs from company to company.
import { eq } from 'drizzle-orm'
import type { Tx } from '../../connection.ts'
import { roles } from '../../schema/organisation.ts'
import { type RoleSeed, roleSeeds } from '../../seed/roles.ts'
import { storeRole } from '../../seed/seed.ts'

const sales = roleSeeds.find(({ code }) => code === 'sales')

/** All that salespeople may do, and what is theirs to share out among the people below. */
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
  ],
}

/** Before 销售, whose place is 60. */
const SORT = 55

export async function addDemoRoles(tx: Tx): Promise<void> {
  const isThere = eq(roles.code, managerRole.code)
  if ((await tx.select({ id: roles.id }).from(roles).where(isThere)).length > 0) return
  await storeRole(tx, managerRole, SORT)
}
