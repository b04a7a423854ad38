// The morning report: ten drafts from a template, one of them followed to readers and back, over two processes.
import { hash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { articleCalls } from '#contract/articles/articles.ts'
import { type OpenArticle, readArticles } from '#contract/articles/open-articles.ts'
import { API_KEY_HEADER } from '#contract/endpoint.ts'
import { addPerson, enter, expect, FIRST, query, SECOND, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  closeChoice,
  dialog,
  field,
  goTo,
  pickInCascade,
  row,
  rowAct,
  shown,
  success,
} from '../page.ts'

const DAY = '2026-11-20'
const PRODUCTS = 10
const TITLE = '晨钢111月20日早报'
const ENGLISH = 'Billet-morning'
const LIST = `/data/actciles/articles?words=${encodeURIComponent(TITLE)}`
const ENGLISH_LIST = `/data/actciles/articlesEnglish?words=${ENGLISH}`
const KEY = `key_${'m'.repeat(43)}`

/** Products with a quote item each, published that day, and a template for all. */
async function makeMorning(prefix: string): Promise<void> {
  await query(
    `with p as (insert into products (name, category_id, sort) select $1 || n,
        (select id from categories where level = 2 order by id limit 1), 1000 from generate_series(1, $3::int) n returning id),
      i as (insert into quote_items (product_id, name, market, unit, decimals)
        select p.id, $1 || '报价', '上海', '元/吨', 0 from p returning id, product_id),
      n as (insert into price_publications (number, by_name, entries)
        select coalesce(max(number), 0) + 1, 'e2e', $3::int from price_publications returning number),
      e as (insert into prices (quote_item_id, product_id, day, low, high, average, change, percent, status, publication)
        select i.id, i.product_id, $2::date, 3800, 3860, 3830, 30, 0.79, 'verified', n.number from i, n
        returning id, quote_item_id, day, publication)
    insert into price_revisions (price_id, quote_item_id, day, number, act, low, high, average, origin, publication, by_name)
      select e.id, e.quote_item_id, e.day, 1, 'verify', 3800, 3860, 3830, 'grid', e.publication, 'e2e' from e`,
    [prefix, DAY, PRODUCTS],
  )
  await query(
    `with t as (insert into article_templates (name, edition, kind, news_category_id)
        select $1 || '早报', 'zh', 'morning', (select id from news_categories where product_id is null order by id limit 1) returning id),
      v as (insert into article_template_versions (template_id, number, title, channels, source, body, by_name)
        select t.id, 1, '{{产品}}{{日期}}早报', '{officialWebsite}', '本站', $2::jsonb, 'e2e' from t)
    select 1`,
    [
      prefix,
      '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"均价 {{价格:#1}} {{价格:#1|单位}}，{{上涨:#1}}较上一期上调 {{价格:#1|涨跌}}{{/上涨}}。"}]},{"type":"paragraph","content":[{"type":"text","text":"{{价格表:本产品}}"}]}]}',
    ],
  )
  await query(
    `update article_templates a set head_id = v.id from article_template_versions v
      where v.template_id = a.id and a.head_id is null`,
  )
}

/** Grants the users the products and the general news categories, and adds an API key for a site. */
async function giveDesk(userNames: readonly string[], prefix: string): Promise<void> {
  await query(
    `with u as (select id, role_id from users where user_name = any($1)),
      g as (insert into user_products (user_id, role_id, product_id)
        select u.id, u.role_id, p.id from u, products p where p.name like $2 || '%')
    insert into user_news_categories (user_id, news_category_id)
      select u.id, c.id from u, news_categories c where c.product_id is null`,
    [userNames, prefix],
  )
  await query(
    `insert into api_keys (name, key_hash, hint, scopes, daily_quota) values ('官网站点', $1, 'key_of', '{readArticles}', 10000)`,
    [hash('sha256', KEY)],
  )
}

/** The article as a site reads it from one process. */
async function readBySite(page: Page, base: string, id: string): Promise<OpenArticle | undefined> {
  // the demo's publications exceed one reply, so read from the last one of other articles
  const [last] = await query<{ before: string }>(
    'select max(number)::text as before from article_publications where article_id <> $1',
    [id],
  )
  const address = `${base}${readArticles.path}?channel=officialWebsite&after=${last?.before}`
  const reply = await page.request.get(address, { headers: { [API_KEY_HEADER]: KEY } })
  const { data } = (await reply.json()) as { data: { records: OpenArticle[] } }
  return data.records.find((each) => each.id === id)
}

/** Moves the schedule to now by the database's clock, and queues the job twice for both processes. */
async function letMinuteCome(id: string): Promise<void> {
  await query(
    `insert into job_runs (name, title, author, input, tries, tries_left, run_after)
      select name, title, author, input, tries, tries_left, run_after from job_runs
      where name = 'articles.publish' and input ->> 'id' = $1 and state = 'queued'`,
    [id],
  )
  await query(
    `with due as (update articles set publish_at = now() where id = $1 returning id)
      update job_runs j set run_after = now() from due where j.input ->> 'id' = due.id::text and j.state = 'queued'`,
    [id],
  )
  await query(`select pg_notify('console_changes', '{"type":"queued","ids":[]}')`)
}

/** Saves by keyboard and waits for the reply. */
async function save(page: Page, edition: 'zh' | 'en'): Promise<void> {
  const calls = articleCalls[edition]
  const saved = page.waitForResponse((reply) =>
    [calls.save.path, calls.add.path].some((path) => reply.url().endsWith(path)),
  )
  await page.keyboard.press('Control+s')
  expect((await (await saved).json()) as { code: number }).toMatchObject({ code: 200 })
}

test('product.md "Articles": a morning report from its template to readers, corrected, taken down; its English one keeps up', async ({
  page,
  browser,
}) => {
  // two processes, ten products, four editions
  test.slow()
  const second = SECOND()
  await addPerson('writes.morning', 'newsEditor')
  await addPerson('reads.morning', 'reviewer')
  await makeMorning('晨钢')
  await giveDesk(['writes.morning', 'reads.morning'], '晨钢')

  // drafts for ten products; one is edited, scheduled and submitted
  await enter(page, 'writes.morning', '/data/actciles/template')
  await rowAct(page, '晨钢早报', '生成草稿')
  const form = dialog(page, '生成草稿')
  await pickInCascade(form.getByRole('combobox', { name: /产品/ }), '晨钢', '晨钢1')
  for (let n = 2; n <= PRODUCTS; n++)
    await page
      .getByRole('option')
      .filter({ hasText: `晨钢${n}` })
      .click()
  await closeChoice(page)
  await field(form, '日期').fill(DAY)
  await field(form, '日期').press('Tab')
  await act(form, '生成').click()
  await button(dialog(page, `已生成 ${PRODUCTS} 篇草稿`), TITLE).click()
  const text = shown(page).getByRole('textbox', { name: '正文' })
  await expect(text).toContainText('均价 3830 元/吨，较上一期上调 30。')
  await expect(text.getByRole('table')).toContainText('3,860')
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  await text.getByText('较上一期上调').click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText(
    '今日钢坯市场成交一般，价格持稳，下游按单采购为主，商家出货意愿有所增强，市场心态仍偏谨慎，',
  )
  await field(shown(page), '摘要').fill('钢坯市场成交一般，商家出货意愿增强')
  // preview for sites and mails, before saving
  await button(shown(page), '预览').click()
  const preview = dialog(page, '预览')
  await expect(preview.getByRole('article', { name: '站点预览' })).toContainText('价格持稳')
  await preview.getByText('邮件推送').click()
  await expect(preview.frameLocator('iframe').getByRole('heading', { name: TITLE })).toBeVisible()
  await preview.press('Escape')
  await expect(preview).toBeHidden()
  const publishAt = field(shown(page), '发布时间')
  await publishAt.fill('2030-01-02 08:30')
  // not Enter, which saves the draft where the picker's list is not open yet
  await publishAt.press('Tab')
  await act(shown(page), '保存并提交审核').click()
  await expect(row(page, TITLE)).toContainText('待审核')

  // overruled with a comment on a passage, in the other process
  const other = await (await browser.newContext()).newPage()
  const [{ productId } = { productId: '' }] = await query<{ productId: string }>(
    `select id::text as "productId" from products where name = '晨钢1'`,
  )
  await enter(other, 'reads.morning', `/data/actciles/newsReview?productId=${productId}`, await second)
  await expect(row(other, TITLE)).toBeVisible()
  await rowAct(other, TITLE, '审阅')
  const reading = dialog(other, TITLE)
  await reading.getByText('今日钢坯市场成交一般').selectText()
  await button(reading, '批注选中的文字').click()
  await field(reading, '批注').fill('请写明持稳的原因')
  await act(reading, '添加').click()
  await expect(reading.getByRole('listitem').filter({ hasText: '请写明持稳的原因' })).toBeVisible()
  await act(reading, '驳回').click()
  const asked = dialog(other, /^驳回：/)
  await field(asked, '驳回意见').fill('缺少原因')
  await answer(asked, /^驳\s?回$/)
  await reading.press('Escape')
  await expect(row(other, TITLE)).toHaveCount(0)

  // revised, and passed by keyboard: it waits for its minute
  await goTo(page, LIST)
  await expect(row(page, TITLE)).toContainText('已驳回')
  await rowAct(page, TITLE, '编辑')
  await button(shown(page), '查看批注').click()
  await expect(shown(page).getByRole('region', { name: '审核意见与批注' })).toContainText('请写明持稳的原因')
  await text.getByText('价格持稳').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText('库存略有下降。')
  await act(shown(page), '返回').click()
  await act(shown(page), '保存并提交审核').click()
  await expect(row(page, TITLE)).toContainText('待审核')
  await button(shown(other), '刷新').click()
  await expect(row(other, TITLE)).toBeVisible()
  await other.keyboard.press('j')
  await expect(row(other, TITLE)).toBeFocused()
  await other.keyboard.press('a')
  const passing = dialog(other, `通过《${TITLE}》？`)
  await expect(passing).toContainText('其中 1 篇到设定的时间发布')
  await answer(passing, /^通\s?过$/)
  await expect(row(other, TITLE)).toHaveCount(0)

  // published at its minute, once, in the approved version; sites read it
  await goTo(page, LIST)
  await expect(row(page, TITLE)).toContainText('待发布')
  expect(await readBySite(page, FIRST(), id)).toBeUndefined()
  await letMinuteCome(id)
  const waiting = `select 1 from job_runs where name = 'articles.publish' and input ->> 'id' = $1 and state <> 'done'`
  await expect.poll(() => query(waiting, [id])).toEqual([])
  expect(
    await query(
      `select p.version_id = a.passed_id as "hasPassed", p.at >= a.published_at as "isOnTime"
        from article_publications p join articles a on a.id = p.article_id where a.id = $1`,
      [id],
    ),
  ).toEqual([{ hasPassed: true, isOnTime: true }])
  await button(shown(page), '刷新').click()
  await expect(row(page, TITLE)).toContainText('已发布')
  for (const base of [FIRST(), await second])
    expect((await readBySite(page, base, id))?.content?.html).toMatch(/成交一般，价格持稳，.*库存略有下降。.*3,860/s)

  // the English version is written side by side
  await rowAct(page, TITLE, '写英文版')
  const beside = shown(page).getByRole('region', { name: '中英文对照' })
  await expect(beside).toContainText('库存略有下降')
  await field(shown(page), '标题').fill(ENGLISH)
  await text.locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('Prices were stable today. ')
  await expect(beside.getByRole('listitem').filter({ hasText: '库存略有下降' })).toContainText(
    'Prices were stable today.',
  )
  await save(page, 'en')
  await expect(button(shown(page), '中英文对照')).toBeVisible()

  // edited in full screen; the translation falls behind the Chinese text
  await goTo(page, LIST)
  await rowAct(page, TITLE, '编辑')
  await expect(text).toContainText('价格持稳')
  const inline = await text.boundingBox()
  await button(shown(page), '全屏').click()
  const whole = shown(page).locator('.article-text')
  await expect.poll(() => whole.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  // nothing of the page below shows through
  const isOnTop = () => document.elementFromPoint(40, innerHeight - 20)?.closest('.article-text') !== null
  expect(await page.evaluate(isOnTop)).toBe(true)
  await button(whole, '查找替换').click()
  await page.getByRole('textbox', { name: '查找' }).fill('持稳')
  await page.getByRole('textbox', { name: '替换为' }).fill('上涨')
  await button(page, '全部替换').click()
  await expect(text).toContainText('价格上涨')
  await page.keyboard.press('Escape')
  await button(whole, '退出全屏').click()
  await expect.poll(() => text.boundingBox()).toEqual(inline)
  await act(shown(page), '保存并提交审核').click()
  await expect(row(page, TITLE)).toContainText('旧版在线')

  // the reviewer sees the difference to the published version, and publishes at once
  await button(shown(other), '刷新').click()
  await rowAct(other, TITLE, '审阅')
  await expect(reading.getByRole('status').filter({ hasText: '1 处变化' })).toBeVisible()
  await expect(reading.locator('ins')).toHaveText('上涨')
  await expect(reading.locator('del')).toHaveText('持稳')
  await act(reading, '通过').click()
  await expect(success(other)).toHaveText('审核通过')
  await goTo(other, LIST)
  await rowAct(other, TITLE, '发布')
  await answer(dialog(other, '立即发布 1 篇资讯？'), /^发\s?布$/)
  await expect(row(other, TITLE)).toContainText('已发布')
  expect((await readBySite(page, FIRST(), id))?.content?.html).toContain('价格上涨')

  // taken down: sites learn of it
  await rowAct(other, TITLE, '下架')
  const taking = dialog(other, /^下架：/)
  await field(taking, '下架原因').fill('数据有误')
  await answer(taking, /^下\s?架$/)
  await expect(row(other, TITLE)).toContainText('已下架')
  expect(await readBySite(page, FIRST(), id)).toMatchObject({ isPublished: false, content: null })
  await other.context().close()

  // outdated paragraphs of the English version, and the reverse
  await goTo(page, ENGLISH_LIST)
  await expect(row(page, ENGLISH)).toContainText('中文已改')
  await rowAct(page, ENGLISH, '编辑')
  await button(shown(page), '对照查看').click()
  await expect(beside).toContainText('中文有 1 段在译文更新之后改动过')
  await expect(beside.getByRole('listitem').filter({ hasText: '上涨' })).toContainText('中文已改')
  await check(beside.getByRole('checkbox', { name: /译文已按最新中文更新/ }))
  await save(page, 'en')
  // as if reviewed, then corrected in English only: the Chinese one is marked
  await query('update articles set pair_own_id = head_id where title = $1', [ENGLISH])
  await text.locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.insertText('Trading was thin. ')
  await save(page, 'en')
  await goTo(page, LIST)
  await expect(row(page, TITLE)).toContainText('英文已改')
  await rowAct(page, TITLE, '编辑')
  await button(shown(page), '对照查看').click()
  await expect(beside).toContainText('英文有 1 段在中文核对之后改动过')
  await expect(beside.getByRole('listitem').filter({ hasText: 'Trading was thin' })).toContainText('英文已改')
  await expect(beside.getByRole('checkbox', { name: /中文已按最新英文核对/ })).toBeVisible()
})
