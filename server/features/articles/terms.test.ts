// Trade terms over HTTP: the enabled ones, in order, for writers only.
import { expect, it } from 'vitest'
import { listTerms } from '#contract/articles/terms.ts'
import { wordCalls } from '#contract/system/dictionary.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'

const server = testServer()
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)

it('articles.md "Editor": dictionary terms with their English', async () => {
  const keeper = await person('dictionary.view', 'dictionary.add', 'dictionary.edit', 'dictionary.disable')
  const writer = await person('articlesEnglish.edit')
  const add = async (word: string, remark: string) =>
    (await keeper.call(wordCalls.add, { dictionary: 'articleTerm', word, remark })).data
  await add('测试术语甲', ' term one ')
  const off = await add('测试术语乙', 'term two')
  expect((await keeper.call(wordCalls.disable, { ids: [off.id] })).code).toBe(200)
  const found = (await writer.call(listTerms, {})).data
  expect(found).toContainEqual({ chinese: '测试术语甲', english: 'term one' })
  expect(found.map(({ chinese }) => chinese)).not.toContain('测试术语乙')
  expect(await keeper.call(listTerms, {})).toMatchObject({ status: 403 })
})
