// Two people's days with search marketing: the reports of one day by an operator, an overrun budget by a manager.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, dialog, row, shown } from '../page.ts'

const folder = join(import.meta.dirname, '../../server/features/operations/imports/fixtures')
/** Before the demo's reports. */
const DAY = '2023-07-18'

type Upload = { name: string; mimeType: string; buffer: Buffer }

/** A file of the providers, of a day and accounts of its own. All that changes is ASCII, so that each encoding stays. */
function upload(name: string, change: (text: string) => string = (text) => text): Upload {
  const own = (text: string) =>
    text
      .replaceAll('2026-07-18', DAY)
      .replaceAll(/dazong-?/g, 'journey-')
      .replaceAll('Dazong Data', 'Journey Data')
  const bytes = readFileSync(join(folder, name))
  const isPacked = name.endsWith('.gz')
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString('latin1')
  const buffer = Buffer.from(change(own(text)), 'latin1')
  const mimeType = 'application/octet-stream'
  return { name: own(name).replace('20260718', '20230718'), mimeType, buffer: isPacked ? gzipSync(buffer) : buffer }
}

async function bring(page: Page, files: readonly Upload[]): Promise<Locator> {
  await button(shown(page), /导入/).click()
  const importing = dialog(page, '导入推广数据')
  await importing.locator('input[type=file]').setInputFiles([...files])
  return importing
}

async function finish(importing: Locator, verb: string, said: string): Promise<void> {
  await act(importing, verb).click()
  // the button says what the end will say
  await expect(importing).toContainText('已完成')
  await expect(importing).toContainText(said)
  await act(importing, '关闭').first().click()
  await expect(importing).toBeHidden()
}

test('operations.md journey of an operator: the files of one day in any order, one replaced, one refused with why', async ({
  page,
}) => {
  const names = readdirSync(folder).toSorted().reverse()
  const baidu = names.find((name) => name.startsWith('百度')) ?? ''
  await enter(page, 'operator', `/operate/SemDeta?days=${DAY}~${DAY}&by=account`)

  await test.step('all of them are one import', async () => {
    const importing = await bring(
      page,
      names.map((name) => upload(name)),
    )
    for (const said of ['识别为“百度”', '识别为“搜狗”', '识别为“必应”', '“关键词”层级数据（移动）'])
      await expect(importing).toContainText(said)
    await expect(importing).toContainText('各行之和与合计行一致')
    await expectAccessible(page)
    await finish(importing, '导入 10 行', '导入 10 行')
    const costs = { 'journey-bj': '618.30', 'journey-360': '79.50', 'Journey Data': '29.00', 'journey-sg': '26.00' }
    for (const [name, cost] of Object.entries(costs)) await expect(row(page, name)).toContainText(cost)
  })

  await test.step('one that was cut off is refused with why, one replaces its day', async () => {
    const cut = upload(baidu, (text) => text.replace(/.*811003.*\r\n/, ''))
    const changed = upload(baidu, (text) =>
      text.replace('60,372.00,5%,6.20', '70,434.00,5%,6.20').replace('100,618.30', '110,680.30'),
    )
    const importing = await bring(page, [{ ...cut, name: '百度_截断.csv' }, changed])
    await expect(importing).toContainText('“百度_截断.csv”没有读取：合计行的展现量是 2500，各行之和是 2100')
    await expect(importing).toContainText('618.30 → 680.30')
    await finish(importing, '导入 3 行', '替换了 1 份同一天的报表')
    await expect(row(page, 'journey-bj')).toContainText('680.30')
    await expect(row(page, 'journey-sg')).toContainText('26.00')
  })
})

test('operations.md "1,000,000 rows": a file of many rows is checked by a job, whose progress the dialog shows; closed, it stops', async ({
  page,
}) => {
  test.slow()
  const lines = Array.from({ length: 50_100 }, (_, n) => `${DAY},journey-large,计划${n % 7},组,词${n},10,1,0.50`)
  const head = '时间,账户,推广计划,推广组,关键词,展示次数,点击次数,总费用'
  const file = (more: readonly string[]): Upload => {
    const buffer = Buffer.from([head, ...lines, ...more].join('\n'))
    return { name: '点睛_关键词.csv', mimeType: 'text/csv', buffer }
  }
  await enter(page, 'operator', `/operate/SemDeta?days=${DAY}~${DAY}&by=account`)
  const importing = await bring(page, [file([`${DAY},journey-large,计划0,组,词0,10,1,0.50`])])
  const progress = importing.getByRole('progressbar', { name: '检查要导入的推广数据 的进度' })
  await expect(progress).toBeVisible({ timeout: 60_000 })
  await expect(importing).toContainText('与第 2 行是同一天的同一项', { timeout: 60_000 })
  await expect(importing).toContainText('共 50101 行，1 行有错误')
  await act(importing, '重新选择文件').click()
  await importing.locator('input[type=file]').setInputFiles([file([])])
  await expect(progress).toBeVisible({ timeout: 60_000 })
  await act(importing, '关闭').first().click()
  await expect(importing).toBeHidden()
  const stopped = async () =>
    query("select 1 from job_runs where name like '%.check' and (state = 'cancelled' or cancel_asked_at is not null)")
  await expect.poll(stopped).toHaveLength(1)
})

/** An account that spent more than its budget yesterday, on a word that brought one lead, which ordered. */
async function addOverrun(): Promise<{ id: string; day: string }> {
  const [account] = await query<{ id: string; day: string }>(
    `with yesterday as (select (now() at time zone 'Asia/Shanghai')::date - 1 as day),
      account as (insert into sem_accounts (code, source, name, monthly_budget)
        values ('overrun', 'baidu', '超支账户', 1000) returning id),
      word as (insert into search_words (account_id, campaign, word) select id, '超支计划', '螺纹钢报价旅程' from account returning id),
      nodes as (insert into sem_nodes (account_id, level, campaign, keyword, word_id)
        select account.id, 'campaign', '超支计划', '', null::bigint from account
          union all select account.id, 'word', '超支计划', '螺纹钢', word.id from account, word returning id, account_id, level),
      slices as (insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed)
        select account_id, day, case level when 'word' then 64 else 16 end, 1, 900, 90, 1500.25, 0, 0, 0 from nodes, yesterday),
      facts as (insert into sem_facts (account_id, day, grain, node_id, shows, clicks, cost)
        select account_id, day, case level when 'word' then 64 else 16 end, id, 900, 90, 1500.25 from nodes, yesterday)
    select id::text as id, day::text as day from account, yesterday`,
  )
  const { id = '', day = '' } = account ?? {}
  const at = (time: string) => `${day}T${time}+08:00`
  await query(
    `with enterprise as (insert into enterprises (name) values ('超支旅程钢铁') returning id),
      member as (insert into members (enterprise_id, login_name, real_name, mobile)
        select id, 'journey.overrun', '王', '13900006666' from enterprise returning id),
      opened as (insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind, opened_at)
        select id, 'bigData', $2::date, $2::date + 365, 'formal', $1 from member returning id),
      bought as (insert into orders (number, account_id, sub_product, item, months, amount, state, created_at)
        select 'JOURNEY-1', id, 'bigData', '年费', 12, 8800, 'forSale', $3 from opened),
      lead as (insert into registrations (company, contact, mobile, sub_product, created_at, member_id, state)
        select '超支旅程钢铁', '王', '13900006666', 'bigData', $1, id, 'granted' from member returning id, created_at)
    insert into registration_touches (registration_id, at, source, medium, campaign, term, engine)
      select id, created_at - interval '1 hour', 'baidu', 'cpc', '超支计划', '螺纹钢报价旅程', 'baidu' from lead`,
    [at('10:00:00'), day, at('12:00:00')],
  )
  return { id, day }
}

test('operations.md journey of a manager: from an overrun budget to the search word, its lead and the contract', async ({
  page,
}) => {
  const { id, day } = await addOverrun()
  // as the notice of the overrun leads there
  await enter(page, 'admin', `/operate/SemDeta?accountId=${id}&days=${day}~${day}`)

  await test.step('the budget', async () => {
    await button(shown(page), '账号与数据').click()
    const drawer = page.getByRole('dialog', { name: '账号与数据' })
    const own = drawer.getByRole('region', { name: '账号', exact: true }).getByRole('listitem')
    await expect(own.filter({ hasText: '超支账户' })).toContainText('超预算')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })

  await test.step('a figure of the pivot opens what it is made of', async () => {
    await button(shown(page), '交叉统计').click()
    const pivot = dialog(page, '交叉统计')
    await pivot
      .getByRole('button', { name: /^超支计划.* 1,500\.25，查看明细$/ })
      .first()
      .click()
    const cell = page.getByRole('dialog', { name: '消费（元）的明细' })
    await expect(cell).toContainText('计划：超支计划 · 超支账户 · 百度')
    await expect(cell.getByRole('row', { name: /^合计/ })).toContainText('1,500.25')
    await expectAccessible(page)
    await cell.getByText('注册', { exact: true }).first().click()
    await expect(cell).toContainText('超支旅程钢铁')
    await page.keyboard.press('Escape')
    await expect(cell).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(pivot).toBeHidden()
  })

  await test.step('§4 Ctrl+K finds the account by its name however it is typed, and leads to its figures', async () => {
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog', { name: '搜索菜单' })
    const found = search.getByRole('option').filter({ hasText: '超支账户' }).first()
    for (const typed of ['超支账', '超支 賬戶', 'chaozhizhang']) {
      await search.getByRole('combobox', { name: '搜索菜单' }).fill(typed)
      await expect(found).toBeVisible()
      await expect(found).toContainText('百度')
    }
    await found.click()
    await expect(page).toHaveURL(new RegExp(`SemDeta.*accountId=${id}$`))
    await expect(row(page, '超支计划')).toContainText('1,500.25')
  })

  await test.step('the campaign, the word, its lead, and the contract', async () => {
    await row(page, '超支计划').getByRole('button', { name: '超支计划', exact: true }).click()
    await expect(shown(page).getByRole('heading', { name: '百度 超支计划' })).toBeVisible()
    await expect(shown(page)).toContainText('账号：超支账户')
    const parts = shown(page).getByRole('region', { name: '构成' })
    await parts.getByText('日期', { exact: true }).first().click()
    await expect(parts.getByRole('row').filter({ hasText: '1,500.25' })).toHaveCount(1)
    await shown(page).getByText('搜索词', { exact: true }).click()
    await button(shown(page), '螺纹钢报价旅程').first().click()
    await expect(shown(page)).toContainText('搜索词：螺纹钢报价旅程')
    const leads = shown(page).getByRole('region', { name: '带来的注册' })
    await expect(leads.getByRole('heading')).toHaveText('带来的注册（1）')
    await button(leads, '超支旅程钢铁').click()
    const way = page.getByRole('dialog', { name: '超支旅程钢铁：从访问到合同' })
    await expect(way).toContainText('订单 JOURNEY-1：年费，8800.00 元')
    await expectAccessible(page)
  })
})
