// What the imports of `imports.ts` (and of test/import-sets.test.ts) refer to, by SQL, and their rows as people's files hold them, by the kind
// of the import.
import { addDays, dayOf } from '#contract/days.ts'
import type { ImportColumn } from '#contract/sheets.ts'

/** For as many rows of each import. */
export const fillFor = (rows: number): readonly string[] => [
  `with first as (insert into categories (name, level, sort) values ('批量', 1, 10) returning id)
    insert into categories (name, level, sort, parent_id) select '二级', 2, 10, id from first`,
  `insert into products (name, category_id) select '导入产品' || n, c.id
    from generate_series(1, 3) n, categories c where c.level = 2 order by n`,
  `insert into calendars (code, name, weekdays, is_yearly) values ('benchDays', '测量日', '{1,2,3,4,5,6,7}', false)`,
  `insert into quote_items (product_id, name, market, unit, calendar_id) select p.id, '已有报价' || n, '上海', '元/吨', c.id
    from generate_series(1, ${rows}) n, products p, calendars c where p.name = '导入产品1' and c.code = 'benchDays' order by n`,
  `insert into enterprises (name, owner_id) select '已有客户' || n, (select min(id) from users) from generate_series(1, ${rows}) n`,
  `insert into members (enterprise_id, login_name, real_name, mobile) select e.id, 'holder' || n, '会员' || n, (15000000000 + n)::text
    from generate_series(1, ${rows}) n join enterprises e on e.name = '已有客户' || n order by n`,
  `insert into member_accounts (member_id, sub_product, starts_on, ends_on, grant_kind)
    select id, 'bigData', current_date - 10, current_date + 30, 'formal' from members order by id`,
  `insert into grants (account_id, product_id, kind, starts_on, ends_on)
    select a.id, p.id, 'formal', current_date - 10, current_date + 30 from member_accounts a, products p
      where p.name = '导入产品1' order by a.id`,
  `insert into meetings (name, kind, starts_on, ends_on, seats, body, state, published_at, author_id)
    select '导入的会议', 'conference', current_date, current_date, 100000, '{"type":"doc"}', 'published', now(), min(id) from users`,
  `insert into meeting_quotas (meeting_id, name, seats) select id, '正式', 100000 from meetings where name = '导入的会议'`,
  'vacuum (analyze)',
]

type Row = readonly string[]
/** `update`: rows of a second run, which change those of the first. */
export type Sheet = { row: (n: number) => Row; update?: (n: number) => Row }

const today = dayOf(Date.now())
const yearAhead = addDays(today, 365)
const mobile = (prefix: number, n: number) => `1${prefix}${String(n).padStart(8, '0')}`
const codeOf = (n: number) => `I${String(n).padStart(6, '0')}`
/** Ten terms to a process. */
const TERMS = 10
/** Days of each year. */
const DAYS_A_YEAR = 100
const KEYWORDS_A_DAY = 500

/** Ten cities in each of ten provinces; all others are districts of them. */
function region(n: number): Row {
  if (n < 10) return ['', `导入省${n}`, '']
  if (n < 110) return [`导入省${n % 10}`, `导入市${n}`, '']
  return [`导入省${n % 10} > 导入市${10 + (n % 100)}`, `导入区${n}`, '']
}

const product = (n: number, unit: string): Row => [`新产品${n}`, '批量 > 二级', codeOf(n), unit, '区间价', '显示']
const word = (n: number, remark: string): Row => ['行业', `新行业${n}`, remark]
const customer = (n: number, address: string): Row => [
  `新客户${n}`,
  ...['', 'B', '', '', address, '', '李明', mobile(35, n), '', ''],
]
const contact = (n: number, position: string): Row => [
  `已有客户${n + 1}`,
  ...['王芳', position, '采购', mobile(36, n), '', '', ''],
]
const quoteItem = (n: number, brand: string): Row => [
  '',
  ...['导入产品2', `新报价${n}`, '上海', '', '元/吨', 'CNY', '含税', '', '0', '', brand],
  ...['', '自提', '每个工作日', '', '测量日', '17:00', '询价', '', '', '', '', ''],
]
const price = (n: number, figures: string): Row => [today, `已有报价${n + 1}`, figures, '', '', '', '', '']
const calendarDay = (n: number, word: string): Row => [
  '测量日',
  addDays(`${2020 + Math.floor(n / DAYS_A_YEAR)}-01-01`, n % DAYS_A_YEAR),
  ...[word, '', '测量'],
]

/** An output, an input and fixed costs of a process. */
function term(n: number): Row {
  const process = ['导入产品3', `新工序${Math.floor(n / TERMS)}`, '元/吨', '']
  const place = n % TERMS
  if (place > 1) return [...process, '固定成本', '', '', '', `${100 + n}`, `费用${n}`]
  return [...process, place === 0 ? '产出' : '投入', place === 0 ? 'Q000001' : 'Q000002', '1', '1', '', '']
}

const sheetsOf: Readonly<Record<string, Sheet>> = {
  users: {
    row: (n) => [`import${n}`, '程远行', mobile(37, n), `u${n}@example.com`, '总公司', '审核主管', '', yearAhead, ''],
  },
  categories: { row: (n) => [`新一级${n % 50}`, `新二级${n}`] },
  regions: { row: region },
  products: { row: (n) => product(n, '元/吨'), update: (n) => product(n, '元/千克') },
  prices: { row: (n) => price(n, '3800-3860'), update: (n) => price(n, '3810-3870') },
  quoteItems: { row: (n) => quoteItem(n, ''), update: (n) => quoteItem(n, '沙钢') },
  processes: { row: term },
  calendars: { row: (n) => calendarDay(n, '休'), update: (n) => calendarDay(n, '班') },
  smsOptOuts: { row: (n) => [mobile(38, n), ''] },
  'search.reports': {
    row: (n) => [
      ...['百度', '关键词', '全部', addDays(today, -2 - Math.floor(n / KEYWORDS_A_DAY)), '', '导入账号'],
      ...['计划', '单元', `关键词${n % KEYWORDS_A_DAY}`, '', '短语', '', '', '', '1280', '46', '325.60', '2.3', '2'],
    ],
  },
  visitEnterprises: {
    row: (n) => [`拜访仓储${n}`, ...['仓库', '甲醇', '', '', '', '', '120.153576,30.287459', '', '李明', '', '', '']],
  },
  meetingSignUps: {
    row: (n) => ['导入的会议', '李明', `已有客户${n + 1}`, mobile(39, n), '', '', '', '', '', '', '', ''],
  },
  words: { row: (n) => word(n, ''), update: (n) => word(n, '备注') },
  closings: { row: (n) => ['大数据', `holder${n + 1}`, '', yearAhead, '续签合同'] },
  customers: { row: (n) => customer(n, '人民路'), update: (n) => customer(n, '解放路') },
  contacts: { row: (n) => contact(n, '采购经理'), update: (n) => contact(n, '总经理') },
  accounts: {
    row: (n) => [
      '大数据',
      `opened${n}`,
      '张三',
      mobile(55, n),
      '',
      `开户企业${n}`,
      '',
      '7',
      '导入产品1、导入产品2',
      '',
    ],
  },
  documents: { row: (n) => [`月报${n}`, '月报', today] },
  entries: {
    row: (n) => [`录入企业${n}`, '张三', mobile(56, n), `entered${n}`, '导入产品1、导入产品2', '试用', yearAhead],
  },
}

/** Of a declared import; one of several alike is `kind.which`. */
export function sheetOf(kind: string): Sheet {
  const sheet = sheetsOf[kind] ?? sheetsOf[kind.split('.')[0] ?? '']
  if (!sheet) throw new Error(`bench/imports-data.ts has no rows of “${kind}”`)
  return sheet
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** The rows as a file. Columns without a cell are left out: in a report, an empty one would mean that it does not tell. */
export function csvOf(columns: readonly ImportColumn[], rows: readonly Row[]): string {
  const filled = columns.flatMap((_, at) => (rows.some((row) => row[at] !== '') ? [at] : []))
  const lines = [columns.map(({ header }) => header), ...rows]
  return lines.map((line) => filled.map((at) => quoted(line[at] ?? '')).join(',')).join('\n')
}
