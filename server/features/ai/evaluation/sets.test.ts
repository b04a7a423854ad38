// Two people at one case of the evaluation, over HTTP.
import { expect, it } from 'vitest'
import { assistantCalls } from '#contract/ai/assistants.ts'
import { caseCalls, setCalls } from '#contract/ai/evaluation.ts'
import { makeMember, makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()

it('§8 601 carries the newer case as it is listed, with its member’s login name if in sales scope', async () => {
  const { db } = server().database
  const { code } = await makeRole(db, ...['view', 'add', 'edit'].map((alias) => `aiWeb.assistants.${alias}`))
  const [author, other] = [await server().as(code), await server().as(code)]
  const assistant = { name: '两人评测', code: 'two-editors', purpose: 'chat', remark: '' } as const
  const assistantId = (await author.call(assistantCalls.add, { ...assistant, productIds: [], openings: [] })).data.id
  const set = (await author.call(setCalls.add, { assistantId, name: '报价', isGate: true, remark: '' })).data
  const { loginName } = await makeMember(db, { ownerId: author.id })
  const price = { asKnownAt: null, quoteItemId: null, relativeDay: null, part: null }
  const expected = { mustCite: '', mustRefuse: true, mustContain: ['没有开通'], mustNotContain: [] }
  const form = { question: '今天多少？', loginName: '', ...price, ...expected }
  const { id } = (await author.call(caseCalls.add, { setId: set.id, ...form })).data
  expect((await author.call(caseCalls.edit, { id, version: 1, ...form, loginName })).code).toBe(200)

  const stale = (person: typeof author) => person.call(caseCalls.edit, { id, version: 1, ...form, question: '昨天？' })
  const { code: refused, data } = await stale(author)
  expect(refused).toBe(601)
  expect(data).toEqual({ id, version: 2, ...form, loginName })
  const [listed] = (await author.call(caseCalls.list, { setId: set.id })).data.records
  expect(listed).toMatchObject(data)
  expect(await stale(other)).toMatchObject({ code: 601, data: { loginName: '' } })

  expect((await author.call(setCalls.edit, { ...set, name: '行情', isGate: false, remark: '' })).code).toBe(200)
  const staleSet = await author.call(setCalls.edit, { ...set, name: '价格', isGate: true, remark: '' })
  expect(staleSet).toMatchObject({ code: 601, data: { id: set.id, version: 2, name: '行情', isGate: false } })
})
