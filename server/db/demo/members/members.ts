// Who signs in for the demo company's customers, and their accounts in the sub-products.

import { insertRows } from '#server/core/rows/insert-rows.ts'
import type { Tx } from '../../connection.ts'
import { memberAccounts, members } from '../../schema/members/members.ts'
import { createChance } from '../random.ts'
import type { Days } from './customers-days.ts'
import type { PlannedAccount, PlannedEnterprise, PlannedMember } from './customers-plan.ts'

const SEED = 20_260_302

type Options = { planned: readonly PlannedEnterprise[]; enterpriseIds: readonly string[]; passwordHash: string }

/** @returns the ids of the planned accounts */
export async function addMembers(
  tx: Tx,
  days: Days,
  { planned, enterpriseIds, passwordHash }: Options,
): Promise<Map<PlannedAccount, string>> {
  const chance = createChance(SEED + (planned[0]?.number ?? 0))
  const openedOn = new Map(
    planned.flatMap(({ plans }) =>
      plans.flatMap((plan) => plan.accounts.map((one) => [one, plan.openedOn ?? -1] as const)),
    ),
  )
  const ids = new Map<PlannedMember, string>()

  const rowOf = (member: PlannedMember, at: number, mainId: string | null) => {
    const began = Math.min(0, ...member.accounts.map((account) => openedOn.get(account) ?? 0))
    const moment = days.moment(chance, began)
    return {
      enterpriseId: enterpriseIds[at] ?? '',
      mainId,
      loginName: member.loginName,
      realName: member.realName,
      mobile: member.mobile,
      email: member.email,
      source: member.isSub ? ('subAccount' as const) : (planned[at]?.source ?? ('manual' as const)),
      ownerId: planned[at]?.owner?.id ?? null,
      passwordHash: chance.happens(0.92) ? passwordHash : '',
      locked: member.isLocked,
      wxOpenId: chance.happens(0.2) ? `demo-member-${member.number}` : null,
      createdAt: moment,
      updatedAt: moment,
    }
  }
  for (const isSub of [false, true]) {
    const some = planned.flatMap((enterprise, at) =>
      enterprise.members
        .filter((member) => member.isSub === isSub)
        .map((member) => ({
          member,
          row: rowOf(member, at, isSub ? (ids.get(enterprise.members[0] as PlannedMember) ?? null) : null),
        })),
    )
    const stored = await insertRows(
      tx,
      members,
      some.map(({ row }) => row),
    )
    for (const [at, { member }] of some.entries()) ids.set(member, stored[at] ?? '')
  }

  const accounts = planned.flatMap(({ plans }) => plans.flatMap((plan) => plan.accounts))
  const stored = await insertRows(
    tx,
    memberAccounts,
    accounts.map((account) => {
      const at = days.moment(chance, openedOn.get(account) ?? 0)
      return {
        memberId: ids.get(account.member) ?? '',
        subProduct: account.subProduct,
        status: account.isDisabled ? ('disabled' as const) : ('enabled' as const),
        subQuota: account.subQuota,
        modules: account.modules,
        openedAt: at,
        updatedAt: at,
      }
    }),
  )
  return new Map(accounts.map((account, at) => [account, stored[at] ?? '']))
}
