// The closed set of fields that a template may name in `{{…}}`. Nothing else is reachable: a field is parsed into one
// of these shapes, or rejected with a reason.

/** Parts of a price field; `均价` is the default. */
export const priceParts = {
  均价: 'average',
  低价: 'low',
  高价: 'high',
  区间: 'range',
  涨跌: 'change',
  幅度: 'percent',
  方向: 'direction',
  单位: 'unit',
  名称: 'name',
  市场: 'market',
} as const
export type PricePart = (typeof priceParts)[keyof typeof priceParts]

export const dateForms = { 月日: 'monthDay', 年月日: 'day', 月份: 'month', 星期: 'weekday' } as const
export type DateForm = (typeof dateForms)[keyof typeof dateForms]

/** Lengths of a chart in days. */
export const chartDays = [30, 90, 180, 365] as const
export type ChartDays = (typeof chartDays)[number]

export const directions = { 上涨: 'up', 下跌: 'down', 持平: 'level' } as const
export type Direction = (typeof directions)[keyof typeof directions]

/** From the sign of `compareDecimals(change, '0')`. */
export const directionOf = (sign: number): Direction => (sign > 0 ? 'up' : sign < 0 ? 'down' : 'level')
export const directionName = (direction: Direction): string =>
  Object.keys(directions).find((name) => directions[name as keyof typeof directions] === direction) ?? ''

/** A quote item by its code, or by position: `#2` is the second one of the article's product. */
export type ItemRef = string
const ITEM = /^(?:[A-Z][A-Z0-9]{2,31}|#[1-9][0-9]?)$/

/** Maximum of rows in a price table. */
const TABLE_ITEMS_MAX = 50

export type TemplateField =
  | { kind: 'product' }
  | { kind: 'date'; form: DateForm }
  | { kind: 'price'; item: ItemRef; part: PricePart }
  /** No items: all of the article's product. */
  | { kind: 'table'; items: readonly ItemRef[] }
  | { kind: 'chart'; item: ItemRef; days: ChartDays }

/** Start tag `{{上涨:Q000001}}`; the end tag is `{{/上涨}}`. */
export type TemplateCondition = { kind: 'condition'; when: Direction; item: ItemRef }
export type TemplateEnd = { kind: 'end'; when: Direction }
type Read = TemplateField | TemplateCondition | TemplateEnd
export type ReadField = { field: Read } | { problem: string }

const own = <T extends object>(table: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined

/** Converts full-width characters and spaces of an input method to ASCII, and trims. */
const narrow = (text: string) =>
  text
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0]/g, ' ')
    .trim()

const refuse = (problem: string): ReadField => ({ problem })

function readItem(text: string, build: (item: ItemRef) => Read): ReadField {
  if (text === '') return refuse('没有写报价项，如 Q000001 或 #1')
  const item = text.toUpperCase()
  return ITEM.test(item) ? { field: build(item) } : refuse(`“${text}”不是报价项编码`)
}

const namesOf = (table: object) => Object.keys(table).join('、')

/** Parses the inside of `{{…}}`: `name`, `name:argument` or `name:argument|part`. */
export function readField(inside: string): ReadField {
  const [head = '', part = '', ...more] = narrow(inside)
    .split('|')
    .map((each) => each.trim())
  if (more.length > 0) return refuse('字段中只能有一个“|”')
  const colon = head.indexOf(':')
  const name = (colon < 0 ? head : head.slice(0, colon)).trim()
  const argument = colon < 0 ? '' : head.slice(colon + 1).trim()
  if (name === '') return refuse('字段没有名称')

  if (name === '产品') return argument || part ? refuse('“产品”没有参数') : { field: { kind: 'product' } }
  if (name === '日期') {
    const form = own(dateForms, part || '月日')
    if (argument) return refuse('“日期”没有参数，格式写在“|”后面')
    return form ? { field: { kind: 'date', form } } : refuse(`日期格式应为 ${namesOf(dateForms)}`)
  }
  if (name === '价格') {
    const wanted = own(priceParts, part || '均价')
    if (!wanted) return refuse(`“${part}”不是价格的内容，可用：${namesOf(priceParts)}`)
    return readItem(argument, (item) => ({ kind: 'price', item, part: wanted }))
  }
  if (name === '价格表') return part ? refuse('“价格表”没有“|”后面的内容') : readTable(argument)
  if (name === '图') {
    const days = chartDays.find((each) => String(each) === (part || '30'))
    if (!days) return refuse(`走势图的天数应为 ${chartDays.join('、')}`)
    return readItem(argument, (item) => ({ kind: 'chart', item, days }))
  }
  const [, slash, direction = ''] = /^(\/?)(.*)$/.exec(name) ?? []
  const when = own(directions, direction)
  if (when && slash) return argument || part ? refuse('条件的结束没有参数') : { field: { kind: 'end', when } }
  if (when)
    return part ? refuse('条件没有“|”后面的内容') : readItem(argument, (item) => ({ kind: 'condition', when, item }))
  return refuse(`没有名为“${name.slice(0, 20)}”的字段`)
}

function readTable(argument: string): ReadField {
  if (argument === '' || argument === '本产品') return { field: { kind: 'table', items: [] } }
  const items = argument
    .split(/[,、\s]+/)
    .filter(Boolean)
    .map((each) => each.toUpperCase())
  const wrong = items.find((each) => !ITEM.test(each))
  if (wrong !== undefined) return refuse(`“${wrong.slice(0, 20)}”不是报价项编码`)
  if (items.length > TABLE_ITEMS_MAX) return refuse(`价格表最多 ${TABLE_ITEMS_MAX} 个报价项`)
  return { field: { kind: 'table', items: [...new Set(items)] } }
}

/** The field as the panel inserts it into the text. */
export function fieldText(field: TemplateField | TemplateCondition): string {
  const nameIn = (table: object, value: unknown) => Object.entries(table).find(([, each]) => each === value)?.[0] ?? ''
  switch (field.kind) {
    case 'product':
      return '{{产品}}'
    case 'date':
      return `{{日期|${nameIn(dateForms, field.form)}}}`
    case 'price':
      return `{{价格:${field.item}|${nameIn(priceParts, field.part)}}}`
    case 'table':
      return `{{价格表:${field.items.join('、') || '本产品'}}}`
    case 'chart':
      return `{{图:${field.item}|${field.days}}}`
    case 'condition': {
      const name = directionName(field.when)
      return `{{${name}:${field.item}}}{{/${name}}}`
    }
  }
}

/** Placeholder for a field that could not be filled; its prefix tells it from a title such as 【快讯】. */
export const openPlace = (why: string) => `【待补：${why}】`
/** Placeholders and unfilled `{{…}}` fields in a text. */
export const openPlacesIn = (text: string): string[] => text.match(/【待补：[^】]{0,200}】|\{\{[^{}]{0,200}\}\}/g) ?? []

/** Placeholder in an English draft for what the register has no English for. */
export const untranslated = (text: string) => `【待译：${text}】`
export const untranslatedIn = (text: string): string[] => text.match(/【待译：[^】]{0,400}】/g) ?? []
