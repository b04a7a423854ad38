// The audit log over HTTP: found, shown with its differences, its chain checked.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { dayOf } from '#contract/days.ts'
import { targetLabels } from '#contract/system/audit-labels.ts'
import { checkAuditChain, getAuditAct, queryAuditLog } from '#contract/system/audit-log.ts'
import { audit } from '#server/core/audit/audit.ts'
import { spellNames } from '#server/core/search/spellings.ts'
import { openClient } from '#server/db/connection.ts'
import { roles } from '#server/db/schema/organisation.ts'
import { auditSeals } from '#server/db/schema/system/system.ts'
import { sealAll } from '#test/audit.ts'
import { makeAccount, makeEnterprise, makeMember, makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { readTargets, targetRows } from './audit-targets.ts'

const server = testServer()
let reader: Person

async function asOwner(statement: string): Promise<void> {
  const client = openClient(server().database.owner)
  await client.connect()
  await client.query(statement)
  await client.end()
}

const by = (name: string, address = '10.1.1.1') => ({ id: null, name, address, requestId: `r-${name}` })

beforeAll(async () => {
  const { database, as } = server()
  reader = await as((await makeRole(database.db, 'auditLog.view')).code)
  await database.db.transaction(async (tx) => {
    const user = { targetType: 'user', targetId: '71' }
    await audit(tx, by('wang'), { action: 'user.add', ...user, after: { realName: '王一', password: 'x' } })
    await audit(tx, by('wang'), {
      action: 'user.edit',
      ...user,
      before: { realName: '王一', sort: 1 },
      after: { realName: '王二', sort: 1 },
    })
    await audit(tx, by('li', '10.1.1.2'), { action: 'role.delete', targetType: 'role', targetId: '5' })
  })
})

const found = async (query: Parameters<typeof reader.call<typeof queryAuditLog>>[1]) =>
  (await reader.call(queryAuditLog, query)).data.records.map(({ action, actorName }) => `${actorName} ${action}`)

describe('POST /api/backend/system/auditLog/page', () => {
  it('contract.md shows the newest first, with the changes and without secrets', async () => {
    const { data } = await reader.call(queryAuditLog, { targetType: 'user', targetId: '71' })
    expect(data.records).toMatchObject([
      { action: 'user.edit', address: '10.1.1.1', fields: ['realName'] },
      { action: 'user.add', fields: ['password', 'realName'] },
    ])
    expect(data.records[0]).not.toHaveProperty('changes')
  })

  it('§6 shows values before and after only with the right to details', async () => {
    const [edited, added] = (await reader.call(queryAuditLog, { targetType: 'user', targetId: '71' })).data.records
    expect(await reader.call(getAuditAct, { id: edited?.id ?? '' })).toMatchObject({ status: 403 })
    const keeper = await server().as((await makeRole(server().database.db, 'auditLog.details')).code)
    const changesOf = async (id = '0') => (await keeper.call(getAuditAct, { id })).data.changes
    expect(await changesOf(edited?.id)).toEqual([{ field: 'realName', before: '王一', after: '王二' }])
    expect(await changesOf(added?.id)).toEqual([
      { field: 'password', before: null, after: '***' },
      { field: 'realName', before: null, after: '王一' },
    ])
    expect(await keeper.call(getAuditAct, { id: '999999999' })).toMatchObject({ code: 20404 })
  })

  it('prints names in place of ids of staff, roles and products, in differences and targets', async () => {
    const { db } = server().database
    const role = await makeRole(db)
    const { id } = await makeUser(db, { realName: '副角色甲' })
    const act = { action: 'user.setRelations', targetType: 'user', targetId: id }
    await db.transaction((tx) =>
      audit(tx, by('names'), { ...act, before: { deputyRoleIds: [] }, after: { deputyRoleIds: [role.id], toId: id } }),
    )
    const [listed] = (await reader.call(queryAuditLog, { requestId: 'r-names' })).data.records
    const keeper = await server().as((await makeRole(db, 'auditLog.details')).code)
    const { data } = await keeper.call(getAuditAct, { id: listed?.id ?? '0' })
    const [name] = await db.select({ name: roles.name }).from(roles).where(eq(roles.id, role.id))
    expect(listed).toMatchObject({ targetName: '副角色甲', fields: ['deputyRoleIds', 'toId'] })
    expect(data).toMatchObject({
      changes: [
        { field: 'deputyRoleIds', before: '空', after: name?.name },
        { field: 'toId', before: null, after: `副角色甲（编号 ${id}）` },
      ],
    })
  })

  it('issue "The audit log speaks in names": every kind of target that has rows is looked up', async () => {
    const wanted = new Map(Object.keys(targetRows).map((type) => [type, new Set(['0'])]))
    expect(await readTargets(server().database.db, wanted)).toEqual(new Map())
    // what stands here has no rows, or is no target of an act that names one
    const rowless =
      /^(owners|grant|board|impersonation|staff|subordinate|productAuthorisation|categoryAuthorisation|memberAccount|subAccount|accountLog|accountVisit|grantAct|grantChange|grantChangeBigData|grantChangeOfficialWebsite|grantClosing|entry|signIn|clientLog|auditLog|visitLog|loginFail|export|reliability|registrationStatistics|registrationFigures|searchFigures|searchMarketing|searchDetail|priceData|contactRanking|smsOptOut|mailOptOut)$/
    const types = targetLabels.map(({ value }) => value)
    expect(types.filter((type) => !(type in targetRows) && !rowless.test(type))).toEqual([])
    expect(types.filter((type) => type in targetRows && rowless.test(type))).toEqual([])
    expect(Object.keys(targetRows).filter((type) => !types.includes(type))).toEqual(['applet'])
  })

  it('issue "The audit log speaks in names": of standing rows, of deleted ones, and of each act of these', async () => {
    const { db } = server().database
    const { id, name } = await makeEnterprise(db, { name: '沪江貿易有限公司' })
    const account = await makeAccount(db, 'bigData', {
      memberId: (await makeMember(db, { realName: '孙采购', loginName: 'sun.buyer' })).id,
    })
    const gone = { targetType: 'partner', targetId: '987654' }
    await db.transaction(async (tx) => {
      const who = by('targets')
      await audit(tx, who, {
        action: 'enterprise.edit',
        targetType: 'enterprise',
        targetId: id,
        after: { remark: '甲' },
      })
      await audit(tx, who, { action: 'account.edit', targetType: 'account', targetId: account.id })
      await audit(tx, who, { action: 'partner.edit', ...gone, after: { remark: '乙' } })
      await audit(tx, who, { action: 'partner.removeMembers', ...gone, before: { name: '旧伙伴' } })
    })
    const { records } = (await reader.call(queryAuditLog, { requestId: 'r-targets', ascs: ['at'] })).data
    expect(records.map(({ targetName }) => targetName)).toEqual([name, '孙采购 sun.buyer', '旧伙伴', '旧伙伴'])
  })

  it('issue "The audit log speaks in names": who acted is found and shown by real name and login', async () => {
    const { db } = server().database
    const { id, userName } = await makeUser(db, { userName: 'Single.One', realName: '单丽华' })
    await spellNames(db)
    const who = { id, name: userName, address: '10.1.1.9', requestId: 'r-single' }
    await db.transaction((tx) => audit(tx, who, { action: 'role.edit', targetType: 'role', targetId: '5' }))
    for (const actorName of ['单丽', '單麗', 'shanlihua', 'dlh', 'single.o', 'ＳＩＮＧＬＥ']) {
      const { records } = (await reader.call(queryAuditLog, { actorName, requestId: 'r-single' })).data
      expect(records, actorName).toMatchObject([{ actorName: 'Single.One', actorRealName: '单丽华' }])
    }
  })

  it('finds by person, act, address, request and day, literally', async () => {
    expect(await found({ actorName: 'wan' })).toEqual(['wang user.edit', 'wang user.add'])
    expect(await found({ actorName: '%' })).toEqual([])
    expect(await found({ action: 'delete' })).toEqual(['li role.delete'])
    expect(await found({ address: '10.1.1.2' })).toEqual(['li role.delete'])
    expect(await found({ requestId: 'r-li' })).toEqual(['li role.delete'])
    const today = dayOf(Date.now())
    expect(await found({ requestId: 'r-li', from: today, to: today })).toEqual(['li role.delete'])
    expect(await found({ requestId: 'r-li', to: '2020-01-01' })).toEqual([])
    expect(await found({ requestId: 'r-wang', ascs: ['at'] })).toEqual(['wang user.add', 'wang user.edit'])
  })

  it('§6 refuses without the right, and a period that ends before it begins', async () => {
    const other = await server().as((await makeRole(server().database.db, 'clientLog.view')).code)
    expect(await other.call(queryAuditLog, {})).toMatchObject({ status: 403, code: 403 })
    expect(await reader.call(queryAuditLog, { from: '2026-02-02', to: '2026-02-01' })).toMatchObject({
      status: 400,
      msg: '开始日期不能晚于结束日期',
    })
  })

  it.each([
    [{ ascs: ['id'] }, '排序不在可选范围内'],
    [{ targetId: 'x'.repeat(65) }, '对象编号最多64个字符'],
    [{ from: '2026-2-1' }, '开始日期应为 YYYY-MM-DD'],
  ])('§9 refuses %j', async (input, msg) => {
    const reply = await server().send('POST', queryAuditLog.path, input, { token: reader.token })
    expect(reply).toMatchObject({ status: 400, code: 400, msg })
  })
})

describe('POST /api/backend/system/auditLog/check', () => {
  it('quality.md confirms that the chain is intact, or names the row that breaks it', async () => {
    const { db } = server().database
    const { secretKey } = server().server.core.config
    const checker = await server().as((await makeRole(db, 'auditLog.verify')).code)
    await sealAll(db, secretKey)
    const { data: whole } = await checker.call(checkAuditChain)
    expect(whole).toMatchObject({ broken: [], brokenCount: 0, headFault: null, waiting: 0 })
    expect(whole.sealed).toBeGreaterThan(2)
    expect(whole.head).toMatch(/^[0-9a-f]{64}$/)

    const [third] = await db.select().from(auditSeals).orderBy(auditSeals.id).offset(2).limit(1)
    await asOwner(`alter table audit_seals disable trigger all;
      update audit_seals set hash = repeat('0', 64) where id = ${third?.id}`)
    const { data: broken } = await checker.call(checkAuditChain)
    expect(broken.broken[0]).toBe(third?.auditId)
  })

  it('§6 refuses without the right', async () => {
    expect(await reader.call(checkAuditChain)).toMatchObject({ status: 403, code: 403 })
  })
})
