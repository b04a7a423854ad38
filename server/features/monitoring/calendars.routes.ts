// Calendars over HTTP. A change makes the due rows of today and the next days again; sealed days stay.
import { isYearDay } from '#contract/monitoring/calendar-days.ts'
import { calendarCalls, getCalendarYear, saveCalendarYear } from '#contract/monitoring/calendars.ts'
import { WORKDAYS } from '#server/core/calendars.ts'
import { databaseToday } from '#server/core/clock.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { serveRows } from '#server/core/rows/rows.ts'
import { calendars } from '#server/db/schema/calendars.ts'
import { storeYear } from './calendars.acts.ts'
import { countItems, countRules, isCalendarTaken, pageOfCalendars, yearOfCalendar } from './calendars.queries.ts'
import { makeDues } from './dues.acts.ts'
import { lockDues } from './dues.queries.ts'
import { remake } from './rules.acts.ts'

const rows = serveRows({
  calls: calendarCalls,
  table: calendars,
  target: 'calendar',
  nameOf: ({ name }) => name,
  lock: lockDues,
  list: ({ body, db }) => pageOfCalendars(db, body),
  check: async (tx, form, { stored }) => {
    const taken = await isCalendarTaken(tx, form, stored?.id)
    checkFields({
      name: taken.name ? '已有同名的日历' : null,
      code: taken.code ? '编码已被其他日历使用' : null,
    })
    return form
  },
  uses: async (tx, { id, code }) => ({
    监控规则: await countRules(tx, id),
    报价项: await countItems(tx, id),
    // of items and pushes that name none
    默认日历: Number(code === WORKDAYS),
  }),
  afterwards: (tx) => remake(tx),
})

export const routes = [
  ...rows,

  serve(getCalendarYear, async ({ body, db }) => orNotFound(await yearOfCalendar(db, body))),

  serveAct(saveCalendarYear, async ({ tx, announce, body, by }) => {
    const { calendarId, year, number, source, days } = body
    const seen = days.map(({ day }) => day)
    const stray = seen.find((day) => !isYearDay(day, year))
    const twice = seen.find((day, at) => seen.indexOf(day) !== at)
    checkFields({
      days: stray ? `${stray} 不在 ${year} 年` : twice ? `${twice} 出现了两次` : null,
    })
    await lockDues(tx)
    const stored = orNotFound(await yearOfCalendar(tx, { calendarId, year }))
    if (stored.number !== number) throw refuse('stale', { data: stored })
    await storeYear(tx, by, { calendarId, stored, source: source.trim(), days })
    announce({ type: 'dues' })
    return { number: number + 1, changed: await makeDues(tx, await databaseToday(tx)) }
  }),
]
