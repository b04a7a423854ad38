// Sharing articles with colleagues, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { makeProduct, writeArticle } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
const acts = articleActs.zh
let editor: Person
let colleague: Person
let stranger: Person
let id: string

beforeAll(async () => {
  const { db } = server().database
  const product = await makeProduct(db)
  const rights = ['view', 'add', 'details', 'share'].map((alias) => `articles.${alias}`)
  const { code } = await makeRole(db, ...rights)
  editor = await server().as(code)
  colleague = await server().as((await makeRole(db, 'articles.view', 'articles.details')).code)
  stranger = await server().as(code)
  await giveProduct(db, [editor, colleague], product)
  id = (await writeArticle(editor, product, { title: '沪市建材早报' })).id
})

const bellOf = async (person: Person) =>
  (
    await server().database.pool.query<{ data: object }>('select data from push_messages where user_id = $1', [
      person.id,
    ])
  ).rows.map(({ data }) => data)

describe('articles.md "share"', () => {
  it('notifies a colleague who may read it, with a link to the article, and is in the audit log', async () => {
    const reply = await editor.call(acts.share, { id, userIds: [colleague.id], message: ' 请看第二段 ' })
    expect(reply.code).toBe(200)
    expect(await bellOf(colleague)).toMatchObject([
      {
        title: expect.stringContaining('转来一篇资讯'),
        content: '《沪市建材早报》：请看第二段',
        link: `/data/actciles/articles/index?id=${id}`,
      },
    ])
    const { records } = (await colleague.call(articleCalls.zh.list, { id })).data
    expect(records.map((each) => each.title)).toEqual(['沪市建材早报'])
    const { rows } = await server().database.pool.query(
      `select after from audit_log where action = 'article.share' and target_id = $1`,
      [id],
    )
    expect(rows).toMatchObject([{ after: { message: '请看第二段' } }])
  })

  it('is refused without the right, out of scope, to colleagues without access, and without recipients', async () => {
    const give = (by: Person, userIds: string[]) => by.call(acts.share, { id, userIds, message: '' })
    expect(await give(colleague, [editor.id])).toMatchObject({ status: 403 })
    expect(await give(stranger, [colleague.id])).toMatchObject({ code: 20404 })
    expect(await give(editor, [stranger.id])).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'userIds', message: expect.stringContaining('不能查看这篇资讯') }] },
    })
    expect(await give(editor, ['999999'])).toMatchObject({ status: 400 })
    expect(await give(editor, [])).toMatchObject({ status: 400 })
    expect(await bellOf(stranger)).toEqual([])
  })
})
