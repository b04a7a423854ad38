// Merging double customers over HTTP, and taking it back.
import { and, desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '#contract/days.ts'
import { mergeEnterprises, queryEnterpriseMerges, undoEnterpriseMerge } from '#contract/members/customer-merges.ts'
import { getEnterprise, queryEnterprises } from '#contract/members/customers.ts'
import { enterpriseContacts, enterprises, members } from '#server/db/schema/members/members.ts'
import { enterpriseMerges } from '#server/db/schema/members/merges.ts'
import { complaints, followUps } from '#server/db/schema/service.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { visitEnterprises } from '#server/db/schema/visits.ts'
import { confirm } from '#test/confirm.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { mergeTargets } from './merges.queries.ts'

const server = testServer()
const db = () => server().database.db
let keeper: Person
let colleague: Person
let reader: Person
let count = 0

const today = dayOf(Date.now())
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

beforeAll(async () => {
  const role = await makeRole(db(), 'customerList.view', 'customerList.delete')
  keeper = await server().as(role.code, { realName: '合并销售' })
  colleague = await server().as(role.code)
  reader = await server().as((await makeRole(db(), 'customerList.view')).code)
})

type Values = Partial<typeof enterprises.$inferInsert>

async function company(values: Values = {}) {
  const { id } = await makeEnterprise(db(), { name: `合并公司${++count}`, ownerId: keeper.id, ...values })
  const contact = async (name: string, isMain: boolean) =>
    (await db().insert(enterpriseContacts).values({ enterpriseId: id, name, isMain }).returning())[0]?.id ?? ''
  const contactId = await contact('主要的人', true)
  const followed = async (hours: number, nextOn: string | null) => {
    const values = { enterpriseId: id, contactId, way: 'phone', result: 'reached', content: '谈过', nextOn } as const
    const [row] = await db()
      .insert(followUps)
      .values({ ...values, at: ago(hours), authorId: keeper.id })
      .returning()
    return row?.id ?? ''
  }
  return { id, contactId, contact, followed }
}

/** Every row that refers to a customer, and the customer. Spellings are filled in the background. */
async function stateOf(...ids: string[]) {
  const parts: unknown[] = []
  for (const id of ids) {
    const customer = await db().execute(
      sql`select to_jsonb(e) - '{updated_at,version,spelling}'::text[] as row from enterprises e where id = ${id}`,
    )
    parts.push(customer.rows)
    for (const [name, { column }] of Object.entries(mergeTargets)) {
      const { rows } = await db().execute(sql`select to_jsonb(t) - 'spelling' as row from ${sql.identifier(name)} t
        where ${sql.identifier(column.name)} = ${id} order by id`)
      parts.push(rows)
    }
  }
  return parts
}

const mergeInto = (keepId: string, dropId: string, by = keeper) =>
  confirm(server(), by, mergeEnterprises, { keepId, dropId })
const undo = (id: string, by = keeper) => by.call(undoEnterpriseMerge, { id })

describe('merging customers', () => {
  it('issue 36.4 "every table with a reference to customers": none is forgotten', async () => {
    const { rows } = await db().execute<{
      name: string
    }>(sql`select k.conrelid::regclass::text || '.' || a.attname as name
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.contype = 'f' and k.confrelid = 'enterprises'::regclass order by 1`)
    const moved = Object.entries(mergeTargets).map(([name, { column }]) => `${name}.${column.name}`)
    expect(rows.map(({ name }) => name)).toEqual(moved.toSorted())
  })

  it('issue 36.4 "preview says what moves": in one act, and the undo puts all back', async () => {
    const keep = await company({ name: '留下的公司' })
    const drop = await company({
      name: '重复的公司',
      creditCode: '91310000MA1FL1234X',
      industry: '钢铁',
      remark: '老客户',
    })
    const member = await makeMember(db(), { ownerId: keeper.id, enterpriseId: drop.id })
    await makeAccount(db(), 'bigData', { memberId: member.id })
    const older = await keep.followed(30, addDays(today, 2))
    await drop.followed(5, addDays(today, 3))
    const site = { kind: 'mill', ownerId: keeper.id } as const
    await db()
      .insert(visitEnterprises)
      .values([
        { ...site, name: '留下的工厂', customerId: keep.id },
        { ...site, name: '重复的工厂', customerId: drop.id },
      ])
    const complaint = { way: 'phone', at: ago(3), content: '慢', ownerId: keeper.id, authorId: keeper.id } as const
    await db()
      .insert(complaints)
      .values({ ...complaint, enterpriseId: drop.id })
    const before = await stateOf(keep.id, drop.id)

    const { preview, done } = await mergeInto(keep.id, drop.id)
    expect(preview?.text).toContain('“重复的公司”（合并销售）并入“留下的公司”（合并销售）后删除，7 天内可以撤销')
    expect(preview?.groups.map(({ title, count: rows, names }) => [title, rows, names])).toEqual([
      ['联系人', 1, ['主要的人']],
      ['会员', 1, []],
      ['跟进记录', 1, []],
      ['投诉', 1, []],
      ['后者已有拜访企业，将解除关联的拜访企业', 1, []],
      ['会员的账号', 1, []],
      ['随之完成的待跟进（较早的一个）', 1, []],
      ['补充到“留下的公司”', 3, ['信用代码', '行业', '备注']],
    ])
    expect(done.data).toMatchObject({ moved: 4 })
    const { data } = await keeper.call(getEnterprise, { id: keep.id })
    expect(data).toMatchObject({ creditCode: '91310000MA1FL1234X', industry: '钢铁', remark: '老客户', members: 1 })
    expect(data.contacts.map(({ isMain }) => isMain)).toEqual([true, false])
    expect((await keeper.call(getEnterprise, { id: drop.id })).code).toBe(20404)
    const open = await db()
      .select()
      .from(followUps)
      .where(and(eq(followUps.enterpriseId, keep.id), sql`ended_by_id is null`))
    expect(open.map(({ id }) => id)).not.toContain(older)
    const [row] = (await keeper.call(queryEnterpriseMerges, {})).data
    expect(row).toMatchObject({
      keptName: '留下的公司',
      droppedName: '重复的公司',
      moved: 4,
      canUndo: true,
      actorName: '合并销售',
    })

    expect((await undo(done.data.id)).data).toEqual({ enterpriseId: drop.id })
    expect(await stateOf(keep.id, drop.id)).toEqual(before)
    expect(await undo(done.data.id)).toMatchObject({ code: 409, msg: '这次合并已经撤销' })
    expect((await keeper.call(queryEnterpriseMerges, {})).data[0]).toMatchObject({ canUndo: false })
    const acts = await db()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.targetId, keep.id))
      .orderBy(desc(auditLog.id))
    expect(acts.map(({ action }) => action)).toEqual(['enterprise.unmerge', 'enterprise.merge'])
  })

  it('issue 36.4 "double customers": of one name, the list of doubles ends and comes back', async () => {
    const keep = await company({ name: '重名公司', namesake: 1 })
    const drop = await company({ name: '重名公司', namesake: 0 })
    const doubles = async () =>
      (await keeper.call(queryEnterprises, { name: '重名公司', isDouble: true })).data.records.map(({ id }) => id)
    expect((await doubles()).toSorted()).toEqual([keep.id, drop.id].toSorted())
    const { done } = await mergeInto(keep.id, drop.id)
    expect(await doubles()).toEqual([])
    await undo(done.data.id)
    expect((await doubles()).toSorted()).toEqual([keep.id, drop.id].toSorted())
  })

  it('issue 36.4 "refuses what has changed since, saying why"', async () => {
    type Change = (kept: string, moved: { contactId: string; followUpId: string; memberId: string }) => Promise<unknown>
    const other = await company()
    const changes: [Change, string][] = [
      [
        (_, { contactId }) => db().delete(enterpriseContacts).where(eq(enterpriseContacts.id, contactId)),
        '联系人有 1 项已删除或转到其他客户',
      ],
      [
        (_, { memberId }) => db().update(members).set({ enterpriseId: other.id }).where(eq(members.id, memberId)),
        '会员有 1 项已删除或转到其他客户',
      ],
      [
        (kept) => db().update(enterprises).set({ industry: '化工' }).where(eq(enterprises.id, kept)),
        '行业在合并后改过',
      ],
      [
        async (kept, { contactId }) => {
          await db().update(enterpriseContacts).set({ isMain: false }).where(eq(enterpriseContacts.enterpriseId, kept))
          await db().update(enterpriseContacts).set({ isMain: true }).where(eq(enterpriseContacts.id, contactId))
        },
        '主要联系人在合并后改过',
      ],
      [
        async (kept, { followUpId }) => {
          const values = {
            enterpriseId: kept,
            way: 'phone',
            result: 'reached',
            content: '新的',
            authorId: keeper.id,
          } as const
          const [newer] = await db()
            .insert(followUps)
            .values({ ...values, at: ago(0) })
            .returning()
          await db()
            .update(followUps)
            .set({ endedById: newer?.id ?? null })
            .where(eq(followUps.id, followUpId))
        },
        '合并后的跟进完成了合并前的待跟进',
      ],
    ]
    for (const [change, reason] of changes) {
      const keep = await company()
      const drop = await company({ industry: '钢铁' })
      const { id: memberId } = await makeMember(db(), { ownerId: keeper.id, enterpriseId: drop.id })
      const followUpId = await drop.followed(5, addDays(today, 3))
      const { done } = await mergeInto(keep.id, drop.id)
      await change(keep.id, { contactId: drop.contactId, followUpId, memberId })
      const before = await stateOf(keep.id, drop.id)
      expect(await undo(done.data.id), reason).toMatchObject({ code: 409, msg: `不能撤销：${reason}` })
      expect(await stateOf(keep.id, drop.id), reason).toEqual(before)
    }
  })

  it('issue 36.4 "within a time": not after seven days', async () => {
    const [keep, drop] = [await company(), await company()]
    const { done } = await mergeInto(keep.id, drop.id)
    const { id } = done.data
    await db()
      .update(enterpriseMerges)
      .set({ at: ago(7 * 24 + 1) })
      .where(eq(enterpriseMerges.id, id))
    expect(await undo(id)).toMatchObject({ code: 409, msg: '合并已超过 7 天，不能撤销' })
  })

  it('§6 is refused without the right, of itself and out of scope', async () => {
    const [keep, drop] = [await company(), await company()]
    const theirs = await company({ ownerId: colleague.id })
    const input = { keepId: keep.id, dropId: drop.id }
    expect(await reader.call(mergeEnterprises, input)).toMatchObject({ status: 403 })
    expect(await reader.call(queryEnterpriseMerges, {})).toMatchObject({ status: 403 })
    expect((await mergeInto(keep.id, keep.id)).done).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'dropId' }] },
    })
    expect((await mergeInto(keep.id, theirs.id)).done).toMatchObject({ code: 20404 })
    expect((await mergeInto(theirs.id, drop.id)).done).toMatchObject({ code: 20404 })
    const { done } = await mergeInto(keep.id, drop.id)
    expect(await undo(done.data.id, colleague)).toMatchObject({ code: 20404 })
    expect(await undo(done.data.id, reader)).toMatchObject({ status: 403 })
    expect((await colleague.call(queryEnterpriseMerges, {})).data).toEqual([])
  })
})
