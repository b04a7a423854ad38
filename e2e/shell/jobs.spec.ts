// Administration of background jobs (issue 4): progress, outcomes, details, cancelling, repeating.
import { expectAccessible } from '../accessible.ts'
import { addPerson, enter, expect, query, test } from '../fixtures.ts'
import { act, answer, choose, dialog, elapse, row, rowAct, shown } from '../page.ts'

const LIST = '/system/jobs'

/** A run that no process claims or requeues: no job has this name, and `alive_at` is in the future. */
async function addRun(ownerId: string, title: string, state: string, more = ''): Promise<string> {
  const [added] = await query<{ id: string }>(
    `insert into job_runs (name, title, owner_id, author, input, state, tries, tries_left, attempts, started_at, alive_at ${more && ', message, error, ended_at'})
    values ('e2e.none', $1, $2, '{}', '{}', $3, 4, 0, 1, now(), now() + interval '1 hour' ${more && `, '${more}', 'Error: ${more}', now()`})
    returning id::text`,
    [title, ownerId, state],
  )
  return added?.id ?? ''
}

/** Updates a run and notifies, as the process that runs it does. */
const report = (id: string, set: string) =>
  query(
    `with changed as (update job_runs set ${set} where id = $1 returning id)
    select pg_notify('console_changes', json_build_object('type', 'jobs', 'ids', json_build_array(id::text))::text) from changed`,
    [id],
  )

test.use({ live: true })

test('the bar of a job moves as it goes, and its end is shown', async ({ page }) => {
  const id = await addPerson('jobs.watched')
  const mine = await addRun(id, '导出我的数据', 'running')
  await enter(page, 'jobs.watched', `${LIST}?title=导出我的数据`)
  const run = row(page, '导出我的数据')
  await expect(run).toContainText('执行中')
  const bar = run.getByRole('progressbar', { name: '导出我的数据 的进度' })
  await expect(bar).not.toHaveAttribute('aria-valuenow')
  await report(mine, "done = 250, total = 1000, note = '第 250 行'")
  await expect(bar).toHaveAttribute('aria-valuenow', '25')
  await run.getByRole('button', { name: '导出我的数据', exact: true }).click()
  const details = dialog(page, '导出我的数据')
  await expect(details).toContainText('第 250 行')
  await report(mine, "done = 500, note = '第 500 行'")
  await expect(details).toContainText('500 / 1,000')
  await report(mine, "state = 'partly', done = 1000, failed = 2, message = '2 行有误', ended_at = now()")
  await expect(details).toContainText('2 行有误')
  await expectAccessible(page, { within: ['.ant-drawer'] })
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(run).toContainText('部分完成')
})

test.describe('without the live channel', () => {
  test.use({ live: false })

  test('an administrator finds, cancels and repeats everybody’s jobs, and sees their progress', async ({ page }) => {
    const owner = await addPerson('jobs.owner', 'reviewer')
    await addPerson('jobs.keeper')
    const queued = await addRun(owner, '批量甲', 'queued')
    const running = await addRun(owner, '批量乙', 'running')
    await addRun(owner, '批量丙', 'failed', '网络不通')
    await enter(page, 'jobs.keeper', `${LIST}?owner=jobs.owner`)
    await expect(row(page, '批量')).toHaveCount(3)

    await rowAct(page, '批量甲', '取消')
    const question = dialog(page, '取消任务“批量甲”？')
    await expect(question).toContainText('jobs.owner')
    await answer(question, '取消任务')
    await expect(row(page, '批量甲')).toContainText('已取消')
    expect(await query('select state from job_runs where id = $1', [queued])).toEqual([{ state: 'cancelled' }])

    await query('update job_runs set done = 3, total = 10 where id = $1', [running])
    const bar = row(page, '批量乙').getByRole('progressbar')
    await expect
      .poll(async () => {
        await elapse(page, 5_000)
        return bar.getAttribute('aria-valuenow')
      })
      .toBe('30')

    await row(page, '批量丙').getByRole('button', { name: '批量丙', exact: true }).click()
    const details = dialog(page, '批量丙')
    await expect(details).toContainText('Error: 网络不通')
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await rowAct(page, '批量丙', '重试')
    await expect(row(page, '批量丙')).toContainText('排队中')
    await choose(shown(page), '状态', '执行中')
    await act(shown(page), '查询').click()
    await expect(row(page, '批量')).toHaveCount(1)

    await choose(shown(page), '状态', '已取消')
    await act(shown(page), '查询').click()
    await rowAct(page, '批量甲', '删除')
    await answer(dialog(page, '删除 1 条任务记录？'), /删\s*除/)
    await expect(row(page, '批量甲')).toHaveCount(0)
    expect(await query('select state from job_runs where id = $1', [queued])).toEqual([])
  })
})
