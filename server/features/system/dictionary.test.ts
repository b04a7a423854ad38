// The dictionary over HTTP: words that forms offer.
import { beforeAll, describe, expect, it } from 'vitest'
import { getWords, sortWords, type WordRow, wordCalls } from '#contract/system/dictionary.ts'
import { exportWords, wordImport } from '#contract/system/dictionary-sheets.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'

const server = testServer()
let keeper: Person
let viewer: Person

beforeAll(async () => {
  const { database, as } = server()
  const rights = ['view', 'add', 'edit', 'delete', 'open', 'disable', 'dragSort', 'exportBtn', 'leadingIn']
  keeper = await as((await makeRole(database.db, ...rights.map((alias) => `dictionary.${alias}`))).code)
  viewer = await as((await makeRole(database.db, 'dictionary.view')).code)
})

const words = async (query: Parameters<typeof keeper.call<typeof wordCalls.list>>[1]): Promise<WordRow[]> =>
  (await keeper.call(wordCalls.list, { size: 100, ...query })).data.records
const find = async (word: string): Promise<WordRow> => {
  const found = (await words({ word })).find((row) => row.word === word)
  if (!found) throw new Error(`no word ${word}`)
  return found
}
const add = (word: string, remark = '') => keeper.call(wordCalls.add, { dictionary: 'industry', word, remark })

describe('§2 /system dictionary', () => {
  it('starts with words, lists and finds them', async () => {
    expect((await words({ dictionary: 'industry' })).map(({ word }) => word)).toContain('钢材贸易')
    expect((await words({ word: '贸' })).every(({ word }) => word.includes('贸'))).toBe(true)
  })

  it('offers the enabled ones in their order to everybody who is signed in', async () => {
    await add('稀土')
    const last = await find('稀土')
    const [first] = await words({ dictionary: 'industry' })
    await keeper.call(sortWords, { dictionary: 'industry', ids: [last.id, first?.id ?? ''] })
    expect((await viewer.call(getWords, { dictionary: 'industry' })).data[0]).toBe('稀土')
    await keeper.call(wordCalls.disable, { ids: [last.id] })
    expect((await viewer.call(getWords, { dictionary: 'industry' })).data).not.toContain('稀土')
    await keeper.call(wordCalls.open, { ids: [last.id] })
    expect((await viewer.call(getWords, { dictionary: 'industry' })).data).toContain('稀土')
  })

  it('stores a word once in its list, also where two add it at once', async () => {
    const replies = await Promise.all([add('氢能'), add('氢能')])
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await add('氢能')).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'word', message: '词条已存在' }] },
    })
    const other = await keeper.call(wordCalls.add, { dictionary: 'position', word: '氢能', remark: '' })
    expect(other.code).toBe(200)
  })

  it('edits a word at the version that was seen (601), and not into an existing one', async () => {
    await add('光伏')
    const { id, version } = await find('光伏')
    expect((await keeper.call(wordCalls.edit, { id, version, word: '光伏发电', remark: '含组件' })).code).toBe(200)
    expect(await keeper.call(wordCalls.edit, { id, version, word: '风电', remark: '' })).toMatchObject({ code: 601 })
    expect(await keeper.call(wordCalls.edit, { id, version: version + 1, word: '钢材贸易', remark: '' })).toMatchObject(
      {
        status: 400,
      },
    )
    expect(await find('光伏发电')).toMatchObject({ remark: '含组件', version: version + 1 })
  })

  it('removes words, or none where one of them does not exist', async () => {
    await add('临时')
    const { id } = await find('临时')
    expect((await keeper.call(wordCalls.remove, { ids: [id, '999999'] })).code).toBe(20404)
    expect((await keeper.call(wordCalls.remove, { ids: [id] })).code).toBe(200)
    expect(await words({ word: '临时' })).toEqual([])
  })

  it('reorders only words of that list', async () => {
    const [one] = await words({ dictionary: 'position' })
    const reply = await keeper.call(sortWords, { dictionary: 'industry', ids: [one?.id ?? ''] })
    expect(reply).toMatchObject({ status: 409, msg: '词条已变化，请刷新后重试' })
  })

  it.each([
    ['add', wordCalls.add, { dictionary: 'industry', word: '无权', remark: '' }],
    ['edit', wordCalls.edit, { id: '1', version: 1, word: '无权', remark: '' }],
    ['delete', wordCalls.remove, { ids: ['1'] }],
    ['open', wordCalls.open, { ids: ['1'] }],
    ['disable', wordCalls.disable, { ids: ['1'] }],
    ['dragSort', sortWords, { dictionary: 'industry', ids: ['1'] }],
    ['exportBtn', exportWords, { query: {}, columns: ['word'], format: 'csv', reason: '核对' }],
    ['leadingIn', wordImport.template, {}],
  ] as const)('§6 without %s it is refused', async (_, { path }, body) => {
    expect(await server().send('POST', path, body, { token: viewer.token })).toMatchObject({ status: 403 })
  })

  it.each([
    [{ dictionary: 'gold', word: '词', remark: '' }, 'dictionary', '字典不在可选范围内'],
    [{ dictionary: 'industry', word: '  ', remark: '' }, 'word', '请输入词条'],
    [{ dictionary: 'industry', word: '长'.repeat(65), remark: '' }, 'word', '词条最多64个字符'],
  ])('refuses %j', async (body, field, message) => {
    const reply = await server().send('POST', wordCalls.add.path, body, { token: keeper.token })
    expect(reply).toMatchObject({ status: 400, data: { fields: [{ field, message }] } })
  })
})
