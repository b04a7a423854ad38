// Questions that were not answered, as work: from the day's figures to the list, a half-written result that outlasts the browser's
// page, and what became of it.
import { expectAccessible } from '../accessible.ts'
import { draftsIn, enter, expect, query, test } from '../fixtures.ts'
import { act, check, dialog, row, rowAct, shown, success } from '../page.ts'

const QUESTION = '旅程：陕西坑口煤昨天多少？'
const RESULT = '已补录坑口价，并电话告知会员'

/** An answer of another engine that says it could not, to a member whose owner is `service`. */
async function addQuestion(question = QUESTION, at = 0): Promise<void> {
  await query(
    `with own as (select id from users where user_name = 'service'),
      enterprise as (insert into enterprises (name, owner_id) select '没答上旅程煤业' || $2, id from own returning id, owner_id),
      member as (insert into members (enterprise_id, owner_id, login_name, real_name, mobile)
        select id, owner_id, 'unanswered.' || $2, '秦问煤', '1350000555' || $2 from enterprise returning id),
      session as (insert into ai_sessions (api_key_id, external_id, member_id, assistant_name, title, started_at, last_at,
          messages, unanswered)
        select (select min(id) from api_keys), 'unanswered-' || $2, id, '价格问答', $1, now(), now(), 2, 1 from member returning id)
    insert into ai_messages (session_id, number, role, content, at, is_unanswered)
    select session.id, n, case n when 1 then 'user' else 'assistant' end, case n when 1 then $1 else '没有查到。' end, now(), n = 2
      from session, generate_series(1, 2) n`,
    [question, String(at)],
  )
}

test('areas/ai.md "没答上的" the home page leads to the work, a draft of the result is kept, and it is done', async ({
  page,
}) => {
  await addQuestion()
  await enter(page, 'service')

  await test.step('the day’s figure is a link to what nobody has taken', async () => {
    await shown(page)
      .getByRole('link', { name: /没答上的问题/ })
      .click()
    await expect(page).toHaveURL(/aiWeb\/session.*tab=unanswered&state=open/)
    await expect(row(page, QUESTION)).toContainText('待处理')
    await expectAccessible(page, { within: ['.page-slot:not([data-asleep])'], contrast: true })
  })

  await test.step('what was written is offered again after the page was lost', async () => {
    await rowAct(page, QUESTION, '处理完毕')
    const first = dialog(page, '处理完毕')
    await first.getByRole('textbox', { name: '处理结果' }).fill(RESULT)
    await expect.poll(async () => (await draftsIn(page)).join()).toContain(RESULT)
    page.on('dialog', (question) => void question.accept())
    await page.reload()
    await rowAct(page, QUESTION, '处理完毕')
    const again = dialog(page, '处理完毕')
    await expect(again.getByRole('alert')).toContainText('有未保存的草稿')
    await again.getByRole('button', { name: /^恢\s?复$/ }).click()
    await expect(again.getByRole('textbox', { name: '处理结果' })).toHaveValue(RESULT)
  })

  await test.step('nor is it lost where somebody has changed the question meanwhile', async () => {
    await query(
      `insert into ai_unanswered (message_id, version) select m.id, 2 from ai_messages m
        join ai_sessions s on s.id = m.session_id where s.title = $1 and m.is_unanswered`,
      [QUESTION],
    )
    await act(dialog(page, '处理完毕'), '保存').click()
    await expect(dialog(page, '处理完毕')).toHaveCount(0)
    await rowAct(page, QUESTION, '处理完毕')
    const again = dialog(page, '处理完毕')
    await again.getByRole('button', { name: /^恢\s?复$/ }).click()
    await expect(again.getByRole('textbox', { name: '处理结果' })).toHaveValue(RESULT)
    await act(again, '保存').click()
    await expect(success(page)).toContainText('已处理')
  })

  await test.step('it has left the open ones, says what became of it, and no draft is left', async () => {
    await expect(row(page, QUESTION)).toHaveCount(0)
    await page.goto(page.url().replace('state=open', 'state=done'))
    await expect(row(page, QUESTION)).toContainText(RESULT)
    await expect(row(page, QUESTION)).toContainText('已处理')
    expect((await draftsIn(page)).join()).not.toContain(RESULT)
  })
})

test('areas/ai.md "没答上的": several are given, finished and reopened together', async ({ page }) => {
  const questions = ['旅程：榆林坑口煤昨天多少？', '旅程：大同坑口煤昨天多少？']
  for (const [at, question] of questions.entries()) await addQuestion(question, at + 1)
  await enter(page, 'service', '/application/aiWeb/session?tab=unanswered')
  const choose = async () => {
    for (const question of questions) await check(row(page, question).getByRole('checkbox'))
  }
  await choose()
  await act(shown(page), '处理完毕').click()
  const finishing = dialog(page, '2 个问题处理完毕')
  await finishing.getByRole('textbox', { name: '处理结果' }).fill(RESULT)
  await expectAccessible(page)
  await act(finishing, '保存').click()
  for (const question of questions) await expect(row(page, question)).toContainText(RESULT)
  await page.getByRole('button', { name: '撤销' }).click()
  for (const question of questions) await expect(row(page, question)).toContainText('待处理')
})
