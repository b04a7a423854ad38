// Import and export of quote items.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { OneLine, OneOf, Required, Text } from '#contract/fields.ts'
import { optionalColumn, requiredColumn } from '#contract/import-columns.ts'
import { importCalls } from '#contract/sheets.ts'
import { currencies, quoteFrequencyLabels, quoteKindLabels, quoteSourceLabels, weekdayLabels } from './price-labels.ts'
import { definitionFields, Figure, itemTexts, quoteItemCalls, quoteItemsPath } from './quote-items.ts'

export const taxLabels = { yes: '含税', no: '不含税' } as const

const valuesOf = (labels: Readonly<Record<string, string>>) => Object.values(labels) as [string, ...string[]]

const columns = [
  optionalColumn('code', Text('编码', 32), {
    example: '',
    hint: '由系统给出：新增时留空，更新时可用来指明报价项',
    width: 12,
  }),
  requiredColumn('product', Required('产品', 100), {
    example: '螺纹钢',
    hint: '产品的名称或编码，须在您的编辑范围内',
    width: 20,
  }),
  requiredColumn('name', OneLine(itemTexts.name), {
    example: '螺纹钢 上海 HRB400E',
    hint: '同一产品下名称与规格不能都相同',
    width: 28,
    aliases: ['报价项', '名称', '品种'],
  }),
  requiredColumn('market', definitionFields.market, { example: '上海', width: 14 }),
  optionalColumn('specification', definitionFields.specification, { example: 'HRB400E Φ20', width: 18 }),
  requiredColumn('unit', definitionFields.unit, { example: '元/吨', width: 10, aliases: ['计量单位'] }),
  optionalColumn('currency', definitionFields.currency, { example: currencies[0], hint: '不填为CNY', width: 8 }),
  optionalColumn('tax', OneOf('含税', valuesOf(taxLabels)), {
    example: taxLabels.yes,
    hint: '含税或不含税，不填为含税',
    width: 10,
  }),
  optionalColumn('kind', OneOf('报价方式', valuesOf(quoteKindLabels)), {
    example: quoteKindLabels.range,
    hint: '不填为区间',
    width: 20,
  }),
  optionalColumn('decimals', Text('小数位数', 1), { example: '0', hint: '0到6，不填为2', width: 10, as: 'number' }),
  optionalColumn('englishName', itemTexts.englishName, { example: 'Rebar Shanghai', width: 24 }),
  optionalColumn('brand', itemTexts.brand, { example: '沙钢', width: 14 }),
  optionalColumn('region', Text('地区', 60), { example: '上海市', hint: '完整路径，用 / 隔开', width: 18 }),
  optionalColumn('delivery', itemTexts.delivery, { example: '自提', width: 12 }),
  optionalColumn('frequency', OneOf('更新频率', valuesOf(quoteFrequencyLabels)), {
    example: quoteFrequencyLabels.workday,
    hint: '不填为每个工作日',
    width: 12,
  }),
  optionalColumn('weekdays', Text('更新星期', 40), {
    example: '',
    hint: `更新频率为指定星期时必填，如${weekdayLabels[0]}、${weekdayLabels[2]}`,
    width: 18,
  }),
  optionalColumn('calendar', Text('日历', 50), { example: '', hint: '不填为中国工作日', width: 14 }),
  optionalColumn('dueTime', itemTexts.dueTime, { example: '17:00', hint: 'HH:MM，不填为17:00', width: 12 }),
  optionalColumn('source', OneOf('数据来源', valuesOf(quoteSourceLabels)), {
    example: quoteSourceLabels.inquiry,
    hint: '不填为询价',
    width: 10,
  }),
  optionalColumn('analyst', Text('分析师', 64), { example: 'zhangsan', hint: '用户名，或不重名的姓名', width: 12 }),
  optionalColumn('deputy', Text('替补分析师', 64), { example: '', hint: '用户名，或不重名的姓名', width: 12 }),
  optionalColumn('usualMove', Figure('通常日波动（%）'), { example: '', width: 16, as: 'number' }),
  optionalColumn('lowest', Figure('最低限'), { example: '', width: 10, as: 'number' }),
  optionalColumn('highest', Figure('最高限'), { example: '', width: 10, as: 'number' }),
]
export type QuoteItemImportKey = (typeof columns)[number]['key']

/**
 * What figures mean (market, unit, decimals …) holds from a day on, which a sheet does not tell: an update refuses other
 * ones, and the item's form asks for the day.
 */
export const quoteItemImport = importCalls('报价项', `${quoteItemsPath}/import`, can('quoteItem', 'leadingIn'), {
  kind: 'quoteItems',
  columns,
  update: {
    access: can('quoteItem', 'edit'),
    keys: [['product', 'name'], ['code']],
    columns: [
      'name',
      'englishName',
      'brand',
      'region',
      'delivery',
      'frequency',
      'weekdays',
      'calendar',
      'dueTime',
      'source',
      'analyst',
      'deputy',
      'usualMove',
      'lowest',
      'highest',
    ],
  },
})

export const exportQuoteItems = exportCall('报价项', `${quoteItemsPath}/export`, can('quoteItem', 'exportBtn'), {
  query: quoteItemCalls.query,
  columns: sheetOf(quoteItemCalls.list, [
    'code',
    'productName',
    'name',
    'market',
    'specification',
    'unit',
    'frequency',
    'dueTime',
    'source',
    'analystName',
    { key: 'deputyName', header: '替补分析师', width: 12 },
    'status',
    'stopReason',
    'stoppedOn',
    'lastDay',
  ]),
})
