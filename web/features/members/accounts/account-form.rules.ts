// What the form of a new account holds, and what its call takes of that.
import type { NewAccount } from '../../../../contract/members/accounts.ts'
import type { AccountModule } from '../../../../contract/members/members.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'

export type NewValues = {
  /** Somebody who is a member already; the person's own fields are out of sight then. */
  memberId?: string | null
  enterpriseId?: string | null
  enterpriseName?: string
  loginName?: string
  realName?: string
  mobile?: string
  email?: string
  password?: string
  ownerId?: string | null
  modules: AccountModule[]
  subQuota?: number
  remark?: string
}

export const newValues: NewValues = {
  memberId: null,
  enterpriseId: null,
  enterpriseName: '',
  loginName: '',
  realName: '',
  mobile: '',
  email: '',
  password: '',
  ownerId: null,
  modules: [],
  subQuota: 0,
  remark: '',
}

/** Fields that are out of sight are not sent: a member brings their own. */
export function inputOf(subProduct: SubProductKey, values: NewValues): NewAccount {
  const { memberId, modules, subQuota = 0, enterpriseId, ...person } = values
  const account = { subProduct, modules, subQuota }
  if (memberId) return { ...account, memberId }
  return { ...account, ...person, ...(enterpriseId && { enterpriseId }) }
}
