// Acts on registrations by state, with their dialogs.
import { type ReactNode, useState } from 'react'
import { saveGrants } from '#contract/members/grants.ts'
import {
  assignRegistrations,
  contactRegistration,
  getRegistration,
  grantTrial,
  queryRegistrationHandlers,
  queryRegistrations,
  type RegistrationRow,
  rejectRegistrations,
  reopenRegistration,
  takeRegistration,
} from '#contract/members/registration-handling.ts'
import { isOpenRegistration, mayMove } from '#contract/members/registration-states.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { refreshWhenRefused } from '../stale.ts'
import { AssignDialog, ContactDialog, RejectDialog } from './registration-dialogs.tsx'
import { RegistrationGrant } from './registration-grant.tsx'

/** Reads that every act invalidates. */
const registrationReads = [queryRegistrations, getRegistration, queryRegistrationHandlers]

type OpenDialog =
  | { what: 'contact' | 'grant'; row: RegistrationRow }
  | { what: 'assign' | 'reject'; rows: readonly RegistrationRow[]; onDone?: () => void }

export type RegistrationActs = {
  actionsOf: (row: RegistrationRow) => RowAction[]
  assign: (rows: readonly RegistrationRow[], onDone: () => void) => void
  reject: (rows: readonly RegistrationRow[], onDone: () => void) => void
  dialogs: ReactNode
}

export function useRegistrationActs(): RegistrationActs {
  const isAllowed = useIsAllowed()
  const mayGrant = isAllowed(saveGrants)
  const [open, setOpen] = useState<OpenDialog>()
  const close = () => setOpen(undefined)
  const common = { invalidates: registrationReads, onRefusal: refreshWhenRefused(...registrationReads) }
  const take = useAct(takeRegistration, { ...common, success: '已认领' })
  const reopen = useAct(reopenRegistration, { ...common, success: '已重新打开' })
  const takeBack = useAct(assignRegistrations, { ...common, success: '已撤销分配' })

  /** Offers undo if all rows had the same owner, or none. */
  const notifyAssigned = (rows: readonly RegistrationRow[], name: string) => {
    const text = rows.length === 1 ? `已分配给${name}` : `${rows.length} 条注册已分配给${name}`
    const [ownerId = null, ...others] = new Set(rows.map((row) => row.ownerId))
    if (others.length > 0) notify.success(text)
    else notify.undoable(text, () => void takeBack.run({ ids: rows.map(({ id }) => id), ownerId }))
  }

  const actionsOf = (row: RegistrationRow): RowAction[] => {
    const { id, state, ownerId } = row
    const isOpen = isOpenRegistration(state)
    const ask = (what: 'contact' | 'grant') => () => setOpen({ what, row })
    return [
      ...(isOpen && ownerId === null
        ? [{ label: '认领', call: takeRegistration, run: () => void take.run({ id }) }]
        : []),
      ...(mayMove(state, 'contact') ? [{ label: '联系', call: contactRegistration, run: ask('contact') }] : []),
      ...(mayMove(state, 'grant') && mayGrant ? [{ label: '开通试用', call: grantTrial, run: ask('grant') }] : []),
      ...(isOpen
        ? [
            {
              label: '分配',
              call: assignRegistrations,
              run: () => setOpen({ what: 'assign', rows: [row] }),
            },
          ]
        : []),
      ...(mayMove(state, 'invalid')
        ? [
            {
              label: '标记无效',
              call: rejectRegistrations,
              isDanger: true,
              run: () => setOpen({ what: 'reject', rows: [row] }),
            },
          ]
        : []),
      ...(mayMove(state, 'reopen')
        ? [{ label: '重新打开', call: reopenRegistration, run: () => void reopen.run({ id }) }]
        : []),
    ]
  }

  const dialogs = (
    <>
      {open?.what === 'contact' && <ContactDialog row={open.row} invalidates={registrationReads} onClosed={close} />}
      {open?.what === 'reject' && (
        <RejectDialog rows={open.rows} invalidates={registrationReads} onDone={open.onDone} onClosed={close} />
      )}
      {open?.what === 'grant' && <RegistrationGrant row={open.row} invalidates={registrationReads} onClosed={close} />}
      {open?.what === 'assign' && (
        <AssignDialog
          rows={open.rows}
          invalidates={registrationReads}
          onDone={(name) => {
            notifyAssigned(open.rows, name)
            open.onDone?.()
          }}
          onClosed={close}
        />
      )}
    </>
  )
  return {
    actionsOf,
    assign: (rows, onDone) => setOpen({ what: 'assign', rows, onDone }),
    reject: (rows, onDone) => setOpen({ what: 'reject', rows, onDone }),
    dialogs,
  }
}
