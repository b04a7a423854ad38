// Rules of prices, derived series and imports. If several match an item, the most specific one applies.

import { Form, Select } from 'antd'
import { useState } from 'react'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import { dueKindLabels, hasNoTarget } from '#contract/monitoring/monitoring-labels.ts'
import type { RuleLevel } from '#contract/monitoring/nearest-rule.ts'
import { exportRules, getRuleChoices, type RuleRow, ruleCalls, ruleSwitches } from '#contract/monitoring/rules.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus } from '#web/kit/table/status.tsx'
import { useCall } from '#web/lib/query.ts'
import { CategoryPicker } from '#web/pickers/category-picker.tsx'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { levelOptions, patternText, templateKindOptions } from './monitoring-labels.tsx'
import { chosenFrom, SeriesSelect } from './rule-inputs.tsx'

const filters = [
  ...filtersOf(ruleCalls.copy, ['name']),
  selectFilter('kind', '监控对象', templateKindOptions),
  selectFilter('level', '适用范围', levelOptions),
]
const advanced = [userFilter('ownerId', '负责人'), flagFilter('isEnabled', '状态', { yes: '启用', no: '禁用' })]

const columns = columnsOf(ruleCalls.list, {
  name: { width: 190 },
  kind: { width: 100, render: ({ kind }) => dueKindLabels[kind] },
  level: { width: 90 },
  targetName: { width: 130 },
  frequency: {
    label: '更新日',
    width: 130,
    render: (rule) => (rule.kind === 'report' ? '按订单的期次' : patternText(rule)),
  },
  calendarName: {
    width: 100,
    render: ({ kind, calendarName }) => calendarName ?? (kind === 'report' ? '按订单' : '按报价项'),
  },
  dueTime: { label: '应更新', group: '时间', width: 90, empty: '按报价项' },
  warnMinutes: {
    label: '提前提醒',
    group: '时间',
    width: 90,
    align: 'right',
    render: ({ warnMinutes }) => `${warnMinutes} 分钟`,
  },
  graceMinutes: {
    label: '宽限',
    group: '时间',
    width: 80,
    align: 'right',
    render: ({ graceMinutes }) => `${graceMinutes} 分钟`,
  },
  escalateMinutes: {
    label: '上报',
    group: '时间',
    width: 110,
    align: 'right',
    render: ({ escalateMinutes }) => (escalateMinutes === null ? '不上报' : `逾期 ${escalateMinutes} 分钟`),
  },
  ownerName: { group: '人员', width: 110, empty: '按报价项' },
  deputyName: { group: '人员', width: 90 },
  isEnabled: { width: 90, render: EnabledStatus },
  updatedAt: { width: 150 },
})

const reads = [getBoard, listDues]
const calls = { ...ruleCalls, ...ruleSwitches }

type Copied = {
  name: string
  level: RuleLevel
  categoryId: string | null
  productId: string | null
  quoteItemId: string | null
  seriesId: string | null
  importName: string
}

const NAME_MAX = 100

function CopyTarget({ kind }: Pick<RuleRow, 'kind'>) {
  const { data } = useCall(getRuleChoices, {})
  const level = Form.useWatch<RuleLevel>('level')
  const of = ruleCalls.copy
  if (hasNoTarget(kind)) return null
  if (kind === 'import') {
    return (
      <Field of={of} name="importName" isRequired>
        <Select options={chosenFrom(data?.imports)} />
      </Field>
    )
  }
  return (
    <>
      <ChoiceField of={of} name="level" hint="范围相同的规则只能有一条，请选择另一个范围。" isList />
      {level === 'category' && (
        <Field of={of} name="categoryId" isRequired>
          <CategoryPicker />
        </Field>
      )}
      {level === 'product' && (
        <Field of={of} name="productId" isRequired>
          <ProductPicker />
        </Field>
      )}
      {level === 'item' && (
        <Field of={of} name={kind === 'series' ? 'seriesId' : 'quoteItemId'} isRequired>
          {kind === 'series' ? <SeriesSelect series={data?.series} /> : <QuoteItemPicker />}
        </Field>
      )}
    </>
  )
}

function CopyRule({ rule, onClosed }: { rule: RuleRow; onClosed: () => void }) {
  const none = { categoryId: null, productId: null, quoteItemId: null, seriesId: null, importName: '' }
  return (
    <FormDialog<typeof ruleCalls.copy, Copied>
      title={`复制规则“${rule.name}”`}
      endpoint={ruleCalls.copy}
      initial={{ name: `${rule.name} 副本`.slice(0, NAME_MAX), level: rule.level, ...none }}
      input={(values) => ({ ...none, ...values, id: rule.id })}
      success="复制成功"
      invalidates={[ruleCalls.list, ...reads]}
      verb="复制"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={ruleCalls.copy} name="name" />
      <CopyTarget kind={rule.kind} />
    </FormDialog>
  )
}

const PAGES = '/dataMonitoring/templateManagement/templates'

export default function RuleList() {
  const [copied, setCopied] = useState<RuleRow>()
  return (
    <>
      <RowsPage
        calls={calls}
        settings="monitoringTemplate"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        form={{ pages: { add: `${PAGES}/add`, edit: `${PAGES}/edit` } }}
        acts={(row) => [{ label: '复制', call: ruleCalls.copy, run: () => setCopied(row) }]}
        removing={() => '删除后由范围更大的规则接着生效；没有其他规则的数据不再监控。已结束的日子不变。'}
        disabling={() => '禁用后由范围更大的规则接着生效；没有其他规则的数据不再监控。'}
        isBatch
        exportCall={exportRules}
        reads={reads}
      />
      {copied && <CopyRule rule={copied} onClosed={() => setCopied(undefined)} />}
    </>
  )
}
