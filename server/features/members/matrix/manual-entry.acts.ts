// Manual entry of accounts: checks lines against stored data, finds or creates enterprise, member and account, and
// grants. The same for one line and for a sheet.

import { accountModuleKeys, type GrantKind } from '#contract/members/members.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { textKey } from '#contract/text.ts'
import { checkMobile } from '#contract/validation.ts'
import type { Person } from '#server/core/access/actors.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Author } from '#server/core/core.ts'
import { refuse } from '#server/core/http/refusal.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { insertAccounts } from '../accounts/accounts-import.queries.ts'
import { lockWithMains } from '../accounts/accounts-write.queries.ts'
import { giveGrants } from '../grants/grants.acts.ts'
import {
  insertEnterprises,
  insertMembers,
  type KnownEnterprise,
  type KnownMember,
  knownEnterprises,
  knownMembers,
} from './manual-entry.queries.ts'
import { conflictOf, type Line, type LineKey } from './manual-entry.rules.ts'

export type Entry = Line & {
  /** Empty where the sub-product is granted as a whole. */
  productIds: readonly string[]
  kind: GrantKind
  endsOn: string
}

const key = textKey

type Known = {
  enterprises: ReadonlyMap<string, KnownEnterprise>
  byLogin: ReadonlyMap<string, KnownMember>
  byMobile: ReadonlyMap<string, KnownMember>
}

async function readKnown(
  db: Executor,
  actor: Person,
  subProduct: SubProductKey,
  lines: readonly Line[],
): Promise<Known> {
  const found = await knownMembers(db, actor, subProduct, {
    loginNames: lines.map(({ loginName }) => loginName.trim()),
    mobiles: lines.map(({ mobile }) => mobile),
  })
  return {
    enterprises: await knownEnterprises(
      db,
      actor,
      lines.map(({ enterprise }) => enterprise.trim()),
    ),
    byLogin: new Map(found.map((member) => [key(member.loginName), member])),
    byMobile: new Map(found.map((member) => [member.mobile, member])),
  }
}

type Report = (at: number, field: LineKey, message: string) => void

/** Reports the problems of each line, and duplicates among them. */
export async function checkLines(
  db: Executor,
  actor: Person,
  subProduct: SubProductKey,
  lines: readonly (Line & { number: number })[],
  report: Report,
): Promise<void> {
  const known = await readKnown(db, actor, subProduct, lines)
  const first = { loginName: new Map<string, number>(), mobile: new Map<string, number>() }
  for (const [at, line] of lines.entries()) {
    const wrongMobile = checkMobile(line.mobile)
    if (wrongMobile) report(at, 'mobile', wrongMobile)
    const conflict = conflictOf(line, {
      enterprise: known.enterprises.get(key(line.enterprise)),
      byLogin: known.byLogin.get(key(line.loginName)),
      byMobile: known.byMobile.get(line.mobile),
    })
    for (const [field, message] of Object.entries(conflict)) report(at, field as LineKey, message)
    for (const field of ['loginName', 'mobile'] as const) {
      const value = key(line[field])
      const earlier = first[field].get(value)
      if (value === '') continue
      if (earlier === undefined) first[field].set(value, line.number)
      else report(at, field, `与第 ${earlier} 行重复`)
    }
  }
}

/** Existing members of these lines, locked with their accounts; all lines at once, so as to keep the order of locks. */
export async function lockKnown(
  tx: Tx,
  actor: Person,
  subProduct: SubProductKey,
  lines: readonly Line[],
): Promise<Known> {
  const known = await readKnown(tx, actor, subProduct, lines)
  await lockWithMains(
    tx,
    [...known.byLogin.values()].map(({ id }) => id),
  )
  return known
}

type Origin = { source: 'manual' | 'import'; ownerId: string }

/** Adds the members of these lines who are not there yet, and their enterprises. @returns ids of all, by the key of the login name */
async function addMembers(tx: Tx, known: Known, lines: readonly Line[], origin: Origin): Promise<Map<string, string>> {
  const added = lines.filter(({ loginName }) => !known.byLogin.has(key(loginName)))
  const names = new Map(
    added
      .filter(({ enterprise }) => !known.enterprises.has(key(enterprise)))
      .map(({ enterprise }) => [key(enterprise), enterprise.trim()]),
  )
  const enterpriseIds = await insertEnterprises(
    tx,
    [...names.values()].map((name) => ({ name, ...origin })),
  )
  const fresh = new Map([...names.keys()].map((name, at) => [name, enterpriseIds[at]]))
  const ids = await insertMembers(
    tx,
    added.map(({ enterprise, loginName, realName, mobile }) => ({
      enterpriseId: known.enterprises.get(key(enterprise))?.id ?? fresh.get(key(enterprise)) ?? '',
      loginName: loginName.trim(),
      realName: realName.trim(),
      mobile,
      ...origin,
    })),
  )
  return new Map([
    ...[...known.byLogin].map(([name, { id }]) => [name, id] as const),
    ...added.map(({ loginName }, at) => [key(loginName), ids[at] ?? ''] as const),
  ])
}

/** Stores lines that were checked in this transaction. @returns their accounts, in the same order */
export async function saveEntries(
  tx: Tx,
  { by, actor, subProduct }: { by: Author; actor: Person; subProduct: SubProductKey },
  entries: readonly Entry[],
  source: 'manual' | 'import',
): Promise<{ id: string; name: string }[]> {
  const before = await lockKnown(tx, actor, subProduct, entries)
  const known = await readKnown(tx, actor, subProduct, entries)
  const isAsChecked = ({ loginName, ...line }: Entry) => {
    const [was, is] = [before.byLogin.get(key(loginName)), known.byLogin.get(key(loginName))]
    const enterprise = known.enterprises.get(key(line.enterprise))
    return (
      was?.id === is?.id &&
      Object.keys(conflictOf({ loginName, ...line }, { enterprise, byLogin: is, byMobile: undefined })).length === 0
    )
  }
  if (!entries.every(isAsChecked)) throw refuse('conflict', { msg: '会员资料刚被他人修改，请重试' })
  const memberIds = await addMembers(tx, known, entries, { source, ownerId: actor.id })
  const memberOf = ({ loginName }: Entry) => memberIds.get(key(loginName)) ?? ''
  const accountOf = ({ loginName }: Entry) => known.byLogin.get(key(loginName))?.accountId
  const opened = await insertAccounts(
    tx,
    entries
      .filter((entry) => !accountOf(entry))
      .map((entry) => ({ memberId: memberOf(entry), subProduct, modules: accountModuleKeys })),
  )
  const made = entries.map((entry) => ({
    id: accountOf(entry) ?? opened.get(`${memberOf(entry)}:${subProduct}`) ?? '',
    name: entry.loginName.trim(),
  }))
  if (made.some(({ id }) => id === '')) throw refuse('conflict', { msg: '会员资料刚被他人修改，请重试' })
  const startsOn = await databaseToday(tx)
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  const requested = entries.flatMap(({ productIds, kind, endsOn }, at) =>
    (isWhole ? [null] : productIds).map((productId) => ({
      accountId: made[at]?.id ?? '',
      productId,
      kind,
      startsOn,
      endsOn,
      quota: null,
    })),
  )
  await giveGrants(tx, by, { via: 'entry', reason: '手工录入' }, requested)
  return made
}
