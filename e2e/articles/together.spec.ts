// Two people edit one article: each sees the other, and no text is lost.
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, dialog, field, shown, success } from '../page.ts'

// presence needs the live channel
test.use({ live: true })

/** A draft about a product of both people. @returns its id */
async function makeDraft(userNames: readonly string[]): Promise<string> {
  const text = '今日成交一般。'
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  const [draft] = await query<{ id: string }>(
    `with p as (insert into products (name) values ('共写产品') returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = any($1)),
      a as (insert into articles (edition, kind, title, author_id)
        select 'zh', 'daily', '共写的日评', u.id from users u where u.user_name = $2 returning id, author_id),
      ap as (insert into article_products (article_id, product_id) select a.id, p.id from a, p),
      t as (insert into article_texts (article_id, text) select id, $3 from a),
      v as (insert into article_versions (article_id, number, kind, product_ids, title, body, html, text, by_id, by_name)
        select a.id, 1, 'daily', array[p.id], '共写的日评', $4::jsonb, '<p>' || $3 || '</p>', $3, a.author_id, $2 from a, p)
    select id::text from a`,
    [userNames, userNames[0], text, JSON.stringify(body)],
  )
  const id = draft?.id ?? ''
  await query('update articles a set head_id = v.id from article_versions v where v.article_id = a.id and a.id = $1', [
    id,
  ])
  return id
}

test('articles.md "Presence and conflicts": two people edit an article, and nothing is lost', async ({
  page,
  browser,
}) => {
  await addPerson('writes.together', 'newsEditor')
  await addPerson('helps.together', 'newsEditor')
  const id = await makeDraft(['writes.together', 'helps.together'])
  const address = `/data/actciles/editDetail?id=${id}`
  await enter(page, 'writes.together', address)
  const text = shown(page).getByRole('textbox', { name: '正文' })
  await text.getByText('今日成交一般').click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('早间：')

  const context = await browser.newContext()
  const other = await context.newPage()
  await enter(other, 'helps.together', address)
  await expect(shown(other).getByText('writes.together（编辑） 也打开了这篇资讯')).toBeVisible()
  await field(shown(other), '摘要').fill('两家装置负荷上升')
  await other.keyboard.press('Control+s')
  await expect(success(other)).toHaveText('保存成功')
  await context.close()
  await expect(shown(page).getByText('helps.together 已保存了新版本（第 2 版）')).toBeVisible()

  await page.keyboard.press('Control+s')
  const clash = dialog(page, '他人已保存了新版本')
  await expect(clash).toContainText('helps.together')
  await act(clash, '合并并继续编辑').click()
  await expect(clash).toBeHidden()
  await expect(field(shown(page), '摘要')).toHaveValue('两家装置负荷上升')
  await expect(text).toContainText('早间：今日成交一般')
  await page.keyboard.press('Control+s')
  const versions = 'select count(*)::int as n from article_versions where article_id = $1'
  await expect.poll(() => query(versions, [id])).toEqual([{ n: 3 }])
})
