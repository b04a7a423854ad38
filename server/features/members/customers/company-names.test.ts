// One company however its name is typed, over HTTP: form, import, registrations, leads; and doubles from before.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { queryContacts } from '#contract/members/contacts.ts'
import { customerImport } from '#contract/members/customer-sheets.ts'
import { queryEnterprises, saveEnterprise, searchEnterprises } from '#contract/members/customers.ts'
import { grantTrial, queryRegistrations } from '#contract/members/registration-handling.ts'
import { queryContactFollows } from '#contract/service/contact-follows.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { spellNames } from '#server/core/search/spellings.ts'
import { enterpriseContacts, enterprises } from '#server/db/schema/members/members.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import { followUps } from '#server/db/schema/service.ts'
import { asOwner } from '#test/database.ts'
import { makeEnterprise, makeProduct, makeRegistration, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring } from '#test/sheets.ts'
import { findLeadOwner } from '../registrations/registration-rules.queries.ts'

const server = testServer()
const db = () => server().database.db
let sales: Person
let other: Person
let admin: Person
let count = 0
let name = ''

/** As one company is typed by six people. */
const spellings = (of: string) => [
  `试甲（上海）化工${of}有限公司`,
  `试甲(上海)化工${of}有限公司`,
  `试甲（上海） 化工${of}有限公司`,
  `试甲（上海）\u200b化工${of}有限公司`,
  `試甲（上海）化工${of}有限公司`,
  `试甲（上海）化工${of.toLowerCase()}有限公司`,
]

beforeAll(async () => {
  const rights = ['view', 'add', 'edit'].map((right) => `customerList.${right}`)
  const role = await makeRole(db(), ...rights)
  sales = await server().as(role.code)
  other = await server().as(role.code)
  admin = await server().as('administrator')
})
beforeEach(() => {
  name = `AB${++count}`
})

const save = (person: Person, typed: string) => person.call(saveEnterprise, { name: typed, level: 'B' })
const stored = (part: string) =>
  db()
    .select()
    .from(enterprises)
    .where(sql`text_key(${enterprises.name}) like ${`%${part.toLowerCase()}%`}`)

describe('imports.md "Text that people type": one company', () => {
  it('cannot be added twice by the form, by whomever', async () => {
    const [first = '', ...others] = spellings(name)
    expect((await save(sales, `  ${first}\n`)).code).toBe(200)
    for (const typed of others)
      expect(await save(other, typed), typed).toMatchObject({ status: 400, msg: '企业名称已存在' })
    expect(await stored(name)).toMatchObject([{ name: first }])
  })

  it('is stored as typed, without what nobody sees', async () => {
    expect((await save(sales, ` 试乙\u200b（上海）\r\n化工${name}\u0007`)).code).toBe(200)
    expect(await stored(name)).toMatchObject([{ name: `试乙（上海） 化工${name}` }])
  })

  it('is added once in a race of twenty', async () => {
    const typed = Array.from({ length: 20 }, (_, at) => spellings(name)[at % 6] ?? '')
    const replies = await Promise.all(typed.map((each, at) => save(at % 2 ? sales : other, each)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status !== 200 && status !== 400 && status !== 409)).toEqual([])
    expect(await stored(name)).toHaveLength(1)
  })

  it('is found in an import, in the table and among its rows', async () => {
    await makeEnterprise(db(), { name: spellings(name)[0] ?? '' })
    const again = spellings(`${name}X`)
    const header = customerImport.columns.map(({ header }) => header)
    const row = (typed: string) =>
      header.map((title) => (title === '企业名称' ? typed : title === '客户级别' ? 'B' : '')).join(',')
    const lines = [...spellings(name).slice(1), ...again].map(row)
    const fileId = await bring(server(), admin, `\ufeff${header.join(',')}\n${lines.join('\n')}`)
    const { data } = await admin.call(customerImport.open, { fileId, hasHeader: true })
    const problems = data.records
      .flatMap((row) => row.problems)
      .filter(({ key }) => key === 'name')
      .map(({ message }) => message)
    expect(problems.filter((message) => message.includes('已存在'))).toHaveLength(5)
    expect(problems.filter((message) => message.includes('重复'))).toHaveLength(5)
  })

  it('is found when a registration of another spelling becomes a customer, and by leads', async () => {
    const owner = await server().as('sales')
    await makeEnterprise(db(), { name: spellings(name)[0] ?? '', ownerId: owner.id })
    const productId = (await makeProduct(db())).id
    for (const [at, company] of spellings(name).entries()) {
      const registration = await makeRegistration(db(), { ownerId: owner.id, company })
      const form = { id: registration.id, enterpriseName: company, loginName: `six${count}.${at}`, realName: '王敏' }
      const grant = { subProduct: 'bigData' as const, kind: 'trial' as const, days: 15, productIds: [productId] }
      const reply = await owner.call(grantTrial, { ...form, mobile: registration.mobile, ...grant })
      expect(reply, company).toMatchObject({ status: 400, msg: '该企业已存在，请从已有企业中选择' })
      const lead = await findLeadOwner(db(), company, { sharerId: '0', sharerName: '' })
      expect(lead?.id, company).toBe(owner.id)
    }
  })

  it('is found in lists and pickers by any spelling, and by pinyin with all readings', async () => {
    await makeEnterprise(db(), { name: `单县仇氏（重庆）${name}`, ownerId: sales.id })
    await spellNames(db())
    const typed = [
      `单县仇氏(重庆)${name}`,
      `單縣仇氏 （重慶）`,
      'danxianchou',
      'shanxianqiu',
      'zhongqing',
      'chongqing',
      'dxqs',
    ]
    for (const text of typed) {
      const [listed, picked] = [
        (await sales.call(queryEnterprises, { name: text })).data.records,
        (await sales.call(searchEnterprises, { text })).data,
      ]
      expect(
        listed.map((row) => row.name),
        text,
      ).toContain(`单县仇氏（重庆）${name}`)
      expect(
        picked.map((row) => row.name),
        text,
      ).toContain(`单县仇氏（重庆）${name}`)
    }
  })
})

describe('imports.md "Text that people type": contacts and registrations', () => {
  it('are found in every list that searches them by any spelling, and by pinyin with all readings', async () => {
    const rights = ['customerList.view', 'followUp.view', 'registration.view']
    const role = await makeRole(db(), ...rights)
    const person = await server().as(role.code)
    const { id: enterpriseId } = await makeEnterprise(db(), { name: `乐山${name}公司`, ownerId: person.id })
    const [contact] = await db()
      .insert(enterpriseContacts)
      .values({ enterpriseId, name: '單小仇' })
      .returning({ id: enterpriseContacts.id })
    const follow = { enterpriseId, contactId: contact?.id, contactName: '單小仇', content: '电话', authorId: person.id }
    await db()
      .insert(followUps)
      .values({ ...follow, way: 'phone', result: 'reached', at: '2026-11-01T09:00:00+08:00' })
    await makeRegistration(db(), { company: `乐清${name}厂`, contact: '解丽', ownerId: person.id })
    await spellNames(db())

    const totals = async (contactTyped: string, company: string, applicant: string) => [
      (await person.call(queryContacts, { enterpriseId, name: contactTyped })).data.total,
      (await person.call(queryContactFollows, { name: contactTyped })).data.total,
      (await person.call(queryFollowUps, { contactName: contactTyped })).data.total,
      (await person.call(queryEnterprises, { contact: contactTyped })).data.total,
      (await person.call(queryRegistrations, { company })).data.total,
      (await person.call(queryRegistrations, { contact: applicant })).data.total,
    ]
    const found = [1, 1, 1, 1, 1, 1]
    expect(await totals('单小仇', `樂清 ${name}`, '解麗')).toEqual(found)
    expect(await totals('shanxiaoqiu', 'yueqing', 'xieli')).toEqual(found)
    expect(await totals('dxc', 'leqing', 'jieli')).toEqual(found)
    expect(await totals('wangmin', 'shanghai', 'wang')).toEqual([0, 0, 0, 0, 0, 0])

    // another name is spelled anew
    await db().update(enterpriseContacts).set({ name: '王敏' }).where(eq(enterpriseContacts.enterpriseId, enterpriseId))
    await db()
      .update(registrations)
      .set({ contact: '王' })
      .where(eq(registrations.company, `乐清${name}厂`))
    await spellNames(db())
    expect((await totals('wangmin', 'yueqing', 'wang')).toSpliced(2, 1)).toEqual([1, 1, 1, 1, 1])
  })
})

it('imports.md "Text that people type": a number typed with blanks, full width or +86 is stored as eleven digits', async () => {
  const typed = ['138 0000 1235', '１３８００００１２３５', '+86 138-0000-1235']
  for (const [at, contactMobile] of typed.entries()) {
    const { code, data } = await sales.call(saveEnterprise, {
      name: `试号${at}有限公司`,
      level: 'B' as const,
      contactName: '王 敏',
      contactMobile,
    })
    expect(code, contactMobile).toBe(200)
    const contacts = await db().select().from(enterpriseContacts).where(eq(enterpriseContacts.enterpriseId, data.id))
    expect(contacts).toMatchObject([{ name: '王 敏', mobile: '13800001235' }])
  }
  const wrong = await sales.call(saveEnterprise, {
    name: '试号错有限公司',
    level: 'B',
    contactName: '王敏',
    contactMobile: '138 0000',
  })
  expect(wrong).toMatchObject({ status: 400, msg: '联系电话应为11位手机号码或带区号的座机' })
})

it('imports.md "Text that people type": doubles from before stay, are listed, and end with another name', async () => {
  const [first = '', second = ''] = spellings('双')
  const statements = readFileSync(join(import.meta.dirname, '../../../db/migrations/0064_text_keys.sql'), 'utf8')
    .split('--> statement-breakpoint')
    .filter((each) => /UPDATE "enterprises" SET "namesake"|CREATE UNIQUE INDEX "enterprises_name"/.test(each))
  expect(statements).toHaveLength(2)
  const ids = await asOwner(server().database.owner, async (tx) => {
    await tx.execute(sql`drop index enterprises_name`)
    const made = await tx
      .insert(enterprises)
      .values([{ name: first }, { name: second }])
      .returning({ id: enterprises.id })
    for (const statement of statements) await tx.execute(sql.raw(statement))
    return made.map(({ id }) => id)
  })
  const namesakes = async () =>
    (await stored('双')).toSorted((one, two) => Number(one.id) - Number(two.id)).map(({ namesake }) => namesake)
  expect(await namesakes()).toEqual([0, 1])
  expect((await admin.call(queryEnterprises, { isDouble: true })).data.records.map(({ id }) => id).toSorted()).toEqual(
    ids.toSorted(),
  )
  expect(await save(admin, spellings('双')[4] ?? '')).toMatchObject({ status: 400 })

  await db()
    .update(enterprises)
    .set({ name: '试甲另一家双有限公司' })
    .where(eq(enterprises.id, ids[1] ?? ''))
  expect(await namesakes()).toEqual([0, 0])
  expect((await admin.call(queryEnterprises, { isDouble: true })).data.total).toBe(0)
})
