// The 异常 mark of an account; a link to its signals if the person may open that page.
import { querySignals } from '#contract/members/account-signals.ts'
import type { AccountRow } from '#contract/members/accounts.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { SignalTag } from '#web/pickers/signal-tag.tsx'

const BOARD = '/userControl/customerManagement/accountSignals'

export function AccountSignals({ signals, loginName, subProduct }: AccountRow) {
  const openPage = useOpenPage()
  const mayOpen = useIsAllowed()(querySignals)
  if (signals.length === 0 || !mayOpen) return <SignalTag kinds={signals} />
  return (
    <button
      type="button"
      className="text-link"
      aria-label={`查看 ${loginName} 的异常`}
      onClick={() => openPage(BOARD, { loginName, subProduct })}
    >
      <SignalTag kinds={signals} />
    </button>
  )
}
