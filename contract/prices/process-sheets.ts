// Import and export of processes: a row for each term, which repeats the fields of its process.
import { can } from '#contract/access.ts'
import { exportCall } from '#contract/exports.ts'
import { Day, Required, Text } from '#contract/fields.ts'
import { type ImportColumn, importCalls } from '#contract/sheets.ts'
import { processCalls } from './processes.ts'

const path = '/api/backend/prices/process'

const Figure = (title: string) => Required(title, 24)

const imported = [
  {
    key: 'product',
    header: '产品',
    rule: Required('产品', 64),
    required: true,
    example: '螺纹钢HRB400E',
    hint: '必填，产品的名称',
    width: 20,
  },
  {
    key: 'process',
    header: '工序名称',
    rule: Required('工序名称', 90),
    required: true,
    example: '高炉-转炉螺纹钢',
    hint: '必填；同一产品下已有的工序按生效日期增加版本',
    width: 26,
  },
  {
    key: 'unit',
    header: '单位',
    rule: Required('单位', 32),
    required: true,
    example: '元/吨',
    hint: '必填，同一工序各行相同',
    width: 10,
  },
  {
    key: 'validFrom',
    header: '生效日期',
    rule: Day('生效日期'),
    required: false,
    example: '2026-01-01',
    hint: '选填，同一工序各行相同；不填表示全部日期',
    width: 14,
  },
  {
    key: 'side',
    header: '类别',
    rule: Required('类别', 8),
    required: true,
    example: '投入',
    hint: '必填：投入、产出或固定成本',
    width: 12,
  },
  {
    key: 'code',
    header: '报价项或系列',
    rule: Text('报价项或系列', 32),
    required: false,
    example: 'Q000001',
    hint: '投入和产出必填，编码',
    width: 16,
  },
  {
    key: 'coefficient',
    header: '系数',
    rule: Figure('系数'),
    required: false,
    example: '1.6',
    hint: '投入和产出必填，每单位的用量',
    width: 10,
    as: 'number',
  },
  {
    key: 'conversion',
    header: '折算系数',
    rule: Figure('折算系数'),
    required: false,
    example: '1',
    hint: '选填，单位折算，不填为 1',
    width: 10,
    as: 'number',
  },
  {
    key: 'amount',
    header: '金额',
    rule: Figure('金额'),
    required: false,
    example: '',
    hint: '固定成本必填',
    width: 12,
    as: 'number',
    units: ['元'],
  },
  { key: 'name', header: '说明', rule: Text('说明', 50), required: false, example: '铁矿石', hint: '选填', width: 20 },
] as const satisfies readonly ImportColumn[]
export type ProcessImportKey = (typeof imported)[number]['key']

export const processImport = importCalls('投入产出', `${path}/import`, can('goodsProcessVariable', 'leadingIn'), {
  kind: 'processes',
  columns: imported,
})

/** The newest version of each. */
export const exportProcesses = exportCall('投入产出', `${path}/export`, can('goodsProcessVariable', 'exportBtn'), {
  query: processCalls.query,
  columns: [
    { key: 'product', header: '产品', width: 20 },
    { key: 'process', header: '工序名称', width: 26 },
    { key: 'unit', header: '单位', width: 10 },
    { key: 'validFrom', header: '生效日期', width: 12, as: 'day' },
    { key: 'side', header: '类别', width: 10 },
    { key: 'code', header: '报价项或系列', width: 14 },
    { key: 'coefficient', header: '系数', width: 10, as: 'number' },
    { key: 'conversion', header: '折算系数', width: 10, as: 'number' },
    { key: 'amount', header: '金额', width: 10, as: 'number' },
    { key: 'name', header: '说明', width: 20 },
    { key: 'inputName', header: '名称', width: 26 },
  ],
})
