// Assistants: what they are for, which version is published.
import './assistant-details.css'
import { Input, Select, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { aiPurposeLabels, aiPurposes } from '#contract/ai/ai-labels.ts'
import { type AssistantRow, assistantCalls, getAssistant } from '#contract/ai/assistants.ts'
import { queryModels } from '#contract/ai/models.ts'
import { readUsage } from '#contract/ai/usage.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { EnabledStatus, Status } from '#web/kit/table/status.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { tabOf } from '#web/lib/tab-of.ts'
import { ProductsPicker } from '#web/pickers/product-picker.tsx'
import { ModelList } from './model-list.tsx'
import { UsageList } from './usage-list.tsx'

const DETAILS = '/application/aiWeb/assistant/details'
const purposeOptions = optionsOf(aiPurposeLabels, aiPurposes)

const filters = [
  ...filtersOf(assistantCalls.list, ['name']),
  selectFilter('purpose', '用途', purposeOptions),
  flagFilter('isPublished', '发布', { yes: '已发布', no: '未发布' }),
  flagFilter('isEnabled', '状态', { yes: '启用', no: '已禁用' }),
]

function Published({ publishedNumber, newestNumber }: AssistantRow) {
  if (newestNumber === null) return <Status tone="idle">还没有提示词</Status>
  if (publishedNumber === null) return <Status tone="warning">未发布</Status>
  const isBehind = publishedNumber < newestNumber
  return <Status tone="good">{`第 ${publishedNumber} 版${isBehind ? `（最新第 ${newestNumber} 版）` : ''}`}</Status>
}

const columns = columnsOf(assistantCalls.list, {
  name: { width: 180, opens: true },
  code: { width: 150 },
  purpose: { width: 110 },
  publishedNumber: { width: 180, align: 'left', render: Published },
  isEnabled: { width: 90, render: EnabledStatus },
  answers: { width: 100 },
  remark: { width: 240 },
  updatedAt: {},
})

const inputs = {
  code: { hint: '子产品按编码读取助手，添加后不能修改。' },
  purpose: <Select options={purposeOptions} />,
  productIds: { input: <ProductsPicker />, hint: '不选：提问的人有权看的产品都可以回答。' },
  openings: { input: <OpeningsInput />, hint: '会话开始时给会员看的问题，一行一个，最多6个，每个不超过60字。' },
}

/** One question a line: commas belong to questions. */
function OpeningsInput({
  id,
  value = [],
  onChange,
}: {
  id?: string
  value?: string[]
  onChange?: (of: string[]) => void
}) {
  return (
    <Input.TextArea
      {...(id !== undefined && { id })}
      rows={3}
      value={value.join('\n')}
      onChange={({ target }) => onChange?.(target.value === '' ? [] : target.value.split('\n'))}
    />
  )
}

function Assistants() {
  const openPage = useOpenPage()
  const copy = useAct(assistantCalls.copy, { success: '已复制最新版本', invalidates: [assistantCalls.list] })
  const open = ({ id, name }: AssistantRow) => openPage(DETAILS, { id, tagName: name })
  return (
    <RowsPage
      calls={assistantCalls}
      settings="aiWeb.assistants"
      filters={filters}
      columns={columns}
      rowName={({ name }) => name}
      form={{
        empty: () => ({ name: '', code: '', purpose: 'chat' as const, productIds: [], openings: [], remark: '' }),
        inputs,
        say: {
          productIds: ['适用产品', (ids) => `${ids?.length ?? 0} 个产品`],
          openings: ['开场问题', (texts) => texts?.join('；') ?? ''],
        },
      }}
      onOpen={open}
      acts={(row) => [
        { label: '详情', call: getAssistant, run: () => open(row) },
        { label: '复制', call: assistantCalls.copy, run: () => void copy.run({ id: row.id }) },
      ]}
      removing={() => '它的提示词版本、试运行问题和试运行的回答一起删除，不能恢复。'}
      disabling={() => '禁用后按钮和子产品都不能再用它回答。'}
      reads={[getAssistant]}
    />
  )
}

export default function AssistantList() {
  const isAllowed = useIsAllowed()
  const [address, setAddress] = useSearchParams()
  const items = [
    { key: 'assistants', label: '助手', children: <Assistants /> },
    ...(isAllowed(readUsage) ? [{ key: 'usage', label: '用量', children: <UsageList /> }] : []),
    ...(isAllowed(queryModels) ? [{ key: 'models', label: '模型', children: <ModelList /> }] : []),
  ]
  if (items.length === 1) return <Assistants />
  return (
    <div className="assistant-page">
      <Tabs
        destroyOnHidden
        activeKey={tabOf(address, items)}
        // the filters in the address are those of the list that is left
        onChange={(tab) => setAddress({ tab }, { replace: true })}
        items={items}
      />
    </div>
  )
}
