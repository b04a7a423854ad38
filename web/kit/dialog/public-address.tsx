// Links, codes and mails for people outside need the address at which they reach this server.
import { Alert } from 'antd'
import { getPublicAddress } from '#contract/system/public-address.ts'
import { useCall } from '#web/lib/query.ts'

const WHO_SETS_IT = '请系统管理员在服务器上设置 PUBLIC_URL 并重启服务。'
/** It changes with a restart of the server alone. */
const FRESH_MS = 10 * 60_000

/** True while it is not known: nobody is told of a fault that there may not be. */
export function useHasPublicAddress(): boolean {
  const { data } = useCall(getPublicAddress, undefined, { staleTime: FRESH_MS, call: { hideErrorMsg: true } })
  return data?.isSet ?? true
}

/** Beside a link or code: why it may not open elsewhere. Nothing where the address is set. */
export function PublicAddressNote() {
  return useHasPublicAddress() ? null : (
    <Alert
      type="warning"
      showIcon
      style={{ marginBlock: 8 }}
      title={`还没有设置对外地址，链接用的是您现在打开后台的地址，外部人员可能无法打开。${WHO_SETS_IT}`}
    />
  )
}

/** Beside what cannot be sent without it. */
export function NoPublicAddress({ what }: { what: string }) {
  return (
    <Alert type="warning" showIcon title={`还没有设置对外地址，不能发送${what}：其中的链接无法打开。${WHO_SETS_IT}`} />
  )
}
