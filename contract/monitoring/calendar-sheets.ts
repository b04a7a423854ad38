// Calendars from a spreadsheet: the days of a year that differ from the usual week.
import { can } from '../access.ts'
import { Day, OneOf, Required, Text } from '../fields.ts'
import { type ImportColumn, importCalls } from '../sheets.ts'

export const dayWords = { 休: false, 班: true } as const
export type DayWord = keyof typeof dayWords

const columns = [
  {
    key: 'calendar',
    header: '日历',
    rule: Required('日历', 50),
    required: true,
    example: '中国工作日',
    hint: '必填，日历的名称',
    width: 16,
  },
  {
    key: 'day',
    header: '日期',
    rule: Day('日期'),
    required: true,
    example: '2027-02-15',
    hint: '必填，如2027-02-15；已有的同一天以文件为准，其他日子不变',
    width: 14,
  },
  {
    key: 'word',
    header: '安排',
    rule: OneOf('安排', Object.keys(dayWords) as DayWord[]),
    required: true,
    example: '休',
    hint: '必填，休或班',
    width: 8,
  },
  {
    key: 'name',
    header: '说明',
    rule: Text('说明', 30),
    required: false,
    example: '春节',
    hint: '选填，最多30个字符',
    width: 20,
  },
  {
    key: 'source',
    header: '来源',
    rule: Required('来源', 100),
    required: true,
    example: '国办发明电〔2026〕7号',
    hint: '必填，如公告的文号',
    width: 26,
  },
] as const satisfies readonly ImportColumn[]

export type CalendarImportKey = (typeof columns)[number]['key']

/** Each calendar and year of the file gets a new version: its days and those that stood there before. */
export const calendarImport = importCalls({
  kind: 'calendars',
  noun: '节假日',
  path: '/api/backend/monitoring/calendar/import',
  access: can('monitoringCalendar', 'leadingIn'),
  columns,
})
