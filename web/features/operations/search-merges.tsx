// Two names of a campaign, group or keyword that are one: merged here, and taken back.
import { MergeCellsOutlined } from '@ant-design/icons'
import { AutoComplete, Button, Form, Select } from 'antd'
import { useState } from 'react'
import {
  findSearchCampaigns,
  getSearchDetail,
  querySearchLeads,
  querySearchParts,
  type SearchPlace,
} from '#contract/operations/search-detail.ts'
import {
  findSemGroups,
  mergeSemNodes,
  querySemMerges,
  type SemMerge,
  undoSemMerge,
} from '#contract/operations/search-merges.ts'
import { querySearchWords } from '#contract/operations/search-words.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { PAGED_ROWS } from '#web/kit/list/paged-table.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { accountReads } from './search-marketing-pages.ts'

const reads = [
  ...accountReads,
  querySemMerges,
  findSemGroups,
  findSearchCampaigns,
  getSearchDetail,
  querySearchParts,
  querySearchLeads,
  querySearchWords,
]

type Place = SearchPlace & { accountId: string }
type MergeProps = { place: Place; onMerged: (into: string) => void; onClosed: () => void }

/** Other names of the same account, or of the same campaign. */
function useNames({ keyword, ...place }: Place): string[] {
  const campaigns = useCall(findSearchCampaigns, {})
  const keywords = useCall(querySearchParts, { ...place, size: PAGED_ROWS })
  if (keyword)
    return (keywords.data?.records ?? []).map((row) => row.keyword ?? '').filter((name) => name && name !== keyword)
  return (campaigns.data ?? [])
    .filter(({ accountId, campaign }) => accountId === place.accountId && campaign !== place.campaign)
    .map(({ campaign }) => campaign)
}

function MergeDialog({ place, onMerged, onClosed }: MergeProps) {
  const { accountId, campaign, keyword } = place
  const [into, setInto] = useState('')
  const names = useNames(place)
  const own = keyword || campaign
  const merge = useConfirmed(mergeSemNodes, {
    title: `合并“${own}”`,
    verb: '合并',
    success: '已合并',
    invalidates: reads,
    onSuccess: () => onMerged(into.trim()),
  })
  const handleSave = async () => {
    if (into.trim() === '') notify.warning('请输入要并入的名称')
    else await merge.run({ accountId, campaign, ...(keyword && { keyword }), into: into.trim() })
    return false
  }
  return (
    <>
      <ChooseDialog
        title={`合并“${own}”`}
        width={480}
        verb="下一步"
        isChanged={into !== ''}
        isSaving={merge.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <p>{`“${own}”与另一个名称是同一个${keyword ? '关键词' : '计划'}时合并：以后统一显示为另一个名称。`}</p>
        <Form.Item label="并入" colon={false} htmlFor="sem-merge" required>
          <AutoComplete
            id="sem-merge"
            value={into}
            options={names.map((value) => ({ value }))}
            showSearch={{ filterOption: (typed, option) => option?.value.includes(typed) ?? false }}
            onChange={(typed: string) => setInto(typed)}
          />
        </Form.Item>
      </ChooseDialog>
      {merge.dialogs}
    </>
  )
}

/** Groups have no page of their own: both are chosen here. */
function GroupDialog({ place, onClosed }: Omit<MergeProps, 'onMerged'>) {
  const { accountId, campaign } = place
  const [group, setGroup] = useState<string | null>(null)
  const [into, setInto] = useState<string | null>(null)
  const { data: groups = [] } = useCall(findSemGroups, { accountId, campaign })
  const merge = useConfirmed(mergeSemNodes, {
    title: '合并单元',
    verb: '合并',
    success: '已合并',
    invalidates: reads,
    onSuccess: onClosed,
  })
  const handleSave = async () => {
    if (group === null || into === null) notify.warning('请选择两个单元')
    else await merge.run({ accountId, campaign, group, into })
    return false
  }
  const choice = (id: string, label: string, chosen: string | null, choose: (name: string) => void) => (
    <Form.Item label={label} colon={false} htmlFor={id} required>
      <Select
        id={id}
        value={chosen}
        options={groups.map((value) => ({ value, label: value }))}
        showSearch={byLabel}
        onChange={choose}
      />
    </Form.Item>
  )
  return (
    <>
      <ChooseDialog
        title="合并单元"
        width={480}
        verb="下一步"
        isChanged={group !== null || into !== null}
        isSaving={merge.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <p>{`“${campaign}”的两个单元是同一个时合并：以后统一显示为另一个名称。`}</p>
        {choice('sem-merge-group', '单元', group, setGroup)}
        {choice('sem-merge-into', '并入', into, setInto)}
      </ChooseDialog>
      {merge.dialogs}
    </>
  )
}

function Merged({ merge: { id, at, byName, level, from, into } }: { merge: SemMerge }) {
  const undo = useAct(undoSemMerge, { success: '已撤销合并', invalidates: reads })
  return (
    <li>
      {`${formatMoment(at)} ${byName}将${level === 'group' ? `单元“${from}”并入“${into}”` : `“${from}”并入`}`}
      <Can call={undoSemMerge}>
        <Button type="link" size="small" disabled={undo.pending} onClick={() => void undo.run({ id })}>
          撤销合并
        </Button>
      </Can>
    </li>
  )
}

export function SearchMerges({ place, onMerged }: { place: Place; onMerged: (into: string) => void }) {
  const [open, setOpen] = useState<'name' | 'group'>()
  const { accountId, campaign, keyword } = place
  const { data: merges = [] } = useCall(querySemMerges, { accountId })
  const own = merges.filter((merge) =>
    keyword
      ? merge.level === 'keyword' && merge.campaign === campaign && merge.into === keyword
      : (merge.level === 'campaign' && merge.into === campaign) ||
        (merge.level === 'group' && merge.campaign === campaign),
  )
  return (
    <>
      <Can call={mergeSemNodes}>
        <Button type="link" size="small" icon={<MergeCellsOutlined />} onClick={() => setOpen('name')}>
          与另一个名称合并
        </Button>
        {!keyword && (
          <Button type="link" size="small" icon={<MergeCellsOutlined />} onClick={() => setOpen('group')}>
            合并单元
          </Button>
        )}
      </Can>
      {own.length > 0 && (
        <ul aria-label="合并" className="search-note search-merges">
          {own.map((merge) => (
            <Merged key={merge.id} merge={merge} />
          ))}
        </ul>
      )}
      {open === 'group' && <GroupDialog place={place} onClosed={() => setOpen(undefined)} />}
      {open === 'name' && (
        <MergeDialog
          place={place}
          onClosed={() => setOpen(undefined)}
          onMerged={(into) => {
            setOpen(undefined)
            onMerged(into)
          }}
        />
      )}
    </>
  )
}
