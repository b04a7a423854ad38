// Third parties, and partners whose permission set becomes their members' grants.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import {
  act,
  answer,
  button,
  choose,
  closeChoice,
  dialog,
  field,
  goTo,
  pickFound,
  pickInCascade,
  row,
  rowAct,
  shown,
} from '../page.ts'

const pick = async (page: Page, label: string, ...texts: string[]): Promise<void> => {
  for (const text of texts) await pickFound(shown(page).getByRole('combobox', { name: label }), text)
  await closeChoice(page)
}

async function pickProduct(page: Page, text: string): Promise<void> {
  await pickInCascade(shown(page).getByRole('combobox', { name: /^(\* )?产品$/ }), text)
  await closeChoice(page)
}

/** Adds a member with an enterprise of their own. */
async function addMember(loginName: string, mobile: string): Promise<void> {
  await query(
    `with e as (insert into enterprises (name) values ($1) returning id)
    insert into members (enterprise_id, login_name, real_name, mobile) select e.id, $2, '嵌入会员', $3 from e`,
    [`${loginName}公司`, loginName, mobile],
  )
}

test('§2 a third party is added with products and addresses, edited, disabled', async ({ page, expectConsole }) => {
  expectConsole(/400 \(Bad Request\).*thirdPower\/add/)
  await addPerson('keeps.partners')
  await enter(page, 'keeps.partners', '/application/bigData/systemLog/thirdPower')
  await act(shown(page), '新增').click()
  await act(shown(page), '保存').click()
  await expect(page.getByText('请输入第三方名称')).toBeVisible()
  await field(shown(page), '第三方名称').fill('云帆数据')
  await field(shown(page), 'App ID').fill('yunfan-01')
  await pickProduct(page, '螺纹钢')
  await pick(page, '模块', '价格行情')
  const addresses = shown(page).getByRole('combobox', { name: '允许的地址' })
  await addresses.fill('10.1.0.0/16 999.1.1.1 ')
  await page.keyboard.press('Tab')
  await act(shown(page), '保存').click()
  await expect(shown(page).getByText('允许的地址应为 IP 地址或网段，如 10.0.0.0/8')).toBeVisible()
  await addresses.press('Backspace')
  await expect(shown(page).getByText('999.1.1.1')).toHaveCount(0)
  await act(shown(page), '保存').click()

  await expect(row(page, '云帆数据')).toContainText('10.1.0.0/16')
  await rowAct(page, '云帆数据', '详情')
  const details = dialog(page, '云帆数据')
  await expect(details).toContainText('螺纹钢')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await rowAct(page, '云帆数据', '编辑')
  await expect(field(shown(page), '第三方名称')).toHaveValue('云帆数据')
  await field(shown(page), '第三方名称').fill('云帆数据科技')
  await act(shown(page), '保存').click()
  await rowAct(page, '云帆数据科技', '禁用')
  await answer(dialog(page), /禁\s*用/)
  await expect(row(page, '云帆数据科技')).toContainText('已禁用')

  await test.step('§2 a partner is added, gets a member, and its permission set becomes the member’s grants', async () => {
    await addMember('embed.member', '16612340001')
    await goTo(page, '/application/embedManager/permission')
    await act(shown(page), '新增').click()
    await field(shown(page), '方案名称').fill('嵌入基础版')
    await pick(page, '子产品', '大数据中文版', 'AI 问答')
    await pickProduct(page, '螺纹钢')
    await pick(page, '模块', '资讯')
    await act(shown(page), '保存').click()
    await expect(row(page, '嵌入基础版')).toContainText('大数据中文版、AI 问答')

    await goTo(page, '/application/embedManager/partner/add')
    await field(shown(page), '合作伙伴名称').fill('江海资讯网')
    await field(shown(page), '合作伙伴编码').fill('jianghai')
    await shown(page).getByRole('combobox', { name: '嵌入域名' }).fill('www.example.com *.example.cn ')
    await choose(shown(page), '权限方案', '嵌入基础版')
    await act(shown(page), '保存').click()

    await expect(row(page, '江海资讯网')).toContainText('嵌入基础版')
    await button(row(page, '江海资讯网'), '江海资讯网').first().click()
    const drawer = dialog(page, '江海资讯网（jianghai）')
    await button(drawer, '添加会员').click()
    const adding = dialog(page, '添加会员')
    await adding.getByRole('combobox', { name: '登录名' }).fill('embed.member ')
    await act(adding, '添加').click()
    await expect(adding).toBeHidden()
    await expect(drawer.getByRole('row').filter({ hasText: 'embed.member' })).toBeVisible()
    await expectAccessible(page, { within: ['.ant-drawer'] })
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()

    await rowAct(page, '江海资讯网', '授权')
    const granting = dialog(page, '应用权限方案：江海资讯网')
    await field(granting, '截止日期').fill('2030-12-31')
    await page.keyboard.press('Enter')
    await field(granting, '授权原因').fill('合作试用')
    await button(granting, '下一步').click()
    await expect(page.getByText('获得授权的会员（1）')).toBeVisible()
    await act(page, '授权').click()
    await expect(dialog(page)).toHaveCount(0)
    const granted = await query(
      `select a.sub_product, g.kind, g.ends_on::text from grants g join member_accounts a on a.id = g.account_id
      join members m on m.id = a.member_id where m.login_name = 'embed.member' order by 1`,
    )
    expect(granted).toEqual([
      { sub_product: 'aiWeb', kind: 'trial', ends_on: '2030-12-31' },
      { sub_product: 'bigDataChinese', kind: 'trial', ends_on: '2030-12-31' },
    ])
    await rowAct(page, '江海资讯网', '删除')
    await button(dialog(page), '删除').click()
    await expect(dialog(page, '数据正在使用，不能删除')).toContainText('会员 1 个')
  })
})
