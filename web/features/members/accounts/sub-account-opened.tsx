// The details of an account whose row tells less than they begin with: they open once they have been read.
import { useEffect } from 'react'
import { getAccount } from '../../../../contract/members/accounts.ts'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { useCall } from '../../../lib/query.ts'
import { AccountDetails } from './account-details.tsx'

type OpenedAccountProps = { id: string; acts: readonly RowAction[]; onClosed: () => void }

export function OpenedAccount({ id, acts, onClosed }: OpenedAccountProps) {
  const { data, isError } = useCall(getAccount, { id })
  // why it does not open has been said (spec §8)
  const isRefused = isError && !data
  useEffect(() => {
    if (isRefused) onClosed()
  }, [isRefused, onClosed])
  return data && <AccountDetails account={data} acts={acts} onClosed={onClosed} />
}
