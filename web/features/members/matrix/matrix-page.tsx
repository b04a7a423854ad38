// The grant matrix of one customer: members by sub-products. Changes are drafts in cells, previewed together, saved as
// one act, and can be undone until a later act changes the same grants.
import { Button, Checkbox, Empty, Input, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryEnterpriseMembers, queryEnterprises } from '#contract/members/customers.ts'
import type { CellPreview, GrantPreview } from '#contract/members/grant-preview.ts'
import {
  getGrantMatrix,
  MATRIX_CELLS_MAX,
  matrixCell,
  queryEnterpriseActs,
  saveGrantMatrix,
} from '#contract/members/matrix.ts'
import type { Validity } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { leavesOf } from '#web/lib/session/menu.rules.ts'
import { useMenu } from '#web/lib/session/menus.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { validityOptions } from '#web/pickers/validity.tsx'
import { GrantPreviewTable } from '../grants/grant-preview.tsx'
import { reasonHint } from '../grants/quick-terms.tsx'
import { useUndoGrants } from '../grants/undo-grants.tsx'
import {
  type Act,
  type CellKey,
  cellKey,
  cellOf,
  changeOf,
  columnsOf,
  type Drafts,
  fitting,
  needsProducts,
} from './matrix.rules.ts'
import { MatrixActs } from './matrix-acts.tsx'
import { MatrixChangeDialog, type MatrixChangeProps } from './matrix-change.tsx'
import { MatrixTable } from './matrix-table.tsx'
import './matrix.css'

const shownIn = [getGrantMatrix, queryEnterpriseActs, queryEnterprises, queryEnterpriseMembers]
const none: ReadonlySet<CellKey> = new Set()
const noDrafts: Drafts = new Map()

/** Address of a member in the sub-product's list of accounts, if the person may open it. */
function useAccountAddress() {
  const leaves = leavesOf(useMenu())
  return ({ subProduct }: CellPreview, loginName: string) => {
    const page = leaves.find(({ code }) => code === subProductMenu(subProduct, 'accounts'))
    return page && `${page.address}?${new URLSearchParams({ loginName })}`
  }
}

function useMatrix(enterpriseId: string) {
  const [member, setMember] = useState('')
  const [validity, setValidity] = useState<Validity | null>(null)
  const [isOnlyOpened, setOnlyOpened] = useState(false)
  const read = useCall(
    getGrantMatrix,
    { enterpriseId, ...(member && { member }), ...(validity && { validity }) },
    { placeholderData: (previous) => previous, staleTime: 0 },
  )
  const rows = read.data?.members ?? []
  return {
    ...read,
    rows,
    columns: columnsOf(rows, isOnlyOpened),
    setMember,
    validity,
    setValidity,
    isOnlyOpened,
    setOnlyOpened,
  }
}

function Matrix({ enterpriseId }: { enterpriseId: string }) {
  const isAllowed = useIsAllowed()
  const addressOf = useAccountAddress()
  const mayEdit = (subProduct: SubProductKey) => isAllowed(matrixCell, subProduct)
  const matrix = useMatrix(enterpriseId)
  const { data, error, refetch, rows, columns } = matrix
  const [selected, setSelected] = useState(none)
  const [drafts, setDrafts] = useState(noDrafts)
  const [changing, setChanging] = useState<Omit<MatrixChangeProps, 'onChange' | 'onClosed'>>()
  const [isShowingActs, setShowingActs] = useState(false)
  const [reason, setReason] = useState('')
  useUnsaved(() => drafts.size > 0)

  const undo = useUndoGrants()
  const save = useConfirmed<typeof saveGrantMatrix, GrantPreview>(saveGrantMatrix, {
    title: `授权变更：${data?.enterprise.name ?? ''}`,
    verb: '保存',
    isDanger: false,
    invalidates: shownIn,
    preview: (preview) => <GrantPreviewTable {...preview} addressOf={addressOf} />,
    onSuccess: ({ actId, changed, left }) => {
      const keys = new Set(left.map(({ memberId, subProduct }) => cellKey(memberId, subProduct)))
      setDrafts(new Map([...drafts].filter(([key]) => keys.has(key))))
      setSelected(none)
      if (left.length === 0) setReason('')
      const others = left.length > 0 ? `，${left.length} 个未办理` : ''
      notify.undoable(`已变更 ${changed} 个账号的授权${others}`, () => void undo.run({ actId }))
    },
  })

  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />

  const cells = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const key = cellKey(row.id, column)
      return selected.has(key) ? [{ key, column, cell: cellOf(row, column) }] : []
    }),
  )
  /** Adds drafts for the selected cells. @returns whether any were added */
  const addDrafts = (act: Act): boolean => {
    const fits = fitting(
      act.act,
      cells.map(({ cell }) => cell),
    )
    const chosen = cells.filter((_, at) => fits[at])
    const problem =
      (chosen.length === 0 && '所选账号没有授权') ||
      (drafts.size + chosen.length > MATRIX_CELLS_MAX && `一次最多变更 ${MATRIX_CELLS_MAX} 个账号`)
    if (problem) {
      notify.warning(problem)
      return false
    }
    setDrafts(new Map([...drafts, ...chosen.map(({ key }) => [key, changeOf(key, act)] as const)]))
    setSelected(none)
    if (chosen.length < cells.length) notify.info(`${cells.length - chosen.length} 个账号没有授权，未填入`)
    return true
  }
  const isTaking = [...drafts.values()].some(({ act }) => act === 'revoke')
  const handleDiscard = () => {
    setDrafts(noDrafts)
    notify.undoable(`已放弃 ${drafts.size} 项改动`, () => setDrafts(drafts))
  }
  const handleSave = () => {
    if (isTaking && reason.trim() === '') notify.warning('取消授权请填写原因')
    else void save.run({ enterpriseId, changes: [...drafts.values()], reason: reason.trim() })
  }
  /** Opens the dialog with a snapshot of the selection, which it keeps while it closes. */
  const change = (act: 'grant' | 'extend') =>
    setChanging({
      act,
      count: cells.length,
      byProduct: [...new Set(cells.map(({ column }) => column))].filter(
        (column) => subProductOf(column).grantsBy === 'product',
      ),
      mustChoose: cells.some(({ column, cell }) => needsProducts(column, cell)),
      hasTrials: cells.some(({ cell }) => cell?.kind === 'trial'),
    })

  return (
    <div className="matrix-page">
      <div className="matrix-bar">
        <strong>{data.enterprise.name}</strong>
        <Input.Search
          aria-label="查找会员"
          placeholder="登录名或姓名"
          allowClear
          maxLength={64}
          style={{ width: 200 }}
          onSearch={(typed) => matrix.setMember(typed.trim())}
        />
        <Select<Validity | null>
          aria-label="状态"
          placeholder="全部状态"
          allowClear
          style={{ width: 120 }}
          options={validityOptions}
          value={matrix.validity}
          onChange={(next) => matrix.setValidity(next ?? null)}
        />
        <Checkbox checked={matrix.isOnlyOpened} onChange={(event) => matrix.setOnlyOpened(event.target.checked)}>
          只看已开通的子产品
        </Checkbox>
        <Button className="matrix-bar-end" onClick={() => setShowingActs(true)}>
          变更记录
        </Button>
      </div>
      <div className="matrix-bar">
        <Button type="primary" disabled={cells.length === 0} onClick={() => change('grant')}>
          授权
        </Button>
        <Button disabled={cells.length === 0} onClick={() => change('extend')}>
          延期
        </Button>
        <Button danger disabled={cells.length === 0} onClick={() => addDrafts({ act: 'revoke' })}>
          取消授权
        </Button>
        <span role="status">已选 {cells.length} 个</span>
        {cells.length > 0 && (
          <Button type="link" size="small" onClick={() => setSelected(none)}>
            清空
          </Button>
        )}
        {data.total > rows.length && (
          <span>
            共 {data.total} 个会员，显示前 {rows.length} 个，可按姓名查找。
          </span>
        )}
      </div>
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的会员" />
      ) : (
        <MatrixTable
          rows={rows}
          columns={columns}
          selected={selected}
          drafts={drafts}
          mayEdit={mayEdit}
          onSelect={setSelected}
        />
      )}
      <div className="matrix-save">
        <span role="status">待保存 {drafts.size} 项</span>
        <Input
          aria-label="原因"
          placeholder={reasonHint(isTaking)}
          maxLength={200}
          style={{ maxWidth: 360 }}
          disabled={drafts.size === 0}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button disabled={drafts.size === 0} onClick={handleDiscard}>
          放弃
        </Button>
        <Button type="primary" disabled={drafts.size === 0} loading={save.pending} onClick={handleSave}>
          预览并保存
        </Button>
      </div>
      {changing && <MatrixChangeDialog {...changing} onChange={addDrafts} onClosed={() => setChanging(undefined)} />}
      {isShowingActs && (
        <MatrixActs
          enterprise={data.enterprise}
          onUndo={(actId) => undo.run({ actId })}
          isUndoing={undo.pending}
          onClosed={() => setShowingActs(false)}
        />
      )}
      {save.dialogs}
    </div>
  )
}

export default function MatrixPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <Matrix key={id} enterpriseId={id} />
}
