// The change-password dialog (spec §2, §5, §8): its rules have unit tests in contract/validation.test.ts.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { addPerson, DEMO_PASSWORD, enter, expect, test } from '../fixtures.ts'
import {
  act,
  errorOf,
  failure,
  field,
  goTo,
  LIST,
  openOwn,
  passDialogGuard,
  reply,
  rows,
  success,
  widthOf,
} from '../page.ts'

const CALL = '**/api/admin/updateUserPassword'
const NEW = 'Newer#2027'

type PasswordForm = { dialog: Locator; save: Locator; old: Locator; fresh: Locator; again: Locator }

async function openPassword(page: Page): Promise<PasswordForm> {
  const dialog = await openOwn(page, '修改密码')
  const [old, fresh, again] = [field(page, '旧密码'), field(page, '新密码'), field(page, '确认新密码')]
  return { dialog, save: act(dialog, '确定'), old, fresh, again }
}

type Rule = { rule: string; at: 'old' | 'fresh' | 'again'; text: string; typed: Partial<Record<Rule['at'], string>> }

/** A user name that satisfies the password rules. */
const USER_NAME = 'keeps.rules-1'

const rules: Rule[] = [
  { rule: 'old password required', at: 'old', text: '请输入旧密码！', typed: {} },
  {
    rule: 'the old one must differ from the new one',
    at: 'old',
    text: '旧密码不能与新密码相同!',
    typed: { fresh: NEW, old: NEW },
  },
  { rule: 'new password required', at: 'fresh', text: '请输入新密码！', typed: {} },
  {
    rule: 'the new one must not equal the user name',
    at: 'fresh',
    text: '密码不能与用户名相同！',
    typed: { fresh: USER_NAME },
  },
  {
    rule: 'the new one must not equal the old one',
    at: 'fresh',
    text: '新密码不能与旧密码相同！',
    typed: { old: NEW, fresh: NEW },
  },
  {
    rule: 'the new one must match a confirmation that is not empty',
    at: 'fresh',
    text: '新密码和确认新密码不一致！',
    typed: { fresh: NEW, again: 'Other#2027' },
  },
  {
    rule: 'at least 8 characters with a digit, a letter and a special character',
    at: 'fresh',
    text: '至少8位字符，且必须包含数字，字母，特殊字符',
    typed: { fresh: 'abcd1234' },
  },
  { rule: 'confirmation required', at: 'again', text: '请输入确认密码！', typed: {} },
  {
    rule: 'a confirmation has 8 to 20 characters',
    at: 'again',
    text: '长度至少8位',
    typed: { fresh: 'Ab#456789012345678901', again: 'Ab#456789012345678901' },
  },
  {
    rule: 'the confirmation must equal the new one',
    at: 'again',
    text: '两次输入密码不一致！',
    typed: { fresh: NEW, again: 'Other#2027' },
  },
]

test('§2 §5 the change-password dialog, rule by rule', async ({ page }) => {
  await addPerson(USER_NAME, 'reviewer')
  await enter(page, USER_NAME)
  const form = await openPassword(page)
  const { dialog, save, old, fresh, again } = form

  await test.step('§2 the change-password dialog is 600 px wide: user name (disabled), old, new and confirmed password', async () => {
    await expect.poll(() => widthOf(dialog)).toBe(600)
    await expect(dialog.locator('.ant-form-item label')).toHaveText(['用户名', '旧密码', '新密码', '确认新密码'])
    await expect(field(dialog, '用户名')).toHaveValue(USER_NAME)
    await expect(field(dialog, '用户名')).toBeDisabled()
    await expectAccessible(page, { within: ['.ant-modal'] })
  })

  await save.click()
  await expect(old).toBeFocused()
  for (const { rule, at, text, typed } of rules) {
    await test.step(`§5 ${rule}: ${text}`, async () => {
      for (const name of ['old', 'fresh', 'again'] as const) await form[name].fill('')
      for (const [name, value] of Object.entries(typed)) await form[name as Rule['at']].fill(value)
      await expect(errorOf(dialog, form[at])).toHaveText(text)
      await save.click()
      await expect(errorOf(dialog, form[at])).toHaveText(text)
      await expect(dialog).toBeVisible()
    })
  }

  await test.step('§5 errors about two fields disappear once the fields fit together', async () => {
    await old.fill(DEMO_PASSWORD)
    await fresh.fill(NEW)
    await again.fill(NEW)
    for (const each of [old, fresh, again]) await expect(errorOf(dialog, each)).toHaveCount(0)
  })

  await test.step('§8 otherwise the msg is still shown in the success style, and the dialog stays', async () => {
    await page.route(CALL, (route) => route.fulfill(reply(601, '密码稍后生效')))
    await save.click()
    await expect(success(page)).toHaveText('密码稍后生效')
    await expect(failure(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await expect(fresh).toHaveValue(NEW)
  })
})

test('§5 the own password is changed: the other sessions end and this one stays', async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(/400/)
  await addPerson('new.password', 'reviewer')
  const elsewhere = await browser.newPage()
  await enter(elsewhere, 'new.password', LIST)
  await expect(rows(elsewhere).first()).toBeVisible()
  await enter(page, 'new.password')
  const { dialog, save, old, fresh, again } = await openPassword(page)

  await test.step('§5 inputs are trimmed, and square brackets are stripped from the new password as it is typed', async () => {
    await fresh.pressSequentially('[Ne]wer[#]2027]')
    await expect(fresh).toHaveValue(NEW)
    await fresh.fill(' [ Newer#2027 ] ')
    await expect(fresh).toHaveValue(NEW)
    await again.fill(`  ${NEW} `)
    await expect(again).toHaveValue(NEW)
    await old.fill(' Wrong#2026  ')
    await expect(old).toHaveValue('Wrong#2026')
  })

  await save.click()
  await expect(errorOf(dialog, old)).toHaveText('旧密码不正确')
  await expect(dialog).toBeVisible()
  await expect(fresh).toHaveValue(NEW)
  await passDialogGuard(page)

  await test.step('§8 on code 200 the returned msg is shown as success and the dialog closes', async () => {
    await page.route(CALL, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), msg: '密码已修改，请牢记' } })
    })
    await old.fill(DEMO_PASSWORD)
    const sent = page.waitForRequest(CALL)
    await save.click()
    expect((await sent).postDataJSON()).toMatchObject({ oldPassword: DEMO_PASSWORD, newPassword: NEW })
    await expect(success(page)).toHaveText('密码已修改，请牢记')
    await expect(dialog).toBeHidden()
  })

  await expect(elsewhere).toHaveURL(/\/backend\/login/)
  await elsewhere.close()
  await goTo(page, LIST)
  await expect(rows(page).first()).toBeVisible()
  await openPassword(page)
  await expect(old).toHaveValue('')
})
