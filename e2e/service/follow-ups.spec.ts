// Follow-ups of a customer: entered by keyboard, due in the calendar, followed again, edited and deleted.
import type { Locator } from '@playwright/test'
import { addDays, dayOf } from '#contract/days.ts'
import { expectAccessible } from '../accessible.ts'
import { enter, expect, query, test } from '../fixtures.ts'
import { act, answer, button, dialog, find, overflow, row, rowAct, shown } from '../page.ts'

const LIST = '/userControl/customerManagement/followUp'
const DETAILS = /customerList\/followUpRecordDetails\?id=\d+/
const inDialog = { within: ['.ant-modal'] }

async function addCustomer(name: string): Promise<void> {
  const [added] = await query<{ id: string }>(
    `insert into enterprises (name, level, owner_id)
    values ($1, 'A', (select id from users where user_name = 'service')) returning id::text`,
    [name],
  )
  await query(
    `insert into enterprise_contacts (enterprise_id, name, position, mobile, is_main)
    values ($1, '李海', '采购经理', '13500001111', true), ($1, '周宁', '总经理', '13500002222', false)`,
    [added?.id],
  )
}

const today = dayOf(Date.now())
const tomorrow = addDays(today, 1)

test('product.md "Service" a follow-up is entered by keyboard, falls due, and ends with the next one', async ({
  page,
}) => {
  const customer = '澄湖特钢贸易有限公司'
  await addCustomer(customer)
  await enter(page, 'service', LIST)

  await test.step('added by keyboard alone', async () => {
    await act(shown(page), '新增').press('Enter')
    const adding = dialog(page, '新增跟进记录')
    const combobox = (label: string) => adding.getByRole('combobox', { name: label })
    await expect(combobox('客户')).toBeFocused()
    /** At most two controls lie between: the clear button of a select, and the one of a date. */
    const tabTo = async (target: Locator) => {
      for (let presses = 0; presses < 3; presses++) {
        await page.keyboard.press('Tab')
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      await expect(target).toBeFocused()
    }
    const chooseFound = async (text: string) => {
      await page.keyboard.type(text)
      await expect(page.locator('.ant-select-item-option-active:visible')).toContainText(text)
      await page.keyboard.press('Enter')
      // an open list takes Tab for itself
      await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0)
    }
    await chooseFound('澄湖特钢')
    await tabTo(combobox('联系人'))
    await chooseFound('周宁')
    await tabTo(adding.getByRole('radio', { name: '电话' }))
    await page.keyboard.press('ArrowRight')
    await expect(adding.getByRole('radio', { name: '微信' })).toBeChecked()
    await tabTo(adding.getByRole('textbox', { name: '跟进时间' }))
    await tabTo(adding.getByRole('radio', { name: '已沟通' }))
    await tabTo(adding.getByRole('radio', { name: '未记' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(adding.getByRole('textbox', { name: '跟进内容' }))
    await page.keyboard.type('想试用热卷的区间价')
    await tabTo(adding.getByRole('textbox', { name: '下次跟进' }))
    await tabTo(button(adding, '明天'))
    await page.keyboard.press('Enter')
    const plan = adding.getByRole('textbox', { name: '下次要做' })
    // Tab would leave the form while the fields of a reminder are not there yet
    await expect(plan).toBeVisible()
    await button(adding, '一个月后').focus()
    await tabTo(plan)
    await page.keyboard.type('发区间价样表')
    await expectAccessible(page, inDialog)
    await page.keyboard.press('Control+s')
    await expect(adding).toBeHidden()
    await expect(row(page, customer)).toContainText('周宁')
    await expect(row(page, customer)).toContainText('积极')
    await expect(row(page, customer)).toContainText(tomorrow)
  })

  await test.step('due in the calendar, and moved to another day', async () => {
    await button(shown(page), '按日期').click()
    const due = shown(page).getByRole('list', { name: '待跟进' }).getByRole('listitem').filter({ hasText: customer })
    const dayButton = (day: string) => shown(page).locator(`[data-day="${day}"]`)
    await dayButton(today).focus()
    await page.keyboard.press('ArrowRight')
    await expect(dayButton(tomorrow)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`day=${tomorrow}`))
    await expect(due).toContainText('发区间价样表')
    await expectAccessible(page, { within: ['.page-slot:not([data-asleep])'], contrast: true })

    await button(due, `改期 ${customer}`).click()
    const moving = dialog(page, `改期：${customer}`)
    await button(moving, '3 天后').click()
    await act(moving, '保存').click()
    await expect(moving).toBeHidden()
    await expect(due).toHaveCount(0)
    await shown(page).getByRole('radiogroup', { name: '待跟进日期' }).getByText('全部').click()
    await shown(page).getByRole('switch', { name: '只看由我跟进' }).click()
    await expect(due).toContainText(addDays(today, 3))

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1920, height: 1080 })
  })

  await test.step('followed again: the reminder is ended', async () => {
    await button(shown(page), `跟进 ${customer}`).click()
    const adding = dialog(page, `新增跟进记录：${customer}`)
    await expect(adding).toContainText('“发区间价样表”随之完成')
    await adding.getByRole('textbox', { name: '跟进内容' }).fill('样表已发，等对方回复')
    await act(adding, '保存').click()
    await expect(adding).toBeHidden()
    await expect(button(shown(page), `跟进 ${customer}`)).toHaveCount(0)
  })

  await test.step('the details lead from one record to the next; edited, then deleted', async () => {
    await page.goBack()
    await find(page, '客户', customer, 2)
    await expect(row(page, '想试用热卷')).toContainText('已跟进')
    await row(page, '想试用热卷').getByRole('button', { name: customer, exact: true }).click()
    await expect(page).toHaveURL(DETAILS)
    await expect(shown(page)).toContainText('完成于')
    await expect(button(shown(page), '上一条')).toBeDisabled()
    await button(shown(page), '下一条').click()
    await expect(shown(page)).toContainText('等对方回复')
    await act(shown(page), '编辑').click()
    const editing = dialog(page, `编辑跟进记录：${customer}`)
    await editing.getByRole('textbox', { name: '跟进内容' }).fill('样表已发，对方认可')
    await act(editing, '保存').click()
    await expect(editing).toBeHidden()
    await expect(shown(page)).toContainText('对方认可')
    await act(shown(page), '删除').click()
    await answer(dialog(page, /^删除跟进记录/), /^删\s*除$/)
    await expect(page).toHaveURL(new RegExp(LIST))
    await expect(row(page, customer)).toHaveCount(1)
    await expect(row(page, customer)).not.toContainText('已跟进')
    await rowAct(page, customer, '删除')
    await answer(dialog(page, /^删除跟进记录/), /^删\s*除$/)
    await expect(row(page, customer)).toHaveCount(0)
  })
})
