// Background jobs as administrators look after them (issue 4): bars that move, ends, details, cancelling, repeating.
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addPerson, enter, expect, query, test } from './fixtures.ts'

const LIST = '/system/jobs'
const main = (page: Page) => page.locator('main')
const rowOf = (page: Page, title: string) => main(page).getByRole('row').filter({ hasText: title })

/** A run that no process takes up or back: no program has a job of this name, and it is said to live. */
async function addRun(ownerId: string, title: string, state: string, more = ''): Promise<string> {
  const [added] = await query<{ id: string }>(
    `insert into job_runs (name, title, owner_id, author, input, state, tries, tries_left, attempts, started_at, alive_at ${more && ', message, error, ended_at'})
    values ('e2e.none', $1, $2, '{}', '{}', $3, 4, 0, 1, now(), now() + interval '1 hour' ${more && `, '${more}', 'Error: ${more}', now()`})
    returning id::text`,
    [title, ownerId, state],
  )
  return added?.id ?? ''
}

/** As the process that runs it does. */
const report = (id: string, set: string) =>
  query(
    `with changed as (update job_runs set ${set} where id = $1 returning id)
    select pg_notify('console_changes', json_build_object('type', 'jobs', 'ids', json_build_array(id::text))::text) from changed`,
    [id],
  )

test.describe('with the live channel', () => {
  test.use({ live: true })

  test('the bar of a job moves as it goes, and its end is told', async ({ page }) => {
    const id = await addPerson('jobs.watched')
    const mine = await addRun(id, '导出我的数据', 'running')
    await enter(page, 'jobs.watched', `${LIST}?title=导出我的数据`)
    const row = rowOf(page, '导出我的数据')
    await expect(row).toContainText('执行中')
    const bar = row.getByRole('progressbar', { name: '导出我的数据 的进度' })
    await expect(bar).not.toHaveAttribute('aria-valuenow')
    await report(mine, "done = 250, total = 1000, note = '第 250 行'")
    await expect(bar).toHaveAttribute('aria-valuenow', '25')
    await row.getByRole('button', { name: '导出我的数据', exact: true }).click()
    const details = page.getByRole('dialog', { name: '导出我的数据' })
    await expect(details).toContainText('第 250 行')
    await report(mine, "done = 500, note = '第 500 行'")
    await expect(details).toContainText('500 / 1,000')
    await report(mine, "state = 'partly', done = 1000, failed = 2, message = '2 行有误', ended_at = now()")
    await expect(details).toContainText('2 行有误')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(details).toBeHidden()
    await expect(row).toContainText('部分完成')
  })
})

test('everybody’s jobs are found, stopped and repeated; those of others move as well', async ({ page }) => {
  const owner = await addPerson('jobs.owner', 'reviewer')
  await addPerson('jobs.keeper')
  const queued = await addRun(owner, '批量甲', 'queued')
  const running = await addRun(owner, '批量乙', 'running')
  await addRun(owner, '批量丙', 'failed', '网络不通')
  await enter(page, 'jobs.keeper', `${LIST}?owner=jobs.owner`)
  await expect(main(page).getByRole('row').filter({ hasText: '批量' })).toHaveCount(3)
  await expectAccessible(page)

  await rowOf(page, '批量甲').getByRole('button', { name: /^取消/ }).click()
  const question = page.getByRole('dialog', { name: '取消任务“批量甲”？' })
  await expect(question).toContainText('jobs.owner')
  await question.getByRole('button', { name: '取消任务' }).click()
  await expect(question).toBeHidden()
  await expect(rowOf(page, '批量甲')).toContainText('已取消')
  expect(await query('select state from job_runs where id = $1', [queued])).toEqual([{ state: 'cancelled' }])

  await query('update job_runs set done = 3, total = 10 where id = $1', [running])
  await expect(rowOf(page, '批量乙').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '30')

  await rowOf(page, '批量丙').getByRole('button', { name: '批量丙', exact: true }).click()
  const details = page.getByRole('dialog', { name: '批量丙' })
  await expect(details).toContainText('Error: 网络不通')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await rowOf(page, '批量丙').getByRole('button', { name: /^重试/ }).click()
  await expect(rowOf(page, '批量丙')).toContainText('排队中')

  await main(page).getByRole('combobox', { name: '状态' }).click()
  await page.locator('.ant-select-item-option', { hasText: '执行中' }).click()
  await main(page).getByRole('button', { name: '查询' }).click()
  await expect(main(page).getByRole('row').filter({ hasText: '批量' })).toHaveCount(1)
})
