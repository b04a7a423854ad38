// Owners of a list's rows: set for one row, or changed for the selected ones, to one person or, with that right, to several. The
// same acts for members (by their accounts) and for enterprises, with or without their members.
import { useQueryClient } from '@tanstack/react-query'
import { Checkbox, Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import type { AccountQuery } from '#contract/members/accounts.ts'
import {
  changeEnterprisesSalesman,
  changeMembersSalesman,
  OWNED_MAX,
  RECEIVERS_MAX,
  reallocateEnterprises,
  reallocateMembers,
  setEnterpriseOwner,
  setMemberOwner,
} from '#contract/members/owners.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import { JobProgress } from '#web/kit/sheets/job-progress.tsx'
import type { AnyRow } from '#web/kit/table/columns.ts'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { UserPicker, UsersPicker } from '#web/pickers/user-picker.tsx'
import type { FoundAct } from '../grants/batch-grant.tsx'

const calls = {
  member: { set: setMemberOwner, change: changeMembersSalesman, deal: reallocateMembers, noun: '会员' },
  enterprise: { set: setEnterpriseOwner, change: changeEnterprisesSalesman, deal: reallocateEnterprises, noun: '客户' },
} as const

type Target = keyof typeof calls
/** `ownerId`, if the list shows it, is the picker's initial value. */
type OwnedRow = AnyRow & { ownerId?: string | null; realName?: string; loginName?: string; name?: string }

const nameOf = ({ realName, name, loginName }: OwnedRow) => name ?? realName ?? loginName ?? ''

/** Invalidates all reads of members: lists of customers, members and accounts show owners. */
function useRefresh(): () => void {
  const client = useQueryClient()
  return () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/backend/member/'),
    })
}

type FieldsProps = {
  target: Target
  withMembers: boolean
  onWithMembers: (next: boolean) => void
  reason: string
  onReason: (next: string) => void
  isRequired: boolean
}

function CommonFields({ target, withMembers, onWithMembers, reason, onReason, isRequired }: FieldsProps) {
  return (
    <>
      {target === 'enterprise' && (
        <Form.Item colon={false}>
          <Checkbox checked={withMembers} onChange={(event) => onWithMembers(event.target.checked)}>
            客户的会员一并变更归属
          </Checkbox>
        </Form.Item>
      )}
      <Form.Item label="原因" colon={false} htmlFor="owner-reason" required={isRequired} style={{ marginBottom: 0 }}>
        <Input.TextArea
          id="owner-reason"
          rows={2}
          maxLength={200}
          value={reason}
          onChange={(event) => onReason(event.target.value)}
        />
      </Form.Item>
    </>
  )
}

type OneProps = { target: Target; row: OwnedRow; onClosed: () => void }

function SetOwner({ target, row, onClosed }: OneProps) {
  const refresh = useRefresh()
  const [ownerId, setOwnerId] = useState<string | null>(row.ownerId ?? null)
  const [withMembers, setWithMembers] = useState(true)
  const [reason, setReason] = useState('')
  const options = { success: '归属已变更', onSuccess: refresh }
  const member = useAct(setMemberOwner, options)
  const enterprise = useAct(setEnterpriseOwner, options)
  const save = async () => {
    const input = { id: row.id, ownerId, reason }
    const done = target === 'member' ? await member.run(input) : await enterprise.run({ ...input, withMembers })
    return done !== undefined
  }
  return (
    <ChooseDialog
      title={`设置归属：${nameOf(row)}`}
      width={480}
      isChanged={ownerId !== (row.ownerId ?? null) || !withMembers || reason !== ''}
      isSaving={member.pending || enterprise.pending}
      onSave={save}
      onClosed={onClosed}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="归属人" colon={false} htmlFor="owner-one" extra="不选则退回公海，由管理员另行安排。">
          <UserPicker id="owner-one" work="customers" placeholder="公海" value={ownerId} onChange={setOwnerId} />
        </Form.Item>
        <CommonFields
          target={target}
          withMembers={withMembers}
          reason={reason}
          isRequired={false}
          onWithMembers={setWithMembers}
          onReason={setReason}
        />
      </Form>
    </ChooseDialog>
  )
}

/** Progress of the job that changes many owners. */
function MovingJob({ id, onClosed }: { id: string; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  return (
    <Modal title="变更归属" {...frame} width={480} footer={null} onCancel={close}>
      <JobProgress id={id} />
      <p>可以关闭此窗口，进度可在后台任务中查看。</p>
    </Modal>
  )
}

/** Selected rows, or all accounts that match a query. */
type Chosen = { rows: readonly OwnedRow[] } | { query: AccountQuery }

type ManyProps = {
  target: Target
  /** Of the two rights one or both are held: to one receiver, and to several. */
  may: Readonly<Record<'change' | 'deal', boolean>>
  chosen: Chosen
  clear: () => void
  onJob: (id: string) => void
  onClosed: () => void
}

function MoveMany({ target, may, chosen, clear, onJob, onClosed }: ManyProps) {
  const { noun } = calls[target]
  const refresh = useRefresh()
  const [ownerIds, setOwnerIds] = useState<string[]>([])
  const [withMembers, setWithMembers] = useState(true)
  const [reason, setReason] = useState('')
  const verb = may.change && ownerIds.length < 2 ? 'change' : 'deal'
  const title = `更换销售：${'rows' in chosen ? `${chosen.rows.length} 个` : '筛选出的'}${noun}`
  const options = {
    title,
    verb: '更换',
    isDanger: false,
    onSuccess: ({ moved, jobId }: DataOf<typeof reallocateMembers>) => {
      if (jobId === null) notify.success(`${moved} 项归属已变更`)
      else onJob(jobId)
      refresh()
      clear()
      onClosed()
    },
    onPartly: onClosed,
  }
  const acts = {
    memberChange: useConfirmed(changeMembersSalesman, options),
    memberDeal: useConfirmed(reallocateMembers, options),
    enterpriseChange: useConfirmed(changeEnterprisesSalesman, options),
    enterpriseDeal: useConfirmed(reallocateEnterprises, options),
  }
  const save = async () => {
    const [ownerId] = ownerIds
    if (ownerId === undefined) notify.warning('请选择接收人')
    else if (reason.trim() === '') notify.warning('请输入原因')
    else {
      const ids = 'rows' in chosen ? chosen.rows.map(({ id }) => id) : []
      const members = { ...('rows' in chosen ? { ids } : chosen), reason: reason.trim() }
      const enterprises = { ids, withMembers, reason: reason.trim() }
      if (target === 'member' && verb === 'change') await acts.memberChange.run({ ...members, ownerId })
      else if (target === 'member') await acts.memberDeal.run({ ...members, ownerIds })
      else if (verb === 'change') await acts.enterpriseChange.run({ ...enterprises, ownerId })
      else await acts.enterpriseDeal.run({ ...enterprises, ownerIds })
      // a 602 means that some rows have changed: refetch too
      refresh()
    }
    return false
  }
  const all = Object.values(acts)
  return (
    <>
      <ChooseDialog
        title={title}
        width={480}
        verb="下一步"
        isChanged={ownerIds.length > 0 || !withMembers || reason !== ''}
        isSaving={all.some(({ pending }) => pending)}
        onSave={save}
        onClosed={onClosed}
      >
        <Form layout="vertical" component="div">
          <Form.Item
            label="接收人"
            colon={false}
            htmlFor="owner-many"
            required
            extra={may.deal ? '选择多人时平均分配；已锁定的会员不变更。' : '已锁定的会员不变更。'}
          >
            {may.deal ? (
              <UsersPicker
                id="owner-many"
                work="customers"
                placeholder="请选择接收人"
                value={ownerIds}
                onChange={(next) => setOwnerIds(next.slice(0, RECEIVERS_MAX))}
              />
            ) : (
              <UserPicker
                id="owner-many"
                work="customers"
                placeholder="请选择接收人"
                value={ownerIds[0] ?? null}
                onChange={(next) => setOwnerIds(next === null ? [] : [next])}
              />
            )}
          </Form.Item>
          <CommonFields
            target={target}
            withMembers={withMembers}
            reason={reason}
            isRequired
            onWithMembers={setWithMembers}
            onReason={setReason}
          />
        </Form>
      </ChooseDialog>
      {acts.memberChange.dialogs}
      {acts.memberDeal.dialogs}
      {acts.enterpriseChange.dialogs}
      {acts.enterpriseDeal.dialogs}
    </>
  )
}

type Shown =
  | { kind: 'one'; row: OwnedRow }
  | { kind: 'many'; chosen: Chosen; clear: () => void }
  | { kind: 'job'; id: string }

export type OwnerActs<Row> = {
  rowActions: (row: Row) => RowAction[]
  batchActs: readonly BatchAct<Row>[]
  /** The same acts for all accounts that match the list's filters. */
  foundActs: readonly FoundAct[]
  dialogs: ReactNode
}

type Owned = { target: Target; subProduct?: SubProductKey }

/** For a list of enterprises, or of members by their accounts in a sub-product. */
export function useOwnerActs<Row extends OwnedRow>({ target, subProduct }: Owned): OwnerActs<Row> {
  const isAllowed = useIsAllowed()
  const [shown, setShown] = useState<Shown>()
  const { set, change, deal } = calls[target]
  const may = { change: isAllowed(change, subProduct), deal: isAllowed(deal, subProduct) }
  /** One act for both rights: it is there with either. */
  const label = '更换销售'
  const call = may.deal ? deal : change
  const close = () => setShown((now) => (now?.kind === 'job' ? now : undefined))
  const many = (rows: readonly Row[], clear: () => void) => {
    if (rows.length > OWNED_MAX) notify.warning(`一次最多变更 ${OWNED_MAX} 项`)
    else setShown({ kind: 'many', chosen: { rows }, clear })
  }
  const found = (query: AccountQuery) => setShown({ kind: 'many', chosen: { query }, clear: () => undefined })
  return {
    rowActions: (row) => [{ label: '设置归属', call: set, run: () => setShown({ kind: 'one', row }) }],
    batchActs: [{ label, call, run: many }],
    foundActs: [{ label, call, run: found }],
    dialogs: (
      <>
        {shown?.kind === 'one' && <SetOwner target={target} row={shown.row} onClosed={close} />}
        {shown?.kind === 'many' && (
          <MoveMany
            target={target}
            may={may}
            chosen={shown.chosen}
            clear={shown.clear}
            onJob={(id) => setShown({ kind: 'job', id })}
            onClosed={close}
          />
        )}
        {shown?.kind === 'job' && <MovingJob id={shown.id} onClosed={() => setShown(undefined)} />}
      </>
    ),
  }
}
