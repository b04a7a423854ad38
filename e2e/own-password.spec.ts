// The change-password dialog, rule by rule (spec §2, §5, §8).
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, DEMO_PASSWORD, enter, expect, test } from './fixtures.ts'
import { failure, openOwn, reply, success, widthOf } from './page.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^(\\* )?${name}$`) })

type PasswordForm = { dialog: Locator; save: Locator; old: Locator; fresh: Locator; again: Locator }

async function openPassword(page: Page): Promise<PasswordForm> {
  const dialog = await openOwn(page, '修改密码')
  const [old, fresh, again] = [field(page, '旧密码'), field(page, '新密码'), field(page, '确认新密码')]
  return { dialog, save: dialog.getByRole('button', { name: '确定' }), old, fresh, again }
}

/** What stands under a field as its error. */
const said = (dialog: Locator, of: Locator) =>
  dialog.locator('.ant-form-item', { has: of }).locator('.ant-form-item-explain-error:not([class*="-leave"])')

const NEW = 'Newer#2027'

test.describe('the own password', () => {
  test('§2 the change-password dialog is 600 px wide: user name (disabled), old, new and confirmed password', async ({
    page,
  }) => {
    await addPerson('looks.at.it', 'reviewer')
    await enter(page, 'looks.at.it')
    const { dialog } = await openPassword(page)
    await expect.poll(() => widthOf(dialog)).toBe(600)
    await expect(dialog.locator('.ant-form-item label')).toHaveText(['用户名', '旧密码', '新密码', '确认新密码'])
    await expect(field(page, '用户名')).toHaveValue('looks.at.it')
    await expect(field(page, '用户名')).toBeDisabled()
    await expectAccessible(page)
  })

  type Rule = { rule: string; at: 'old' | 'fresh' | 'again'; text: string; type: (form: PasswordForm) => Promise<void> }

  const rules: Rule[] = [
    { rule: 'old password required', at: 'old', text: '请输入旧密码！', type: ({ save }) => save.click() },
    {
      rule: 'the old one must differ from the new one',
      at: 'old',
      text: '旧密码不能与新密码相同!',
      type: async ({ old, fresh }) => {
        await fresh.fill(NEW)
        await old.fill(NEW)
      },
    },
    { rule: 'new password required', at: 'fresh', text: '请输入新密码！', type: ({ save }) => save.click() },
    {
      rule: 'the new one must not equal the user name',
      at: 'fresh',
      text: '密码不能与用户名相同！',
      type: ({ fresh }) => fresh.fill('keeps.rules-1'),
    },
    {
      rule: 'the new one must not equal the old one',
      at: 'fresh',
      text: '新密码不能与旧密码相同！',
      type: async ({ old, fresh }) => {
        await old.fill(NEW)
        await fresh.fill(NEW)
      },
    },
    {
      rule: 'the new one must match a confirmation that is not empty',
      at: 'fresh',
      text: '新密码和确认新密码不一致！',
      type: async ({ fresh, again }) => {
        await fresh.fill(NEW)
        await again.fill('Other#2027')
      },
    },
    {
      rule: 'at least 8 characters with a digit, a letter and a special character',
      at: 'fresh',
      text: '至少8位字符，且必须包含数字，字母，特殊字符',
      type: async ({ dialog, fresh }) => {
        for (const weak of ['Aa#4567', 'abcdefgh#', '12345678#', 'abcd1234']) {
          await fresh.fill(NEW)
          await expect(said(dialog, fresh)).toHaveCount(0)
          await fresh.fill(weak)
          await expect(said(dialog, fresh)).toHaveText('至少8位字符，且必须包含数字，字母，特殊字符')
        }
      },
    },
    { rule: 'confirmation required', at: 'again', text: '请输入确认密码！', type: ({ save }) => save.click() },
    {
      rule: 'a confirmation has 8 to 20 characters',
      at: 'again',
      text: '长度至少8位',
      type: async ({ dialog, fresh, again }) => {
        for (const fits of ['Ab#45678', 'Ab#45678901234567890']) {
          await fresh.fill(fits)
          await again.fill(fits)
          await expect(said(dialog, again)).toHaveCount(0)
        }
        for (const odd of ['Ab#4567', 'Ab#456789012345678901']) {
          await fresh.fill(odd)
          await again.fill(odd)
          await expect(again).toHaveValue(odd)
          await expect(said(dialog, again)).toHaveText('长度至少8位')
        }
      },
    },
    {
      rule: 'the confirmation must equal the new one',
      at: 'again',
      text: '两次输入密码不一致！',
      type: async ({ fresh, again }) => {
        await fresh.fill(NEW)
        await again.fill('Other#2027')
      },
    },
  ]

  test.describe('§5 rules', () => {
    for (const [number, { rule, at, text, type }] of rules.entries()) {
      test(`§5 ${rule}: ${text}`, async ({ page }) => {
        const userName = rule.includes('user name') ? 'keeps.rules-1' : `keeps.rules.${number}`
        await addPerson(userName, 'reviewer')
        await enter(page, userName)
        const form = await openPassword(page)
        await type(form)
        await expect(said(form.dialog, form[at])).toHaveText(text)
        await form.save.click()
        await expect(said(form.dialog, form[at])).toHaveText(text)
        await expect(form.dialog).toBeVisible()
      })
    }
  })

  test('§5 inputs are trimmed, and square brackets are stripped from the new password as it is typed', async ({
    page,
  }) => {
    await addPerson('types.brackets', 'reviewer')
    await enter(page, 'types.brackets')
    const { old, fresh, again, dialog, save } = await openPassword(page)
    await fresh.pressSequentially('[Ne]wer[#]2027]')
    await expect(fresh).toHaveValue(NEW)
    await fresh.fill(' [ Newer#2027 ] ')
    await expect(fresh).toHaveValue(NEW)
    await again.fill(`  ${NEW} `)
    await expect(again).toHaveValue(NEW)
    await old.fill(` ${DEMO_PASSWORD}  `)
    await expect(old).toHaveValue(DEMO_PASSWORD)
    await expect(dialog.locator('.ant-form-item-explain-error')).toHaveCount(0)
    const sent = page.waitForRequest((request) => request.url().endsWith('/updateUserPassword'))
    await save.click()
    expect((await sent).postDataJSON()).toMatchObject({ oldPassword: DEMO_PASSWORD, newPassword: NEW })
    await expect(dialog).toBeHidden()
  })

  test('§8 on code 200 the returned msg is shown as success and the dialog closes', async ({ page }) => {
    await addPerson('changes.it', 'reviewer')
    await enter(page, 'changes.it')
    const { dialog, save, old, fresh, again } = await openPassword(page)
    await page.route('**/api/admin/updateUserPassword', (route) => route.fulfill(reply(200, '密码已修改，请牢记')))
    await old.fill(DEMO_PASSWORD)
    await fresh.fill(NEW)
    await again.fill(NEW)
    await save.click()
    await expect(success(page)).toHaveText('密码已修改，请牢记')
    await expect(dialog).toBeHidden()
  })

  test('§8 otherwise the msg is still shown in the success style, and the dialog stays', async ({ page }) => {
    await addPerson('changes.not', 'reviewer')
    await enter(page, 'changes.not')
    const { dialog, save, old, fresh, again } = await openPassword(page)
    await page.route('**/api/admin/updateUserPassword', (route) => route.fulfill(reply(601, '密码稍后生效')))
    await old.fill(DEMO_PASSWORD)
    await fresh.fill(NEW)
    await again.fill(NEW)
    await save.click()
    await expect(success(page)).toHaveText('密码稍后生效')
    await expect(failure(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(fresh).toHaveValue(NEW)
  })
})
