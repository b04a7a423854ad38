// News categories, over HTTP.
import { beforeAll, describe, expect, it } from 'vitest'
import { articleActs } from '#contract/articles/article-acts.ts'
import { articleCalls } from '#contract/articles/articles.ts'
import { chooseNewsCategories, newsCategoryCalls } from '#contract/articles/news-categories.ts'
import { updateAdminLinkCategoryByProductId } from '#contract/authorisation/grants.ts'
import { articleForm, makeProduct } from '#test/article-factories.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct } from '#test/price-factories.ts'

const server = testServer()
const rights = ['view', 'add', 'edit', 'delete', 'open', 'disable'].map((alias) => `newsCategory.${alias}`)
const person = async (...codes: string[]) => server().as((await makeRole(server().database.db, ...codes)).code)
const form = (name: string, productId: string | null = null) => ({
  name,
  englishName: '',
  productId,
  freePart: 'opening' as const,
  sort: 10,
})

let product: string
let keeper: Person
let writer: Person

beforeAll(async () => {
  product = await makeProduct(server().database.db)
  keeper = await person(...rights, 'articles.view', 'articles.add')
  writer = await person('articles.view', 'articles.add')
  await giveProduct(server().database.db, [keeper, writer], product)
})

describe('news categories', () => {
  it('calls.md: a product category is granted to a person through the product, who can then write in it', async () => {
    const { id } = (await keeper.call(newsCategoryCalls.add, form('螺纹钢快讯', product))).data
    const write = () => writer.call(articleCalls.zh.add, articleForm(product, { newsCategoryId: id }))
    expect(await write()).toMatchObject({ status: 400, data: { fields: [{ field: 'newsCategoryId' }] } })
    expect((await writer.call(chooseNewsCategories, {})).data.find((each) => each.id === id)).toMatchObject({
      isWritable: false,
    })
    const admin = await server().as('administrator')
    const grant = { userId: writer.id, productId: product, categoryIds: [id] }
    expect((await admin.call(updateAdminLinkCategoryByProductId, grant)).code).toBe(200)
    expect((await write()).code).toBe(200)
    expect(await keeper.call(newsCategoryCalls.remove, { ids: [id] })).toMatchObject({ code: 603 })
    const row = (await keeper.call(newsCategoryCalls.list, { productId: product })).data.records.find(
      (each) => each.id === id,
    )
    expect(row).toMatchObject({ articles: 1, writers: 2 })
    const moved = await keeper.call(newsCategoryCalls.edit, { id, version: 1, ...form('螺纹钢快讯') })
    expect(moved).toMatchObject({ status: 400, data: { fields: [{ field: 'productId' }] } })
    await keeper.call(newsCategoryCalls.disable, { ids: [id] })
    expect(await write()).toMatchObject({ status: 400 })
    const article = (await admin.call(articleCalls.zh.add, articleForm(product))).data
    const move = await admin.call(articleActs.zh.move, { ids: [article.id], newsCategoryId: id })
    const fields = [{ field: 'newsCategoryId', message: '资讯分类已禁用，请选择其他分类' }]
    expect(move).toMatchObject({ status: 400, data: { fields } })
  })

  it('§6 those of products outside the scope are hidden; names are unique within a product', async () => {
    const other = await makeProduct(server().database.db)
    expect(await keeper.call(newsCategoryCalls.add, form('别人的', other))).toMatchObject({ status: 400 })
    const admin = await server().as('administrator')
    const { id } = (await admin.call(newsCategoryCalls.add, form('别人的', other))).data
    expect(await keeper.call(newsCategoryCalls.edit, { id, version: 1, ...form('改名', other) })).toMatchObject({
      code: 20404,
    })
    expect((await keeper.call(newsCategoryCalls.list, { name: '别人的' })).data.total).toBe(0)
    expect(await admin.call(newsCategoryCalls.add, form('别人的', other))).toMatchObject({
      status: 400,
      msg: '已有同名的资讯分类',
    })
    expect(await writer.call(newsCategoryCalls.add, form('没有权限'))).toMatchObject({ status: 403 })
  })
})
