// Import and export of quote items, within the editorial scope.
import {
  currencies,
  quoteFrequencies,
  quoteFrequencyLabels,
  quoteKindLabels,
  quoteKinds,
  quoteSourceLabels,
  quoteSources,
  weekdayLabels,
} from '#contract/prices/price-labels.ts'
import {
  exportQuoteItems,
  type QuoteItemImportKey,
  quoteItemImport,
  taxLabels,
} from '#contract/prices/quote-item-sheets.ts'
import { textKey } from '#contract/text.ts'
import { listCalendars } from '#server/core/calendars.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { lockNames } from '#server/core/rows/names.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import { type CheckContext, type Standing, whole } from '#server/core/sheets/imports-check.ts'
import { inSets } from '#server/core/sheets/imports-save.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { regionKey, regionPaths } from '#server/features/members/customers/customers-import.queries.ts'
import { eachQuoteItem } from './quote-items.queries.ts'
import { verdictsOnItem } from './quote-items.rules.ts'
import {
  findItemsFor,
  type ImportedItem,
  insertItems,
  namedByTables,
  productsByName,
  type StoredItem,
  workersByName,
} from './quote-items-import.queries.ts'

type Checking = CheckContext<QuoteItemImportKey>
type Row = Checking['rows'][number]
type Values = Row['values']

/** The value whose label a cell holds; the first one where it is empty. */
const labelled = <K extends string>(keys: readonly [K, ...K[]], labels: Record<K, string>, cell: string) =>
  keys.find((key) => labels[key] === cell) ?? keys[0]

/** `周一、周三` as 1, 3; null where a word is no weekday. */
function weekdaysOf(cell: string): number[] | null {
  const words = cell.split(/[、，,;；\s]+/).filter((word) => word !== '')
  const days = words.map((word) => weekdayLabels.findIndex((label) => word === label || word === label.slice(1)) + 1)
  return days.includes(0) ? null : [...new Set(days)].sort((a, b) => a - b)
}

const weekdaysText = (days: readonly number[]) => days.map((day) => weekdayLabels[day - 1] ?? '').join('、')

const orNull = (cell: string) => (cell === '' ? null : cell)

/** What names mean in the tables, read once for all rows. */
async function readNames({ db, actor, rows }: Pick<Checking, 'db' | 'actor' | 'rows'>) {
  const wanted = (key: 'product' | 'analyst' | 'deputy') => rows.map(({ values }) => values[key])
  return {
    products: await productsByName(db, actor, wanted('product')),
    workers: await workersByName(db, [...wanted('analyst'), ...wanted('deputy')]),
    regions: await regionPaths(db),
    calendars: new Map((await listCalendars(db)).map(({ id, name }) => [textKey(name), id])),
  }
}
type Names = Awaited<ReturnType<typeof readNames>>

/** All items of the products, as their names must differ, and those that a code means. */
const wantedBy = (rows: readonly Row[], { products }: Names) => ({
  productIds: [...new Set(products.values())],
  codes: rows.map(({ values }) => values.code).filter((code) => code !== ''),
})

/** The item of a row, with the ids of what it names. `was`: the item that an update means. */
function itemOf(values: Values, names: Names, was: StoredItem | undefined): ImportedItem {
  const found = (ids: ReadonlyMap<string, string>, cell: string) => ids.get(textKey(cell)) ?? null
  const { name, market, specification, unit, englishName, brand, delivery, dueTime, decimals } = values
  const former = was && was.name !== name ? [...new Set([...was.formerNames, was.name])] : (was?.formerNames ?? [])
  return {
    productId: was?.productId ?? found(names.products, values.product) ?? '',
    name,
    market,
    specification,
    unit,
    englishName,
    brand,
    delivery,
    currency: currencies.find((each) => each === values.currency) ?? currencies[0],
    isTaxIncluded: values.tax !== taxLabels.no,
    kind: labelled(quoteKinds, quoteKindLabels, values.kind),
    decimals: decimals === '' ? 2 : Number(decimals),
    allowsNegative: was?.allowsNegative ?? false,
    regionId: names.regions.get(regionKey(values.region)) ?? null,
    frequency: labelled(quoteFrequencies, quoteFrequencyLabels, values.frequency),
    weekdays: weekdaysOf(values.weekdays) ?? [],
    calendarId: found(names.calendars, values.calendar),
    dueTime: dueTime || '17:00',
    source: values.source === '' ? 'inquiry' : labelled(quoteSources, quoteSourceLabels, values.source),
    analystId: was && values.analyst === was.analyst ? was.analystId : found(names.workers, values.analyst),
    deputyId: was && values.deputy === was.deputy ? was.deputyId : found(names.workers, values.deputy),
    usualMove: orNull(values.usualMove),
    lowest: orNull(values.lowest),
    highest: orNull(values.highest),
    formerNames: former.filter((each) => each !== name),
  }
}

const cellOfVerdict: Readonly<Record<string, QuoteItemImportKey>> = { analystId: 'analyst', deputyId: 'deputy' }

function reportNames(row: Row, names: Names, report: Checking['report'], was: StoredItem | undefined): void {
  const { product, analyst, deputy, region, calendar, weekdays } = row.values
  const lacks = (ids: ReadonlyMap<string, string>, cell: string) => cell !== '' && !ids.has(textKey(cell))
  if (lacks(names.products, product)) report(row, 'product', '产品不存在、不唯一，或不在您的编辑范围内')
  // what an update does not change stays, also somebody who has left
  if (analyst !== was?.analyst && lacks(names.workers, analyst))
    report(row, 'analyst', '没有这名在职人员，或姓名不唯一，请填写用户名')
  if (deputy !== was?.deputy && lacks(names.workers, deputy))
    report(row, 'deputy', '没有这名在职人员，或姓名不唯一，请填写用户名')
  if (region !== '' && !names.regions.has(regionKey(region))) report(row, 'region', '地区不存在，请填写完整路径')
  if (lacks(names.calendars, calendar)) report(row, 'calendar', '日历不存在')
  if (weekdaysOf(weekdays) === null) report(row, 'weekdays', `应为${weekdayLabels.join('、')}，用顿号隔开`)
}

const placeOf = ({ productId, name, specification }: ImportedItem) => `${productId} ${textKey(name)} ${specification}`

async function check(context: Checking): Promise<(row: Row) => ImportedItem> {
  const { db, actor, rows, report, breathe, standing } = context
  await lockNames(db, 'quote_items')
  const names = await readNames(context)
  const stored = await findItemsFor(db, actor, wantedBy(rows, names))
  const byId = new Map(stored.map((item) => [item.id, item]))
  const taken = new Map(stored.map((item) => [placeOf(item), item.id]))
  const tables = await namedByTables(
    db,
    [...standing.values()].map(({ id }) => id),
  )
  const firstWith = new Map<string, number>()
  const ready = new Map<number, ImportedItem>()
  for (const row of rows) {
    await breathe()
    const was = byId.get(standing.get(row.at)?.id ?? '')
    reportNames(row, names, report, was)
    if (!was && row.values.code !== '') report(row, 'code', '编码由系统给出，新增时请留空')
    if (row.values.decimals !== '' && !/^[0-6]$/.test(row.values.decimals)) report(row, 'decimals', '应为0到6的整数')
    const item = itemOf(row.values, names, was)
    ready.set(row.at, item)
    for (const [field, verdict] of Object.entries(verdictsOnItem(item)))
      if (verdict) report(row, cellOfVerdict[field] ?? (field as QuoteItemImportKey), verdict)
    const place = placeOf(item)
    if ((taken.get(place) ?? was?.id) !== was?.id) report(row, 'name', '该产品下已有同名同规格的报价项')
    const table = was && was.name !== item.name ? tables.get(was.id) : undefined
    if (table) report(row, 'name', `由价差表“${table}”决定，请在价差表中修改`)
    const first = firstWith.get(place)
    if (first === undefined) firstWith.set(place, row.number)
    else report(row, 'name', `与第 ${first} 行重复`)
  }
  return ({ at }) => {
    const item = ready.get(at)
    if (!item) throw refuse('invalid')
    return item
  }
}

/** Which say what figures mean, from a day on. */
const definitionColumns = ['market', 'specification', 'unit', 'currency', 'tax', 'kind', 'decimals'] as const

function cellsOf(item: StoredItem, row: Row, regionOf: ReadonlyMap<string, string>) {
  const { code, name, market, specification, unit, currency, englishName, brand, delivery, dueTime } = item
  return {
    product: row.values.product,
    code,
    name,
    market,
    specification,
    unit,
    currency,
    englishName,
    brand,
    delivery,
    dueTime,
    tax: item.isTaxIncluded ? taxLabels.yes : taxLabels.no,
    kind: quoteKindLabels[item.kind],
    decimals: String(item.decimals),
    region: regionOf.get(item.regionId ?? '') ?? '',
    frequency: quoteFrequencyLabels[item.frequency],
    weekdays: weekdaysText(item.weekdays),
    calendar: item.calendarName ?? '',
    source: quoteSourceLabels[item.source],
    analyst: item.analyst ?? '',
    deputy: item.deputy ?? '',
    usualMove: item.usualMove ?? '',
    lowest: item.lowest ?? '',
    highest: item.highest ?? '',
  } satisfies Record<QuoteItemImportKey, string>
}

/** A person's name in a cell means their login, under which the item has them. */
function asLogin(row: Row, key: 'analyst' | 'deputy', item: StoredItem, { workers }: Names): void {
  const typed = textKey(row.values[key])
  const [ownId, login, name] =
    key === 'analyst' ? [item.analystId, item.analyst, item.analystName] : [item.deputyId, item.deputy, item.deputyName]
  // our own export has the name alone, which somebody else may have too, or somebody who has left
  const isOwn = name !== null && textKey(name) === typed
  if (login !== null && (isOwn || workers.get(typed) === ownId)) row.values[key] = login
}

/** The items that rows mean, by code, or by product and name where only one specification has it. */
async function findStanding(context: Omit<Checking, 'standing'>) {
  const { db, actor, rows, report } = context
  const names = await readNames(context)
  const regionOf = new Map([...names.regions].map(([path, id]) => [id, path]))
  const stored = await findItemsFor(db, actor, wantedBy(rows, names))
  const byCode = new Map(stored.map((item) => [item.code, item]))
  const byName = Map.groupBy(stored, ({ productId, name }) => `${productId} ${textKey(name)}`)
  const found = new Map<number, Standing<QuoteItemImportKey>>()
  for (const row of rows) {
    const { code, product, name, specification } = row.values
    const alike = byName.get(`${names.products.get(textKey(product))} ${textKey(name)}`) ?? []
    const same = alike.length > 1 ? alike.filter((item) => item.specification === specification) : alike
    const item = byCode.get(code) ?? (code === '' ? same[0] : undefined)
    if (code === '' && alike.length > 1 && same.length === 0)
      report(row, 'specification', '有多个同名的报价项，请填写规格或编码')
    if (!item) continue
    const productId = product === '' ? item.productId : names.products.get(textKey(product))
    if (productId !== item.productId) report(row, 'product', '该编码的报价项属于其他产品，换产品请用“移动”')
    asLogin(row, 'analyst', item, names)
    asLogin(row, 'deputy', item, names)
    const cells = cellsOf(item, row, regionOf)
    for (const key of definitionColumns)
      if (row.values[key] !== '' && row.values[key] !== cells[key])
        report(row, key, `现为“${cells[key]}”：改变须指定生效日期，请在报价项中修改`)
    const { id, version } = item
    found.set(row.at, { id, version, name: item.name, cells, fields: fieldsOf(item) })
  }
  return found
}

/** What an update writes. */
const updated = [
  'name',
  'formerNames',
  'englishName',
  'brand',
  'delivery',
  'regionId',
  'frequency',
  'weekdays',
  'calendarId',
  'dueTime',
  'source',
  'analystId',
  'deputyId',
  'usualMove',
  'lowest',
  'highest',
] as const satisfies readonly (keyof ImportedItem)[]

const fieldsOf = (item: ImportedItem) => Object.fromEntries(updated.map((key) => [key, item[key]]))

export const quoteItemsImport = declareImport<QuoteItemImportKey, ImportedItem>(quoteItemImport, {
  target: 'quoteItem',
  undo: { table: quoteItems },
  ownExport: exportQuoteItems,
  options: async (db) => ({
    currency: [...currencies],
    tax: Object.values(taxLabels),
    kind: Object.values(quoteKindLabels),
    frequency: Object.values(quoteFrequencyLabels),
    source: Object.values(quoteSourceLabels),
    calendar: (await listCalendars(db)).map(({ name }) => name),
  }),
  check: whole(check),
  update: { find: findStanding, table: quoteItems, fieldsOf },
  save: async ({ tx, rows, step }) => {
    const made = []
    for (const some of inSets(rows, step)) {
      const values = some.map(({ value }) => value)
      made.push(...(await insertItems(tx, values)))
    }
    return made
  },
})

export const quoteItemsExport = declareExport(exportQuoteItems, {
  target: 'quoteItem',
  list: eachQuoteItem,
  scope: (viewer) => ({ viewer }),
})
