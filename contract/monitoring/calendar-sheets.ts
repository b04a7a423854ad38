// Calendars from a spreadsheet: the days of a year that differ from the usual week.
import { can } from '#contract/access.ts'
import { Day, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'

export const dayWords = { 休: false, 班: true } as const
export type DayWord = keyof typeof dayWords

const columns = [
  requiredColumn('calendar', Required('日历', 50), { example: '中国工作日', hint: '日历的名称', width: 16 }),
  requiredColumn('day', Day('日期'), {
    example: '2027-02-15',
    hint: '如2027-02-15；已有的日子要选“更新已有的”，其他日子不变',
    width: 14,
  }),
  requiredColumn('word', OneOf('安排', Object.keys(dayWords) as DayWord[]), {
    example: '休',
    hint: '休或班',
    width: 8,
  }),
  optionalColumn('name', Text('说明', 30), { example: '春节', hint: '最多30个字符', width: 20 }),
  requiredColumn('source', Required('来源', 100), {
    example: '国办发明电〔2026〕7号',
    hint: '如公告的文号',
    width: 26,
  }),
]

export type CalendarImportKey = (typeof columns)[number]['key']

/** Each calendar and year of the file gets a new version: its days merged into the previous version's. */
export const calendarImport = importCalls(
  '节假日',
  '/api/backend/monitoring/calendar/import',
  can('monitoringCalendar', 'leadingIn'),
  {
    kind: 'calendars',
    columns,
    update: {
      access: can('monitoringCalendar', 'leadingIn'),
      keys: [['calendar', 'day']],
      columns: ['word', 'name', 'source'],
    },
  },
)
