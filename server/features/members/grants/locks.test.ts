// The order of locks: enterprises, then accounts, then members, each by rising ids, so that no two acts deadlock. Each
// test holds the first lock that an act needs, waits until it blocks, and checks that it holds none of the later ones.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addAccount, associateAccount, generateAiAccounts } from '#contract/members/accounts.ts'
import { linkMembers } from '#contract/members/customers.ts'
import { grantRuleCalls } from '#contract/members/grant-rules.ts'
import { undoGrants } from '#contract/members/grant-undo.ts'
import { setEnterpriseOwner } from '#contract/members/owners.ts'
import { addPartnerMembers, empowerPartner, partnerCalls } from '#contract/members/partners.ts'
import { permissionSetCalls } from '#contract/members/permission-sets.ts'
import { moveSubAccounts } from '#contract/members/sub-accounts.ts'
import { databaseToday } from '#server/core/clock.ts'
import type { Core } from '#server/core/core.ts'
import type { Tx } from '#server/db/connection.ts'
import { grantActs, grantPresets, grants } from '#server/db/schema/members/grants.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeProduct, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { acceptLogs } from '../activity/account-logs.acts.ts'
import { giveGrants, revokeGrants } from './grants.acts.ts'

const server = testServer()
const db = () => server().database.db
const by = { id: null, name: '测试', address: '', requestId: '' }
let admin: Person

beforeAll(async () => {
  admin = await server().as('administrator')
})

const tables = { enterprise: enterprises, account: memberAccounts, member: members, act: grantActs }
type Kind = keyof typeof tables
const lock = (tx: Tx, kind: Kind, ids: readonly string[], how: 'no key update' | 'key share' = 'no key update') =>
  tx
    .select({ id: tables[kind].id })
    .from(tables[kind])
    .where(inArray(tables[kind].id, [...ids]))
    .for(how, { noWait: true })

const isWaiting = async () => {
  const { rows } = await db().execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return (rows[0]?.n ?? 0) > 0
}

/** Runs an act while a row is held; once the act waits for it, locks the other rows, which must be free. */
async function whileHeld<T>(held: [Kind, string], act: () => Promise<T>, free: [Kind, string[]]): Promise<T> {
  let running: Promise<T> | undefined
  await db().transaction(async (tx) => {
    await lock(tx, held[0], [held[1]])
    running = act()
    await expect.poll(isWaiting).toBe(true)
    await lock(tx, free[0], free[1])
  })
  return running as Promise<T>
}

async function family(subQuota = 1) {
  const { id: enterpriseId } = await makeEnterprise(db())
  // the sub-account has a lower id than its main account, as after a move
  const sub = await makeMember(db(), { enterpriseId })
  const main = await makeMember(db(), { enterpriseId })
  await db().update(members).set({ mainId: main.id }).where(eq(members.id, sub.id))
  const account = await makeAccount(db(), 'bigData', { memberId: main.id, subQuota })
  const subAccount = await makeAccount(db(), 'bigData', { memberId: sub.id })
  return { enterpriseId, sub, main, id: account.id, subId: subAccount.id }
}

describe('locks are taken in one order', () => {
  it('moving sub-accounts: all accounts of the main members before any member', async () => {
    const from = await family()
    const to = await makeMember(db(), { enterpriseId: from.enterpriseId })
    const { id: toId } = await makeAccount(db(), 'bigData', { memberId: to.id, subQuota: 1 })
    const further = await makeAccount(db(), 'app', { memberId: to.id })
    const input = { fromId: from.id, toId, toIds: [from.subId], backIds: [] }
    const free: [Kind, string[]] = ['member', [from.main.id, to.id, from.sub.id]]
    expect(await whileHeld(['account', further.id], () => admin.call(moveSubAccounts, input), free)).toMatchObject({
      code: 200,
    })
  })

  it('linking an account to an enterprise: the enterprise before accounts and members', async () => {
    const { id, main } = await family()
    const enterprise = await makeEnterprise(db())
    const input = { id, enterpriseId: enterprise.id, takesOwner: false, reason: '更名' }
    const act = () => admin.call(associateAccount, input)
    expect(await whileHeld(['enterprise', enterprise.id], act, ['member', [main.id]])).toMatchObject({ code: 200 })
  })

  it('linking an account to an enterprise: an older sub-account before its main account', async () => {
    const { id, main, sub } = await family()
    const enterprise = await makeEnterprise(db())
    const input = { id, enterpriseId: enterprise.id, takesOwner: false, reason: '更名' }
    const act = () => admin.call(associateAccount, input)
    expect(await whileHeld(['member', sub.id], act, ['member', [main.id]])).toMatchObject({ code: 200 })
  })

  it('linking members to an enterprise: an older sub-account before its main account', async () => {
    const { main, sub } = await family()
    const enterprise = await makeEnterprise(db())
    const input = { enterpriseId: enterprise.id, memberIds: [main.id] }
    const act = () => confirm(server(), admin, linkMembers, input)
    const { done } = await whileHeld(['member', sub.id], act, ['member', [main.id]])
    expect(done).toMatchObject({ code: 200 })
  })

  it('opening an account for a sub-account: the main account before the member', async () => {
    const { sub, main } = await family()
    const app = await makeAccount(db(), 'app', { memberId: main.id, subQuota: 1 })
    const input = { subProduct: 'app' as const, memberId: sub.id, modules: [], subQuota: 0 }
    const act = () => admin.call(addAccount, input)
    expect(await whileHeld(['account', app.id], act, ['member', [sub.id]])).toMatchObject({ code: 200 })
  })

  it('applying a permission set: accounts by rising ids, whatever the order of members', async () => {
    const one = await makeMember(db())
    const two = await makeMember(db())
    const older = await makeAccount(db(), 'bigData', { memberId: two.id })
    const newer = await makeAccount(db(), 'bigData', { memberId: one.id })
    const set = { name: '锁序方案', subProducts: ['bigData' as const], modules: [], productIds: [], remark: '' }
    const { id: productId } = await makeProduct(db())
    const { data: made } = await admin.call(permissionSetCalls.add, { ...set, productIds: [productId] })
    const { data: partner } = await admin.call(partnerCalls.add, {
      name: '锁序伙伴',
      code: 'lock-order',
      contact: '',
      mobile: '',
      domains: [],
      remark: '',
      permissionSetId: made.id,
      endsOn: null,
      ownerId: null,
    })
    await admin.call(addPartnerMembers, { id: partner.id, loginNames: [one.loginName, two.loginName] })
    const day = await databaseToday(db())
    const input = { id: partner.id, kind: 'trial' as const, startsOn: day, endsOn: day, reason: '试用' }
    const act = () => confirm(server(), admin, empowerPartner, input)
    const { done } = await whileHeld(['account', older.id], act, ['account', [newer.id]])
    expect(done).toMatchObject({ code: 200 })
  })

  it('storing logs: accounts before members', async () => {
    const { id, main } = await family()
    const at = new Date().toISOString()
    const row = { loginName: main.loginName, subProduct: 'bigData' as const, kind: 'signIn' as const, at }
    const author = { ...by, id: admin.id }
    const act = () => acceptLogs({ db: db() } as Core, author, '1', [row])
    expect(await whileHeld(['account', id], act, ['member', [main.id]])).toMatchObject({ stored: 1 })
  })

  it('changing owners: the receiver cannot be disabled before the act ends', async () => {
    const { id } = await makeEnterprise(db())
    const { id: ownerId } = await makeUser(db(), { roleCode: 'sales', realName: '被禁用' })
    const input = { id, ownerId, withMembers: false, reason: '分配' }
    let running: Promise<unknown> | undefined
    await db().transaction(async (tx) => {
      await tx.update(users).set({ status: 'disabled' }).where(eq(users.id, ownerId))
      running = admin.call(setEnterpriseOwner, input)
      await expect.poll(isWaiting).toBe(true)
    })
    expect(await running).toMatchObject({ status: 400, msg: '接收人“被禁用”的账号已禁用、锁定或到期' })
  })

  it('a rule that uses a preset which is being deleted is refused without a server error', async () => {
    const subProduct = 'oilGas' as const
    const values = { subProduct, name: '将删除', kind: 'trial' as const, days: 7 }
    const [preset] = await db().insert(grantPresets).values(values).returning()
    const presetId = preset?.id ?? ''
    const input = { subProduct, name: '规则', source: '' as const, province: '', presetId, isEnabled: true }
    let running: Promise<unknown> | undefined
    await db().transaction(async (tx) => {
      await tx.delete(grantPresets).where(eq(grantPresets.id, presetId))
      running = admin.call(grantRuleCalls.add, input)
      await expect.poll(isWaiting).toBe(true)
    })
    expect(await running).toMatchObject({ status: 400, msg: '授权方案不存在' })
  })

  it('undoing an act does not deadlock with the batch that adds to it', async () => {
    const { id } = await family()
    const day = await databaseToday(db())
    const input = { productId: null, kind: 'trial', startsOn: day, endsOn: day, quota: null } as const
    const { actId } = await db().transaction((tx) =>
      giveGrants(tx, by, { via: 'batch', reason: '' }, [{ accountId: id, ...input }]),
    )
    let running: Promise<unknown> | undefined
    await db().transaction(async (tx) => {
      await lock(tx, 'account', [id])
      running = admin.call(undoGrants, { actId: actId ?? '' })
      await expect.poll(isWaiting).toBe(true)
      await lock(tx, 'act', [actId ?? ''], 'key share')
    })
    expect(await running).toMatchObject({ code: 200, data: { changed: 1 } })
  })
})

describe('state is read again under the lock', () => {
  it('an act on an account that was deleted since is not undone in part', async () => {
    const { id, subId } = await family()
    const day = await databaseToday(db())
    const input = { productId: null, kind: 'trial', startsOn: day, endsOn: day, quota: null } as const
    const act = { via: 'single', reason: '' } as const
    await db().transaction((tx) => giveGrants(tx, by, act, [{ accountId: subId, ...input }]))
    const { actId } = await db().transaction((tx) => revokeGrants(tx, by, act, [subId]))
    await db().update(memberAccounts).set({ deletedAt: sql`now()` }).where(eq(memberAccounts.id, subId))
    const undone = await admin.call(undoGrants, { actId: actId ?? '' })
    expect(undone).toMatchObject({ code: 409, msg: '涉及的账号已删除，不能撤销' })
    expect(
      await db()
        .select()
        .from(grantActs)
        .where(eq(grantActs.id, actId ?? '')),
    ).toMatchObject([{ undoneBy: null }])
    expect(id).not.toBe(subId)
  })

  it('AI accounts: none for a locked member, nor for a sub-account whose main account has no place', async () => {
    const { id, sub, subId } = await family()
    const locked = await makeMember(db(), { locked: true })
    const { id: lockedId } = await makeAccount(db(), 'bigData', { memberId: locked.id })
    const reply = await admin.call(generateAiAccounts, { ids: [id, subId, lockedId], days: 7 })
    expect(reply).toMatchObject({
      code: 602,
      data: [
        { id, ok: true },
        { id: subId, ok: false, msg: '主账号没有子账号名额' },
        { id: lockedId, ok: false, msg: '会员已锁定，不能授权' },
      ],
    })
    const held = await db()
      .select()
      .from(memberAccounts)
      .where(inArray(memberAccounts.memberId, [sub.id, locked.id]))
    expect(held).toHaveLength(2)
    expect(
      await db()
        .select()
        .from(grants)
        .where(inArray(grants.accountId, [subId, lockedId])),
    ).toEqual([])
  })
})
