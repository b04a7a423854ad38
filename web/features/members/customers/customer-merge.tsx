// Two customers made one: which of them is kept, a preview of what moves, and for some days the way back.
import { Button, Radio } from 'antd'
import { useState } from 'react'
import {
  MERGE_UNDO_DAYS,
  mergeEnterprises,
  queryEnterpriseMerges,
  undoEnterpriseMerge,
} from '#contract/members/customer-merges.ts'
import { type EnterpriseRow, getEnterprise, queryEnterprises } from '#contract/members/customers.ts'
import { enterpriseLevelLabels } from '#contract/members/members.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import './customer.css'

const reads = [queryEnterprises, getEnterprise, queryEnterpriseMerges]

const facts: readonly (readonly [label: string, say: (customer: EnterpriseRow) => string])[] = [
  ['归属人', ({ ownerName }) => ownerName || '公海'],
  ['级别', ({ level }) => enterpriseLevelLabels[level]],
  ['会员', ({ members }) => String(members)],
  ['信用代码', ({ creditCode }) => creditCode],
  ['行业', ({ industry }) => industry],
  ['地区', ({ regionPath }) => regionPath],
  ['地址', ({ address }) => address],
  ['创建时间', ({ createdAt }) => formatMoment(createdAt)],
]

type SidesProps = { sides: readonly EnterpriseRow[]; keepId: string; onKeep: (id: string) => void }

function Sides({ sides, keepId, onKeep }: SidesProps) {
  return (
    <table className="customer-table" aria-label="两个客户">
      <thead>
        <tr>
          <th scope="col">保留</th>
          {sides.map(({ id, name }) => (
            <th key={id} scope="col">
              <Radio name="keep" checked={id === keepId} onChange={() => onKeep(id)}>
                {name}
              </Radio>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(([label, say]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {sides.map((customer) => (
              <td key={customer.id}>{say(customer) || '—'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whoever has more members is kept, where nothing else is chosen. */
const firstKept = ([one, other]: readonly [EnterpriseRow, EnterpriseRow]) =>
  (other.members > one.members ? other : one).id

type MergeProps = { sides: readonly [EnterpriseRow, EnterpriseRow]; onMerged: () => void; onClosed: () => void }

export function CustomerMerge({ sides, onMerged, onClosed }: MergeProps) {
  const [keepId, setKeepId] = useState(() => firstKept(sides))
  const undoing = useAct(undoEnterpriseMerge, { success: '已撤销合并', invalidates: reads })
  const merging = useConfirmed(mergeEnterprises, {
    title: '合并客户',
    verb: '合并',
    invalidates: reads,
    onSuccess: ({ id }) => {
      notify.undoable('客户已合并', () => void undoing.run({ id }))
      onMerged()
      onClosed()
    },
  })
  const save = async () => {
    await merging.run({ keepId, dropId: sides[0].id === keepId ? sides[1].id : sides[0].id })
    return false
  }
  return (
    <>
      <ChooseDialog
        title="合并客户"
        width={640}
        verb="下一步"
        isChanged={false}
        isSaving={merging.pending}
        onSave={save}
        onClosed={onClosed}
      >
        <p>选择要保留的客户：另一个客户的联系人、会员、跟进等都归到所保留的客户名下，并补全其空白项。</p>
        <Sides sides={sides} keepId={keepId} onKeep={setKeepId} />
      </ChooseDialog>
      {merging.dialogs}
    </>
  )
}

/** What was merged; for some days it can be taken back. */
export function CustomerMerges({ onClosed }: { onClosed: () => void }) {
  const read = useCall(queryEnterpriseMerges, {}, { staleTime: 0 })
  const undoing = useAct(undoEnterpriseMerge, { success: '已撤销合并', invalidates: reads })
  return (
    <DetailsDrawer title="合并记录" size={640} onClosed={onClosed}>
      <p>{`合并后 ${MERGE_UNDO_DAYS} 天内可以撤销；合并后又有改动、不能撤销的，会说明原因。`}</p>
      <Loaded read={read} rows={6}>
        {(merges) =>
          merges.length === 0 ? (
            <EmptyState hint="在客户列表选中两个重复的客户后点“合并”。" />
          ) : (
            <table className="customer-table" aria-label="合并记录">
              <thead>
                <tr>
                  <th scope="col">合并</th>
                  <th scope="col">时间</th>
                  <th scope="col">操作</th>
                </tr>
              </thead>
              <tbody>
                {merges.map(({ id, at, keptName, droppedName, moved, actorName, undoneAt, canUndo }) => (
                  <tr key={id}>
                    <td>{`“${droppedName}”并入“${keptName}”，${moved} 项`}</td>
                    <td>{`${formatMoment(at)} ${actorName}`}</td>
                    <td>
                      {canUndo ? (
                        <Button
                          size="small"
                          aria-label={`撤销合并 ${droppedName}`}
                          loading={undoing.pending}
                          onClick={() => void undoing.run({ id })}
                        >
                          撤销
                        </Button>
                      ) : undoneAt === null ? (
                        '已过期'
                      ) : (
                        '已撤销'
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </DetailsDrawer>
  )
}
