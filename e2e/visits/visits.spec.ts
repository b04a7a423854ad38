// A visit on a phone: planned from the calendar, left for, made with its position, reported with a picture, shared.
import { addDays, dayOf } from '#contract/days.ts'
import { getVisitBinding } from '#contract/visits/visits.ts'
import { pictures } from '#test/files.ts'
import { expectAccessible } from '../accessible.ts'
import { addPerson, draftsIn, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  check,
  choose,
  closeChoice,
  dialog,
  field,
  find,
  goTo,
  overflow,
  pickFound,
  row,
  rowAct,
  shown,
  success,
} from '../page.ts'

const root = '/application/visitingAssistants'
const inDialog = { within: ['.ant-modal'] }
const today = dayOf(Date.now())
const nextDay = addDays(today, 7)

const addSite = (name: string) =>
  query(
    `insert into visit_enterprises (name, kind, owner_id) values ($1, 'mill', (select id from users where user_name = 'sales'))`,
    [name],
  )

test('meetings-visits-sharing.md a visit is planned, made and reported on a phone, and shared', async ({
  page,
  context,
}) => {
  const site = '澄湖试验钢厂'
  await addSite(site)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ longitude: 120.153576, latitude: 30.287459 })
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'sales', `${root}/visitRecord`)

  await test.step('planned for a day of the calendar', async () => {
    await button(shown(page), '日历').click()
    await shown(page).locator(`[data-day="${today}"]`).focus()
    await expect(shown(page).locator(`[data-day="${today}"]`)).toBeFocused()
    await act(shown(page), '新增').click()
    const planning = dialog(page, '新增拜访')
    await pickFound(planning.getByRole('combobox', { name: '企业' }), site)
    await field(planning, '计划时间').click()
    const minutes = page.locator('.ant-picker-dropdown:visible .ant-picker-time-panel-column').last()
    await expect(minutes).toBeInViewport({ ratio: 1 })
    expect(await overflow(page), 'days and times fit').toBeLessThanOrEqual(0)
    await field(planning, '拜访目的').fill('看库存')
    await expect(minutes).toBeHidden()
    await expectAccessible(page, inDialog)
    await act(planning, '保存').click()
    await expect(planning).toBeHidden()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  const visit = shown(page).getByRole('listitem').filter({ hasText: site })

  await test.step('left for, and made with the position of the phone', async () => {
    await button(visit, `出发 ${site}`).click()
    await expect(visit).toContainText('途中')
    await button(visit, `到达 ${site}`).click()
    const arriving = dialog(page, `到达：${site}`)
    await field(arriving, '说明').fill('在二号门')
    // the page is loaded anew: what was typed waits, though not where the phone was
    await expect.poll(() => draftsIn(page)).not.toEqual([])
    await page.reload()
    await button(visit, `到达 ${site}`).click()
    await button(arriving, '恢复').click()
    await expect(field(arriving, '说明')).toHaveValue('在二号门')
    await check(arriving.getByRole('checkbox', { name: /^同意记录到达位置/ }))
    await button(arriving, '使用当前位置').click()
    await expect(arriving).toContainText('120.153576, 30.287459')
    await expectAccessible(page, inDialog)
    await button(arriving, '确认到达').click()
    await expect(visit).toContainText('已到访')
    expect(await draftsIn(page)).toEqual([])
  })

  await test.step('reported, with what was heard and a picture', async () => {
    await button(visit, `填写报告 ${site}`).click()
    const reporting = dialog(page, `拜访报告：${site}`)
    await field(reporting, '拜访结果').fill('库存偏高，检修推迟')
    // the browser closes: what was typed waits in the phone
    await expect.poll(() => draftsIn(page)).not.toEqual([])
    await page.goto('about:blank')
    await page.goBack()
    await button(visit, `填写报告 ${site}`).click()
    await button(reporting, '恢复').click()
    await expect(field(reporting, '拜访结果')).toHaveValue('库存偏高，检修推迟')
    await button(reporting, '添加产品').click()
    await reporting.getByRole('textbox', { name: '第 1 项价格' }).fill('1,775.5')
    await act(reporting, '保存').click()
    await expect(reporting.getByRole('listitem').filter({ hasText: '请选择产品' })).toBeVisible()
    await pickFound(reporting.getByRole('combobox', { name: '第 1 项产品' }), '一级冶金焦')
    await choose(reporting, '第 1 项涨跌', '跌')
    await reporting.getByRole('textbox', { name: '第 1 项高价' }).fill('1780')
    await reporting.locator('input[type=file]').setInputFiles({
      name: '堆场.png',
      mimeType: 'image/png',
      buffer: pictures.png,
    })
    await expect(reporting.getByRole('list', { name: '已上传' })).toContainText('堆场.jpg')
    await field(reporting, '下一步日期').fill(nextDay)
    await page.keyboard.press('Tab')
    await reporting.getByRole('textbox', { name: '下一步', exact: true }).fill('再看检修')
    await expectAccessible(page, inDialog)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await act(reporting, '保存').click()
    await expect(visit).toContainText('已报告')
    expect(await draftsIn(page)).toEqual([])
  })

  await test.step('the next step stands in the calendar', async () => {
    await goTo(page, `${root}/visitRecord?view=calendar&day=${nextDay}`)
    await expect(visit).toContainText('已计划')
    await expect(visit).toContainText('再看检修')
    await goTo(page, `${root}/visitRecord?view=calendar&day=${today}`)
    await expect(visit).toContainText('已报告')
  })

  await test.step('read on its page, and shared', async () => {
    await visit.getByRole('button', { name: site, exact: true }).click()
    await expect(shown(page)).toContainText('120.153576, 30.287459')
    await expect(shown(page).getByRole('table', { name: '各产品情况' })).toContainText('1775.5–1780 元/吨')
    await expect(shown(page).getByRole('img', { name: '堆场.jpg' })).toBeVisible()
    await button(shown(page), '分享').click()
    const sharing = dialog(page, `分享拜访：${site}`)
    await pickFound(sharing.getByRole('combobox', { name: '分享给' }), '陆立诚')
    await closeChoice(page)
    await act(sharing, '保存').click()
    await expect(sharing).toBeHidden()
    await expect(shown(page)).toContainText('分享给')
    await expect(shown(page)).toContainText('陆立诚')
  })
})

test('product.md "visits" one is cancelled with its reason, which is undone, and deleted', async ({ page }) => {
  const site = '澄湖备用码头'
  await addSite(site)
  await query(
    `insert into visits (enterprise_id, owner_id, created_by_id, planned_at, aim)
    select id, owner_id, owner_id, now() + interval '2 days', '看泊位' from visit_enterprises where name = $1`,
    [site],
  )
  await enter(page, 'sales', `${root}/visitRecord`)
  await find(page, '企业', site)
  await rowAct(page, site, '取消')
  const cancelling = dialog(page, `取消拜访：${site}`)
  await field(cancelling, '取消原因').fill('对方出差')
  await button(cancelling, '取消拜访').click()
  await expect(row(page, site)).toContainText('已取消')
  await button(page.locator('body'), '撤销').click()
  await expect(row(page, site)).toContainText('已计划')
  await rowAct(page, site, '删除')
  await answer(dialog(page, `删除拜访`), '删除')
  await expect(row(page, site)).toHaveCount(0)
})

test('§6 a phone is bound by the code on the screen of the computer, which then says so', async ({ page, browser }) => {
  const name = 'phone.binder'
  await addPerson(name, 'sales')
  await enter(page, name, `${root}/visitRecord`)
  const asked = page.waitForResponse(`**${getVisitBinding.path}`)
  await button(shown(page), '绑定手机').click()
  const { data } = (await (await asked).json()) as { data: { code: string } }
  const binding = dialog(page, '绑定手机')
  await expect(binding.getByLabel('绑定二维码')).toBeVisible()
  await expectAccessible(page, inDialog)

  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15',
  })
  const phone = await context.newPage()
  await enter(phone, name, `${root}/visitRecord?${new URLSearchParams({ bind: data.code })}`)
  await act(phone.locator('main'), '绑定').click()
  await expect(success(phone)).toContainText('这部手机已绑定')
  await expect(binding).toContainText('已绑定 iPhone')
  await context.close()
})
