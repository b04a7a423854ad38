// Import and export of prices.
import { can } from '#contract/access.ts'
import { exportCall, sheetOf } from '#contract/exports.ts'
import { Day, OneOf, Required, Text } from '#contract/fields.ts'
import { type ImportColumn, importCalls } from '#contract/sheets.ts'
import { correctionCauseLabels } from './price-labels.ts'
import { listPrices, PriceQuery } from './prices.ts'

export const exportPrices = exportCall('价格', '/api/backend/prices/price/export', can('price', 'exportBtn'), {
  query: PriceQuery,
  columns: sheetOf(listPrices, [
    'day',
    'productName',
    'itemName',
    'market',
    'specification',
    'unit',
    'low',
    'high',
    'average',
    'change',
    'percent',
    'status',
    'remark',
    'submittedByName',
    'verifiedByName',
    'publication',
  ]),
})

/** As typed: parsed by the item's own rules. */
const Price = (title: string) => Required(title, 64)

const imported = [
  {
    key: 'day',
    header: '日期',
    rule: Day('日期'),
    required: true,
    example: '2026-11-23',
    hint: '必填；也可不设此列，改为每天一列，以日期为表头',
    width: 14,
    aliases: ['报价日期', '价格日期', 'Date'],
  },
  {
    key: 'item',
    header: '报价项',
    rule: Required('报价项', 100),
    required: true,
    example: 'Q000001',
    hint: '必填，报价项的编码或名称',
    width: 30,
    aliases: ['报价项名称', '报价项编码', '品种', '编码'],
  },
  {
    key: 'low',
    header: '低价',
    rule: Price('低价'),
    required: true,
    example: '3800-3860',
    hint: '必填，可写区间；“平”表示与上期相同',
    width: 14,
    as: 'figure',
    aliases: ['最低价', '低价(元/吨)', '低端价', 'Low'],
  },
  {
    key: 'high',
    header: '高价',
    rule: Price('高价'),
    required: false,
    example: '',
    hint: '选填',
    width: 14,
    as: 'figure',
    aliases: ['最高价', '高价(元/吨)', '高端价', 'High'],
  },
  {
    key: 'average',
    header: '均价',
    rule: Price('均价'),
    required: false,
    example: '',
    hint: '选填，不填取低价与高价的平均值',
    width: 14,
    as: 'figure',
    aliases: ['平均价', '均价(元/吨)', 'Average'],
  },
  {
    key: 'reason',
    header: '原因',
    rule: Text('原因', 500),
    required: false,
    example: '',
    hint: '选填，超出常规时提交前须填写，更正已发布的价格时必填',
    width: 24,
  },
  { key: 'remark', header: '备注', rule: Text('备注', 500), required: false, example: '', hint: '选填', width: 30 },
  {
    key: 'cause',
    header: '更正类型',
    rule: OneOf('更正类型', Object.values(correctionCauseLabels) as [string, ...string[]]),
    required: false,
    example: '',
    hint: `选填，更正已发布的价格时用，不填为“${correctionCauseLabels.error}”`,
    width: 14,
  },
] as const satisfies readonly ImportColumn[]
export type PriceImportKey = (typeof imported)[number]['key']

/**
 * Drafts: a row for each item and day, or a row for each item with a column for each day. An update changes drafts, and
 * submits a correction where the price is published, as `correctPrices` does.
 */
export const priceImport = importCalls('价格', '/api/backend/prices/price/import', can('price', 'leadingIn'), {
  kind: 'prices',
  columns: imported,
  update: {
    access: can('price', 'edit'),
    keys: [['item', 'day']],
    columns: ['low', 'high', 'average', 'reason', 'remark', 'cause'],
  },
})
