// An article's way to its readers: submitted, overruled with a remark at a passage, passed by keyboard, taken down.
import { articleCalls } from '../../contract/articles/articles.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { answer, button, check, dialog, field, goTo, row, rowAct, shown, success } from '../page.ts'

const TITLE = '试验资讯：钢坯市场日评'
const ENGLISH = 'Billet-journey'

/** A draft of the editor's, of a product of which both work; in a general news category. @returns the product */
async function makeDraft(editor: string, reviewer: string): Promise<string> {
  const [product] = await query<{ id: string }>(
    `with p as (insert into products (name) values ('试验资讯产品') returning id),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from users u, p where u.user_name = any($1)),
      c as (insert into user_news_categories (user_id, news_category_id)
        select u.id, n.id from users u, news_categories n where u.user_name = any($1) and n.product_id is null)
    select id::text from p`,
    [[editor, reviewer]],
  )
  const productId = product?.id ?? ''
  const text = '今日钢坯价格持稳，成交一般，下游按单采购，库存略有下降。'
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
  await query(
    `with a as (insert into articles (edition, kind, title, news_category_id, author_id)
        select 'zh', 'daily', $2, (select min(id) from news_categories where product_id is null), u.id
          from users u where u.user_name = $1 returning id, news_category_id, author_id),
      ap as (insert into article_products (article_id, product_id) select id, $3 from a),
      t as (insert into article_texts (article_id, text) select id, $2 from a)
    insert into article_versions (article_id, number, kind, news_category_id, product_ids, title, summary, source, channels,
        body, html, text, by_id, by_name)
      select id, 1, 'daily', news_category_id, array[$3::bigint], $2, '钢坯价格持稳', '本网', '{officialWebsite}', $4::jsonb,
        '<p>' || $5 || '</p>', $5, author_id, $1 from a`,
    [editor, TITLE, productId, JSON.stringify(body), text],
  )
  await query(
    'update articles a set head_id = v.id from article_versions v where v.article_id = a.id and a.title = $1',
    [TITLE],
  )
  return productId
}

test('articles.md "Review", "Language pair": overruled with a remark, passed by keyboard, taken down, translated, corrected', async ({
  page,
  browser,
}) => {
  await addPerson('writes.articles', 'newsEditor')
  await addPerson('reads.articles', 'reviewer')
  const productId = await makeDraft('writes.articles', 'reads.articles')
  const list = `/data/actciles/articles?words=${encodeURIComponent('试验资讯')}`
  await enter(page, 'writes.articles', list)
  await rowAct(page, TITLE, '提交')
  await expect(row(page, TITLE)).toContainText('待审核')

  const other = await (await browser.newContext()).newPage()
  await enter(other, 'reads.articles', `/data/actciles/newsReview?productId=${productId}`)
  await expect(row(other, TITLE)).toBeVisible()
  await other.keyboard.press('j')
  await expect(row(other, TITLE)).toBeFocused()
  await rowAct(other, TITLE, '审阅')
  const reading = dialog(other, TITLE)
  await reading.getByText('今日钢坯价格持稳').selectText()
  await button(reading, '批注选中的文字').click()
  await field(reading, '批注').fill('请写明涨跌')
  await button(reading, /^添\s?加$/).click()
  await expect(reading.getByRole('listitem').filter({ hasText: '请写明涨跌' })).toBeVisible()
  await button(reading, /^驳\s?回$/).click()
  const asked = dialog(other, /^驳回：/)
  await field(asked, '驳回意见').fill('缺少数据')
  await answer(asked, /^驳\s?回$/)
  await reading.press('Escape')
  await expect(row(other, TITLE)).toHaveCount(0)

  await button(shown(page), '刷新').click()
  await expect(row(page, TITLE)).toContainText('已驳回')
  await rowAct(page, TITLE, '提交')
  await expect(row(page, TITLE)).toContainText('待审核')

  await row(other, TITLE).focus()
  await other.keyboard.press('a')
  await answer(dialog(other, `通过《${TITLE}》？`), /^通\s?过$/)
  await expect(row(other, TITLE)).toHaveCount(0)
  await button(shown(page), '刷新').click()
  await expect(row(page, TITLE)).toContainText('已发布')

  await enter(other, 'reads.articles', list)
  await rowAct(other, TITLE, '下架')
  const taking = dialog(other, /^下架：/)
  await field(taking, '下架原因').fill('数据有误')
  await answer(taking, /^下\s?架$/)
  await expect(row(other, TITLE)).toContainText('已下架')
  await other.context().close()

  // its English one is written beside it
  await rowAct(page, TITLE, '写英文版')
  const text = shown(page).getByRole('textbox', { name: '正文' })
  const beside = shown(page).getByRole('region', { name: '中英文对照' })
  await expect(beside).toContainText('下游按单采购')
  await expect(beside).toContainText('（尚未翻译）')
  await field(shown(page), '标题').fill(ENGLISH)
  await text.click()
  await page.keyboard.insertText('Billet prices were stable today.')
  await expect(beside).not.toContainText('（尚未翻译）')
  await page.keyboard.press('Control+s')
  await expect(success(page).filter({ hasText: '保存成功' })).toBeVisible()
  await expect(button(shown(page), '中英文对照')).toBeVisible()

  // corrected over the whole screen, the Chinese one leaves the translation behind
  await goTo(page, list)
  await rowAct(page, TITLE, '编辑')
  await expect(text).toContainText('今日钢坯价格持稳')
  const inline = await text.boundingBox()
  await button(shown(page), '全屏').click()
  const whole = shown(page).locator('.article-text')
  await expect.poll(() => whole.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  // nothing of the page below shines through
  const isOnTop = () => document.elementFromPoint(40, innerHeight - 20)?.closest('.article-text') !== null
  expect(await page.evaluate(isOnTop)).toBe(true)
  await button(whole, '查找替换').click()
  await page.getByRole('textbox', { name: '查找' }).fill('持稳')
  await page.getByRole('textbox', { name: '替换为' }).fill('上涨')
  await button(page, '全部替换').click()
  await expect(text).toContainText('今日钢坯价格上涨')
  await page.keyboard.press('Escape')
  await button(whole, '退出全屏').click()
  await expect.poll(() => text.boundingBox()).toEqual(inline)
  await page.keyboard.press('Control+s')

  const englishList = `/data/actciles/articlesEnglish?words=${ENGLISH}`
  await goTo(page, englishList)
  await expect(row(page, ENGLISH)).toContainText('中文已改')
  await rowAct(page, ENGLISH, '编辑')
  await button(shown(page), '对照查看').click()
  await expect(beside).toContainText('中文有 1 段在译文更新之后改动过')
  await expect(beside.getByRole('listitem').filter({ hasText: '上涨' })).toContainText('中文已改')
  await check(beside.getByRole('checkbox', { name: /译文已按最新中文更新/ }))
  await page.keyboard.press('Control+s')
  await expect(beside.getByRole('checkbox')).toHaveCount(0)
  // reviewed, and put right in English alone: the Chinese one is told
  await query('update articles set pair_own_id = head_id where title = $1', [ENGLISH])
  await text.click()
  await page.keyboard.insertText('Trading was thin. ')
  const saved = page.waitForResponse((reply) => reply.url().endsWith(articleCalls.en.save.path))
  await page.keyboard.press('Control+s')
  await saved
  await goTo(page, englishList)
  await expect(row(page, ENGLISH)).toContainText('中英对应')
  await goTo(page, list)
  await expect(row(page, TITLE)).toContainText('英文已改')
  await rowAct(page, TITLE, '编辑')
  await button(shown(page), '对照查看').click()
  await expect(beside).toContainText('英文有 1 段在中文核对之后改动过')
  await expect(beside.getByRole('listitem').filter({ hasText: 'Trading was thin' })).toContainText('英文已改')
  await check(beside.getByRole('checkbox', { name: /中文已按最新英文核对/ }))
  await page.keyboard.press('Control+s')
  await expect(beside.getByRole('checkbox')).toHaveCount(0)
  await goTo(page, list)
  await expect(row(page, TITLE)).toContainText('中英对应')
})
