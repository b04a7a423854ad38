// Batch grants for a list's accounts: the selected ones, or all that match its filters.
import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AccountQuery, queryAccounts } from '#contract/members/accounts.ts'
import {
  type BatchKind,
  batchExtend,
  batchGrant,
  batchKindLabels,
  batchRevoke,
} from '#contract/members/grant-batches.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { type Allowed, useIsAllowed } from '#web/kit/can.tsx'
import type { BatchAct } from '#web/kit/list/batch-acts.tsx'
import type { Filter } from '#web/kit/list/filters.tsx'
import { type FiltersOf, sortableOf } from '#web/kit/list/list-endpoint.ts'
import { parseListState } from '#web/kit/list/list-state.ts'
import { exportQuery } from '#web/kit/sheets/export-query.ts'
import { type BatchRow, type BatchTarget, mayBeTrials } from './batch-grant.rules.ts'
import { BatchGrantDialog } from './batch-grant-dialog.tsx'

const calls = { grant: batchGrant, extend: batchExtend, revoke: batchRevoke } as const
const kinds = Object.keys(calls) as BatchKind[]

type OpenBatch = { kind: BatchKind; target: BatchTarget; asksTrials: boolean; clear: () => void }

type BatchGrantsOptions = {
  subProduct: SubProductKey
  /** The list's filters, a stable reference; with them, acts on all matching accounts are offered. */
  filters?: readonly Filter<FiltersOf<typeof queryAccounts>>[]
  /** Further acts on all matching accounts. */
  also?: readonly FoundAct[]
}

/** An act on all accounts that match a query. */
export type FoundAct = { label: string; call: Allowed; isDanger?: boolean; run: (query: AccountQuery) => void }

export type BatchGrants = {
  batchActs: readonly BatchAct<BatchRow>[]
  /** Toolbar menu of the acts on all matching accounts. */
  forAll: ReactNode
  dialogs: ReactNode
}

export function useBatchGrants({ subProduct, filters, also = [] }: BatchGrantsOptions): BatchGrants {
  const [open, setOpen] = useState<OpenBatch>()
  const [address] = useSearchParams()
  const isAllowed = useIsAllowed()
  const grants = kinds.map(
    (kind): FoundAct => ({
      label: batchKindLabels[kind],
      call: calls[kind],
      isDanger: kind === 'revoke',
      run: (query: AccountQuery) =>
        setOpen({ kind, target: { query }, asksTrials: mayBeTrials(query), clear: () => {} }),
    }),
  )
  const allowed = [...grants, ...also].filter(({ call }) => isAllowed(call, subProduct))

  const batchActs = kinds.map((kind) => ({
    label: batchKindLabels[kind],
    call: calls[kind],
    isDanger: kind === 'revoke',
    run: (rows: readonly BatchRow[], clear: () => void) =>
      setOpen({ kind, target: { accountIds: rows.map(({ id }) => id) }, asksTrials: mayBeTrials(rows), clear }),
  }))

  const handleAll = (run: FoundAct['run']) => {
    if (!filters) return
    const state = parseListState(address, { filters, sortable: sortableOf(queryAccounts) })
    run(exportQuery(filters, state, { subProduct }) as AccountQuery)
  }
  const forAll = filters && allowed.length > 0 && (
    <Dropdown
      trigger={['click']}
      menu={{
        items: allowed.map(({ label, run, isDanger = false }) => ({
          key: label,
          label,
          danger: isDanger,
          onClick: () => handleAll(run),
        })),
      }}
    >
      <Button>
        按筛选结果批量操作 <DownOutlined />
      </Button>
    </Dropdown>
  )

  return {
    batchActs,
    forAll,
    dialogs: open && <BatchGrantDialog {...open} subProduct={subProduct} onClosed={() => setOpen(undefined)} />,
  }
}
