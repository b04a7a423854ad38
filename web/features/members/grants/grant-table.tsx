// The rows of the grant dialog: edited in place, revoked or restored, with days left and problems.
import { InputNumber, Select, Table } from 'antd'
import type { GrantKind } from '#contract/members/members.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { kindOptions } from '../form-labels.ts'
import { daysLeft, draftOf, type GrantDraft, isTouched, problemOf } from './grant-drafts.rules.ts'

const PAGE = 10
const QUOTA_MAX = 1_000_000

type GrantTableProps = {
  drafts: readonly GrantDraft[]
  today: string
  selected: readonly string[]
  onSelect: (keys: string[]) => void
  /** Replaces the row with the same key. */
  onChange: (draft: GrantDraft) => void
  /** Removes a row that is not granted yet. */
  onRemove: (key: string) => void
}

function Product({ draft, today }: { draft: GrantDraft; today: string }) {
  const problem = problemOf(draft, today)
  return (
    <>
      <div className="grant-name">{draft.isRevoked ? <del>{draft.name}</del> : draft.name}</div>
      {draft.path && <div className="grant-path">{draft.path}</div>}
      {draft.notice && <div className="grant-notice">{draft.notice}</div>}
      {problem && (
        <div className="grant-problem" role="alert">
          {problem}
        </div>
      )}
    </>
  )
}

function State({ draft, today }: { draft: GrantDraft; today: string }) {
  const { base, isRevoked } = draft
  if (isRevoked) return <span className="grant-problem">将取消</span>
  const word = base === null ? '新增' : !isTouched(draft) ? '' : draft.endsOn < base.endsOn ? '缩短' : '已修改'
  return (
    <>
      <div>{daysLeft(draft, today)}</div>
      {word && <div className={word === '缩短' ? 'grant-problem' : 'grant-changed'}>{word}</div>}
    </>
  )
}

export function GrantTable({ drafts, today, selected, onSelect, onChange, onRemove }: GrantTableProps) {
  const link = (label: string, name: string, run: () => void, isDanger = false) => (
    <button
      type="button"
      className={`text-link${isDanger ? ' text-link-danger' : ''}`}
      aria-label={`${label} ${name}`}
      onClick={run}
    >
      {label}
    </button>
  )
  const actOf = (draft: GrantDraft) => {
    const { key, name, base, isRevoked } = draft
    if (base === null) return link('移除', name, () => onRemove(key))
    if (isRevoked) return link('恢复', name, () => onChange({ ...draft, isRevoked: false }))
    return (
      <span className="grant-acts">
        {isTouched(draft) && link('还原', name, () => onChange(draftOf(base)))}
        {link('取消授权', name, () => onChange({ ...draft, isRevoked: true }), true)}
      </span>
    )
  }
  const day = (field: 'startsOn' | 'endsOn', label: string) => (draft: GrantDraft) => (
    <DayInput
      aria-label={`${draft.name}的${label}`}
      disabled={draft.isRevoked}
      allowClear={false}
      value={draft[field]}
      onChange={(chosen) => chosen && onChange({ ...draft, [field]: chosen })}
    />
  )
  return (
    <Table<GrantDraft>
      className="grant-table"
      size="small"
      rowKey="key"
      dataSource={[...drafts]}
      pagination={{ pageSize: PAGE, hideOnSinglePage: true, size: 'small', showSizeChanger: false }}
      scroll={{ x: 880 }}
      rowClassName={({ isRevoked }) => (isRevoked ? 'grant-revoked' : '')}
      rowSelection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(String)),
        getCheckboxProps: ({ name, isRevoked }) => ({ 'aria-label': `选择 ${name}`, disabled: isRevoked }),
      }}
      locale={{ emptyText: '还没有授权，先在上方选择产品' }}
      columns={[
        { key: 'name', title: '产品', render: (draft) => <Product draft={draft} today={today} /> },
        {
          key: 'kind',
          title: '类型',
          width: 96,
          render: (draft) => (
            <Select<GrantKind>
              aria-label={`${draft.name}的类型`}
              disabled={draft.isRevoked}
              value={draft.kind}
              options={kindOptions}
              onChange={(kind) => onChange({ ...draft, kind })}
            />
          ),
        },
        { key: 'startsOn', title: '开始日期', width: 140, render: day('startsOn', '开始日期') },
        { key: 'endsOn', title: '截止日期', width: 140, render: day('endsOn', '截止日期') },
        {
          key: 'quota',
          title: '每日额度',
          width: 104,
          render: (draft) => (
            <InputNumber<number>
              aria-label={`${draft.name}的每日额度`}
              disabled={draft.isRevoked}
              value={draft.quota}
              min={1}
              max={QUOTA_MAX}
              precision={0}
              controls={false}
              placeholder="不限"
              onChange={(quota) => onChange({ ...draft, quota })}
            />
          ),
        },
        { key: 'state', title: '剩余', width: 104, render: (draft) => <State draft={draft} today={today} /> },
        { key: 'acts', title: '操作', width: 116, render: actOf },
      ]}
    />
  )
}
