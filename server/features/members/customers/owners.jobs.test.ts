// The job that changes many owners: all or nothing, with a file that lists the outcome of each.
import { buffer } from 'node:stream/consumers'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { openFile } from '#server/core/files/files.ts'
import { enterprises, members, ownerChanges } from '#server/db/schema/members/members.ts'
import { makeEnterprise, makeRole, makeUser } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { cellsOf } from '#test/sheets.ts'
import { moveOwners } from './owners.jobs.ts'

const server = testServer()
const db = () => server().database.db
const rights = ['bigData.accounts.reAllocation', 'customerList.reAllocation']
const ofMembers = { call: 'reallocateMembers' as const, subProduct: 'bigData' as const, reason: '离职' }
const ofEnterprises = { call: 'reallocateEnterprises' as const, subProduct: null, reason: '离职' }
type Named = { id: string; userName: string }
let head: Named
let below: Named
let outside: Named

beforeAll(async () => {
  const { code: roleCode } = await makeRole(db(), ...rights)
  head = await makeUser(db(), { roleCode, realName: '归属主管' })
  below = await makeUser(db(), { roleCode, saleParentId: head.id })
  outside = await makeUser(db(), { roleCode })
})

it('killed half-way changes nothing; run again it changes each once, except those that have another owner by now', async () => {
  const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: head.id })
  const people = await db()
    .insert(members)
    .values(
      Array.from({ length: 600 }, (_, at) => ({
        enterpriseId,
        ownerId: head.id,
        realName: '众',
        loginName: `moved.${at}`,
        mobile: `moved${at}`,
      })),
    )
    .returning({ id: members.id })
  const ids = people.map(({ id }) => id)
  const [gone = ''] = ids
  await db().update(members).set({ ownerId: outside.id }).where(eq(members.id, gone))
  const moves = ids.map((id) => ({ target: 'member' as const, id, fromId: head.id, toId: below.id }))
  const attempt = (diesAfter = Number.POSITIVE_INFINITY) => {
    const controller = new AbortController()
    return moveOwners.run({
      id: '1',
      input: { ...ofMembers, moves },
      core: server().server.core,
      signal: controller.signal,
      by: { id: head.id, name: head.userName, address: '', requestId: 'test' },
      progress: (done) => {
        if (done >= diesAfter) controller.abort(new Error('died'))
      },
      finish: async (_tx, outcome) => outcome,
    })
  }
  const changed = () => db().select().from(ownerChanges).where(inArray(ownerChanges.targetId, ids))
  await expect(attempt(0)).rejects.toThrow('died')
  expect(await changed()).toEqual([])
  // two attempts at once, as when one was wrongly taken for dead
  const ends = await Promise.all([attempt(), attempt()])
  expect(ends.map(({ done }) => done).toSorted()).toEqual([0, 599])
  expect(await changed()).toHaveLength(599)
  const [stayed] = await db().select().from(members).where(eq(members.id, gone))
  expect(stayed?.ownerId).toBe(outside.id)
  const { fileId = '' } = ends.find(({ done }) => done > 0) ?? {}
  const [, ...rows] = await cellsOf(await buffer((await openFile(server().server.core, fileId)).stream))
  expect(rows.filter(([, , , , outcome]) => outcome !== '成功')).toEqual([
    ['会员', '众（moved.0）', '归属主管', expect.any(String), '未变更', '已另有变更、已锁定、已删除或不在您的范围内'],
  ])
})

it('product.md sales scope: moves only what its starter may still see, and nothing where the starter is disabled', async () => {
  const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: below.id })
  const moves = [{ target: 'enterprise' as const, id: enterpriseId, fromId: below.id, toId: outside.id }]
  const attempt = ({ id, userName }: Named) =>
    moveOwners.run({
      id: '1',
      input: { ...ofEnterprises, moves },
      core: server().server.core,
      signal: new AbortController().signal,
      by: { id, name: userName, address: '', requestId: 'test' },
      progress: () => undefined,
      finish: async (_tx, outcome) => outcome,
    })
  expect(await attempt(outside)).toMatchObject({ done: 0, failed: 1 })
  const { code: roleCode } = await makeRole(db(), ...rights)
  const disabled = await makeUser(db(), { roleCode, status: 'disabled' })
  await expect(attempt(disabled)).rejects.toMatchObject({ key: 'forbidden' })
  expect(await attempt(head)).toMatchObject({ done: 1, failed: 0 })
})

it('§6 counts customers, whose members go along', async () => {
  const { id: enterpriseId } = await makeEnterprise(db(), { ownerId: head.id })
  const people = ['甲', '乙'].map((realName, at) => ({
    enterpriseId,
    realName,
    ownerId: head.id,
    loginName: `along.${at}`,
    mobile: `1770000000${at}`,
  }))
  const made = await db().insert(members).values(people).returning({ id: members.id })
  await db()
    .update(members)
    .set({ ownerId: outside.id })
    .where(eq(members.id, made[1]?.id ?? ''))
  const between = { fromId: head.id, toId: below.id }
  const moves = [
    { target: 'enterprise' as const, id: enterpriseId, ...between },
    ...made.map(({ id }) => ({ target: 'member' as const, id, ...between })),
  ]
  const input = { ...ofEnterprises, moves }
  expect(moveOwners.title(input)).toBe('更换销售：1 个客户')
  const told: number[][] = []
  const ended = await moveOwners.run({
    id: '1',
    input,
    core: server().server.core,
    signal: new AbortController().signal,
    by: { id: head.id, name: head.userName, address: '', requestId: 'test' },
    progress: (done, total) => void told.push([done, total]),
    finish: async (_tx, outcome) => outcome,
  })
  expect(told).toEqual([[0, 1]])
  expect(ended).toMatchObject({
    done: 1,
    failed: 1,
    message: '变更 1 个客户，随客户的 1 个会员未变更，逐个结果在文件中',
  })
  expect(moveOwners.title({ ...ofMembers, moves: moves.slice(1) })).toBe('更换销售：2 个会员')
})

it.each([ofMembers, ofEnterprises])(
  '§6 moves nothing where its starter has lost the right to $call',
  async (started) => {
    const others = rights.filter((right) => right.startsWith('bigData') !== (started.subProduct !== null))
    const { code: roleCode } = await makeRole(db(), ...others)
    const starter = await makeUser(db(), { roleCode })
    const { id } = await makeEnterprise(db(), { ownerId: starter.id })
    const moves = [{ target: 'enterprise' as const, id, fromId: starter.id, toId: outside.id }]
    const attempt = moveOwners.run({
      id: '1',
      input: { ...started, moves },
      core: server().server.core,
      signal: new AbortController().signal,
      by: { id: starter.id, name: starter.userName, address: '', requestId: 'test' },
      progress: () => undefined,
      finish: async (_tx, outcome) => outcome,
    })
    await expect(attempt).rejects.toMatchObject({ key: 'forbidden' })
    const [enterprise] = await db().select().from(enterprises).where(eq(enterprises.id, id))
    expect(enterprise?.ownerId).toBe(starter.id)
  },
)
