// Calendars: the usual week, and for each year the days that differ, in versions. Edited and imported by data administrators.
import { type Static, Type } from 'typebox'
import { anyOf, can } from '#contract/access.ts'
import { type BodyOf, readCall, writeCall } from '#contract/endpoint.ts'
import { Day, Fields, Id, Moment, Nullable, OneLine, Required, Text } from '#contract/fields.ts'
import { contains, type RowOf, rowCalls } from '#contract/rows.ts'

const root = '/api/backend/monitoring/calendar'
const MENU = 'monitoringCalendar'

const fields = {
  name: OneLine(Required('日历名称', 50)),
  weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
    title: '通常开放的星期',
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
  }),
  isYearly: Type.Boolean({ title: '每年公布' }),
  remark: Text('备注', 200),
}

const Year = Type.Integer({ title: '年份', minimum: 2000, maximum: 2100 })

export const calendarCalls = rowCalls({
  noun: '日历',
  path: root,
  menu: MENU,
  fields,
  onlyNew: {
    code: Type.String({
      title: '编码',
      pattern: '^[a-z][A-Za-z0-9]{1,31}$',
      messages: { required: '请输入编码', pattern: '编码应为小写字母开头的2到32位字母和数字' },
    }),
  },
  query: { name: contains(fields.name) },
  sortable: ['name', 'updatedAt'],
  row: {
    ...fields,
    code: Type.String({ title: '编码' }),
    announced: Type.Array(Type.Integer({ description: 'years, the newest first' })),
    rules: Type.Integer({ title: '使用的规则', description: 'how many rules follow it' }),
    updatedAt: Moment('更新时间'),
  },
})
export type CalendarQuery = BodyOf<typeof calendarCalls.list>
export type CalendarRow = RowOf<typeof calendarCalls>

/** Most days of a year that differ. */
const EXCEPTIONS_MAX = 366

const Exception = Fields({
  day: Day('日期'),
  isOpen: Type.Boolean({ title: '开放' }),
  name: OneLine(Text('说明', 30)),
})
export type CalendarException = Static<typeof Exception>

const YearView = Type.Object({
  year: Year,
  /** The version that was read; 0: not announced. */
  number: Type.Integer(),
  source: Type.String(),
  days: Type.Array(Exception),
  versions: Type.Array(
    Type.Object({ number: Type.Integer(), source: Type.String(), byName: Type.String(), at: Type.String() }),
  ),
})
export type CalendarYearView = Static<typeof YearView>

export const getCalendarYear = readCall('日历的一年', `${root}/year`, can(MENU, 'view'), {
  body: Fields({ calendarId: Id('日历'), year: Year, number: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))) }),
  data: YearView,
})

/**
 * A new version of a year, typed or read from a pasted list: it applies to today and later days. 601 where somebody
 * else has saved one meanwhile.
 */
export const saveCalendarYear = writeCall(
  '保存日历的一年',
  `${root}/saveYear`,
  anyOf(can(MENU, 'edit'), can(MENU, 'leadingIn')),
  {
    body: Fields({
      calendarId: Id('日历'),
      year: Year,
      number: Type.Integer({ title: '版本', minimum: 0 }),
      source: Required('来源', 100),
      days: Type.Array(Exception, { title: '日期', maxItems: EXCEPTIONS_MAX }),
    }),
    data: Type.Object({ number: Type.Integer(), changed: Type.Integer({ description: 'due rows' }) }),
  },
)
