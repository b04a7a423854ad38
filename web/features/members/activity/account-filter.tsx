// Filter of a log or ledger by one account (`?accountId=`), shown as a tag that can be removed.
import { Tag } from 'antd'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { getLoggedAccount } from '#contract/members/account-logs.ts'
import type { getLedgerAccount } from '#contract/members/grant-changes.ts'
import { useCall } from '#web/lib/query.ts'

const NAME = 'accountId'
const ID = /^[1-9]\d{0,18}$/

/** Reads and sets `accountId` in the address; setting it resets the list to its first page. */
export function useAccountFilter(): { accountId: string | undefined; narrow: (accountId: string | null) => void } {
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

type AccountFilterProps = {
  /** Reads the account with the page's own right. */
  call: typeof getLoggedAccount | typeof getLedgerAccount
  accountId: string
  onClear: () => void
}

export function AccountFilter({ call, accountId, onClear }: AccountFilterProps) {
  const { data, error } = useCall(call, { accountId })
  if (!data && !error) return null
  return (
    <Tag color="processing" closable={{ 'aria-label': '查看全部账号' }} onClose={onClear}>
      {data ? `只看 ${data.loginName}（${data.realName}，${data.enterprise}）` : '该账号不存在'}
    </Tag>
  )
}
