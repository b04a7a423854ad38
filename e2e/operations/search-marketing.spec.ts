// A day of search marketing: a report is imported, a word is excluded and taken back, and a campaign leads to its registrations.
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, button, check, dialog, failure, goTo, row, rowAct, shown } from '../page.ts'
import { settled } from '../settled.ts'

const DAYS = '2024-03-01~2024-03-02'

const report = `关键词报告
日期,账户,推广计划,关键词,搜索词,展现量,点击量,消费
2024-03-01,旅程账户,旅程计划,钢价,钢价招聘,"1,000",10,"1,000.50"
2024-03-02,旅程账户,旅程计划,钢价,钢价招聘,500,5,99.50
合计,,,,,"1,500",15,"1,100.00"
`

/** The same two days by campaign, and a registration that came of it. */
async function addFigures(): Promise<void> {
  await query(
    `with account as (insert into sem_accounts (code, source, name) values ('journey', 'baidu', '旅程账户') returning id),
      node as (insert into sem_nodes (account_id, level, campaign) select id, 'campaign', '旅程计划' from account returning id, account_id),
      slice as (insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed)
        select account_id, '2024-03-01', 16, 1, 2000, 20, 1500.25, 0, 0, 0 from node)
    insert into sem_facts (account_id, day, grain, node_id, shows, clicks, cost)
      select account_id, '2024-03-01', 16, id, 2000, 20, 1500.25 from node`,
  )
  await query(
    `with lead as (insert into registrations (company, contact, mobile, sub_product, created_at, owner_id, last_touch)
      select '推广旅程钢铁', '王', '13900007777', 'bigData', '2024-03-01T10:00:00+08:00', id,
        '{"source":"baidu","medium":"cpc","campaign":"旅程计划","term":"钢价","referrer":"","engine":"baidu"}'
      from users where user_name = 'sales' returning id, created_at)
    insert into registration_touches (registration_id, at, source, medium, campaign, term, engine)
      select id, created_at - interval '1 hour', 'baidu', 'cpc', '旅程计划', '钢价', 'baidu' from lead`,
  )
}

test('operations-service-ai.md "Operations" from a report to an excluded word, and from a campaign to its leads', async ({
  page,
}) => {
  await addFigures()
  await enter(page, 'operator', `/operate/SemDeta?days=${DAYS}`)
  await expect(row(page, '旅程计划')).toContainText('1,500.25')
  await expectAccessible(page)

  await test.step('the report of search words', async () => {
    await button(shown(page), /导入/).click()
    const importing = dialog(page, '导入推广数据')
    await importing
      .locator('input[type=file]')
      .setInputFiles({ name: '百度_搜索词.csv', mimeType: 'text/csv', buffer: Buffer.from(report) })
    await expect(importing).toContainText('识别为“百度”的“搜索词”层级数据')
    await expect(importing).toContainText('1 行合计或说明没有导入：合计')
    await act(importing, '导入 2 行').click()
    // the button says what the end will say
    await expect(importing).toContainText('已完成')
    await expect(importing).toContainText('导入 2 行')
    await act(importing, '关闭').first().click()
    await expect(importing).toBeHidden()
    // words are listed, never summed
    await expect(row(page, '旅程计划')).toContainText('1,500.25')
  })

  await test.step('registrations open the list that counts them: of all, and of a row', async () => {
    const leads = dialog(page, '注册的明细')
    await act(shown(page), '注册 1，查看明细').click()
    await expect(leads).toContainText('推广旅程钢铁')
    await page.keyboard.press('Escape')
    await expect(leads).toBeHidden()
    await button(row(page, '旅程计划'), '旅程计划 注册 1，查看明细').click()
    await expect(leads).toContainText('推广旅程钢铁')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(leads).toBeHidden()
  })

  await test.step('one campaign down to its leads', async () => {
    await act(row(page, '旅程计划'), '旅程计划').click()
    await expect(shown(page).getByRole('heading', { name: '百度 旅程计划' })).toBeVisible()
    await expect(shown(page).getByRole('region', { name: '带来的注册' })).toContainText('推广旅程钢铁')
    await expectAccessible(page)
  })

  await test.step('a word is excluded and taken back', async () => {
    await goTo(page, `/operate/SemSearch?days=${DAYS}`)
    await expect(row(page, '钢价招聘')).toContainText('1,100.00')
    await rowAct(page, '钢价招聘', '排除')
    await expect(row(page, '钢价招聘').getByText('取消标记')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(row(page, '钢价招聘').getByText('取消标记')).toBeHidden()
    // many at once too, also where somebody has marked one of them since it was selected
    await check(row(page, '钢价招聘').getByRole('checkbox'))
    await query(`update search_words set version = version + 1 where word = '钢价招聘'`)
    const marking = dialog(page, '标记 1 个搜索词')
    await button(shown(page), '批量标记').click()
    await act(marking, '标记').click()
    await expect(failure(page)).toContainText('已被他人标记')
    await expect(marking).toBeHidden()
    await settled(page)
    await button(shown(page), '批量标记').click()
    await act(marking, '标记').click()
    await expect(row(page, '钢价招聘').getByText('取消标记')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(row(page, '钢价招聘').getByText('取消标记')).toBeHidden()
    // the account has it since it was downloaded: no file takes it out there
    await query(
      `update search_words set mark = 'excluded', exported_at = now(), version = version + 1 where word = '钢价招聘'`,
    )
    await page.reload()
    await rowAct(page, '钢价招聘', '取消标记')
    await expect(page.getByText('推广后台仍在排除“钢价招聘”，请在那里移除')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('parts of words and our products lead to their words; a day gets a note', async () => {
    await button(shown(page), '词根和产品').click()
    const analysis = dialog(page, '搜索词分析')
    await button(analysis, '招聘').click()
    await expect(analysis).toBeHidden()
    await expect(row(page, '钢价招聘')).toContainText('1,100.00')
    await expect(page).toHaveURL(/part=/)
    await goTo(page, `/operate/SemDeta?days=${DAYS}`)
    const trend = shown(page).getByRole('region', { name: '走势', exact: true })
    await trend.getByText('去年同期').click()
    await expect(trend).toContainText('与 2023-03-01 至 2023-03-02 比较')
    await button(trend, '添加标注').click()
    const form = dialog(page, '添加标注')
    await form.getByLabel('标注').fill('出价调整')
    await act(form, '添加').click()
    await expect(form).toBeHidden()
    await expect(trend.getByRole('list', { name: '标注' })).toContainText('2024-03-02 出价调整 全部账号')
    await expectAccessible(page)
  })
})

test('operations.md "A strip of account × day": gaps, accounts with their budget, and an import that is taken back', async ({
  page,
}) => {
  await query(
    `with account as (insert into sem_accounts (code, source, name, monthly_budget) values ('strip', 'other', '条户', 3000) returning id),
      node as (insert into sem_nodes (account_id, level) select id, 'account' from account returning id, account_id),
      days as (select account_id, id, d::date as day from node, unnest(array['2024-05-01', '2024-05-03']::date[]) d),
      slice as (insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed, settled_at)
        select account_id, day, 0, 1, 20, 2, 5, 0, 0, 0, case when day = '2024-05-01' then now() end from days)
    insert into sem_facts (account_id, day, grain, node_id, shows, clicks, cost)
      select account_id, day, 0, id, 20, 2, 5 from days`,
  )
  await enter(page, 'operator', '/operate/SemDeta?days=2024-05-01~2024-05-04')
  await button(shown(page), '账号与数据').click()
  const drawer = page.getByRole('dialog', { name: '账号与数据' })
  const days = drawer.getByRole('list', { name: '条户各天' }).getByRole('listitem')
  await expect(days).toHaveText([
    '2024-05-01 有数据',
    '2024-05-02 缺数据',
    '2024-05-03 结算后未重新导入',
    '2024-05-04 缺数据',
  ])
  await expect(drawer).toContainText('2/4 天')
  await expectAccessible(page)

  await test.step('an account gets a budget', async () => {
    await drawer.getByRole('button', { name: '编辑 条户' }).click()
    const form = dialog(page, '编辑账号：条户')
    await form.getByLabel('月预算').fill('2500')
    await act(form, '保存').click()
    await expect(form).toBeHidden()
    await expect(drawer.getByRole('region', { name: '账号', exact: true })).toContainText('预算 2,500')
  })
})

test('operations.md "merged with undo", "asked where unsure": two names become one, and an unknown source is asked for', async ({
  page,
}) => {
  await query(
    `with account as (insert into sem_accounts (code, source, name) values ('merge', 'baidu', '合并户') returning id),
      nodes as (insert into sem_nodes (account_id, level, campaign)
        select id, 'campaign', name from account, unnest(array['春季推广', '春季推广（旧）']) name returning id, account_id),
      groups as (insert into sem_nodes (account_id, level, campaign, ad_group)
        select id, 'group', '春季推广', name from account, unnest(array['核心', '核心（旧）']) name),
      slice as (insert into sem_slices (account_id, day, grain, rows, shows, clicks, cost, reported, weighted, placed)
        select account_id, '2024-06-01', 16, 2, 40, 4, 24.50, 0, 0, 0 from nodes limit 1)
    insert into sem_facts (account_id, day, grain, node_id, shows, clicks, cost)
      select account_id, '2024-06-01', 16, id, 20, 2, 12.25 from nodes`,
  )
  const [account] = await query<{ id: string }>(`select id::text as id from sem_accounts where code = 'merge'`)
  const place = new URLSearchParams({
    source: 'baidu',
    accountId: account?.id ?? '',
    campaign: '春季推广（旧）',
    days: '2024-06-01~2024-06-01',
  })
  await enter(page, 'operator', `/operate/SemDetail?${place}`)
  await button(shown(page), '与另一个名称合并').click()
  const form = dialog(page, '合并“春季推广（旧）”')
  await form.getByLabel('并入').fill('春季推广')
  await expect(page.getByRole('option', { name: '春季推广' })).toBeAttached()
  // where the names come after the text, none is active until a key is pressed
  await form.getByLabel('并入').press('ArrowDown')
  await expect(form.getByLabel('并入')).not.toHaveAttribute('aria-activedescendant', /_-1$/)
  await expectAccessible(page)
  await page.getByTitle('春季推广', { exact: true }).last().click()
  await expect(form.getByLabel('并入')).toHaveAttribute('aria-expanded', 'false')
  await act(form, '下一步').click()
  const preview = page.getByRole('dialog').filter({ hasText: '将并入“春季推广”（消费 12.25）' })
  await act(preview, '合并').click()
  await expect(shown(page).getByRole('heading', { name: '百度 春季推广', exact: true })).toBeVisible()
  await expect(shown(page)).toContainText('24.50')
  const merged = shown(page).getByRole('list', { name: '合并' })
  await expect(merged).toContainText('将“春季推广（旧）”并入')
  await expectAccessible(page)
  await button(merged, '撤销合并').click()
  await expect(merged).toBeHidden()
  await expect(shown(page)).not.toContainText('24.50')

  await test.step('two groups of it become one', async () => {
    await button(shown(page), '合并单元').click()
    const groups = dialog(page, '合并单元')
    for (const [label, name] of [
      ['单元', '核心（旧）'],
      ['并入', '核心'],
    ] as const) {
      await groups.getByRole('combobox', { name: label }).click()
      await page.getByTitle(name, { exact: true }).last().click()
    }
    await expectAccessible(page)
    await act(groups, '下一步').click()
    await act(page.getByRole('dialog').filter({ hasText: '“核心（旧）”（消费 0.00）将并入“核心”' }), '合并').click()
    await expect(merged).toContainText('将单元“核心（旧）”并入“核心”')
    await button(merged, '撤销合并').click()
    await expect(merged).toBeHidden()
  })

  await test.step('a report that does not say of which source it is', async () => {
    await goTo(page, '/operate/SemDeta?days=2024-06-02~2024-06-02&by=account')
    await button(shown(page), /导入/).click()
    const importing = dialog(page, '导入推广数据')
    const buffer = Buffer.from('日期,账户,展现,点击,消费\n2024-06-02,无名户,10,1,7.70\n')
    await importing.locator('input[type=file]').setInputFiles({ name: '导出.csv', mimeType: 'text/csv', buffer })
    const asked = importing.getByRole('group', { name: '文件没有说明来源，请选择' })
    await asked.getByRole('combobox', { name: '无名户的来源' }).click()
    await page.getByTitle('搜狗', { exact: true }).click()
    await expectAccessible(page)
    await act(asked, '应用并重新检查').click()
    await expect(asked).toBeHidden()
    await act(importing, '导入 1 行').click()
    await expect(importing).toContainText('已完成')
    await act(importing, '关闭').first().click()
    await expect(row(page, '无名户')).toContainText('7.70')
  })
})
