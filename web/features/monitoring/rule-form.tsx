// A new rule of prices, series or imports, or a stored one: one form with an edit flag.
import { Select } from 'antd'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import { hasNoTarget } from '#contract/monitoring/monitoring-labels.ts'
import { getRuleChoices, type RuleForm, ruleCalls } from '#contract/monitoring/rules.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { useCall } from '#web/lib/query.ts'
import { CategoryPicker } from '#web/pickers/category-picker.tsx'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import { levelOptions, sayWeekdays, templateKindOptions } from './monitoring-labels.tsx'
import { chosenFrom, commonInputs, patternNames, SeriesSelect } from './rule-inputs.tsx'

const empty: RuleForm = {
  name: '',
  kind: 'price',
  level: 'all',
  categoryId: null,
  productId: null,
  quoteItemId: null,
  seriesId: null,
  importName: '',
  calendarId: null,
  frequency: null,
  weekdays: [],
  nth: -1,
  dueTime: null,
  warnMinutes: 30,
  graceMinutes: 10,
  escalateMinutes: 30,
  ownerId: null,
  deputyId: null,
  channel: 'notice',
  remark: '',
}

/** Fields that name the rule's target, by kind and level. */
function targetNames({ kind, level }: Pick<RuleForm, 'kind' | 'level'>) {
  if (kind === 'import') return ['importName'] as const
  if (hasNoTarget(kind)) return [] as const
  const names = {
    all: [],
    category: ['categoryId'],
    product: ['productId'],
    item: [kind === 'series' ? 'seriesId' : 'quoteItemId'],
  } as const
  return ['level', ...names[level]] as const
}

const titles: Partial<Record<RuleForm['kind'], string>> = {
  report: '监控什么（定制报告按订单的每一期，发出即完成）',
  sheet: '监控什么（每个启用的推广账号前一天的报表，以及结算后要重新导入的，导入即完成）',
  question: '监控什么（交给处理人的没答上的问题，处理完毕即完成）',
}

const cleaned = (typed: RuleForm): RuleForm => ({
  ...typed,
  level: typed.kind === 'import' || hasNoTarget(typed.kind) ? 'all' : typed.level,
  calendarId: typed.kind === 'report' ? null : typed.calendarId,
  importName: typed.importName ?? '',
  escalateMinutes: typed.escalateMinutes ?? null,
})

export default function RuleFormPage({ edit }: { edit: boolean }) {
  const { data } = useCall(getRuleChoices, {})
  return (
    <RowFormPage
      calls={ruleCalls}
      edit={edit}
      list="/dataMonitoring/templateManagement/templates"
      draft="monitoring-rule"
      empty={empty}
      input={cleaned}
      reads={[getBoard, listDues]}
      sections={(typed) => [
        {
          title: titles[typed.kind] ?? '监控什么',
          names: ['name', 'kind', ...targetNames(typed)],
        },
        ...(typed.kind === 'report' ? [] : [{ title: '哪些天', names: patternNames(typed.frequency) }]),
        { title: '什么时候', names: ['dueTime', 'warnMinutes', 'graceMinutes', 'escalateMinutes'] },
        { title: '由谁负责', names: ['ownerId', 'deputyId', 'channel', 'remark'] },
      ]}
      inputs={{
        ...commonInputs(data?.calendars, {
          isOpen: true,
          dueTime: '监控价格时可不填，以报价项为准',
          owner: '监控价格时可不选，默认为报价项的分析师',
        }),
        kind: <Select options={templateKindOptions} />,
        level: { input: <Select options={levelOptions} />, hint: '同一报价项有多条规则时，范围最小的生效。' },
        categoryId: { input: <CategoryPicker />, isRequired: true },
        productId: { input: <ProductPicker />, isRequired: true },
        quoteItemId: { input: <QuoteItemPicker />, isRequired: true },
        seriesId: {
          input: <SeriesSelect series={data?.series} />,
          isRequired: true,
        },
        importName: {
          input: <Select options={chosenFrom(data?.imports)} placeholder="请选择导入" />,
          isRequired: true,
        },
      }}
      say={{ weekdays: ['更新星期', sayWeekdays] }}
    />
  )
}
