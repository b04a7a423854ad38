// That a log or ledger is narrowed to one account (`?accountId=`): whose, and the way back to all.
import { Tag } from 'antd'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { getLoggedAccount } from '../../../../contract/members/account-logs.ts'
import type { getLedgerAccount } from '../../../../contract/members/grant-changes.ts'
import { useCall } from '../../../lib/query.ts'

const NAME = 'accountId'
const ID = /^[1-9]\d{0,18}$/

/** The account of the address, and a way to set another one, or none; the list begins at its first page. */
export function useNarrowedAccount(): { accountId: string | undefined; narrow: (accountId: string | null) => void } {
  const [address, setAddress] = useSearchParams()
  const accountId = ID.exec(address.get(NAME) ?? '')?.[0]
  const narrow = useCallback(
    (next: string | null) =>
      setAddress(
        (now) => {
          const changed = new URLSearchParams(now)
          for (const name of ['page', 'tagName', NAME]) changed.delete(name)
          if (next !== null) changed.set(NAME, next)
          return changed
        },
        { replace: true },
      ),
    [setAddress],
  )
  return { accountId, narrow }
}

type NarrowedProps = {
  /** Says whose it is, by the page's own right. */
  call: typeof getLoggedAccount | typeof getLedgerAccount
  accountId: string
  onClear: () => void
}

export function NarrowedAccount({ call, accountId, onClear }: NarrowedProps) {
  const { data, error } = useCall(call, { accountId })
  if (!data && !error) return null
  return (
    <Tag color="processing" closable={{ 'aria-label': '查看全部账号' }} onClose={onClear}>
      {data ? `只看 ${data.loginName}（${data.realName}，${data.enterprise}）` : '该账号不存在'}
    </Tag>
  )
}
