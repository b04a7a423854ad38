// A year of a calendar that two people announce at once: what is typed stays, and the newer version can be restored.
import { calendarCalls, getCalendarYear, saveCalendarYear } from '#contract/monitoring/calendars.ts'
import { addPerson, enter, expect, FIRST, query, signInByCalls, test } from '../fixtures.ts'
import { button, field, find, rowAct } from '../page.ts'

const CALENDAR = '双人日历'

test('§8 601 a year that somebody else has saved keeps what is typed, and says which version is newer', async ({
  page,
  request,
}) => {
  await addPerson('calendar.keeper')
  const { access_token } = await signInByCalls(request, 'calendar.keeper')
  const post = async (path: string, data: object) => {
    const reply = await request.post(`${FIRST()}${path}`, { data, headers: { 'console-auth': access_token } })
    expect(await reply.json()).toMatchObject({ code: 200 })
  }
  const week = { weekdays: [1, 2, 3, 4, 5], isYearly: true, remark: '' }
  await post(calendarCalls.add.path, { code: 'twoPeople', name: CALENDAR, ...week })
  const [made] = await query<{ id: string; year: number }>(
    `select id::text as id, extract(year from current_date)::int as year from calendars where code = 'twoPeople'`,
  )
  const { id: calendarId = '', year = 0 } = made ?? {}

  await enter(page, 'calendar.keeper', '/dataMonitoring/templateManagement/calendars')
  await find(page, '日历名称', CALENDAR)
  await rowAct(page, CALENDAR, '节假日')
  const drawer = page.getByRole('dialog', { name: `${CALENDAR}的节假日` })
  const typed = `${year}-10-01 休 国庆节`
  await field(drawer, '与通常不同的日子').fill(typed)
  await field(drawer, '来源').fill('公告一')
  const theirs = [{ day: `${year}-01-01`, isOpen: false, name: '元旦' }]
  await post(saveCalendarYear.path, { calendarId, year, number: 0, source: '公告甲', days: theirs })
  await button(drawer, '保存').click()
  await expect(page.getByText('他人刚保存了第 1 版，您填写的内容还在，请与该版核对后再保存')).toBeVisible()
  await expect(field(drawer, '与通常不同的日子')).toHaveValue(typed)
  await expect(field(drawer, '来源')).toHaveValue('公告一')
  await expect(drawer.getByRole('listitem').filter({ hasText: '公告甲' })).toBeVisible()

  await button(drawer, '恢复第 1 版').click()
  await expect(field(drawer, '与通常不同的日子')).toHaveValue(`${year}-01-01 休 元旦`)
  await field(drawer, '与通常不同的日子').fill(`${year}-01-01 休 元旦\n${typed}`)
  await button(drawer, '保存').click()
  await expect(drawer.getByRole('listitem').filter({ hasText: '恢复第 1 版：公告甲' })).toBeVisible()
  await expect(field(drawer, '来源')).toHaveValue('')
  await expect(button(drawer, '保存')).toBeDisabled()

  await test.step('what is typed on before the own version is read is a change of it, and nobody else’s', async () => {
    const days = field(drawer, '与通常不同的日子')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(`**${getCalendarYear.path}`, (route) => released.then(() => route.continue()))
    await days.fill(`${year}-01-01 休 元旦`)
    await field(drawer, '来源').fill('公告二')
    await button(drawer, '保存').click()
    await expect(field(drawer, '来源')).toHaveValue('')
    await days.fill(`${year}-01-01 休 元旦\n${year}-05-01 休 劳动节`)
    await field(drawer, '来源').fill('公告三')
    await button(drawer, '保存').click()
    await expect(field(drawer, '来源')).toHaveValue('')
    release()
    await expect(drawer.getByRole('listitem').filter({ hasText: '公告三' })).toBeVisible()
    await expect(days).toHaveValue(`${year}-01-01 休 元旦\n${year}-05-01 休 劳动节`)
  })
  const stored = await query(
    `select y.number, count(*)::int as days from calendar_years y join calendar_days d on d.year_id = y.id
      where y.calendar_id = $1 group by 1 order by 1`,
    [calendarId],
  )
  expect(stored).toEqual([
    { number: 1, days: 1 },
    { number: 2, days: 2 },
    { number: 3, days: 1 },
    { number: 4, days: 2 },
  ])
})
